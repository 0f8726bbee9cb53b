"""The trainer's commands over one home, and what shows of the trainer share."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from shows.framework import Bench, Line, Ran, Show, run

KEEP = "SHOW_FOLDER"
"""Environment: a folder that is kept, so that a show that was ended goes on where it was."""
PERSON = ("--as", "demonstration", "--reason", "approved by a demonstration, not by a person")


class Wheel:
    """The trainer's commands over one home, and how long they took, kept beside it: a show that
    goes on counts what went before."""

    def __init__(self, bench: Bench, home: Path) -> None:
        self.bench, self.home = bench, home
        self._spent = home.with_suffix(".seconds")
        self.seconds = float(self._spent.read_text()) if self._spent.exists() else 0.0

    def all(self, *words: str | Path) -> list[dict[str, Any]]:
        """What a command says in JSON. Raises ``ValueError`` where it fails."""
        ran = self._ran(*words)
        if ran.code:
            raise ValueError(f"{words[0]} ended with {ran.code}: {ran.last_line}")
        return ran.events()

    def _ran(self, *words: str | Path) -> Ran:
        ran = run(
            [self.bench.command.with_name("tandem-trainer"), *words, "--json"],
            cwd=self.bench.root,
            env={**self.bench.env, "TANDEM_HOME": str(self.home), "TANDEM_PLANNER_THREADS": "1"},
            limit_s=24 * 3600,
            clock=self.bench.clock,
        )
        self.seconds += ran.seconds
        self._spent.write_text(f"{self.seconds:.1f}\n")
        return ran

    def one(self, *words: str | Path) -> dict[str, Any]:
        """The last thing a command says in JSON; nothing where it says none."""
        return (self.all(*words) or [{}])[-1]

    def answer(self, *words: str | Path) -> dict[str, Any]:
        """The last thing a command says in JSON, though it may end with another code than 0."""
        return self._ran(*words).answer()

    def refused(self, *words: str | Path) -> bool:
        """Whether a command fails."""
        try:
            self.all(*words)
        except ValueError:
            return True
        return False


@contextmanager
def kept_folder() -> Iterator[Path]:
    """The folder of ``SHOW_FOLDER``, or one that is gone afterwards."""
    if kept := os.environ.get(KEEP):
        Path(kept).mkdir(parents=True, exist_ok=True)
        yield Path(kept)
    else:
        with tempfile.TemporaryDirectory() as made:
            yield Path(made)


def passing(bench: Bench, item: str, tests: tuple[str, ...]) -> Show:
    """Tests that are promises of their own."""
    ran = bench.run(bench.python, "-m", "pytest", "-q", *tests)
    summary = ran.last_line.strip("= ")
    ok = ran.code == 0 and " passed" in summary and "skipped" not in summary
    yield Line(item, summary, "all pass, none skipped", ok)
