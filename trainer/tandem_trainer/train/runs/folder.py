"""A run's folder: what is trained on what, a line a step, and what came out.

training.json  the manifest: everything that decides the run, by digest
steps.jsonl    an object a step: ``step`` and numbers (loss, lr, tokens/s...)
evals.jsonl    an object a look at what was held out: ``step`` and numbers
events.jsonl   an object for whatever else happened: ``step``, ``what`` and more
result.json    what came out; there exactly when the run is over
checkpoints/   what a killed run goes on from

Lines are durable when they are written, and a line that a crash tore off is no line.
"""

from __future__ import annotations

import hashlib
import json
import math
import platform
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Literal

from pydantic import Field, JsonValue, ValidationError

from tandem_edge.files import append_line, read_limited, write_atomically
from tandem_shared.errors import UsageError
from tandem_shared.tools import Frozen

MANIFEST, RESULT, CHECKPOINTS = "training.json", "result.json", "checkpoints"
MOST_BYTES = 1_000_000_000
PACKAGES = ("torch", "transformers", "peft", "trl", "accelerate", "tandem-phone")
Log = Literal["steps", "evals", "events"]
Record = dict[str, Any]
"""One line: ``step`` and what belongs to it."""


class Manifest(Frozen):
    """What decides a run. ``code``, ``packages`` and ``machine`` are told but not compared when a
    run goes on: a repaired trainer may finish what a broken one began, and an event says so."""

    kind: str
    """``sft`` or ``care``."""
    base: str
    """Name of the model that it starts from."""
    base_sha256: str
    begun_from: str = ""
    """Digest of what an earlier run had learned over ``base``, where this one goes on from that."""
    data: str
    """Digest of the frozen data set or of the tasks."""
    harness: str = ""
    """Digest of the harness's configuration that prompts are written under."""
    seed: int = 0
    settings: dict[str, JsonValue] = Field(default_factory=dict)
    code: str = ""
    packages: dict[str, str] = Field(default_factory=dict)
    machine: str = ""


TOLD = frozenset({"code", "packages", "machine"})


def around() -> dict[str, Any]:
    """``code``, ``packages`` and ``machine`` of a manifest, as they are now."""
    return {"code": code_digest(), "packages": _packages(), "machine": platform.platform()}


def code_digest() -> str:
    """Hex SHA-256 over the names and bytes of the room's source files."""
    room, found = Path(__file__).parents[1], hashlib.sha256()
    for path in sorted(room.rglob("*.py")):
        data = path.read_bytes()
        found.update(f"{path.relative_to(room)} {len(data)}\n".encode() + data)
    return found.hexdigest()


def _packages() -> dict[str, str]:
    found = {}
    for name in PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


@dataclass(frozen=True)
class RunFolder:
    """Where a run is kept. One process writes; any number may read meanwhile."""

    path: Path

    def begin(self, manifest: Manifest) -> None:
        """Start the run, or go on with the same one.

        Raises ``UsageError`` when another run is kept there, or the folder cannot be used.
        """
        try:
            if not (self.path / MANIFEST).exists():
                data = manifest.model_dump_json(indent=1).encode() + b"\n"
                write_atomically(self.path / MANIFEST, data, mode=0o644)
            elif differing := _differing(self.manifest(), manifest):
                raise UsageError(
                    f"{self.path} holds another run: its {', '.join(differing)} differ",
                    hint="name another --out, or give the same options to go on with it",
                )
        except OSError as error:
            raise UsageError(
                f"{self.path} cannot hold a run: {error.strerror}", hint="name another --out"
            ) from error

    def manifest(self) -> Manifest:
        """What is trained. Raises ``UsageError`` when there is no run here."""
        try:
            return Manifest.model_validate_json(read_limited(self.path / MANIFEST, MOST_BYTES))
        except (OSError, ValueError) as error:
            raise UsageError(
                f"{self.path} holds no run of the trainer", hint="tandem-trainer runs list DIR"
            ) from error

    @property
    def checkpoints(self) -> Path:
        """Folder of what the run goes on from."""
        return self.path / CHECKPOINTS

    def log(self, log: Log, step: int, record: Mapping[str, Any]) -> None:
        """Add one line; durable when this returns. A number that is none (NaN) becomes null."""
        line = json.dumps(_finite({"step": step, **record}), ensure_ascii=False, allow_nan=False)
        append_line(self._lines(log), line.encode())

    def read(self, log: Log) -> Iterator[Record]:
        """Every whole line in order. Raises ``UsageError`` for one that is no record."""
        path = self._lines(log)
        if not path.exists():
            return
        with path.open("rb") as file:
            for number, line in enumerate(file, 1):
                if not line.endswith(b"\n"):
                    return
                yield _record(line, number, path)

    def rewind(self, step: int) -> None:
        """Forget lines of steps after ``step``: they are done again from a checkpoint."""
        for log in ("steps", "evals", "events"):
            kept = [record for record in self.read(log) if record["step"] <= step]
            if self._lines(log).exists():
                data = "".join(json.dumps(each, ensure_ascii=False) + "\n" for each in kept)
                write_atomically(self._lines(log), data.encode())

    def finish(self, result: Mapping[str, Any]) -> None:
        """Say what came out; the run is over."""
        data = json.dumps(_finite(dict(result)), ensure_ascii=False, indent=1, allow_nan=False)
        write_atomically(self.path / RESULT, data.encode() + b"\n", mode=0o644)

    def result(self) -> Record | None:
        """What came out, or ``None`` while the run is not over."""
        try:
            return _record(read_limited(self.path / RESULT, MOST_BYTES), 1, self.path / RESULT)
        except FileNotFoundError:
            return None

    def _lines(self, log: Log) -> Path:
        return self.path / f"{log}.jsonl"


def _differing(kept: Manifest, given: Manifest) -> list[str]:
    names = [name for name in Manifest.model_fields if name not in TOLD]
    return [name for name in names if getattr(kept, name) != getattr(given, name)]


def _record(data: bytes, number: int, path: Path) -> Record:
    try:
        found = json.loads(data)
        if not isinstance(found, dict) or not isinstance(found.get("step", 0), int):
            raise ValueError("no object with a step")
    except (ValueError, ValidationError, RecursionError) as error:
        raise UsageError(
            f"line {number} of {path} is not a record of a run", hint="remove that line"
        ) from error
    return found


def _finite(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _finite(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(each) for each in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value
