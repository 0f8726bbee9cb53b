"""What a new unit means for what is believed: superseding, history, trust."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tandem_edge.memory.ids import new_id
from tandem_edge.memory.lifecycle.conflicts import Outcome, judge, same_value, superseded
from tandem_shared.memory import TRUST, Kind, Origin, Scope, Status, Unit

DAY = datetime(2026, 3, 10, 9, 0, tzinfo=UTC)


def unit(value: str, day: int = 0, origin: Origin = Origin.OWNER, **more: Any) -> Unit:
    """What is said of where the owner lives, so many days after the first."""
    at = DAY + timedelta(days=day)
    return Unit(
        id=new_id("unit", at),
        scope=Scope(),
        kind=Kind.EPISODIC,
        summary=f"The owner lives in {value.strip()}",
        language="en",
        origin=origin,
        subject="owner",
        attribute="lives_in",
        value=value,
        valid_from=at,
        recorded_at=at,
        **more,
    )


def test_a_newer_value_supersedes_and_the_old_one_is_kept_with_its_end() -> None:
    old, new = unit("Porto"), unit("Lisbon", day=5)
    assert judge(new, [old], single=True).outcome is Outcome.SUPERSEDES
    kept = superseded(old, new, DAY + timedelta(days=6))
    assert (kept.status, kept.superseded_by) == (Status.SUPERSEDED, new.id)
    assert kept.valid_to == new.valid_from
    assert kept.value == "Porto"


def test_what_was_said_earlier_but_is_heard_later_is_history() -> None:
    believed, late = unit("Lisbon", day=5), unit("Porto", day=1)
    verdict = judge(late, [believed], single=True)
    assert (verdict.outcome, verdict.others) == (Outcome.HISTORY, (believed,))


@pytest.mark.parametrize("origin", [Origin.EXTERNAL, Origin.AGENT, Origin.RECALLED])
def test_nobody_else_overrules_the_owner(origin: Origin) -> None:
    verdict = judge(unit("Paris", day=9, origin=origin), [unit("Porto")], single=True)
    assert verdict.outcome is Outcome.OUTRANKED


def test_only_the_owner_overrules_what_is_pinned() -> None:
    pinned = unit("Porto", origin=Origin.AGENT, pinned=True)
    assert judge(unit("Rome", 2, Origin.SYSTEM), [pinned], single=True).outcome is Outcome.OUTRANKED
    assert judge(unit("Rome", 2), [pinned], single=True).outcome is Outcome.SUPERSEDES


def test_values_of_an_attribute_with_many_stand_side_by_side() -> None:
    assert judge(unit("jazz", 1), [unit("tango")], single=False).outcome is Outcome.NEW


def test_saying_that_a_value_no_longer_holds_ends_that_value_alone() -> None:
    tango, jazz = unit("tango"), unit("jazz")
    verdict = judge(unit("Tango", 3, negated=True), [tango, jazz], single=False)
    assert (verdict.outcome, verdict.others) == (Outcome.SUPERSEDES, (tango,))


def test_a_value_that_did_not_hold_anyway_ends_nothing() -> None:
    verdict = judge(unit("Rome", 3, negated=True), [unit("Porto")], single=True)
    assert verdict.outcome is Outcome.NEW


def test_the_same_once_more_is_no_second_unit() -> None:
    old = unit("Porto")
    assert judge(unit("  PORTO. ", 4), [old], single=True).others == (old,)


@pytest.mark.parametrize(
    ("one", "other"), [("ＡＢＣ", "abc"), ("红烧 肉。", "红烧肉"), ("Tea!", "tea")]
)
def test_width_case_and_closing_marks_make_no_other_value(one: str, other: str) -> None:
    assert same_value(one, other)


VALUES = st.sampled_from(["Porto", "porto", "Lisbon", "里斯本"])
UNITS = st.builds(
    unit, VALUES, st.integers(0, 9), st.sampled_from(list(Origin)), negated=st.booleans()
)


@given(new=UNITS, believed=st.lists(UNITS, max_size=4), single=st.booleans())
def test_nothing_is_ever_superseded_by_what_is_trusted_less(
    new: Unit, believed: list[Unit], single: bool
) -> None:
    verdict = judge(new, believed, single=single)
    if verdict.outcome is Outcome.SUPERSEDES:
        assert all(TRUST[new.origin] >= TRUST[old.origin] for old in verdict.others)
        assert all(old.valid_from <= new.valid_from for old in verdict.others)  # type: ignore[operator]
    assert set(verdict.others) <= set(believed)
