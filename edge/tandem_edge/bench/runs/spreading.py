"""Spreading jobs over processes: each opens once what it works with, results come as they are."""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from typing import Any, Protocol

from tandem_shared.errors import PlannerError

QUEUED = 8
"""Jobs that wait for each worker; the others are not asked for yet."""


def gone() -> PlannerError:
    """What is raised when a worker died."""
    return PlannerError(
        "a worker of the run is gone", hint="run the same command again: what is done is kept"
    )


class Spread(Protocol):
    """A way to spread jobs; see ``spread``."""

    def __call__(
        self,
        work: Callable[[str], str],
        jobs: Iterable[str],
        workers: int,
        opening: Callable[..., None],
        arguments: tuple[Any, ...],
    ) -> Iterator[str]:
        """What ``work`` makes of each job, in the order in which they are done."""


def spreader(backend: str) -> Spread:
    """How ``backend`` spreads jobs: ``processes`` of this machine, or actors on ``ray``."""
    if backend == "processes":
        return spread
    from tandem_edge.bench.runs.ray_spreading import spread_on_ray

    return spread_on_ray


def spread(
    work: Callable[[str], str],
    jobs: Iterable[str],
    workers: int,
    opening: Callable[..., None],
    arguments: tuple[Any, ...],
) -> Iterator[str]:
    """What ``work`` makes of each job, in the order in which they are done.

    Every process calls ``opening`` with ``arguments`` first, and ends with the one that started
    it. Raises ``PlannerError`` when one is gone, and whatever ``work`` raises.
    """
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, context, _open, (opening, arguments)) as pool:
        try:
            yield from _collected(pool, work, iter(jobs), workers * QUEUED)
        except BrokenProcessPool as error:
            raise gone() from error
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _collected(
    pool: ProcessPoolExecutor, work: Callable[[str], str], jobs: Iterator[str], most: int
) -> Iterator[str]:
    waiting: set[Future[str]] = set()
    while True:
        waiting |= {pool.submit(work, job) for job in islice(jobs, most - len(waiting))}
        if not waiting:
            return
        ready, waiting = wait(waiting, return_when=FIRST_COMPLETED)
        for future in ready:
            yield future.result()


def _open(opening: Callable[..., None], arguments: tuple[Any, ...]) -> None:
    end_with_parent()
    opening(*arguments)


def end_with_parent() -> None:
    """From now on this process ends when the one that started it does, also by kill -9."""
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
