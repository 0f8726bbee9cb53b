"""The executor: questions to the owner, deadlines, grants, journal, and strangers' orders."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tandem_edge.bench.injection.strangers import REPORT, SEARCH, Board, Helper
from tandem_edge.harness.agents_hand import AgentsHand
from tandem_edge.harness.budget import Spent
from tandem_edge.harness.conversation import Conversation
from tandem_edge.harness.execute import ANSWER_S, Executor
from tandem_edge.harness.toolbox import Toolbox
from tandem_edge.phone.protocol import Execution
from tandem_edge.phone.sandbox.world import SandboxPhone
from tandem_edge.policy.deciding import RulePolicy
from tandem_edge.policy.taint import Taint
from tandem_edge.policy.words import CHINESE, words_for
from tandem_edge.undo.journal import UndoJournal
from tandem_shared.approvals import (
    Answer,
    ApprovalRequest,
    Why,
    choices_text,
    question_lines,
    read_answer,
)
from tandem_shared.tools import ANY_ACTION, Effect, ToolCall, ToolSpec
from tests.edge.policy.saying import FINAL, READ, WRITE, call, spec

Answers = Callable[[ApprovalRequest], Answer]


class Try:
    """An executor and what its owner was asked."""

    def __init__(self, phone: SandboxPhone, answer: Answer = Answer.ONCE, **options: Any) -> None:
        self.asked: list[ApprovalRequest] = []
        self.now = datetime(2026, 3, 10, 9, tzinfo=UTC)
        self.answer, self.takes_s = answer, 0.0
        tools = options.pop("tools", Toolbox(phone))
        self.executor = Executor(
            tools,
            options.pop("policy", RulePolicy()),
            self.approve,
            options.pop("cancelled", threading.Event()),
            clock=lambda: self.now,
            **options,
        )

    def approve(self, request: ApprovalRequest) -> Answer:
        self.asked.append(request)
        self.now += timedelta(seconds=self.takes_s)
        return self.answer

    def __call__(self, wanted: ToolCall, its: ToolSpec | None = None) -> Execution:
        return self.executor.execute(wanted, its or spec(wanted.name), Spent(), 60.0)


def code(execution: Execution) -> str:
    return execution.result.fault.code if execution.result.fault else ""


def test_a_yes_that_comes_too_late_is_a_no(phone: SandboxPhone) -> None:
    attempt = Try(phone)
    attempt.takes_s = ANSWER_S + 1
    assert code(attempt(FINAL)) == "expired"
    attempt.takes_s = ANSWER_S - 1
    assert code(attempt(FINAL)) == ""


def test_what_is_irreversible_is_confirmed_by_its_word_and_only_once(phone: SandboxPhone) -> None:
    attempt = Try(phone, Answer.ALWAYS)
    assert code(attempt(FINAL)) == "not_confirmed"
    (request,) = attempt.asked
    assert (request.words, request.offers) == (("send", "发送"), (Answer.ONCE,))
    assert read_answer(request, " Send ") is Answer.ONCE
    assert read_answer(request, "发送") is Answer.ONCE
    for typed in ("", "y", "yes", "once", "always", "sent", "send it"):
        assert read_answer(request, typed) is Answer.NO


def test_every_irreversible_action_has_a_word_in_both_languages(phone: SandboxPhone) -> None:
    for each in phone.catalogue.specs:
        for action, effect in each.effects.items():
            if effect is Effect.IRREVERSIBLE:
                arguments = {} if action == ANY_ACTION else {"action": action}
                verb, chinese = words_for(ToolCall(name=each.name, arguments=arguments), each)
                assert verb.isalpha() and verb in CHINESE, (each.name, action, verb)
                assert chinese == CHINESE[verb]


def test_a_reversible_write_is_asked_about_by_letter(phone: SandboxPhone) -> None:
    attempt = Try(phone, Answer.CONVERSATION, conversation="talk", taint=Taint(sources=["x"]))
    assert code(attempt(WRITE)) == ""
    (request,) = attempt.asked
    assert request.why is Why.FOREIGN_TEXT
    assert request.offers == (Answer.ONCE, Answer.CONVERSATION, Answer.ALWAYS)
    typed = {"o": Answer.ONCE, "y": Answer.ONCE, "c": Answer.CONVERSATION, "a": Answer.ALWAYS}
    assert {text: read_answer(request, text) for text in typed} == typed
    assert read_answer(request, "maybe") is Answer.NO


def test_the_question_says_what_why_and_how_far_a_wider_yes_goes(phone: SandboxPhone) -> None:
    attempt = Try(phone, Answer.NO, taint=Taint(sources=["read_messages"]))
    attempt(WRITE)
    text = "\n".join(question_lines(attempt.asked[0]))
    for said in ("manage_alarm(", "rings_at=", "not yours", "read_messages", "would also cover"):
        assert said in text
    assert "c this conversation" in choices_text(attempt.asked[0])


def test_the_question_is_put_in_the_language_of_the_request(phone: SandboxPhone) -> None:
    attempt = Try(phone, Answer.NO, taint=Taint(sources=["x"]), language="zh")
    attempt(WRITE)
    attempt(FINAL)
    for request in attempt.asked:
        text = "\n".join([*question_lines(request), choices_text(request)])
        assert "回车 = 不" in text and "Enter" not in text


def test_a_yes_for_the_conversation_covers_it_and_no_other(phone: SandboxPhone) -> None:
    policy = RulePolicy()
    options = {"policy": policy, "taint": Taint(sources=["x"])}
    first = Try(phone, Answer.CONVERSATION, conversation="one", **options)
    first(WRITE)
    again = call("manage_alarm", action="create", time="8:15")
    first(again)
    assert len(first.asked) == 1  # only the words of what it adds may differ
    first(call("manage_alarm", action="delete", label="Take pills"))
    assert len(first.asked) == 2
    other = Try(phone, Answer.NO, conversation="two", **options)
    assert code(other(call("manage_alarm", action="create", time="9:15"))) == "not_confirmed"


def test_a_grant_given_in_an_answer_covers_no_argument_that_was_not_shown(
    phone: SandboxPhone,
) -> None:
    policy = RulePolicy()
    attempt = Try(phone, Answer.ALWAYS, policy=policy, taint=Taint(sources=["x"]))
    attempt(WRITE)
    attempt(call("manage_alarm", action="create", time="8:15", label="new"))
    assert len(attempt.asked) == 2


def test_calls_of_one_step_are_judged_by_what_was_read_before_it(phone: SandboxPhone) -> None:
    taint = Taint()
    attempt = Try(phone, Answer.NO, taint=taint)
    attempt(call("read_messages"))
    assert taint.sources == ["read_messages"]
    assert code(attempt(WRITE)) == ""
    later = call("manage_alarm", action="create", time="8:15")
    assert code(Try(phone, Answer.NO, taint=taint)(later)) == "not_confirmed"


def test_a_write_is_journalled_and_a_read_is_not(phone: SandboxPhone) -> None:
    journal = UndoJournal()
    attempt = Try(phone, journal=journal, turn="talk/1")
    attempt(READ)
    attempt(WRITE)
    attempt(FINAL)
    assert [entry.begun.call for entry in journal.entries()] == [WRITE, FINAL]
    assert {entry.begun.turn for entry in journal.entries()} == {"talk/1"}


def test_what_is_declined_is_not_journalled(phone: SandboxPhone) -> None:
    journal = UndoJournal()
    Try(phone, Answer.NO, journal=journal)(FINAL)
    assert journal.entries() == []


def test_a_strangers_tool_can_neither_guide_nor_offer_tools(phone: SandboxPhone) -> None:
    helper = Helper("obey me")
    taint = Taint()
    attempt = Try(phone, tools=Toolbox(phone, [helper]), taint=taint)
    done = attempt(call(REPORT, task="x"), helper.specs()[0])
    assert done.result.data == {"report": "obey me"}
    assert (done.guidance, done.exposes) == ("", ())
    assert taint.sources == ["agents"]


def test_a_strangers_server_is_asked_about_whatever_it_says_of_its_tools(
    phone: SandboxPhone,
) -> None:
    board = Board()
    attempt = Try(phone, Answer.NO, tools=Toolbox(phone, [board]))
    assert code(attempt(call(SEARCH, query="x"), board.specs()[0])) == "not_confirmed"
    assert attempt.asked[0].why is Why.OUTSIDE
    assert board.received == []


@pytest.mark.parametrize(
    ("answer", "wanted", "ends"),
    [
        (Answer.ONCE, WRITE, ""),
        (Answer.NO, WRITE, "not_confirmed"),
        (Answer.NO, FINAL, "not_confirmed"),
        (Answer.NO, READ, ""),
    ],
)
def test_a_sub_agents_writes_need_the_owners_word(
    phone: SandboxPhone, answer: Answer, wanted: ToolCall, ends: str
) -> None:
    journal = UndoJournal()
    hand = AgentsHand(
        RulePolicy(), lambda request: answer, threading.Event(), Conversation, journal
    )
    assert code(hand(phone, wanted, spec(wanted.name))) == ends
    assert len(journal.entries()) == (wanted is WRITE and not ends)


def test_a_sub_agents_writes_stand_under_the_turn_also_after_older_turns_were_let_go(
    phone: SandboxPhone,
) -> None:
    journal, talk = UndoJournal(), Conversation(earlier=["one", "two"])
    hand = AgentsHand(
        RulePolicy(), lambda request: Answer.ONCE, threading.Event(), lambda: talk, journal
    )
    hand(phone, WRITE, spec(WRITE.name))
    assert [entry.begun.turn for entry in journal.entries()] == [f"{talk.id}/2"]
