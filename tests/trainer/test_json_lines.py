"""Lines of JSON are told apart by line feeds alone, and keep the numbers that an editor shows."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from tandem_trainer.json_lines import numbered_lines


def test_lines_that_say_nothing_are_left_out_and_counted() -> None:
    assert [*numbered_lines('\n{"a": 1}\r\n  \n2\n\n')] == [(2, '{"a": 1}\r'), (4, "2")]


@given(st.lists(st.text()))
def test_any_texts_come_back_one_a_line(texts: list[str]) -> None:
    written = "\n".join(json.dumps(each, ensure_ascii=False) for each in texts)
    assert [json.loads(line) for _, line in numbered_lines(written)] == texts
