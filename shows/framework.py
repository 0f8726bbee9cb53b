"""One measured item is one line: ``item | measured | floor | ok``, ``short`` or ``skipped``."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
SEED = 7
KEPT = "TANDEM_MODELS_DIR"
"""The one setting that the measured commands share with whoever starts a show."""
OF_THE_OUTER_MAKE = {"MAKEFLAGS", "MAKELEVEL", "MFLAGS", "MAKEOVERRIDES", "QUICK"}


@dataclass(frozen=True)
class Line:
    """One item. ``ok`` is ``None`` when it was skipped, ``measured`` then says why."""

    item: str
    measured: str
    floor: str
    ok: bool | None

    def text(self) -> str:
        """The line as printed: four fields, whatever a measured command has said."""
        measured = " ".join(self.measured.replace("|", "/").split())
        word = {True: "ok", False: "short", None: f"skipped: {measured}"}[self.ok]
        return f"{self.item} | {'-' if self.ok is None else measured} | {self.floor} | {word}"


Show = Iterator[Line]


def print_line(line: Line) -> bool:
    """Print ``line`` at once; whether it is short."""
    print(line.text(), flush=True)
    return line.ok is False


def reached(yes: bool) -> str:
    """How an aim is reported."""
    return "reached" if yes else "not reached"


def safely(item: str, lines: Iterator[Line]) -> Show:
    """``lines``; a measurement that breaks is one short line, and the show goes on."""
    try:
        yield from lines
    except Exception as error:
        yield Line(item, f"broke: {type(error).__name__}: {error}", "measured", False)


def unmeasured(items: Mapping[str, str], why: str) -> Show:
    """A short line for each of ``items`` (name to floor), which all fell to one cause."""
    for item, floor in items.items():
        yield Line(item, f"not measured: {why}", floor, False)


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

    def answer(self) -> dict[str, Any]:
        """The JSON object printed last. Raises ``ValueError`` when there is none."""
        found = self.events()
        if not found:
            raise ValueError(self.last_line)
        return found[-1]

    @property
    def last_line(self) -> str:
        """The last line that says something, of stdout, then of stderr if the command failed."""
        said = self.out + ("\n" + self.err if self.code else "")
        lines = [line.strip() for line in said.splitlines() if line.strip()]
        return lines[-1] if lines else f"no word, exit {self.code}"


Clock = Callable[[], float]


def run(
    command: Sequence[str | Path],
    *,
    cwd: Path = ROOT,
    env: Mapping[str, str] | None = None,
    limit_s: float = 3600,
    clock: Clock = time.monotonic,
) -> Ran:
    """Run a command to its end, output captured. Never raises for what the command does.

    One past ``limit_s`` is ended with all its children (exit code 124); one that cannot be
    started has exit code 127.
    """
    started = clock()
    try:
        process = subprocess.Popen(
            [str(part) for part in command],
            cwd=cwd,
            env={**_environment(), **(env or {})},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
    except OSError as error:
        return Ran(127, "", str(error), clock() - started)
    with process:
        code, out, err = _finish(process, limit_s)
    return Ran(
        code, out.decode("utf-8", "replace"), err.decode("utf-8", "replace"), clock() - started
    )


def _finish(process: subprocess.Popen[bytes], limit_s: float) -> tuple[int, bytes, bytes]:
    try:
        out, err = process.communicate(timeout=limit_s)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        return (124, *process.communicate())
    except BaseException:
        os.killpg(process.pid, signal.SIGKILL)
        raise
    return process.returncode, out, err


def _environment() -> dict[str, str]:
    return {
        name: value
        for name, value in os.environ.items()
        if name == KEPT or not (name.startswith("TANDEM_") or name in OF_THE_OUTER_MAKE)
    }


@dataclass(frozen=True)
class Bench:
    """What a show runs, and where; a sabotage test puts something broken in its place."""

    root: Path = ROOT
    planner: str = "qwen2.5-coder-0.5b"
    make: tuple[str, ...] = ("make",)
    tandem: Path | None = None
    """The command that is measured, if it is not the one installed in ``root``."""
    env: Mapping[str, str] = field(default_factory=dict)
    clock: Clock = time.monotonic

    @property
    def command(self) -> Path:
        """The ``tandem`` that is measured."""
        return self.tandem or self.root / ".venv" / "bin" / "tandem"

    @property
    def python(self) -> Path:
        """The interpreter beside the project's ``tandem``."""
        return self.root / ".venv" / "bin" / "python"

    @property
    def settings(self) -> dict[str, str]:
        """Environment of commands that carry requests: this planner, on one thread."""
        return {"TANDEM_PLANNER": self.planner, "TANDEM_PLANNER_THREADS": "1"}

    def run(self, *command: str | Path, **more: str) -> Ran:
        """Run a command in the project's folder; ``more`` is added to its environment."""
        return run(command, cwd=self.root, env={**self.env, **more}, clock=self.clock)

    def ask(self, text: str, **more: str) -> Ran:
        """``tandem ask --json`` on a fresh sandbox phone."""
        options = ["--json", "--yes", "--seed", str(SEED)]
        return self.run(self.command, "ask", text, *options, **self.settings, **more)


def one_core() -> list[str]:
    """What to put before a command so that it and its children have one core."""
    if not shutil.which("taskset"):
        return []
    return ["taskset", "-c", str(max(os.sched_getaffinity(0)))]


def folder_mb(folder: Path) -> float:
    """Size of everything under ``folder``, MB."""
    files = (path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    return sum(path.stat().st_size for path in files) / 1e6
