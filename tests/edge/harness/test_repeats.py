"""Going round in circles is noticed, said, and stopped."""

from __future__ import annotations

import json

import pytest

from tandem_edge.harness.repeats import Repeats
from tandem_edge.phone.sandbox.friction import inject
from tandem_edge.phone.sandbox.world import SandboxPhone
from tandem_edge.planner.protocol import Role
from tandem_shared.events import Noticed, Outcome
from tandem_shared.tools import ToolCall, ToolFault, ToolResult
from tests.edge.harness.test_loop import ended, harness_for
from tests.fakes.planners import call, done, script

CALL = ToolCall(name="find_contact", arguments={"name": "Zed"})
MISSING = ToolResult(ok=False, fault=ToolFault(code="not_found", message="no contact"))
BUSY = ToolResult(ok=False, fault=ToolFault(code="try_again", message="busy", retryable=True))
EMPTY = ToolResult(ok=True, data={"contacts": []})


def told(result: ToolResult, times: int) -> list[tuple[bool, bool]]:
    """Whether there is a notice, and a stop, each time."""
    repeats = Repeats("en")
    found = [repeats.watch(CALL, result, changed=False) for _ in range(times)]
    return [(bool(notice), bool(stop)) for notice, stop in found]


@pytest.mark.parametrize("result", [MISSING, EMPTY], ids=["failed", "empty"])
def test_the_second_same_outcome_is_said_and_the_third_stops(result: ToolResult) -> None:
    assert told(result, 3) == [(False, False), (True, False), (False, True)]


def test_a_passing_fault_may_be_tried_again() -> None:
    assert told(BUSY, 5) == [*[(False, False)] * 2, *[(True, False)] * 2, (False, True)]


def test_one_correction_is_allowed_then_asking_is_advised() -> None:
    repeats = Repeats("zh")
    said = [
        repeats.watch(ToolCall(name="find_contact", arguments={"name": n}), MISSING, changed=False)
        for n in ("Zed", "Zedd", "Zeddy", "Z")
    ]
    assert said[0] == ("", "")
    assert "用户" in said[1][0] and "用户" in said[2][0]
    assert "not_found" in said[3][1]


def test_a_call_that_changes_something_begins_anew() -> None:
    repeats = Repeats("en")
    for _ in range(5):
        assert repeats.watch(CALL, EMPTY, changed=False) == ("", "")
        assert repeats.watch(CALL, EMPTY, changed=True) == ("", "")


def test_the_planner_reads_the_notice_and_the_turn_then_stops(phone: SandboxPhone) -> None:
    again = [call("manage_alarm", action="delete", label="No such alarm")]
    harness = harness_for(script(again, again, again, done("Deleted.")), phone)
    events = list(harness.run("Delete the alarm called No such alarm, and quickly"))
    notices = [event.text for event in events if isinstance(event, Noticed)]
    assert len(notices) == 1
    heard = [m.text for m in harness.conversation.messages if m.role is Role.PHONE]
    assert notices[0] in heard[1]
    end = ended(events)
    assert (end.outcome, end.steps) == (Outcome.BUDGET, 3)
    assert "manage_alarm" in end.text


def test_trouble_that_passes_does_not_stop_a_turn(phone: SandboxPhone) -> None:
    inject(phone.store, "trouble", "manage_alarm:3")
    again = [call("manage_alarm", action="create", time="7:30 tomorrow", label="Up")]
    harness = harness_for(script(again, again, again, again, done("Set.")), phone)
    end = ended(list(harness.run("Set an alarm for 7:30 tomorrow called Up")))
    assert (end.outcome, [c.table for c in end.changes]) == (Outcome.DONE, ["alarms"])


def test_the_words_are_in_the_language_of_the_request(phone: SandboxPhone) -> None:
    again = [call("manage_alarm", action="delete", label="没有的闹钟")]
    harness = harness_for(script(again, again, again), phone)
    end = ended(list(harness.run("把没有的闹钟删掉")))
    assert "反复" in end.text
    assert json.dumps(end.text)
