"""The trainer's commands over one home."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from shows.framework import Bench, run


class Wheel:
    """The trainer's commands over one home, and how long they took."""

    def __init__(self, bench: Bench, home: Path) -> None:
        self.bench, self.home = bench, home
        self.seconds = 0.0

    def all(self, *words: str | Path) -> list[dict[str, Any]]:
        """What a command says in JSON. Raises ``ValueError`` where it fails."""
        command = self.bench.command.with_name("tandem-trainer")
        ran = run(
            [command, *words, "--json"],
            cwd=self.bench.root,
            env={**self.bench.env, "TANDEM_HOME": str(self.home), "TANDEM_PLANNER_THREADS": "1"},
            limit_s=24 * 3600,
            clock=self.bench.clock,
        )
        self.seconds += ran.seconds
        if ran.code:
            raise ValueError(f"{words[0]} ended with {ran.code}: {ran.last_line}")
        return ran.events()

    def one(self, *words: str | Path) -> dict[str, Any]:
        """The last thing a command says in JSON; nothing where it says none."""
        return (self.all(*words) or [{}])[-1]

    def refused(self, *words: str | Path) -> bool:
        """Whether a command fails."""
        try:
            self.all(*words)
        except ValueError:
            return True
        return False
