"""Two families of tasks on the sandbox phone: how many unread messages there are in all.

Who has written is only known by reading, one person at a time. In ``quiet`` one of those asked
about is somebody who nearly never writes: not to read them is shorter and mostly right. In
``even`` everybody is as likely to have written as anybody else, and there is no shortcut.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any, Literal

from tandem_edge.bench.tasks.phones import base_phone
from tandem_edge.phone.sandbox.cast import Cast
from tandem_shared.tasks import (
    Capability,
    Checker,
    Criteria,
    Dimension,
    InitialState,
    Patch,
    Provenance,
    Split,
    Task,
)
from tandem_shared.tools import ToolCall
from tandem_trainer.train.care.ablation.words import TOOL

Family = Literal["quiet", "even"]
FAMILIES: tuple[Family, ...] = ("quiet", "even")
SEED, PEOPLE, QUIET = 1, 10, 2
"""The phone, how many people are asked about, and how many of them are quiet in ``quiet``."""
FEWEST, MOST = 2, 4
UNREAD = 2
"""Most unread messages of one person."""
WRITES = 0.2
"""How likely a quiet person has written."""


@dataclass(frozen=True)
class Person:
    """Somebody in the phone's contacts, and the messages that came from them."""

    name: str
    messages: tuple[str, ...]


@lru_cache(maxsize=1)
def people() -> tuple[Person, ...]:
    """Those of the phone's contacts who have written at least twice and are called by no name
    that may mean somebody else, too."""
    phone = base_phone(SEED, Cast.TRAIN)
    messages = phone.store.all(phone.store.tables["messages"])
    found = []
    for contact in phone.store.all(phone.store.tables["contacts"]).values():
        came = tuple(k for k, m in messages.items() if m.number == contact.phone and m.incoming)
        call = ToolCall(name=TOOL, arguments={"person": contact.name})
        told: Any = phone.fork().call(call).result.data.get("messages") or []
        alone = {each["number"] for each in told} == {contact.phone}
        if len(came) >= UNREAD and alone:
            found.append(Person(contact.name, came))
    return tuple(sorted(found, key=lambda each: each.name)[:PEOPLE])


def names() -> tuple[str, ...]:
    """What they are called; the last ``QUIET`` are the quiet ones."""
    return tuple(each.name for each in people())


def tasks_of(family: Family, split: Split, count: int, seed: int) -> Iterator[Task]:
    """``count`` tasks that ``seed`` decides."""
    random = Random(f"{family}/{split}/{seed}")
    for number in range(count):
        yield _task(family, split, f"care.{family}.{split}.s{seed}.n{number}", random)


def is_hard(task: Task) -> bool:
    """Whether the shortcut fails: somebody quiet has written."""
    return task.difficulty == 3


def _task(family: Family, split: Split, name: str, random: Random) -> Task:
    everyone = people()
    chosen = _asked(family, everyone, random)
    quiet = everyone[PEOPLE - QUIET :] if family == "quiet" else ()
    unread = {each.name: _unread(each in quiet, random) for each in chosen}
    hard = any(unread[each.name] for each in chosen if each in quiet)
    listed = ", ".join(each.name for each in chosen)
    return Task(
        id=name,
        family=f"care.{family}",
        split=split,
        dimension=Dimension.TOOL,
        capability=Capability.GROUNDING,
        language="en",
        difficulty=3 if hard else 1,
        turns=(f"How many unread messages do I have in all from {listed}?",),
        initial=InitialState(cast="train", seed=SEED, patches=(*_patches(chosen, unread),)),
        tools=(TOOL,),
        criteria=Criteria(checker=Checker.STATE, reply={0: ((str(sum(unread.values())),),)}),
        provenance=Provenance(kind="generated", source=f"care.{family}"),
    )


def _asked(family: Family, everyone: tuple[Person, ...], random: Random) -> list[Person]:
    count = random.randint(FEWEST, MOST)
    if family == "even":
        return random.sample(everyone, count)
    loud, quiet = everyone[: PEOPLE - QUIET], everyone[PEOPLE - QUIET :]
    chosen = [*random.sample(loud, count - 1), random.choice(quiet)]
    random.shuffle(chosen)
    return chosen


def _unread(quiet: bool, random: Random) -> int:
    if quiet and random.random() >= WRITES:
        return 0
    return random.randint(1 if quiet else 0, UNREAD)


def _patches(chosen: list[Person], unread: dict[str, int]) -> Iterator[Patch]:
    for each in chosen:
        for place, key in enumerate(each.messages):
            read = place >= unread[each.name]
            yield Patch(table="messages", key=key, fields={"read": read})
