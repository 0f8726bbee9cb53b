"""What a run came to, read from its files alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean, median
from typing import Any

from tandem_shared.errors import UsageError
from tandem_trainer.train.runs.folder import MANIFEST, Log, Manifest, Record, RunFolder

LAST = 20
"""Steps over which the last values are averaged."""
INTERESTING = ("loss", "dev_", "reward", "accuracy", "output_tokens", "calls")
"""How the names of numbers begin that a summary tells, first and last."""
Curve = list[tuple[int, float]]
"""Steps and values."""


@dataclass(frozen=True)
class Run:
    """A run as its files tell it."""

    name: str
    folder: RunFolder
    manifest: Manifest
    steps: Sequence[Record]
    evals: Sequence[Record]
    events: Sequence[Record]
    result: Record | None

    @property
    def state(self) -> str:
        """How it stands."""
        return "over" if self.result is not None else "not over"

    def names(self, log: Log) -> list[str]:
        """What numbers the lines of ``log`` hold, in order of appearance."""
        found: dict[str, None] = {}
        for record in self._records(log):
            numbers = (name for name, value in record.items() if _number(value) is not None)
            found |= dict.fromkeys(name for name in numbers if name != "step")
        return list(found)

    def curve(self, log: Log, name: str) -> Curve:
        """A number by steps."""
        points = ((record["step"], _number(record.get(name))) for record in self._records(log))
        return [(step, value) for step, value in points if value is not None]

    def summary(self) -> dict[str, Any]:
        """The run in one object: how far, how good, how fast."""
        told: dict[str, Any] = {
            "run": self.name,
            "kind": self.manifest.kind,
            "base": self.manifest.base,
            "data": self.manifest.data[:12],
            "seed": self.manifest.seed,
            "state": self.state,
            "steps": self.steps[-1]["step"] if self.steps else 0,
        }
        for log in ("steps", "evals"):
            for name in filter(_of_interest, self.names(log)):
                curve = self.curve(log, name)
                told |= {f"first_{name}": curve[0][1], name: fmean(_last(curve))}
        speeds = {name: self.curve("steps", name) for name in self.names("steps")}
        told |= {
            name: median(value for _, value in curve)
            for name, curve in speeds.items()
            if name.endswith("_per_s")
        }
        if memory := speeds.get("memory_mb"):
            told["memory_mb"] = max(value for _, value in memory)
        told |= {key: value for key, value in (self.result or {}).items() if key != "step"}
        return told

    def _records(self, log: Log) -> Sequence[Record]:
        return {"steps": self.steps, "evals": self.evals, "events": self.events}[log]


def read_run(folder: Path) -> Run:
    """The run in ``folder``. Raises ``UsageError`` when there is none, or a line is no record."""
    run = RunFolder(folder)
    return Run(
        folder.resolve().name,
        run,
        run.manifest(),
        [*run.read("steps")],
        [*run.read("evals")],
        [*run.read("events")],
        run.result(),
    )


def runs_below(folder: Path) -> list[Run]:
    """The runs in ``folder`` and below it, in order of their paths. Raises ``UsageError``."""
    if not folder.is_dir():
        raise UsageError(f"{folder} is no folder", hint="tandem-trainer runs list DIR")
    found = sorted(path.parent for path in folder.rglob(MANIFEST))
    return [read_run(each) for each in found]


def _of_interest(name: str) -> bool:
    return name.startswith(INTERESTING)


def _last(curve: Curve) -> list[float]:
    """The values of the end: of many, several, since single steps vary."""
    return [value for _, value in curve[-LAST:]] if len(curve) > LAST else [curve[-1][1]]


def _number(value: object) -> float | None:
    return None if isinstance(value, bool) or not isinstance(value, int | float) else float(value)
