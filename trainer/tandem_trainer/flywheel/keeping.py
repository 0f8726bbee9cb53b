"""Constructed tasks on their way into the store."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path

from pydantic import ValidationError

from tandem_edge.bench.tasks.plans import Plan
from tandem_shared.errors import UsageError
from tandem_shared.experience import TRAINABLE
from tandem_trainer.experience.records import KeptTask
from tandem_trainer.experience.store import Store
from tandem_trainer.flywheel.stepping import names_digest
from tandem_trainer.tasks.keeping import plans_file, read_constructed

KIND = "keep tasks"


def keep_tasks(store: Store, file: Path, source: str = "") -> tuple[int, int]:
    """Keep the tasks of a constructed file with their plans; how many there are, and were new.

    ``source`` is the pseudonym of the device whose episodes they were made from, or empty. All or
    none, and again changes nothing. Raises ``UsageError`` for what is no such file, or a task that
    may not be trained on.
    """
    parts = {"tasks": _sha256(file), "plans": _sha256(plans_file(file))}
    step = store.steps.begin(KIND, {**parts, "source": source})
    names: list[str] = []

    def every() -> Iterator[KeptTask]:
        for each in _kept(file, source):
            names.append(each.id)
            yield each

    new = store.add(every())
    store.steps.finish(step, names_digest(sorted(names)))
    return len(names), new


def _kept(file: Path, source: str) -> Iterator[KeptTask]:
    with plans_file(file).open("rb") as lines:
        pairs = zip_longest(read_constructed(file), lines)
        for number, (made, line) in enumerate(pairs, 1):
            plan = _plan(line)
            if made is None or plan is None or plan.task != made.task.id:
                raise UsageError(
                    f"line {number} of {plans_file(file)} is not the plan of that task",
                    hint="construct the tasks again",
                )
            if made.task.split not in TRAINABLE:
                raise UsageError(f"{made.task.id} is no training task", hint="construct some")
            made_from = (made.source, *made.evidence)
            yield KeptTask(task=made.task, plan=plan, source=source, made_from=made_from)


def _plan(line: bytes | None) -> Plan | None:
    try:
        return Plan.model_validate_json(line or b"")
    except ValidationError:
        return None


def _sha256(file: Path) -> str:
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()
