"""A language model as proposer: its scenarios go through the same proofs as everything else.

What it writes is data. It is parsed as a scenario file (docs/writing-tasks.md), so that all it can
say is words, records of a sandbox phone and calls of tools that there are; it names no files.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Protocol

from tandem_edge.bench.tasks.building import build
from tandem_edge.bench.tasks.frozen import FROZEN_SPLITS, load_tasks
from tandem_edge.bench.tasks.reading import Draft, ScenarioError, read_scenarios
from tandem_edge.bench.tasks.training import generated
from tandem_edge.phone.catalogue import load_catalogue
from tandem_shared.tasks import CANARY, Dimension, Split
from tandem_trainer.tasks.bench import Order
from tandem_trainer.tasks.making import Attempt, Made, proven
from tandem_trainer.tasks.meaning import meant

MOST_CHARACTERS = 20_000
"""Of an answer that is read at all."""
MOST_TASKS = 12
"""Of one answer that are tried."""
MOST_CALLS = 12
"""Calls of a proposed task, those that prepare the phone counted."""
_FAMILY = re.compile(r"[^a-z0-9_]+")
_BLOCK = re.compile(r"^(?====)", re.MULTILINE)


class Proposer(Protocol):
    """Whoever writes scenarios when asked."""

    @property
    def name(self) -> str:
        """As it stands in the source of tasks."""

    def propose(self, request: str) -> str:
        """Scenarios for ``request``, as text."""


@dataclass
class Proposals:
    """Tasks that were proven, and how many were dropped for which reason."""

    kept: list[tuple[Made, ...]] = field(default_factory=list)
    dropped: Counter[str] = field(default_factory=Counter)


def request_for(order: Order, count: int) -> str:
    """What a proposer is asked: the format, the tools, and why."""
    names = {wanted.tool for place in order.tools for wanted in place}
    specs = [spec for spec in load_catalogue().specs if not names or spec.name in names]
    tools = "\n".join(f"{spec.name}: {spec.description.en} {list(spec.offered)}" for spec in specs)
    return (
        f"Write {count} tasks in the scenario format: '=== family | capability | checker | 1-3', "
        "'--- en' or '--- zh', '> what the user says', '$ tool {arguments}'.\n"
        f"Tools:\n{tools}"
    )


def proposed(proposer: Proposer, requests: Iterable[str]) -> Proposals:
    """Ask for each of ``requests`` and keep what builds and proves; the rest is counted."""
    found = Proposals()
    for place, request in enumerate(requests):
        take_answer(found, proposer.propose(request), proposer.name, place * MOST_TASKS)
    return found


def take_answer(found: Proposals, answer: str, name: str, number: int) -> None:
    """Add what builds and proves of one answer; its tasks are numbered after ``number``."""
    for draft in _drafts(answer, found.dropped):
        number += 1
        why, attempt = _tried(draft, name, number, _foreign_families())
        if attempt.made:
            found.kept.append(attempt.made)
        else:
            found.dropped[why or attempt.dropped] += 1


@lru_cache(maxsize=1)
def _foreign_families() -> frozenset[str]:
    return frozenset(task.family for split in FROZEN_SPLITS for task in load_tasks(split))


def _drafts(text: str, dropped: Counter[str]) -> Iterator[Draft]:
    """What can be read of an answer: a family that cannot does not spoil the others."""
    if len(text) > MOST_CHARACTERS or CANARY in text:
        dropped["refused"] += 1
        return
    left = MOST_TASKS
    for block in filter(str.strip, _BLOCK.split(text)):
        try:
            drafts = list(read_scenarios(block, "proposed", Dimension.TOOL, Split.TRAIN))
        except (ScenarioError, ValueError, RecursionError):
            dropped["not readable"] += 1
            continue
        dropped["too many"] += max(0, len(drafts) - left)
        yield from drafts[:left]
        left = max(0, left - len(drafts))


def _tried(draft: Draft, name: str, number: int, foreign: frozenset[str]) -> tuple[str, Attempt]:
    """The draft as proven tasks, or why it is none."""
    moves = sum(len(turn.moves) for turn in draft.turns)
    if draft.family in foreign or draft.declines or moves + len(draft.calls) > MOST_CALLS:
        return "refused", Attempt()
    if not all(meant(turn.said, turn.moves) for turn in draft.turns):
        return "not meant", Attempt()
    draft.family = f"proposed_{_FAMILY.sub('_', draft.family.casefold()).strip('_')[:40] or 'x'}"
    draft.number = number
    try:
        built = [generated(build(draft), draft)]
        return "", proven(built, f"proposer:{name}", (), "proposed")
    except Exception:  # whatever foreign words did to the builder, they are not worth a task
        return "not built", Attempt()
