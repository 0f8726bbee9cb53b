"""Cutting results by structure."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from tandem_edge.planner.trimming import trimmed

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-1000, 1000) | st.text(max_size=300),
    lambda inner: st.lists(inner, max_size=12) | st.dictionaries(st.text(max_size=9), inner),
    max_leaves=60,
)


@given(JSON)
def test_what_is_left_is_json_and_cutting_it_again_changes_nothing_much(value: object) -> None:
    cut = trimmed(value)
    assert json.loads(json.dumps(cut)) == cut
    assert len(json.dumps(trimmed(cut))) <= len(json.dumps(cut))


@given(st.lists(st.text(min_size=100, max_size=400), min_size=1, max_size=60))
def test_a_list_of_long_texts_fits_and_says_what_is_missing(texts: list[str]) -> None:
    cut = trimmed({"messages": texts})
    assert len(json.dumps(cut, ensure_ascii=False)) <= 900 + len(texts) * 2
    if len(texts) > 8:
        assert cut["messages"][-1].endswith(" more")


def test_small_results_are_left_whole() -> None:
    value = {"alarm_id": "alarm3", "time": "07:30", "days": ["mon", "tue"], "on": True}
    assert trimmed(value) == value


def test_short_fields_outlast_long_texts() -> None:
    rows = [{"id": f"note{n}", "text": "long " * 100} for n in range(6)]
    cut = trimmed({"notes": rows})
    assert [row["id"] for row in cut["notes"][:3]] == ["note0", "note1", "note2"]


def test_control_characters_and_hidden_ones_are_gone() -> None:
    assert trimmed({"a\x1b[2J": "x\u202ey\x07"}) == {"a": "xy"}
