"""A real adb server of a test's own: private port, private home, no look-out for emulators."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import adbutils
import pytest

from tests.fakes.waiting import wait_until

_TIMEOUT_S = 60.0


@dataclass(frozen=True)
class PrivateAdb:
    """An adb server that only its user knows of."""

    port: int
    environment: dict[str, str]

    def run(
        self, *arguments: str, timeout_s: float = _TIMEOUT_S
    ) -> subprocess.CompletedProcess[bytes]:
        """Run an adb command to its end. Raises ``subprocess.TimeoutExpired``."""
        return subprocess.run(
            [adbutils.adb_path(), *arguments],
            env=self.environment,
            capture_output=True,
            timeout=timeout_s,
            check=False,
        )

    def text(self, *arguments: str) -> str:
        """What an adb command prints, output and errors together."""
        done = self.run(*arguments)
        return (done.stdout + done.stderr).decode("utf-8", "replace")

    def connect(self, serial: str) -> str:
        """Connect to a phone; what adb says of it."""
        return self.text("connect", serial).strip()

    def disconnect(self, serial: str = "") -> str:
        """Forget a phone, or all."""
        return self.text("disconnect", *([serial] if serial else [])).strip()

    def states(self) -> dict[str, str]:
        """Each phone's state, by serial, as adb lists it."""
        rows = [line.split("\t") for line in self.text("devices").splitlines() if "\t" in line]
        return dict(rows)

    def wait_for(self, serial: str, state: str = "device") -> None:
        """Wait until adb lists the phone so. Raises ``AssertionError`` when it does not."""
        wait_until(lambda: self.states().get(serial) == state)


@contextmanager
def private_adb(home: Path) -> Iterator[PrivateAdb]:
    """An adb server with its key and its log in ``home``, until the block ends."""
    port = _free_port()
    environment = {
        **os.environ,
        "ANDROID_ADB_SERVER_PORT": str(port),
        "ADB_MDNS": "0",
        "ADB_MDNS_OPENSCREEN": "0",
        "HOME": str(home),
        "TMPDIR": str(home),
        "ANDROID_USER_HOME": str(home / ".android"),
        "ADB_LOCAL_TRANSPORT_MAX_PORT": "5553",
    }
    environment.pop("ADB_SERVER_SOCKET", None)
    with (home / "adb.log").open("wb") as log:
        server = subprocess.Popen(
            # Ends with its tests, even where these are killed.
            ["setpriv", "--pdeathsig", "TERM", adbutils.adb_path(), "nodaemon", "server"],
            env=environment,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
        try:
            wait_until(lambda: _listens(port))
            yield PrivateAdb(port, environment)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(server.pid, signal.SIGTERM)
            server.wait()


@pytest.fixture(scope="session")
def adb(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PrivateAdb]:
    """One adb server for a whole run of tests; adbutils and uiautomator2 use it too."""
    home = tmp_path_factory.mktemp("adb")
    with private_adb(home) as server, pytest.MonkeyPatch.context() as patch:
        for name in ("ANDROID_ADB_SERVER_PORT", "ADB_MDNS", "ADB_MDNS_OPENSCREEN"):
            patch.setenv(name, server.environment[name])
        patch.setenv("ADBUTILS_ADB_PATH", adbutils.adb_path())
        patch.delenv("ADB_SERVER_SOCKET", raising=False)
        # Made when adbutils was imported, for the port that was set then.
        patch.setattr(adbutils, "adb", adbutils.AdbClient(port=server.port))
        yield server


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _listens(port: int) -> bool:
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
        return True
    return False
