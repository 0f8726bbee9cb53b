"""A frozen data set as it is trained on: examples, each with the task that it is of."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path

import pyarrow.parquet as pq
from pydantic import ValidationError

from tandem_shared.canonical import digest
from tandem_shared.errors import MissingError, TrustError
from tandem_shared.experience import TRAINABLE
from tandem_shared.tasks import Task
from tandem_trainer.freeze.freezing import PARQUET, TASKS
from tandem_trainer.freeze.records import Example, Practice
from tandem_trainer.freeze.shelf import MANIFEST, WITHDRAWN, Shelf

HELD_OUT_OF = 10_000


@dataclass(frozen=True)
class Learned:
    """An example and its task."""

    example: Example
    task: Task
    sampled_by: str = ""
    """SHA-256 of the planner's file whose tokens the example keeps; empty where it keeps none."""


@dataclass(frozen=True)
class Frozen:
    """A data set: what it is called and what is in it, in order of names."""

    name: str
    examples: tuple[Learned, ...]

    def of_at_most(self, calls: int) -> Frozen:
        """The examples of at most ``calls`` calls; all of them where that is 0."""
        if not calls:
            return self
        short = tuple(each for each in self.examples if each.example.calls <= calls)
        return replace(self, examples=short)

    def split(self, share: float) -> tuple[tuple[Learned, ...], tuple[Learned, ...]]:
        """Examples to train on, and about ``share`` of the families, none of which is trained on.

        Decided by the family's name alone, so that it is the same in every data set.
        """
        held = {each.task.family for each in self.examples if _place(each.task.family) < share}
        train = tuple(each for each in self.examples if each.task.family not in held)
        return train, tuple(each for each in self.examples if each.task.family in held)


def read_dataset(folder: Path) -> Frozen:
    """The data set frozen into ``folder``, every byte checked, less what was withdrawn since.

    Raises ``MissingError`` when there is none, ``TrustError`` when it is not what was frozen, or
    holds what must not be trained on.
    """
    if not (folder / MANIFEST).is_file():
        raise MissingError(f"{folder} holds no frozen data set", hint="tandem-trainer freeze")
    shelf = Shelf(str(folder.resolve().parent))
    dataset = shelf.open(folder.resolve().name)
    tasks = _tasks(folder / TASKS)
    withdrawn = _withdrawn(folder / WITHDRAWN)
    files = {each.id: each.policy.sha256 for each in shelf.lineages(dataset.id)}
    found = tuple(
        Learned(example, tasks[example.task], files[example.id] if example.tokens else "")
        for example in map(_example, pq.read_table(folder / PARQUET).to_pylist())
        if example.task in tasks and example.id not in withdrawn
    )
    if wrong := [each.task.id for each in found if each.task.split not in TRAINABLE]:
        raise TrustError(f"{wrong[0]} must not be trained on", hint="freeze without it")
    return Frozen(dataset.id, found)


def _tasks(path: Path) -> dict[str, Task]:
    with path.open("rb") as file:
        rows = (Practice.model_validate_json(line) for line in file)
        return {row.id: Task.model_validate_json(row.task) for row in rows}


def _withdrawn(path: Path) -> frozenset[str]:
    try:
        return frozenset(map(str, json.loads(path.read_bytes())["withdrawn"]))
    except FileNotFoundError:
        return frozenset()
    except (ValueError, KeyError, TypeError) as error:
        raise TrustError(
            f"{path} does not say what was withdrawn", hint="withdraw it again"
        ) from error


def _example(row: object) -> Example:
    try:
        return Example.model_validate(row)
    except ValidationError as error:
        raise TrustError(
            "an example has not the shape of this version's", hint="freeze the data set again"
        ) from error


def _place(family: str) -> float:
    """A number from 0 to 1 that the name decides."""
    return int(digest(family)[:12], 16) % HELD_OUT_OF / HELD_OUT_OF
