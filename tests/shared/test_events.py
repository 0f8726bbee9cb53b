"""Events survive the trip to a file and back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from tandem_shared.events import EVENT, Event, Outcome, Usage
from tests.fakes.user_port import alarm_turn, nasty_turn


@pytest.mark.parametrize("event", alarm_turn(), ids=lambda event: event.type)
def test_an_event_reads_back_as_itself(event: Event) -> None:
    assert EVENT.validate_json(EVENT.dump_json(event)) == event


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_any_text_in_any_field_survives(text: str) -> None:
    for event in nasty_turn(text):
        assert EVENT.validate_json(EVENT.dump_json(event)) == event


@pytest.mark.parametrize(
    "line", ['{"type": "no_such_event"}', "{}", '{"type": "step_started"}', "[]"]
)
def test_what_is_no_event_is_refused(line: str) -> None:
    with pytest.raises(ValidationError):
        EVENT.validate_json(line)


def test_new_tokens_are_those_that_were_not_reused() -> None:
    assert Usage(prompt_tokens=331, reused_tokens=300).new_tokens == 31


def test_the_outcomes_are_the_ones_that_readers_know() -> None:
    assert [o.value for o in Outcome] == [
        "done",
        "asked",
        "refused",
        "budget",
        "cancelled",
        "failed",
    ]
