"""Turning a recipe's steps into commands, from a call and what the tool's rules make of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic import JsonValue

from tandem_edge.phone.android.conversions import CONVERSIONS
from tandem_edge.phone.android.quoting import CannotSay, line
from tandem_edge.phone.android.recipe import Derive, Each, Fetch, Part, Scope, Step, Way, Words
from tandem_edge.phone.android.view import View
from tandem_edge.phone.sandbox.store import ONLY
from tandem_shared.tools import Change

_SLOT = re.compile(r"\{([a-z_0-9.]+)(?:\|([a-z_0-9]+))?\}")


@dataclass(frozen=True)
class Plan:
    """What a call is to do: its arguments, the phone as it should be afterwards, the changes."""

    arguments: Mapping[str, JsonValue]
    view: View
    changes: tuple[Change, ...] = ()
    made: Mapping[str, Derive] = field(default_factory=dict)

    def scope(self, change: Change | None = None) -> Scope:
        """What slots may name; ``key``, ``old`` and ``new`` are those of ``change``."""
        scope = {"arg": self.arguments, "fact": self.view.facts}
        if change is None:
            return scope
        return scope | {"key": change.key, "old": change.before or {}, "new": change.after or {}}

    def main(self) -> Change | None:
        """The record that the call is about, where it inserts or changes one."""
        return self.changes[0] if self.changes else None


def parts_of(way: Way, plan: Plan) -> Iterator[tuple[Step | Fetch, Scope]]:
    """The steps of a way in their order, each with what its slots may name."""
    for part in way:
        if isinstance(part, Each):
            for change in plan.changes:
                if change.table == part.table and _kind(change) == part.on:
                    scope = plan.scope(change)
                    yield from ((step, scope) for step in part.steps if _due(step, plan, scope))
        elif _due(part, plan, scope := plan.scope(plan.main())):
            yield part, scope


def command(words: Words, plan: Plan, scope: Scope) -> str:
    """The words with their slots filled, as a line. Raises ``CannotSay``."""
    return line(filled(word, plan, scope) for word in words)


def filled(template: str, plan: Plan, scope: Scope) -> str:
    """A word with its slots filled. Raises ``CannotSay``."""

    def fill(slot: re.Match[str]) -> str:
        return CONVERSIONS[slot[2] or ""](_value(slot[1], plan, scope))

    return _SLOT.sub(fill, template)


def slots_of(words: Words) -> Iterator[tuple[str, str]]:
    """Source and conversion of every slot, for checks of recipes."""
    for each in words:
        yield from ((found[1], found[2] or "") for found in _SLOT.finditer(each))


def needs_facts_of_a_fetch(way: Way) -> bool:
    """Whether some words can be filled only while the way is under way."""
    return any(isinstance(each, Fetch) for part in way for each in _inner(part))


def _inner(part: Part) -> tuple[Step | Fetch, ...]:
    return part.steps if isinstance(part, Each) else (part,)


def _due(step: Step | Fetch, plan: Plan, scope: Scope) -> bool:
    if isinstance(step, Fetch) or not step.only_if:
        return True
    head, _, name = step.only_if.partition(".")
    value = _value(step.only_if, plan, scope)
    if head == "new" and scope.get("old"):
        return bool(scope["old"].get(name) != value)
    return value not in (None, "", False)


def _kind(change: Change) -> str:
    if change.before is None:
        return "insert"
    return "delete" if change.after is None else "update"


def _value(path: str, plan: Plan, scope: Scope) -> Any:
    head, _, name = path.partition(".")
    if head == "made":
        return plan.made[name](scope)
    if head == "fact" and name not in scope["fact"]:
        raise CannotSay(f"the phone does not tell its {name}")
    if head in scope:
        return scope[head].get(name) if name else scope[head]
    return getattr(plan.view.store.rows[head][ONLY], name)
