"""One paired task and how it is tried."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from tandem_edge.bench.skill_pairs.following import Said, filled
from tandem_edge.bench.skill_pairs.reader import Reader
from tandem_edge.bench.tasks.phones import base_phone
from tandem_edge.harness.budget import Budget
from tandem_edge.harness.loop import Harness
from tandem_edge.harness.recall import Recall
from tandem_edge.phone.catalogue import load_catalogue
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.friction import patch
from tandem_edge.phone.sandbox.store import Store
from tandem_edge.phone.sandbox.world import SandboxPhone
from tandem_edge.planner.dialects import find_dialect
from tandem_edge.skills.procedures import forms
from tandem_edge.skills.provider import SkillProvider
from tandem_edge.skills.shelf import Shelf
from tandem_shared.approvals import Answer, ApprovalRequest
from tandem_shared.events import Outcome, TurnEnded
from tandem_shared.tools import ToolCall, ToolSpec

SEED = 7
RECALLED = 10
STEPS = 20


@dataclass(frozen=True)
class Patch:
    """Fields of one record that are set before the request; ``key`` is ``-`` for the only one."""

    table: str
    fields: Mapping[str, Any]
    key: str = "-"


@dataclass(frozen=True)
class Pair:
    """A request that comes out right with ``skill`` and wrong without it, in each language.

    ``said`` is what the request gives, by the names the skill uses (in ``said_zh`` where Chinese
    words differ). ``habit`` is what the request plainly asks for, written as skills write calls: as
    anyone would call it who only knows the tools. ``right`` judges the phone before and after;
    ``outcome`` is how the turn ends.
    """

    skill: str
    request: Mapping[str, str]
    habit: tuple[str, ...]
    right: Callable[[Store, Store], bool]
    said: Said = field(default_factory=dict)
    said_zh: Said = field(default_factory=dict)
    patches: tuple[Patch, ...] = ()
    before: tuple[ToolCall, ...] = ()
    outcome: Outcome = Outcome.DONE

    def given(self, language: str) -> Said:
        """What the request in ``language`` gives."""
        return {**self.said, **self.said_zh} if language == "zh" else self.said

    def unaided(self, language: str) -> tuple[ToolCall, ...]:
        """The habit as calls."""
        return tuple(
            ToolCall(name=form.name, arguments=arguments)
            for written in self.habit
            for form in forms(f"`{written}`")
            for arguments in filled(form, self.given(language), {})
        )


@dataclass(frozen=True)
class Tried:
    """How one attempt came out."""

    right: bool
    outcome: Outcome
    calls: tuple[str, ...]
    loaded: tuple[str, ...]


@dataclass(frozen=True)
class Fixed:
    """What recall gives for a request, and the tools of its habit whatever recall says."""

    more: tuple[str, ...]

    def top(self, request: str, count: int) -> tuple[ToolSpec, ...]:
        """See ``harness.ports.Candidates``."""
        found = _recall().top(request, count)
        known = {spec.name for spec in found}
        rest = [name for name in dict.fromkeys(self.more) if name not in known]
        return (*found, *(load_catalogue().tools[name].spec for name in rest))


@lru_cache(maxsize=1)
def _recall() -> Recall:
    return Recall(load_catalogue().specs)


def attempt(pair: Pair, shelf: Shelf, language: str) -> Tried:
    """Let the reader carry the request out on a fresh sandbox phone beside ``shelf``."""
    phone = _phone(pair)
    untouched = phone.fork().store
    habit = pair.unaided(language)
    reader = Reader(pair.request[language], pair.given(language), habit)
    harness = Harness(
        planner=reader,
        phone=phone,
        dialect=find_dialect("signatures"),
        approve=_agree,
        providers=(SkillProvider(shelf, lambda: language),) if shelf.skills else (),
        choose=Fixed(tuple(call.name for call in habit)),
        budget=Budget(steps=STEPS),
        candidates=RECALLED,
    )
    events = list(harness.run(pair.request[language]))
    ended = next(event for event in events if isinstance(event, TurnEnded))
    calls = tuple(event.call.name for event in events if event.type == "call_finished")
    right = ended.outcome is pair.outcome and pair.right(untouched, phone.store)
    return Tried(right, ended.outcome, calls, tuple(reader.opened))


def without(shelf: Shelf, name: str) -> Shelf:
    """``shelf`` without one skill: everything else stays."""
    return replace(shelf, skills=tuple(skill for skill in shelf.skills if skill.name != name))


def _agree(request: ApprovalRequest) -> Answer:
    return Answer.ONCE


def _phone(pair: Pair) -> SandboxPhone:
    phone = base_phone(SEED, Cast.EVERYDAY).fork()
    for each in pair.patches:
        patch(phone.store, each.table, each.key, each.fields)
    for call in pair.before:
        result = phone.call(call).result
        if result.fault:
            raise ValueError(f"{pair.skill}: {call.name} fails: {result.fault.message}")
    return phone
