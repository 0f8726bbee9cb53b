"""What tasks are made for: requirements, diagnosed gaps, failed episodes, situations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random

import yaml
from pydantic import Field, JsonValue

from tandem_edge.bench.tasks.training import wordings_of
from tandem_edge.phone.catalogue import load_catalogue
from tandem_shared.canonical import digest
from tandem_shared.errors import UsageError
from tandem_shared.experience import TRAINABLE, Failing, Share, Trait, WantedTasks
from tandem_shared.tasks import Capability, Task
from tandem_shared.tools import Domain, Frozen
from tandem_shared.trajectories import Trajectory
from tandem_trainer.tasks.bench import Order, Wanted
from tandem_trainer.tasks.patterns import MAKERS
from tandem_trainer.tasks.situations import situations
from tandem_trainer.tasks.traits import tools_with_lengths
from tandem_trainer.tasks.words import read

PATTERNS_OF: dict[Capability, tuple[str, ...]] = {
    Capability.ROUTING: ("single", "pair", "either"),
    Capability.GROUNDING: ("single", "looked_up", "pair"),
    Capability.CONDITIONS: ("when", "either", "pair", "verified"),
    Capability.REFERENCE: ("again", "same_person", "when_again"),
    Capability.REVISION: ("revised", "first_thing", "back"),
    Capability.CONFLICT: ("revised", "back", "either"),
    Capability.BOUNDARY: ("which", "when"),
    Capability.RECOVERY: ("troubled", "troubled_turns", "troubled_when"),
    Capability.MEMORY_USE: ("remembered", "remembered_then"),
}
"""Ways of going that exercise a capability; for others there are situations (situations.py)."""
PATTERNS_FOR: dict[Failing, tuple[str, ...]] = {
    Failing.STATE_TRACKING: (
        "again",
        "same_person",
        "first_thing",
        "when_again",
        "remembered_then",
    ),
    Failing.RECOVERY: PATTERNS_OF[Capability.RECOVERY],
    Failing.PREMATURE_END: ("first_thing", "either", "verified", "pair", "again", "when_again"),
    Failing.OVER_CALLING: ("when", "single", "which", "back"),
    Failing.ROUTING: ("single", "either", "pair", "again"),
    Failing.GROUNDING: ("single", "looked_up", "same_person", "revised", "again"),
}
"""Ways of going in which a failing shows; the harness's failings have none of their own."""
PATTERNS_WITH: dict[Trait, tuple[str, ...]] = {
    Trait.UNITS: ("single", "again", "revised", "when", "troubled", "first_thing", "when_again"),
    Trait.LATER_TURN: (
        "again",
        "same_person",
        "revised",
        "first_thing",
        "back",
        "when_again",
        "remembered_then",
        "troubled_turns",
    ),
}
"""Ways of going that tasks with a trait may take."""


class Requirement(Frozen):
    """What the product must do, and the tasks that speak for it."""

    id: str
    says: str
    domains: tuple[Domain, ...] = ()
    tools: tuple[str, ...] = ()
    patterns: tuple[str, ...] = Field(min_length=1)
    share: Share

    def met_by(self, tools: Sequence[str], pattern: str) -> bool:
        """Whether a task that goes by ``pattern`` with ``tools`` speaks for it."""
        return pattern in self.patterns and (
            not self.all_tools or bool(set(tools) & set(self.all_tools))
        )

    @property
    def all_tools(self) -> tuple[str, ...]:
        """Its tools and those of its domains; none where any will do."""
        by_domain = [s.name for s in load_catalogue().specs if s.domain in self.domains]
        return (*self.tools, *by_domain)


@lru_cache(maxsize=1)
def requirements() -> tuple[Requirement, ...]:
    """Every requirement, in file order."""
    found = tuple(map(Requirement.model_validate, yaml.safe_load(read("requirements.yaml"))))
    unknown = [name for each in found for name in each.patterns if name not in MAKERS]
    if unknown:
        raise UsageError(f"requirements.yaml names no pattern {unknown[0]}", hint="see patterns.py")
    return found


def for_requirement(requirement: Requirement) -> Order:
    """An order of tasks that speak for ``requirement``."""
    tools = tuple(Wanted(tool=name) for name in requirement.all_tools)
    return Order(
        source=f"requirement:{requirement.id}",
        patterns=requirement.patterns,
        tools=(tools,) if tools else (),
    )


