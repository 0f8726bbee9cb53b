"""How a long command tells how far it is: on stderr, so that stdout holds the result alone."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tandem_edge.cli.common import print_text

TENTHS = 10


@contextmanager
def telling() -> Iterator[Callable[[str, int, int], None]]:
    """Hear what is done, how much, and of how much: bars on a terminal, else a line a tenth."""
    if sys.stderr.isatty():
        from rich.console import Console
        from rich.progress import Progress, TaskID

        bars: dict[str, TaskID] = {}
        with Progress(console=Console(stderr=True), transient=True) as progress:

            def show(what: str, done: int, of: int) -> None:
                if what not in bars:
                    bars[what] = progress.add_task(what, total=of)
                progress.update(bars[what], completed=done, total=of)

            yield show
    else:
        said: dict[str, int] = {}

        def say(what: str, done: int, of: int) -> None:
            tenth = TENTHS * done // of if of else TENTHS
            if tenth > said.get(what, 0):
                said[what] = tenth
                print_text(f"{what}: {done} of {of}", err=True)

        yield say
