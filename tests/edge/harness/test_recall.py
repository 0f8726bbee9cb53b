"""Keyword recall: which ten tools a request is shown."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tandem_edge.harness.recall import Recall, language_of, terms
from tandem_edge.phone.catalogue import load_catalogue

RECALL = Recall(load_catalogue().specs)


@pytest.mark.parametrize(
    ("request_", "tool"),
    [
        ("I need to be up by six tomorrow, get me out of bed", "manage_alarm"),
        ("Give Mira a ring", "make_call"),
        ("It is far too bright in here", "set_brightness"),
        ("text my brother that I left", "send_message"),
        ("how many miles is 40 kilometres", "convert_unit"),
        ("明早六点喊我起来", "manage_alarm"),
        ("给妈妈拨个电话", "make_call"),
        ("屏幕太刺眼了", "set_brightness"),
        ("断开蓝牙", "manage_bluetooth"),
        ("待办里加上买牛奶", "manage_todo"),
    ],
)
def test_the_tool_for_a_request_is_among_the_ten(request_: str, tool: str) -> None:
    assert tool in {spec.name for spec in RECALL.top(request_, 10)}


@pytest.mark.parametrize("spec", RECALL.specs, ids=lambda spec: spec.name)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_tools_own_description_recalls_it_first(spec: object, language: str) -> None:
    description = getattr(spec.description, language)  # type: ignore[attr-defined]
    assert RECALL.top(description, 3).count(spec) == 1  # type: ignore[arg-type]


@given(st.text(max_size=200), st.integers(1, 40))
def test_any_text_recalls_as_many_tools_as_asked_without_repeats(text: str, count: int) -> None:
    found = RECALL.top(text, count)
    assert len(found) == min(count, len(RECALL.specs))
    assert len({spec.name for spec in found}) == len(found)
    assert RECALL.top(text, count) == found


def test_chinese_is_indexed_by_characters_and_pairs() -> None:
    assert terms("开蓝牙") == ["开", "蓝", "牙", "开蓝", "蓝牙"]


def test_english_endings_and_full_width_letters_are_folded() -> None:
    assert terms("Alarms ringing ＷＩＦＩ") == ["alarm", "ring", "wifi"]


@pytest.mark.parametrize(
    ("text", "language"), [("Turn on WiFi", "en"), ("打开WiFi", "zh"), ("", "en"), ("ﾊﾟ", "en")]
)
def test_a_request_with_a_chinese_character_is_chinese(text: str, language: str) -> None:
    assert language_of(text) == language
