"""What Ctrl+C does from the first moment to the last. Light: imported before anything else."""

from __future__ import annotations

import atexit
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

CANCELLED = 130
IMPORTING = "<frozen importlib"
"""File names of the code that imports modules start so."""


def interrupt(number: int, frame: FrameType | None) -> None:
    """Raise ``KeyboardInterrupt``, or end at once where an import is under way.

    Code in the middle of an import may swallow, rewrap or print what is raised into it, and has
    nothing to put away.
    """
    while frame is not None:
        if frame.f_code.co_filename.startswith(IMPORTING):
            end_at_once(number, frame)
        frame = frame.f_back
    raise KeyboardInterrupt


def end_at_once(number: int, frame: FrameType | None) -> None:
    """End the process without a word more."""
    os._exit(CANCELLED)


def take_over() -> None:
    """Let Ctrl+C raise ``KeyboardInterrupt``; one that is ignored (``nohup``) stays so."""
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, interrupt)


def let_go() -> None:
    """From here on the work is over: Ctrl+C only hastens the end, as long as it can be minded."""
    if signal.getsignal(signal.SIGINT) is interrupt:
        signal.signal(signal.SIGINT, end_at_once)
        atexit.register(_ignore)


def _ignore() -> None:
    """The interpreter is about to take its handlers back, after which Ctrl+C would kill it, and the
    shell would be told of a signal and not of the work. One that is ignored it leaves so."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def at_a_prompt() -> Iterator[None]:
    """While a person is asked, Ctrl+C breaks the asking off, whatever it does otherwise."""
    before = signal.signal(signal.SIGINT, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
