"""Wheels for the sabotage tests: the real commands in this process, and one that says anything."""

from __future__ import annotations

import io
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

from shows._wheel import Wheel
from shows.framework import Bench, Ran
from tandem_edge.cli.common import carried_out
from tandem_trainer.cli.main import trainer

ALONE = {"construct", "collect", "curate", "diagnose", "freeze"}
BY_WORDS = ALONE - {"curate"}


class Here(Wheel):
    """The real commands in this process, which may have something broken; to start each anew would
    take longer than what it does. One worker, likeness by words."""

    def all(self, *words: str | Path) -> list[dict[str, Any]]:
        """See ``Wheel.all``."""
        named = {str(word) for word in words[:2]}
        quickly = [*(["--workers", "1"] if named & ALONE else [])]
        quickly += ["--words"] if named & BY_WORDS else []
        given = [*map(str, words), *quickly, "--home", str(self.home), "--json"]
        out, err = io.StringIO(), io.StringIO()
        with redirect_stdout(out), redirect_stderr(err):
            code = carried_out(trainer, given, "tandem-trainer")
        ran = Ran(code, out.getvalue(), err.getvalue(), 0.0)
        if code:
            raise ValueError(f"{words[0]} ended with {code}: {ran.last_line}")
        return ran.events()


class Saying(Wheel):
    """Commands that say what they are given to say, by their first word."""

    def __init__(self, home: Path, said: dict[str, list[dict[str, Any]]]) -> None:
        super().__init__(Bench(planner="does-nothing"), home)
        self.said = said
        self.takes = 0.0
        """Seconds that a command takes."""

    def all(self, *words: str | Path) -> list[dict[str, Any]]:
        """See ``Wheel.all``."""
        self.seconds += self.takes
        return self.said[str(words[0])]
