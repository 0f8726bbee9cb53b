"""The same words for a call, a result and a change, wherever they are shown."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tandem_shared.describe import (
    VALUE_LIMIT,
    call_text,
    change_text,
    changes_text,
    fields_text,
    result_text,
    value_text,
)
from tandem_shared.tools import Change, ToolCall, ToolResult


@pytest.mark.parametrize(
    ("value", "text"),
    [("7:30", "7:30"), (True, "true"), (None, "null"), ([1, "名"], '[1, "名"]'), (1.5, "1.5")],
)
def test_a_value_is_written_as_people_read_it(value: object, text: str) -> None:
    assert value_text(value) == text


@given(st.text())
def test_no_value_breaks_the_line_or_floods_it(text: str) -> None:
    shown = fields_text({text: text, "more": [text]})
    assert len(shown.splitlines()) <= 1
    assert len(shown) <= 3 * VALUE_LIMIT + 10


@pytest.mark.parametrize("text", ["hi, person=Mum", "hi) and more", 'say "hi"', "a=b"])
def test_a_value_that_looks_like_more_of_the_call_stands_in_quotes(text: str) -> None:
    shown = call_text(ToolCall(name="send_message", arguments={"person": "Ann", "text": text}))
    assert shown == f"send_message(person=Ann, text={json.dumps(text)})"


def test_a_call_without_arguments_has_empty_brackets() -> None:
    assert call_text(ToolCall(name="list_alarms")) == "list_alarms()"


def test_a_failure_without_a_reason_still_says_that_it_failed() -> None:
    assert result_text(ToolResult(ok=False)) == "failed"


def test_a_record_that_is_no_table_row_is_shown_by_value() -> None:
    assert change_text(Change(table="settings", key="volume", after=5)) == "+ settings/volume 5"
    assert change_text(Change(table="settings", key="volume", before=5)) == "- settings/volume 5"


def test_a_field_that_is_new_or_gone_is_a_difference_too() -> None:
    change = Change(table="t", key="k", before={"a": 1, "b": 2}, after={"a": 1, "c": 3})
    assert change_text(change) == "~ t/k b: 2 -> null, c: null -> 3"


def test_no_change_is_one_sentence() -> None:
    assert list(changes_text(())) == ["Nothing changed on the phone."]
