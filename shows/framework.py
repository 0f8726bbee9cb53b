"""One measured item is one line: ``item | measured | floor | ok``, ``short`` or ``skipped``."""

from __future__ import annotations

import json
import os
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
BIN = ROOT / ".venv" / "bin"


@dataclass(frozen=True)
class Line:
    """One item. ``ok`` is ``None`` when it was skipped, ``measured`` then says why."""

    item: str
    measured: str
    floor: str
    ok: bool | None

    def text(self) -> str:
        """The line as printed."""
        word = {True: "ok", False: "short", None: f"skipped: {self.measured}"}[self.ok]
        measured = "-" if self.ok is None else self.measured
        return f"{self.item} | {measured} | {self.floor} | {word}"


Show = Iterator[Line]


def print_line(line: Line) -> bool:
    """Print ``line`` at once; whether it is short."""
    print(line.text(), flush=True)
    return line.ok is False


@dataclass(frozen=True)
class Ran:
    """A finished command."""

    code: int
    out: str
    err: str
    seconds: float

    def events(self) -> list[dict[str, Any]]:
        """The JSON objects of stdout, one a line; lines that are none are left out."""
        found = []
        for line in self.out.splitlines():
            try:
                value = json.loads(line)
            except ValueError:
                continue
            if isinstance(value, dict):
                found.append(value)
        return found

    @property
    def last_line(self) -> str:
        """The last line that says something."""
        lines = [line for line in (self.out + "\n" + self.err).splitlines() if line.strip()]
        return lines[-1] if lines else ""


def run(
    command: Sequence[str | Path],
    *,
    cwd: Path = ROOT,
    env: Mapping[str, str] | None = None,
    stdin: bytes = b"",
    limit_s: float = 3600,
) -> Ran:
    """Run a command to its end, output captured. One past ``limit_s`` counts as exit code 124."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("TANDEM_")}
    started = time.monotonic()
    try:
        done = subprocess.run(
            [str(part) for part in command],
            cwd=cwd,
            env={**clean, **(env or {})},
            input=stdin,
            capture_output=True,
            timeout=limit_s,
        )
    except subprocess.TimeoutExpired as late:
        return Ran(124, _text(late.stdout), _text(late.stderr), time.monotonic() - started)
    return Ran(done.returncode, _text(done.stdout), _text(done.stderr), time.monotonic() - started)


def folder_mb(folder: Path) -> float:
    """Size of everything under ``folder``, MB."""
    files = (path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    return sum(path.stat().st_size for path in files) / 1e6


def _text(data: bytes | None) -> str:
    return (data or b"").decode("utf-8", "replace")
