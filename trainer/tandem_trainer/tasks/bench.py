"""What a maker of tasks works with: the kitchen of generated tasks, bound to an order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from tandem_edge.bench.tasks.phones import prepared
from tandem_edge.bench.tasks.reading import Draft, Move, ScenarioError
from tandem_edge.bench.tasks.training import Kitchen, NotThisTime, reads, wordings_of
from tandem_edge.bench.wordings.checking import carried_out
from tandem_edge.bench.wordings.filling import Filled, fill
from tandem_edge.bench.wordings.reading import Wording
from tandem_edge.phone.sandbox.world import SandboxPhone
from tandem_shared.errors import UsageError
from tandem_shared.experience import Trait
from tandem_shared.tasks import Capability, Checker, InitialState, Patch
from tandem_shared.tools import Frozen, ToolCall
from tandem_trainer.tasks.words import sayings

MOST_WORDINGS = 24


class Wanted(Frozen):
    """A tool that a task has to use, and by which action: any where it is empty."""

    tool: str
    action: str = ""

    def fits(self, call: ToolCall) -> bool:
        """Whether ``call`` is one of it."""
        return self.tool == call.name and self.action in ("", call.arguments.get("action"))


class Order(Frozen):
    """What a task is made for: ``source`` says why, ``evidence`` what shows the need.

    The n-th request of the task uses one of ``tools[n]``; others are free. ``patterns`` are the
    ways it may go, all of them where it is empty; ``situations`` are the capabilities of the
    situations that it may be made of instead. With a ``trait``, only tasks that have it are made.
    """

    source: str
    evidence: tuple[str, ...] = ()
    patterns: tuple[str, ...] = ()
    situations: tuple[Capability, ...] = ()
    tools: tuple[tuple[Wanted, ...], ...] = ()
    language: str = ""
    trait: Trait | None = None


@dataclass(frozen=True)
class Said:
    """A filled wording."""

    wording: Wording
    filled: Filled

    @property
    def text(self) -> str:
        """As it stands at the end of a sentence: without what closes it."""
        return self.filled.text.rstrip(" .。!！,，;；")

    @property
    def call(self) -> ToolCall:
        """What it means."""
        return self.filled.call


class Bench(Kitchen):
    """A kitchen whose wordings are those that the order asks for."""

    def __init__(
        self,
        order: Order,
        language: str,
        seed: int,
        phone: SandboxPhone,
        random: Random,
        number: int,
    ) -> None:
        super().__init__(language, seed, phone, random, number)
        self.order, self._asked = order, 0
        self.patches: list[Patch] = []
        self.plainly = False
        """Requests are filled as written, since they will stand inside another sentence."""

    def filled(self, wording: Wording) -> Filled:
        """See ``Kitchen.filled``."""
        if not self.plainly:
            return super().filled(wording)
        found = fill(wording, self.phone, self.random)
        self.friction += [each for each in wording.friction if each not in self.friction]
        if carried_out(found, self.phone.fork()):
            raise NotThisTime
        return found

    def wording(self, fits: Callable[[Wording], bool] = lambda wording: True) -> Wording:
        """A wording that fits, of the tools that the order has for this place."""
        place, self._asked = self._asked, self._asked + 1
        if place >= len(self.order.tools):
            return super().wording(fits)
        by_tool = wordings_of(self.language)
        wanted = self.random.choice(self.order.tools[place])
        pool = [each for each in by_tool.get(wanted.tool, ()) if wanted.fits(each.call)]
        for _ in range(MOST_WORDINGS if pool else 0):
            found = self.random.choice(pool)
            if fits(found):
                return found
        raise NotThisTime

    def said(self, fits: Callable[[Wording], bool] = lambda wording: True) -> Said:
        """A wording that fits, filled."""
        wording = self.wording(fits)
        return Said(wording, self.filled(wording))

    def do(self, *said: Said) -> None:
        """Carry out what was said, with what comes before it, on this bench's phone."""
        for each in said:
            self.call(*each.filled.before, each.call)

    def call(self, *calls: ToolCall) -> None:
        """Carry calls out. Raises ``NotThisTime`` when one fails."""
        for call in calls:
            if self.phone.call(call).result.fault:
                raise NotThisTime

    def patch(self, patches: Sequence[Patch]) -> None:
        """Change the phone before anything else is said."""
        initial = InitialState(cast="train", seed=self.seed, patches=tuple(patches))
        try:
            self.phone = prepared(initial)
        except UsageError as error:
            raise ScenarioError(str(error)) from error
        self.patches = list(patches)

    def same(self, one: ToolCall, two: ToolCall) -> bool:
        """Whether two calls are understood as the same, however their values are written."""
        first, second = (self.phone.preview(call).arguments for call in (one, two))
        return one.name == two.name and first == second

    def task(
        self, pattern: str, capability: Capability, difficulty: int, *said: Said, suffix: str = ""
    ) -> Draft:
        """A draft with everything but its turns; ``said`` are its requests in order."""
        draft = self.draft(pattern, capability, said[0].wording, difficulty)
        draft.family += suffix
        draft.patches = list(self.patches)
        draft.calls = [call for each in said for call in each.filled.before]
        if all(reads(each.wording) for each in said):
            draft.checker = Checker.CALLS
        elif any(reads(each.wording) for each in said):
            raise NotThisTime
        else:
            draft.checker = Checker.STATE
        return draft

    def join(self, kind: str, **parts: str) -> str:
        """One of the sentences of ``kind`` in this language, its parts put in."""
        text = self.random.choice(sayings(kind, self.language))
        for name, part in parts.items():
            text = text.replace(f"{{{name}}}", part)
        return text


def move(said: Said) -> Move:
    """The oracle's move that does what was said."""
    return Move("call", said.call)


def writes(wording: Wording) -> bool:
    """Whether the wording asks for a change."""
    return not reads(wording)


def short(wording: Wording) -> bool:
    """Whether the wording is one clause, which may stand inside another sentence."""
    inner = wording.text.rstrip(" .。!！?？")
    return len(inner) <= 70 and not any(mark in inner for mark in ".!?。！？;；:：")


def with_person(wording: Wording) -> bool:
    """Whether the wording names somebody that it means, once."""
    plain = wording.call.arguments.get("person") == "{person}"
    return plain and wording.text.count("{person}") == 1
