"""What a new unit means for what is believed already: pure rules, no model.

Newer evidence supersedes older evidence about the same attribute of the same subject, if it is
trusted at least as much; both are kept. What was said earlier but is heard later is history, not
news. Content cannot raise its own trust: only the origin counts, which is set at capture.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from tandem_edge.memory.lifecycle.tongues import same_thing
from tandem_shared.memory import TRUST, Status, Unit

THINGS = frozenset(
    {"allergy", "does_not_eat", "does_not_drink", "likes", "dislikes", "condition", "hobby", "has"}
)
"""Attributes whose values are names of things, which both languages have."""
OPPOSITES = {"likes": "dislikes", "dislikes": "likes"}
Slot = Callable[[str, str], Sequence[Unit]]
"""From a subject and an attribute to the units that are believed of it."""

Told = Callable[[Unit], datetime]
"""When what a unit says was said."""


class Outcome(StrEnum):
    """What becomes of a new unit."""

    NEW = "new"
    SAME = "same"
    """Believed already: the old unit gains its evidence."""
    SUPERSEDES = "supersedes"
    HISTORY = "history"
    """What is believed was said later: the new unit is superseded as it comes."""
    OUTRANKED = "outranked"
    """What is believed is trusted more: the new unit is kept, and not believed."""


@dataclass(frozen=True)
class Verdict:
    """An outcome, and the units that it is about."""

    outcome: Outcome
    others: tuple[Unit, ...] = ()


def judge(
    new: Unit, believed: Sequence[Unit], *, single: bool, said: Told | None = None
) -> Verdict:
    """How ``new`` stands to ``believed``, the current units of its subject and attribute, by when
    each was ``said``; without that, since when it holds.

    Of a ``single`` attribute every other value is in the way; otherwise only a statement that
    the same value does not hold, or does after all. What is pinned gives way to the owner alone.
    """
    alike = [unit for unit in believed if _alike(unit, new)]
    if same := [unit for unit in alike if unit.negated == new.negated]:
        return Verdict(Outcome.SAME, tuple(same))
    rivals = [*believed] if single and not new.negated else alike
    if not rivals:
        return Verdict(Outcome.NEW)
    if any(_outranks(old, new) for old in rivals):
        return Verdict(Outcome.OUTRANKED, tuple(old for old in rivals if _outranks(old, new)))
    told = said or said_at
    later = [old for old in rivals if told(old) > told(new)]
    if later:
        return Verdict(Outcome.HISTORY, (min(later, key=told),))
    return Verdict(Outcome.SUPERSEDES, tuple(rivals))


def weigh(unit: Unit, slot: Slot, *, single: bool, said: Told | None = None) -> Verdict:
    """How ``unit`` stands to what ``slot`` says is believed. What is liked is not disliked: a taste
    is weighed against its opposite too, as if that denied it."""
    believed = slot(unit.subject, unit.attribute)
    opposite = OPPOSITES.get(unit.attribute)
    opposed = slot(unit.subject, opposite) if opposite else []
    as_denied = [
        old.model_copy(update={"attribute": unit.attribute, "negated": not old.negated})
        for old in opposed
    ]
    verdict = judge(unit, [*believed, *as_denied], single=single, said=said)
    real = {old.id: old for old in (*believed, *opposed)}
    return Verdict(verdict.outcome, tuple(real[old.id] for old in verdict.others))


def superseded(old: Unit, by: Unit, at: datetime) -> Unit:
    """``old`` as it is kept once ``by`` has taken its place: what it said, and until when."""
    ended = old.valid_to or max(said_at(by), old.valid_from or said_at(by))
    return old.model_copy(
        update={
            "status": Status.SUPERSEDED,
            "superseded_by": by.id,
            "superseded_at": at,
            "valid_to": ended,
        }
    )


def same_value(one: str, other: str) -> bool:
    """Whether two values are written alike: width, case, blanks and closing marks aside."""
    return _folded(one) == _folded(other)


def said_at(unit: Unit) -> datetime:
    """When what a unit says began to hold, as far as is known."""
    return unit.valid_from or unit.recorded_at


def _alike(one: Unit, other: Unit) -> bool:
    """Whether two units of an attribute have the same value. What denies a thing is about what it
    is called in the other language as well."""
    if same_value(one.value, other.value):
        return True
    named = one.attribute in THINGS and one.negated != other.negated
    return named and same_thing(one.value, other.value)


def _outranks(old: Unit, new: Unit) -> bool:
    own = TRUST[new.origin] == max(TRUST.values())
    return TRUST[old.origin] > TRUST[new.origin] or (old.pinned and not own)


def _folded(value: str) -> str:
    folded = unicodedata.normalize("NFKC", value).casefold()
    return "".join(folded.split()).rstrip(".,!?。，！？")
