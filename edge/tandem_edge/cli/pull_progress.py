"""Show how a pull goes: a bar on a terminal, a line now and then elsewhere, events for machines."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tandem_edge.cli.common import print_json, print_text
from tandem_edge.models.disk import size
from tandem_edge.models.progress import Listener, Progress

LINE_EVERY_S = 5.0
EVENT_EVERY_S = 1.0


@contextmanager
def progress_shown(name: str, as_json: bool) -> Iterator[Listener]:
    """A listener that shows the progress of pulling ``name`` in the way that suits stderr."""
    if as_json:
        yield _now_and_then(EVENT_EVERY_S, lambda progress: print_json(_event(name, progress)))
    elif sys.stderr.isatty():
        with _bar(name) as listener:
            yield listener
    else:
        yield _now_and_then(
            LINE_EVERY_S, lambda progress: print_text(_line(name, progress), err=True)
        )


def _now_and_then(
    seconds: float, show: Listener, clock: Callable[[], float] = time.monotonic
) -> Listener:
    """Pass on one moment every ``seconds``, the first one after that long."""
    last = clock()

    def listen(progress: Progress) -> None:
        nonlocal last
        if clock() - last >= seconds:
            last = clock()
            show(progress)

    return listen


@contextmanager
def _bar(name: str) -> Iterator[Listener]:
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        DownloadColumn,
        TextColumn,
        TimeRemainingColumn,
        TransferSpeedColumn,
    )
    from rich.progress import Progress as Bar

    columns = (
        TextColumn("{task.description}", markup=False), BarColumn(), DownloadColumn(),
        TransferSpeedColumn(), TimeRemainingColumn(),
    )  # fmt: skip
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        tasks = {}

        def listen(progress: Progress) -> None:
            if progress.stage not in tasks:
                label = f"{progress.stage} {name}"
                tasks[progress.stage] = bar.add_task(label, total=progress.total)
            bar.update(tasks[progress.stage], completed=progress.done)

        yield listen


def _line(name: str, progress: Progress) -> str:
    share = 100 * progress.done // max(progress.total, 1)
    eta = f", {progress.eta_s:.0f} s to go" if progress.eta_s is not None else ""
    return (
        f"{progress.stage} {name}: {size(progress.done)} of {size(progress.total)} ({share} %), "
        f"{size(progress.rate)}/s{eta}"
    )


def _event(name: str, progress: Progress) -> dict[str, str | int | float | None]:
    return {
        "event": progress.stage,
        "name": name,
        "done": progress.done,
        "total": progress.total,
        "rate": round(progress.rate),
        "eta_s": None if progress.eta_s is None else round(progress.eta_s, 1),
    }
