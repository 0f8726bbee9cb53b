"""What a text has to be is seen by code, in both languages."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tandem_trainer.evaluate.guard.asking import last_number
from tandem_trainer.evaluate.guard.checks import Checks

HOLDS: list[tuple[dict[str, Any], str, bool]] = [
    ({"words": [3, 3]}, "well-known old song", True),
    ({"words": [1, 2]}, "one two three", False),
    ({"characters": [2, 4]}, "你好 world", True),
    ({"characters": [3, 4]}, "你好", False),
    ({"sentences": [2, 2]}, "It cost 3.5 euros. Really!", True),
    ({"sentences": [2, 2]}, "天冷了。快回家吧", True),
    ({"sentences": [1, 1]}, "天冷了。快回家吧。", False),
    ({"lines": 2}, "a\n\n b ", True),
    ({"listed": 2}, "1. a\n2) b\nc", True),
    ({"listed": 2}, "a\nb", False),
    ({"commas": 3}, "春、夏、秋", True),
    ({"paragraphs": 2}, "a\nb\n\nc", True),
    ({"starts": "Honestly"}, "honestly, no", True),
    ({"ends": "！"}, "好的!", True),
    ({"ends": "Bye."}, "Bye. Or not.", False),
    ({"exact": '"go"'}, "“go”", True),
    ({"exact": "go"}, "go!", False),
    ({"contains": ["Ann", "may"]}, "ann MAY", True),
    ({"avoids": ["sun"]}, "Sunday", False),
    ({"any_of": ["yes", "no"]}, "maybe", False),
    ({"counts": {"echo": 2}}, "Echo echo", True),
    ({"counts": {"echo": 2}}, "echo echo echo", False),
    ({"json_keys": ["a"]}, '```json\n{"a": 1}\n```', True),
    ({"json_keys": ["a"]}, '{"a": 1, "b": 2}', False),
    ({"array": ["x"]}, '["x"]', True),
    ({"array": ["x"]}, '["x"', False),
    ({"upper": True}, "ÄRGER 1", True),
    ({"upper": True}, "123", False),
    ({"lower": True}, "All", False),
    ({"language": "zh"}, "你好 ok", False),
    ({"language": "zh"}, "今天天气很好 OK", True),
    ({"language": "en"}, "Hello 你", False),
]


@pytest.mark.parametrize(("checks", "text", "holds"), HOLDS)
def test_a_check_holds_of_some_texts_and_not_of_others(
    checks: dict[str, Any], text: str, holds: bool
) -> None:
    assert (Checks.model_validate(checks).failed(text) == ()) is holds


@given(st.text())
def test_any_text_can_be_checked_for_everything(text: str) -> None:
    for checks, _, _ in HOLDS:
        failed = Checks.model_validate(checks).failed(text)
        assert set(failed) <= set(checks)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("It is 12, so 1,204 in all.", 1204),
        ("-3", -3),
        ("2.50", 2.5),
        ("no", None),
        ("还剩12枝", 12),
    ],
)
def test_the_last_number_of_an_answer_is_the_answer(text: str, number: float | None) -> None:
    assert last_number(text) == number
