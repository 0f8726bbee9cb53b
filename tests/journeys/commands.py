"""Running the real ``tandem`` command, whole or stopped in the middle."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tandem_edge.settings import default_models_dir

TANDEM = os.environ.get("COMMAND_UNDER_TEST") or str(Path(sys.executable).with_name("tandem"))
"""The command that is tried. Another one may stand in for it, to see that the tests notice."""


@dataclass(frozen=True)
class Ran:
    """A finished command."""

    code: int
    out: str
    err: str

    @property
    def events(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.out.splitlines()]

    @property
    def end(self) -> dict[str, Any]:
        return self.events[-1]


def environment(home: Path, **extra: str) -> dict[str, str]:
    """The test's own environment without anybody's settings, or a width that is no terminal's:
    processes that run tests may have one."""
    kept = {
        key: value
        for key, value in os.environ.items()
        if not key.startswith("TANDEM_") and key not in {"COLUMNS", "LINES"}
    }
    return {
        **kept,
        "TANDEM_HOME": str(home),
        "TANDEM_MODELS_DIR": str(default_models_dir()),
        "TANDEM_PLANNER_THREADS": "1",
        **extra,
    }


def tandem(home: Path, *arguments: str, stdin: bytes = b"", **extra: str) -> Ran:
    """Run ``tandem`` to its end."""
    done = subprocess.run(
        [TANDEM, *arguments],
        env=environment(home, **extra),
        input=stdin,
        capture_output=True,
        timeout=240,
        check=False,
    )
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())


@dataclass
class Running:
    """A ``tandem`` that is still at it; its events are read one by one."""

    process: subprocess.Popen[str]

    def until(self, kind: str) -> dict[str, Any]:
        """Read events up to the first of ``kind``."""
        for event in self.events():
            if event["type"] == kind:
                return event
        raise AssertionError(f"the command ended without {kind}: {self.process.stderr}")

    def events(self) -> Iterator[dict[str, Any]]:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            yield json.loads(line)

    def interrupt(self) -> None:
        """What Ctrl+C does."""
        self.process.send_signal(signal.SIGINT)

    def children(self) -> list[int]:
        """Process ids of its children."""
        listed = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return [int(number) for number in listed.read_text().split()]

    def finish(self) -> Ran:
        """Let it end."""
        out, err = self.process.communicate(timeout=240)
        return Ran(self.process.returncode, out, err)


def start(home: Path, *arguments: str, **extra: str) -> Running:
    """Start ``tandem`` and return at once."""
    return Running(
        subprocess.Popen(
            [TANDEM, *arguments],
            env=environment(home, **extra),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
    )