def for_gap(wanted: WantedTasks) -> Order:
    """An order of tasks that a diagnosed gap asks for.

    Raises ``UsageError`` when nothing that can be generated exercises it, or for an unknown tool.
    """
    patterns, known = _patterns(wanted), _situated(wanted.capability)
    unknown = [name for name in wanted.tools if not _worded(name)]
    if unknown or not (patterns or known):
        no = f"are no wordings of {unknown[0]}" if unknown else f"is no way to {wanted.capability}"
        raise UsageError(
            f"a gap asks for tasks that cannot be made: there {no}",
            hint="write scenarios for it (docs/writing-tasks.md)",
        )
    names = wanted.tools or (tools_with_lengths() if wanted.trait is Trait.UNITS else ())
    tools = tuple(Wanted(tool=name) for name in names if _worded(name))
    return Order(
        source=f"gap:{digest(wanted.model_dump(mode='json'))[:16]}",
        evidence=wanted.evidence,
        patterns=patterns,
        situations=() if patterns else (wanted.capability,),
        tools=(tools,) if tools else (),
        trait=wanted.trait,
    )


def _patterns(wanted: WantedTasks) -> tuple[str, ...]:
    """The ways that fit what is wanted best: with its trait, for its failing or capability."""
    found = PATTERNS_FOR.get(wanted.failing, ()) if wanted.failing else ()
    found = found or PATTERNS_OF.get(wanted.capability, ())
    if wanted.trait is None:
        return found
    ways = PATTERNS_WITH[wanted.trait]
    return tuple(name for name in found if name in ways) or ways


def _situated(capability: Capability) -> bool:
    return any(each.capability is capability for each in situations())


def for_episode(task: Task, trajectory: Trajectory) -> Order:
    """An order of new tasks like one that failed: its tools, capability and language.

    Of the episode only names of tools and actions that the catalogue knows are taken: none of its
    words, people, values or phone. Raises ``UsageError`` when its split may not be learned from or
    none of its tools is known.
    """
    if task.split not in TRAINABLE:
        raise UsageError(
            f"an episode of the {task.split} split cannot be made into training tasks",
            hint="give episodes of training tasks, or a gap (WantedTasks)",
        )
    if trajectory.task != task.id:
        raise UsageError("the episode is of another task", hint="give the task that was tried")
    tools = _used(task, trajectory)
    if not tools:
        raise UsageError("the episode uses no tool that there are wordings of", hint="none is made")
    return Order(
        source=f"episode:{digest(trajectory.model_dump(mode='json'))[:16]}",
        evidence=(digest(trajectory.model_dump(mode="json")),),
        patterns=PATTERNS_OF.get(task.capability, ("single", "pair")),
        tools=(tools,),
        language=task.language,
    )


def _used(task: Task, trajectory: Trajectory) -> tuple[Wanted, ...]:
    """What the task wants called, else what changed the phone or was tried in the attempt."""
    wanted = [(each.name, each.arguments) for each in task.criteria.calls]
    tried = [(record.call.name, record.arguments) for _, record in trajectory.calls]
    found: list[Wanted] = []
    for name, arguments in wanted or tried:
        spec = load_catalogue().spec(name)
        if spec is None or not _worded(name):
            continue
        action = str(arguments.get("action", ""))
        each = Wanted(tool=name, action=action if action in spec.actions else "")
        if each not in found:
            found.append(each)
    return tuple(found)


def _worded(tool: str) -> bool:
    return any(tool in wordings_of(language) for language in ("en", "zh"))


REQUIREMENT_SHARE, SITUATION_SHARE = 0.56, 0.14
"""Of attempts that no gap or episode asks for; the others take any tool any way."""
ASKED = 0.5
"""Share of attempts that goes to what gaps and episodes ask for, unless it is said."""
INVENTORY = Order(source="inventory")
SITUATION = Order(source="situation", situations=tuple(Capability))


@dataclass(frozen=True)
class Asked:
    """What gaps and failed episodes ask for, each with how much of it, and which ``share`` of the
    attempts goes to it."""

    orders: tuple[tuple[Order, int], ...] = ()
    share: float = ASKED


NOTHING = Asked()


class Book:
    """Which order the n-th attempt is for: each attempt by chance of its own, in these shares.

    A share of the attempts goes to what is asked for, each order by its count.
    """

    def __init__(self, asked: Asked = NOTHING) -> None:
        self._share = asked.share
        self._asked = [order for order, _ in asked.orders]
        self._counts = [count for _, count in asked.orders]
        named: list[JsonValue] = [
            [each.model_dump(mode="json"), count] for each, count in asked.orders
        ]
        self._name = digest([named, asked.share])

    def numbered(self, seed: int, number: int) -> int:
        """The number in the ids of one attempt's tasks: another seed or other orders, another."""
        return int(digest([self._name, seed])[:8], 16) * 10_000_000 + number

    def draw(self, random: Random) -> Order:
        """The order of one attempt."""
        if self._asked and random.random() < self._share:
            return random.choices(self._asked, self._counts)[0]
        chance = random.random()
        if chance < SITUATION_SHARE:
            return SITUATION
        if chance < SITUATION_SHARE + REQUIREMENT_SHARE:
            every = requirements()
            return for_requirement(random.choices(every, [each.share for each in every])[0])
        return INVENTORY
