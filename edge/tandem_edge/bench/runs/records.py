"""A run's folder: what was run, and one record a task, durable as soon as it is there."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from tandem_edge.files import read_limited, write_atomically
from tandem_shared.errors import UsageError
from tandem_shared.tools import Frozen
from tandem_shared.trajectories import Trajectory, Verdict

RUN_FILE, RESULTS_FILE = "run.json", "results.jsonl"
MOST_BYTES = 2_000_000_000


class RunInfo(Frozen):
    """What decides a run's result, beside chance and time."""

    benchmark: str
    split: str
    dimension: str
    planner: str
    planner_sha256: str
    adapter: str = ""
    """SHA-256 of the LoRA over the planner; empty where there is none."""
    dialect: str
    seed: int
    harness: str = ""
    """Digest of the harness's configuration; empty for a planner without the harness."""
    embedder: str = ""
    """Identity of the model by which memory is searched; empty for a search by words alone."""
    tasks: tuple[str, ...]
    tasks_sha256: str
    catalogue: str
    tandem: str


class Result(Frozen):
    """One task's attempt and the verdict on it."""

    task: str
    verdict: Verdict
    trajectory: Trajectory


@dataclass(frozen=True)
class RunFolder:
    """Where a run is kept."""

    path: Path

    def begin(self, info: RunInfo) -> dict[str, Result]:
        """Start the run, or go on with it: what is done already.

        Raises ``UsageError`` when another run is kept there, or the folder cannot be used.
        """
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            if (self.path / RUN_FILE).exists():
                self._same(info)
            else:
                data = info.model_dump_json(indent=1).encode() + b"\n"
                write_atomically(self.path / RUN_FILE, data, mode=0o644)
            done = {result.task: result for result in self.results()}
            self._drop_torn_end()
            return done
        except OSError as error:
            raise UsageError(
                f"{self.path} cannot hold a run: {error.strerror}", hint="name another --out"
            ) from error

    def _same(self, info: RunInfo) -> None:
        kept = self.info()
        names = [
            name for name in RunInfo.model_fields if getattr(kept, name) != getattr(info, name)
        ]
        if names:
            raise UsageError(
                f"{self.path} holds another run: its {', '.join(names)} differ",
                hint="name another --out, or give the same options to go on with it",
            )

    def info(self) -> RunInfo:
        """What was run. Raises ``UsageError`` when there is none."""
        try:
            return RunInfo.model_validate_json(read_limited(self.path / RUN_FILE, MOST_BYTES))
        except (OSError, ValueError) as error:
            raise UsageError(
                f"{self.path} holds no run of the benchmark", hint="tandem bench run --out DIR"
            ) from error

    def results(self) -> Iterator[Result]:
        """Every whole record, in the order in which they came; a torn last line is no record."""
        path = self.path / RESULTS_FILE
        if not path.exists():
            return
        with path.open("rb") as file:
            for number, line in enumerate(file, 1):
                if not line.endswith(b"\n"):
                    return
                try:
                    yield Result.model_validate_json(line)
                except ValidationError as error:
                    raise UsageError(
                        f"line {number} of {path} is not a result", hint="remove that line"
                    ) from error

    def add(self, result: Result) -> None:
        """Keep one record; when this returns, it survives a crash."""
        data = result.model_dump_json().encode() + b"\n"
        with (self.path / RESULTS_FILE).open("ab") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())

    def _drop_torn_end(self) -> None:
        path = self.path / RESULTS_FILE
        if not path.exists():
            return
        with path.open("r+b") as file:
            data = file.read()
            file.truncate(data.rfind(b"\n") + 1)
