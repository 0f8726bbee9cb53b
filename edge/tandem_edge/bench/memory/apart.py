"""A measurement in a process of its own, on one core where that can be had."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import resource
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from tandem_shared.errors import TandemError

T = TypeVar("T")
MB = 1 << 20
LIBRARIES = ("faiss", "numpy", "onnxruntime", "tokenizers", "tandem_edge.memory.room")
"""Imported before memory is measured: a program that holds a memory has them anyway."""


@dataclass
class Usage:
    """A clock that starts when it is made."""

    _wall: float = field(default_factory=time.perf_counter)
    _cpu: float = field(default_factory=time.process_time)

    def wall(self) -> float:
        """Seconds since."""
        return time.perf_counter() - self._wall

    def cpu(self) -> float:
        """Seconds of the processor since, of all threads of this process."""
        return time.process_time() - self._cpu


def apart(work: Callable[..., T], *arguments: Any, quiet: bool = False) -> T:
    """What ``work`` gives, done in a fresh process on one core.

    Its last argument is a function that says how far it is, on stderr. ``work`` is a function of a
    module. Raises what it raises, if that is a ``TandemError``.
    """
    with one_core():
        pool = multiprocessing.get_context("spawn").Pool(1)
    with pool:
        found, error = pool.apply(_carried_out, (work, arguments, quiet))
    if error is not None:
        raise TandemError(error[0], hint=error[1])
    return found  # type: ignore[no-any-return]


def _carried_out(
    work: Callable[..., Any], arguments: tuple[Any, ...], quiet: bool
) -> tuple[Any, tuple[str, str] | None]:
    for name in LIBRARIES:
        with contextlib.suppress(ImportError):
            __import__(name)
    try:
        return work(*arguments, _say_nothing if quiet else _say), None
    except TandemError as error:
        return None, (str(error), error.hint or "")


@contextlib.contextmanager
def one_core() -> Iterator[None]:
    """What is started inside stays on one core: the last of those that this process may use. From
    its start, since libraries make a thread for each core that they see when they are imported."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    every = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(every)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, every)


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def _say_nothing(line: str) -> None:
    """See ``_say``."""


def rss_mb() -> float:
    """Resident memory now (Linux), or the most there was where it cannot be told."""
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
        return pages * resource.getpagesize() / MB
    except OSError:
        return peak_mb()


def peak_mb() -> float:
    """The most resident memory that this process ever had."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
