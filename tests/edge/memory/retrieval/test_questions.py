"""A question that asks several things is cut into them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tandem_edge.memory.retrieval.questions import MOST, questions_in


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        (
            "Where is the clinic and when does it open?",
            ("Where is the clinic", "when does it open?"),
        ),
        (
            "Which gym did I join, and how much is it?",
            ("Which gym did I join", "how much is it?"),
        ),
        ("What is the fee, for how long do I pay?", ("What is the fee", "for how long do I pay?")),
        ("诊所在哪里，几点开门？", ("诊所在哪里", "几点开门？")),
        ("谁教我游泳？一节课多少钱？", ("谁教我游泳", "一节课多少钱？")),
    ],
)
def test_several_questions_are_told_apart(text: str, parts: tuple[str, ...]) -> None:
    assert questions_in(text) == parts


@pytest.mark.parametrize(
    "text",
    [
        "",
        "What did Ana buy?",
        "他哪天来？",
        "salt and pepper",
        "Where did Ana and Leo meet?",
        "？，",
    ],
)
def test_one_question_has_no_parts(text: str) -> None:
    assert questions_in(text) == ()


@pytest.mark.parametrize(
    "text", ["Who, where did we meet?", "Where did we meet, and why?", "嗯，他哪天来？"]
)
def test_a_part_that_says_nothing_by_itself_is_none(text: str) -> None:
    assert questions_in(text) == ()


def test_only_the_first_few_parts_count() -> None:
    text = "where did we eat, what did we drink, who paid for that, when did we leave"
    assert questions_in(text) == ("where did we eat", "what did we drink")
    assert len(questions_in(text)) == MOST


@given(st.text(st.sampled_from("abc ,;?？，；什么 and what when\n"), max_size=80) | st.text())
def test_parts_stand_in_the_text_in_order(text: str) -> None:
    parts, at = questions_in(text), 0
    assert len(parts) != 1 and len(parts) <= MOST
    for part in parts:
        at = text.index(part, at) + len(part)


@pytest.mark.parametrize(
    "order", ["Text Mia that I am late, and order two pizzas", "给小美发消息说我晚到，再订两个披萨"]
)
def test_what_asks_nothing_is_not_cut(order: str) -> None:
    assert questions_in(order) == ()
