"""Waiting for something to become true, with a limit, instead of sleeping a guessed while."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable


def wait_until(ready: Callable[[], object], limit_s: float = 30.0) -> None:
    """Return as soon as ``ready()`` is true. Raises ``AssertionError`` after ``limit_s``."""
    until = time.monotonic() + limit_s
    pause = threading.Event()
    while not ready():
        assert time.monotonic() < until, f"{ready} did not come true in {limit_s} s"
        pause.wait(0.01)
