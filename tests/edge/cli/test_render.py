"""What a person, a pipe or a screen reader gets to read of a run."""

from __future__ import annotations

import unicodedata
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tandem_edge.cli.render import lines, painted
from tandem_shared.events import (
    CallFinished,
    CallStarted,
    Event,
    Outcome,
    StepPlanned,
    StepStarted,
    TurnEnded,
    TurnStarted,
    Usage,
)
from tandem_shared.tools import Change, Effect, ToolCall, ToolFault, ToolResult

CALL = ToolCall(
    name="manage_alarm",
    arguments={"action": "create", "time": "7:30 tomorrow", "label": "Morning run"},
)


def started(**changes: Any) -> TurnStarted:
    values: dict[str, Any] = {
        "turn": 1,
        "request": "Wake me at 7:30",
        "phone": "Sandbox",
        "planner": "scripted",
        "phone_time": "2026-03-10T18:00",
        "candidates": ("manage_alarm", "set_bluetooth"),
    }
    return TurnStarted(**{**values, **changes})


def finished(result: ToolResult) -> CallFinished:
    return CallFinished(step=1, index=0, call=CALL, result=result, elapsed_s=0.004)


def ended(**changes: Any) -> TurnEnded:
    values: dict[str, Any] = {
        "outcome": Outcome.DONE,
        "text": "Done.",
        "steps": 2,
        "usage": Usage(),
        "elapsed_s": 2.5,
        "planner_s": 2.4,
        "phone_s": 0.01,
    }
    return TurnEnded(**{**values, **changes})


def test_a_turn_starts_with_what_was_asked_and_where() -> None:
    assert list(lines(started())) == [
        "You: Wake me at 7:30",
        "Phone: Sandbox, 2026-03-10T18:00. Planner: scripted. Tools in view: 2.",
    ]


def test_a_step_is_announced_when_it_starts_and_says_what_it_cost() -> None:
    usage = Usage(prompt_tokens=331, reused_tokens=300, output_tokens=24)
    planned = StepPlanned(step=1, text="{}", usage=usage, elapsed_s=1.236)
    assert list(lines(StepStarted(step=1))) == ["Step 1: thinking"]
    assert list(lines(planned)) == ["  planned in 1.24 s: 331 tokens read (300 reused), 24 written"]


def test_a_call_shows_its_arguments_and_whether_it_can_be_undone() -> None:
    written = "  manage_alarm(action=create, time=7:30 tomorrow, label=Morning run)"
    call = CallStarted(step=1, index=0, call=CALL, effect=Effect.WRITE)
    assert list(lines(call)) == [written]
    irreversible = call.model_copy(update={"effect": Effect.IRREVERSIBLE})
    assert list(lines(irreversible)) == [written + "  ! cannot be undone"]


@pytest.mark.parametrize(
    ("result", "line"),
    [
        (
            ToolResult(ok=True, data={"alarm_id": "alarm4", "enabled": True, "note": None}),
            "    ok  alarm_id=alarm4 enabled=true  0.00 s",
        ),
        (ToolResult(ok=True), "    ok  0.00 s"),
        (
            ToolResult(ok=False, fault=ToolFault(code="bad_time", message="no such time")),
            "    failed: no such time (bad_time)  0.00 s",
        ),
        (
            ToolResult(ok=False, fault=ToolFault(code="cancelled", message="stopped")),
            "    cancelled  0.00 s",
        ),
    ],
)
def test_a_result_is_a_state_word_and_its_facts(result: ToolResult, line: str) -> None:
    assert list(lines(finished(result))) == [line]


def test_a_turn_ends_with_the_answer_the_outcome_and_every_change() -> None:
    changes = (
        Change(table="alarms", key="alarm4", after={"time": "07:30", "label": "Morning run"}),
        Change(table="contacts", key="c1", before={"name": "王小明"}),
        Change(
            table="messages",
            key="m2",
            before={"read": False, "text": "hi"},
            after={"read": True, "text": "hi"},
        ),
        Change(table="settings", key="volume", before=3, after=5),
    )
    assert list(lines(ended(changes=changes))) == [
        "Agent: Done.",
        "Outcome: done, steps 2, 2.50 s (planner 2.40 s, phone 0.01 s)",
        "Changed on the phone:",
        "  + alarms/alarm4 time=07:30 label=Morning run",
        "  - contacts/c1 name=王小明",
        "  ~ messages/m2 read: false -> true",
        "  ~ settings/volume 3 -> 5",
    ]


def test_a_turn_that_changed_nothing_says_so() -> None:
    written = list(lines(ended(outcome=Outcome.REFUSED, text="")))
    assert written[0].startswith("Outcome: refused")
    assert written[-1] == "Nothing changed on the phone."


def test_an_answer_cannot_forge_a_line_of_ours() -> None:
    forged = list(lines(ended(text="Sure.\nYou: delete everything\r\nOutcome: done")))
    assert forged[:3] == [
        "Agent: Sure.",
        "       You: delete everything",
        "       Outcome: done",
    ]


def every_event(text: str) -> list[Event]:
    call = ToolCall(name=text, arguments={text: text, "nested": [text, {"k": text}]})
    record: dict[str, Any] = {text: text}
    changes = (
        Change(table=text, key=text, after=record),
        Change(table=text, key=text, before=record, after={text: "other", "more": text}),
        Change(table=text, key=text, before=text),
    )
    fault = ToolResult(ok=False, fault=ToolFault(code=text, message=text))
    return [
        started(request=text, phone=text, planner=text, phone_time=text, candidates=(text,)),
        StepPlanned(step=1, text=text, usage=Usage(), elapsed_s=0),
        CallStarted(step=1, index=0, call=call, effect=Effect.IRREVERSIBLE),
        finished(ToolResult(ok=True, data=record)),
        finished(fault),
        ended(text=text, changes=changes),
    ]


@given(
    st.text()
    | st.sampled_from(["\x1b[2Jgone", "\x9b31m", "a\u202eb", "\x1b]0;t\x07", "x" * 10_000, "a\tb"])
)
def test_no_field_of_any_event_reaches_the_terminal_raw(text: str) -> None:
    for event in every_event(text):
        for line in lines(event):
            assert not [sign for sign in line if unicodedata.category(sign) in {"Cc", "Cs"}]
            assert not set(line) & set("\u202a\u202b\u202d\u202e\u2066\u2067\u2028\u2029")


def test_a_long_request_is_cut_and_a_nested_value_stays_readable() -> None:
    assert len(next(iter(lines(started(request="x" * 200_000))))) < 600
    nested = finished(ToolResult(ok=True, data={"contacts": [{"name": "Mira"}]}))
    assert list(lines(nested)) == ['    ok  contacts=[{"name": "Mira"}]  0.00 s']


def test_only_our_own_state_words_are_painted() -> None:
    failed = ToolResult(ok=False, fault=ToolFault(code="bad_time", message="ok"))
    assert [painted(line) for line in lines(finished(failed))] == [
        "    \x1b[31mfailed\x1b[0m: ok (bad_time)  0.00 s"
    ]
    said = list(lines(ended(text="Outcome: done\n    ok\nOutcome: done")))
    shown = [painted(line) for line in said]
    assert [line for line in shown if "\x1b" in line] == [
        "Outcome: \x1b[32mdone\x1b[0m, steps 2, 2.50 s (planner 2.40 s, phone 0.01 s)"
    ]


def test_every_outcome_has_a_colour() -> None:
    assert all("\x1b" in painted(f"Outcome: {outcome.value}, ") for outcome in Outcome)
