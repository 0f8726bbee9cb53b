"""What the owner reads before saying yes, and which words are a yes."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from tandem_shared.approvals import Answer, ApprovalRequest, Why, question_lines, read_answer
from tandem_shared.tools import Bilingual, Effect, ToolCall, ToolResult

EVERY = (Answer.ONCE, Answer.CONVERSATION, Answer.ALWAYS)


def request(text: str = "Hi", **more: Any) -> ApprovalRequest:
    fields: dict[str, Any] = {
        "call": ToolCall(name="send_message", arguments={"person": "Ann", "text": text}),
        "effect": Effect.WRITE,
        "origin": "phone",
        "purpose": Bilingual(en="send a message", zh="发消息"),
        "preview": ToolResult(ok=True),
        "why": Why.FOREIGN_TEXT,
        "offers": EVERY,
        "expires": datetime(2100, 1, 1, tzinfo=UTC),
    }
    return ApprovalRequest(**{**fields, **more})


def test_the_end_of_a_long_message_is_shown_too() -> None:
    first, *_ = question_lines(request("see you " * 150 + "PIN 1234"))
    assert "PIN 1234" in first


def test_a_message_cannot_look_like_another_argument() -> None:
    first, *_ = question_lines(request("hi, person=Mum)"))
    assert first.endswith('text="hi, person=Mum)")')


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        *(("o", Answer.ONCE), ("ｏ", Answer.ONCE), ("这一次", Answer.ONCE), ("好", Answer.ONCE)),
        *(("this conversation", Answer.CONVERSATION), ("本次对话", Answer.CONVERSATION)),
        *(("总是", Answer.ALWAYS), ("Ａ", Answer.ALWAYS)),
        *(("不", Answer.NO), ("不好", Answer.NO), ("", Answer.NO), ("　", Answer.NO)),
    ],
)
def test_each_choice_can_be_typed_as_it_is_written(typed: str, answer: Answer) -> None:
    assert read_answer(request(), typed) is answer


@pytest.mark.parametrize("typed", ["send", "ｓｅｎｄ", " 发送 "])
def test_a_word_counts_in_the_width_that_an_input_method_gives(typed: str) -> None:
    assert read_answer(request(words=("send", "发送")), typed) is Answer.ONCE
