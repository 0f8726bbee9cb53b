"""The adb server and one phone as the link's child process talks to them, through adbutils."""

from __future__ import annotations

import contextlib
import re
import shlex
import subprocess
import uuid
from collections.abc import Iterator
from functools import cached_property
from typing import Any

import adbutils

from tandem_edge.phone.android.link.automator import Automator
from tandem_edge.phone.android.link.faults import Fault, Kind

_CHUNK = 1 << 16
_NO_FOLDER = 21
"""Our own exit code: the path is a folder, into which ``mv`` would put the file."""


class NotOpened(adbutils.AdbError):  # type: ignore[misc]
    """The adb server or the phone did not open the stream, so nothing was sent on it."""


class Adb:
    """The adb server of this machine. It is started when none runs, and never ended: other
    programs use it too."""

    def __init__(self) -> None:
        self._client = adbutils.AdbClient()
        self._devices: dict[str, Device] = {}

    def device(self, serial: str) -> Device:
        """The phone of this serial, attached or not."""
        if serial not in self._devices:
            self._devices[serial] = Device(self._client, serial=serial)
        return self._devices[serial]

    def version(self) -> int:
        """The server's version: 41 for 1.0.41."""
        with _server():
            return int(self._client.server_version())

    def program(self) -> dict[str, Any]:
        """The adb program that starts the server when none runs: its path and its version, 0 when
        it does not tell."""
        with _server():
            path = adbutils.adb_path()
            return {"path": path, "version": _version(path)}

    def attached(self) -> list[dict[str, Any]]:
        """Every phone that the server knows: serial, state, and what it tells of it."""
        with _server():
            listed = self._client.list(extended=True)
        return [{"serial": each.serial, "state": each.state, **each.tags} for each in listed]

    def connect(self, address: str) -> str:
        """What the server says of connecting to a phone on the network."""
        with _server():
            return str(self._client.connect(address))

    def disconnect(self, address: str) -> None:
        """Forget a phone on the network; one that is not known is no fault."""
        with _server():
            self._client.disconnect(address)


@contextlib.contextmanager
def _server() -> Iterator[None]:
    try:
        yield
    except (adbutils.AdbError, OSError, subprocess.SubprocessError) as error:
        raise Fault(Kind.NO_ADB, str(error)) from error


def _version(path: str) -> int:
    done = subprocess.run([path, "version"], capture_output=True, text=True, check=False)
    found = re.search(r"version 1\.0\.(\d+)", done.stdout)
    return int(found[1]) if found else 0


@contextlib.contextmanager
def _stream() -> Iterator[None]:
    """What ends a stream too early, as a fault that tells whether anything was sent before."""
    try:
        yield
    except NotOpened as error:
        raise Fault(Kind.UNSENT, str(error)) from error
    except (adbutils.AdbError, EOFError, OSError, ValueError) as error:
        raise Fault(Kind.BROKEN, str(error) or type(error).__name__) from error


class Device(adbutils.AdbDevice):  # type: ignore[misc]
    """A phone. Raises ``Fault`` only; ``open_transport`` and ``create_connection``, which
    uiautomator2 uses too, raise ``NotOpened`` where nothing was sent."""

    def open_transport(self, *args: Any, **options: Any) -> Any:
        """See ``adbutils``; a failure means that the phone has heard nothing."""
        try:
            return super().open_transport(*args, **options)
        except (adbutils.AdbError, OSError, subprocess.SubprocessError) as error:
            raise NotOpened(str(error)) from error

    def create_connection(self, *args: Any, **options: Any) -> Any:
        """See ``adbutils``; a failure means that the program on the phone has heard nothing."""
        try:
            return super().create_connection(*args, **options)
        except adbutils.AdbError as error:
            raise NotOpened(str(error)) from error

    @cached_property
    def automator(self) -> Automator:
        """The phone's UI automation."""
        return Automator(self)

    def run(self, line: str) -> dict[str, Any]:
        """Run a shell line: ``out``, ``err``, ``code``, and whether the phone tells ``out`` and
        ``err`` ``apart``."""
        with _stream():
            if not self._features:
                self.get_features()
            apart = "shell_v2" in self._features
            # Without v2 adbutils has the exit code printed after the line, so the line's own exit
            # must not end the shell.
            done = self.shell2(line if apart else f"(\n{line}\n)", encoding=None, v2=apart)
        out = done.stdout if apart else done.output.replace(b"\r\n", b"\n")
        return {"out": _text(out), "err": _text(done.stderr), "code": done.returncode,
                "apart": apart}  # fmt: skip

    def output(self, line: str) -> bytes:
        """The bytes that a line prints, unchanged. One cut off cannot be told from one that
        ended."""
        with _stream(), self.open_transport() as stream:
            stream.send_command(f"exec:{line}")
            stream.check_okay()
            data = bytearray()
            while chunk := stream.recv(_CHUNK):
                data += chunk
            return bytes(data)

    def write(self, path: str, data: bytes) -> None:
        """Put ``data`` in a file beside ``path``, then rename it."""
        beside = f"{path}.{uuid.uuid4().hex[:8]}.part"
        try:
            self._send(data, beside)
            self._rename(beside, path)
        except Fault:
            with contextlib.suppress(Fault):
                self.run(f"rm -f {shlex.quote(beside)}")
            raise

    def _send(self, data: bytes, path: str) -> None:
        with _stream():
            try:
                self.sync.push(data, path, mode=0o644, check=True)
            except adbutils.AdbError as error:
                if str(error) == "FAIL":  # adbutils leaves the phone's reason unread
                    raise Fault(Kind.FILE, "it cannot be written there") from error
                raise

    def _rename(self, old: str, new: str) -> None:
        line = f"[ -d {shlex.quote(new)} ] && exit {_NO_FOLDER}; "
        line += f"mv -f {shlex.quote(old)} {shlex.quote(new)}"
        done = self.run(line)
        if done["code"]:
            is_folder = done["code"] == _NO_FOLDER
            raise Fault(Kind.FILE, "it is a folder" if is_folder else done["err"] or done["out"])

    def read(self, path: str, most: int) -> bytes:
        """The first ``most`` bytes of a file."""
        data = bytearray()
        try:
            for chunk in self.sync.iter_content(path):
                data += chunk
                if len(data) >= most:
                    break
        except NotOpened as error:
            raise Fault(Kind.UNSENT, str(error)) from error
        except (adbutils.AdbError, OSError, ValueError) as error:
            if _said_by_phone(error):
                raise Fault(Kind.FILE, str(error.args[0])) from error
            raise Fault(Kind.BROKEN, str(error)) from error
        return bytes(data[:most])


def _said_by_phone(error: Exception) -> bool:
    """Whether the phone gave a reason; adbutils gives its words together with the path."""
    return len(error.args) == 2 and error.args[0] not in ("Invalid sync cmd",)


def _text(data: bytes) -> str:
    return data.decode("utf-8", errors="replace")
