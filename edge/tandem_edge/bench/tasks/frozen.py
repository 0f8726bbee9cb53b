"""The frozen tasks of each split: files with digests, so that a score always means the same."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

from pydantic import BaseModel

from tandem_edge.bench.tasks.building import Built
from tandem_edge.bench.tasks.plans import Plan
from tandem_edge.files import write_atomically
from tandem_shared.canonical import canonical_bytes
from tandem_shared.errors import UsageError
from tandem_shared.tasks import CANARY, Split, Task

VERSION = "v1"
FROZEN_SPLITS = (Split.DEV, Split.EVOLVE, Split.TEST)
"""The splits that stand in files; training tasks are made as they are needed."""
_FOLDER = files("tandem_edge.bench.tasks") / "frozen"
_DIGESTS = "digests.json"


@lru_cache(maxsize=4)
def load_tasks(split: Split) -> tuple[Task, ...]:
    """The tasks of a frozen split. Raises ``UsageError`` when the file is not the frozen one."""
    return tuple(Task.model_validate_json(line) for line in _lines(f"{split.value}.jsonl"))


@lru_cache(maxsize=4)
def load_plans(split: Split) -> dict[str, Plan]:
    """How each task of a frozen split can be done, by task. Only proofs may look at it."""
    plans = (Plan.model_validate_json(line) for line in _lines(f"{split.value}.plans.jsonl"))
    return {plan.task: plan for plan in plans}


def frozen_digest(split: Split) -> str:
    """SHA-256 of the split's file of tasks, as it was frozen."""
    return _digests()[f"{split.value}.jsonl"]


def freeze(split: Split, built: Iterable[Built], folder: Path | None = None) -> None:
    """Write a split's tasks and plans, and note their digests."""
    folder = folder or Path(str(_FOLDER))
    folder.mkdir(exist_ok=True)
    kept = list(built)
    digests = (
        json.loads((folder / _DIGESTS).read_text("utf-8")) if (folder / _DIGESTS).exists() else {}
    )
    for name, records in (
        (f"{split.value}.jsonl", [each.task for each in kept]),
        (f"{split.value}.plans.jsonl", [each.plan for each in kept]),
    ):
        text = frozen_bytes(records)
        write_atomically(folder / name, text, mode=0o644)
        digests[name] = hashlib.sha256(text).hexdigest()
    said = json.dumps({"version": VERSION, **digests}, indent=1, sort_keys=True)
    write_atomically(folder / _DIGESTS, said.encode() + b"\n", mode=0o644)


def frozen_bytes(records: Iterable[BaseModel]) -> bytes:
    """The file's bytes: the canary, then one record a line in canonical JSON."""
    lines = [canonical_bytes({"canary": CANARY})]
    lines += [canonical_bytes(each.model_dump(mode="json")) for each in records]
    return b"\n".join(lines) + b"\n"


def _lines(name: str) -> list[str]:
    """The records of a frozen file, the canary's line left out."""
    try:
        data = (_FOLDER / name).read_bytes()
    except OSError as error:
        raise UsageError(f"the benchmark has no {name}", hint="reinstall Tandem") from error
    if hashlib.sha256(data).hexdigest() != _digests().get(name):
        raise UsageError(f"{name} is not the frozen one", hint="reinstall Tandem")
    return data.decode().splitlines()[1:]


@lru_cache(maxsize=1)
def _digests() -> dict[str, str]:
    found: dict[str, str] = json.loads((_FOLDER / _DIGESTS).read_text("utf-8"))
    return found
