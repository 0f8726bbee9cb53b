"""Waiting for something to become true, with a limit, instead of sleeping a guessed while."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable
from pathlib import Path


def wait_until(ready: Callable[[], object], limit_s: float = 30.0) -> None:
    """Return as soon as ``ready()`` is true. Raises ``AssertionError`` after ``limit_s``."""
    until = time.monotonic() + limit_s
    pause = threading.Event()
    while not ready():
        assert time.monotonic() < until, f"{ready} did not come true in {limit_s} s"
        pause.wait(0.01)


def suspend(pid: int) -> None:
    """Stop a process, and return when all its threads have stopped: SIGSTOP alone returns before,
    and a busy machine lets it answer once more meanwhile."""
    os.kill(pid, signal.SIGSTOP)
    wait_until(lambda: _states(pid) <= {"T", "Z"})


def _states(pid: int) -> set[str]:
    """What the threads of a process are doing (proc(5)); nothing where it is gone."""
    try:
        tasks = [each / "stat" for each in Path(f"/proc/{pid}/task").iterdir()]
        return {task.read_text("utf-8").rpartition(")")[2].split()[0] for task in tasks}
    except OSError:
        return set()
