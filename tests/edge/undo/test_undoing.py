"""Undo takes back exactly what was done, and leaves alone what has been changed since."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tandem_edge.bench.undo import measuring
from tandem_edge.bench.undo.examples import MORE, Example
from tandem_edge.bench.undo.measuring import differing, do_and_undo, measure, undo_last
from tandem_edge.bench.undo.reasons import REASONS
from tandem_edge.phone.catalogue import load_catalogue
from tandem_edge.phone.sandbox.world import SandboxPhone
from tandem_edge.undo.inverting import IRREVERSIBLE
from tandem_edge.undo.journal import UndoJournal
from tandem_edge.undo.restoring import CHANGED
from tandem_edge.undo.undoing import ELSEWHERE, LATER, UNDONE, UNKNOWN, Undoer
from tandem_shared.errors import UsageError
from tandem_shared.tools import ANY_ACTION, Effect, ToolCall
from tests.edge.phone.cases import EXAMPLES
from tests.edge.phone.making import make_phone
from tests.edge.policy.saying import call


class Hand:
    """Does things on a phone under a journal."""

    def __init__(self, phone: SandboxPhone, journal: UndoJournal | None = None) -> None:
        self.phone, self.journal = phone, journal or UndoJournal()
        self.undoer = Undoer(phone, self.journal)

    def do(self, turn: str, name: str, /, **arguments: Any) -> str:
        spec = self.phone.catalogue.tools[name].spec
        entry = self.journal.begin(turn, call(name, **arguments), spec)
        done = self.phone.call(call(name, **arguments))
        self.journal.finish(entry, spec, done)
        assert done.result.ok, done.result.fault
        return entry

    def undo(self, *, redo: bool = False) -> list[str]:
        steps = self.undoer.carry_out(self.undoer.last_turn(redo=redo))
        return [step.why_not for step in steps]


def alarm(hand: Hand, turn: str, time: str) -> str:
    return hand.do(turn, "manage_alarm", action="create", time=time, label=time)


def test_a_whole_turn_is_undone_newest_first(phone: SandboxPhone) -> None:
    before, hand = phone.fork(), Hand(phone)
    alarm(hand, "one", "6:01")
    hand.do("one", "manage_alarm", action="disable", label="6:01")
    hand.do("one", "manage_alarm", action="delete", label="6:01")
    assert hand.undo() == ["", "", ""]
    assert differing(before.store, phone.store) == []


def test_turns_are_undone_one_after_another(phone: SandboxPhone) -> None:
    before, hand = phone.fork(), Hand(phone)
    alarm(hand, "one", "6:01")
    middle = phone.fork()
    alarm(hand, "two", "6:02")
    assert hand.undo() == [""]
    assert differing(middle.store, phone.store) == []
    assert hand.undo() == [""]
    assert differing(before.store, phone.store) == []
    assert hand.undoer.last_turn() == []


def test_an_undo_can_be_undone_and_then_undone_again(phone: SandboxPhone) -> None:
    before, hand = phone.fork(), Hand(phone)
    hand.do("one", "manage_alarm", action="delete", label="Take pills")
    after = phone.fork()
    for _ in range(2):
        assert hand.undo() == [""]
        assert differing(before.store, phone.store) == []
        assert hand.undo(redo=True) == [""]
        assert differing(after.store, phone.store) == []


def test_what_was_changed_since_is_left_alone(phone: SandboxPhone) -> None:
    hand = Hand(phone)
    entry = alarm(hand, "one", "6:01")
    phone.call(call("manage_alarm", action="disable", label="6:01"))
    now = phone.fork()
    assert hand.undo() == [CHANGED]
    assert differing(now.store, phone.store) == []
    assert [each.undone for each in hand.journal.entries() if each.id == entry] == [False]


def test_another_field_of_the_same_record_may_have_changed(phone: SandboxPhone) -> None:
    hand = Hand(phone)
    before = phone.preview(call("set_volume", stream="ring", percent=50)).changes
    hand.do("one", "set_volume", stream="media", percent=13)
    phone.call(call("set_volume", stream="alarm", percent=17))
    assert before and hand.undo() == [""]
    assert phone.preview(call("set_volume", stream="alarm", percent=17)).changes == ()


def test_what_cannot_be_undone_is_said_and_the_rest_is_undone(phone: SandboxPhone) -> None:
    hand = Hand(phone)
    alarm(hand, "one", "6:01")
    hand.do("one", "send_message", person="10086", text="On my way")
    plan = hand.undoer.plan(hand.undoer.last_turn())
    assert [step.why_not for step in plan] == [IRREVERSIBLE, ""]
    assert "not undone" in plan[0].text and "by" in plan[1].text
    assert hand.undo() == [IRREVERSIBLE, ""]


def test_a_plan_does_nothing_and_says_what_undo_then_does(phone: SandboxPhone) -> None:
    hand = Hand(phone)
    alarm(hand, "one", "6:01")
    hand.do("one", "manage_alarm", action="delete", label="6:01")
    now, entries = phone.fork(), hand.journal.entries()
    chosen = hand.undoer.last_turn()
    plan = [step.why_not for step in hand.undoer.plan(chosen)]
    assert differing(now.store, phone.store) == []
    assert hand.journal.entries() == entries
    assert plan == [step.why_not for step in hand.undoer.carry_out(chosen)]


def test_one_call_of_a_turn_can_be_undone_alone_and_only_once(phone: SandboxPhone) -> None:
    hand = Hand(phone)
    first = alarm(hand, "one", "6:01")
    alarm(hand, "one", "6:02")
    for expected in ("", UNDONE):
        (step,) = hand.undoer.carry_out(hand.undoer.chosen([first]))
        assert step.why_not == expected
    with pytest.raises(UsageError, match="no write"):
        hand.undoer.chosen(["ffffffff"])


def test_a_write_that_a_crash_cut_short_is_not_guessed_at(phone: SandboxPhone) -> None:
    hand = Hand(phone)
    hand.journal.begin("one", call("manage_wifi", action="disable"), spec_of("manage_wifi"))
    assert hand.undo() == [UNKNOWN]


def test_another_phones_writes_are_left_alone(tmp_path: Path, phone: SandboxPhone) -> None:
    path = tmp_path / "undo.jsonl"
    hand = Hand(phone, UndoJournal(path, "one phone"))
    entry = alarm(hand, "one", "6:01")
    other = Undoer(phone.fork(), UndoJournal(path, "another phone"))
    assert other.last_turn() == []
    (step,) = other.carry_out(other.chosen([entry]))
    assert step.why_not == ELSEWHERE


class Uncopied:
    """A phone that cannot be copied, like a real one."""

    def __init__(self, phone: SandboxPhone) -> None:
        self._phone = phone

    def __getattr__(self, name: str) -> Any:
        return getattr(self._phone, name)


def test_on_a_phone_that_cannot_be_copied_later_steps_are_judged_in_turn(
    phone: SandboxPhone,
) -> None:
    hand = Hand(phone)
    alarm(hand, "one", "6:01")
    hand.do("one", "manage_alarm", action="disable", label="6:01")
    undoer = Undoer(Uncopied(phone), hand.journal)  # type: ignore[arg-type]
    chosen = undoer.last_turn()
    assert [step.why_not for step in undoer.plan(chosen)] == ["", LATER]
    assert [step.why_not for step in undoer.carry_out(chosen)] == ["", ""]


def spec_of(name: str) -> Any:
    return load_catalogue().tools[name].spec


def test_every_tool_with_an_inverse_restores_the_exact_state() -> None:
    """Through the journal and the undo that ships, on every case of every tool."""
    faults, tried = [], set()
    for case in EXAMPLES:
        example = Example(make_phone(*case.setups), call(case.name, **case.arguments), str(case))
        spec = spec_of(case.name)
        action = spec.action_of(case.arguments)
        declared = action in spec.inverses or ANY_ACTION in spec.inverses
        if declared and example.phone.preview(example.call).changes:
            tried.add((case.name, action if action in spec.inverses else ANY_ACTION))
            why = do_and_undo(example)
            faults += [f"{case}: {why}"] if why else []
    assert faults == []
    assert tried == {(s.name, action) for s in load_catalogue().specs for action in s.inverses}


def test_every_write_without_an_inverse_has_a_reason_and_no_other() -> None:
    without = {
        (spec.name, action)
        for spec in load_catalogue().specs
        for action, effect in spec.effects.items()
        if effect is Effect.WRITE and not {action, ANY_ACTION} & spec.inverses.keys()
    }
    assert without == set(REASONS)


@cache
def some_examples() -> tuple[Example, ...]:
    phone = SandboxPhone.generate(7)
    calls = [ToolCall(name=case.name, arguments=case.arguments) for case in EXAMPLES]
    return tuple(Example(phone, each, "") for each in calls if phone.preview(each).changes)


@given(data=st.data())
@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
def test_whatever_was_done_undo_restores_or_says_why_not(data: st.DataObject) -> None:
    start = some_examples()[0].phone
    hand = Hand(start.fork())
    for number in range(data.draw(st.integers(1, 6))):
        example = data.draw(st.sampled_from(some_examples()))
        if hand.phone.preview(example.call).changes:
            hand.do(f"turn{number // 2}", example.call.name, **example.call.arguments)
    left = []
    while chosen := [each for each in hand.undoer.last_turn() if each not in left]:
        steps = hand.undoer.carry_out(chosen)
        left += [step.entry for step in steps if step.why_not]
        if any(step.why_not for step in steps):
            return  # it said so; what it left is checked by the tests above
    assert differing(start.store, hand.phone.store) == []


def test_the_measurement_notices_an_undo_that_does_nothing() -> None:
    tried = [*list(some_examples())[:40]]
    good, bad = measure(undo_last, tried), measure(lambda undoer: "", tried)
    assert good.restored > 0 and good.faults == []
    assert bad.restored == 0 and bad.faults
    assert not bad.whole


def test_the_measurement_says_what_it_did_not_try() -> None:
    found = measure(tried=[])
    assert len(found.untried) == found.with_inverse > 0
    assert not found.whole
    assert MORE and measuring.MOST_FAULTS > 0
