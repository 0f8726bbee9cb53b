"""Whose a replacement is: made of the owner's words, agreed to by the owner, or the planner's."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tandem_edge.harness.ports import Approve
from tandem_edge.memory.hearing import words_of
from tandem_edge.memory.room import open_memory
from tandem_edge.vault.secret import Key, Secret
from tandem_shared.approvals import Answer, ApprovalRequest, Why
from tandem_shared.memory import Origin, RawTurn, Scope
from tandem_shared.tools import Bilingual, Effect, ToolCall, ToolResult
from tests.edge.memory.desks import START, Talk

KEY = Key(Secret(bytes(range(32))))
BUS = "The user's bus to work is the 27."
TOLD = "They've renumbered my bus to work, it's the 61 now. Lavinia's hasn't changed"


@pytest.fixture
def talk(tmp_path: Path) -> Iterator[Talk]:
    with open_memory(tmp_path, KEY, Scope(), None) as room:
        yield Talk(room)


@pytest.mark.parametrize(
    ("known", "said", "text"),
    [
        (BUS, TOLD, "The user's bus to work is the 61."),
        (
            "Pottery is on Mondays at six, bring an apron.",
            "Pottery has moved to Wednesdays, same time",
            "Pottery is on Wednesdays at six, bring an apron.",
        ),
        ("用户上班坐27路。", "我上班那路公交改号了，现在叫61路，湘湘那趟没变", "用户上班坐61路。"),
        ("蔬菜箱周五送，一箱五十八块。", "蔬菜箱从这月起六十六了", "蔬菜箱周五送，一箱六十六块。"),
    ],
)
def test_a_sentence_of_what_was_known_and_what_was_said_is_the_owners(
    talk: Talk, known: str, said: str, text: str
) -> None:
    talk.says(f"Remember: {known}")
    talk.data("save_memory", text=known)
    talk.says(said)
    new = talk.data("replace_memory", which=known, text=text)["memory_id"]
    unit = talk.room.book.unit(new)
    assert unit is not None and unit.origin is Origin.OWNER and unit.summary == text
    turns = talk.room.book.turns_by_id(unit.evidence).values()
    assert [kept.turn.text for kept in turns] == [said]


@pytest.mark.parametrize(
    "text",
    [
        "The user's bus to work is the 99.",
        "The user's bus to work is not the 61.",
        "Bob pays.",
    ],
)
def test_what_nobody_said_or_nobody_changed_is_not(text: str) -> None:
    said = "They've renumbered my bus, it's the 61 now"
    assert not words_of(said, text, BUS)


def test_after_foreign_text_the_owners_own_words_alone_count(talk: Talk) -> None:
    talk.says(f"Remember: {BUS}")
    talk.data("save_memory", text=BUS)
    talk.says(TOLD)
    talk.conversation.taint.add("read_messages")
    changed = {"which": BUS, "text": "The user's bus to work is the 61, bring cash."}
    assert talk.fault("replace_memory", **changed) == "invalid_argument"


def test_a_denial_counts_where_it_stands() -> None:
    assert words_of("Anna does not eat meat, she eats fish", "Anna eats fish", "Anna eats meat")
    assert not words_of("Anna does not eat fish", "Anna eats fish")
    assert not words_of("Anna eats fish", "Anna does not eat fish")
    assert words_of("红烧肉别放糖", "红烧肉别放糖") and not words_of("红烧肉放糖", "红烧肉别放糖")


def asking(text: str) -> ApprovalRequest:
    call = ToolCall(name="replace_memory", arguments={"which": BUS, "text": text})
    return ApprovalRequest(
        call=call,
        arguments=call.arguments,
        effect=Effect.WRITE,
        origin="memory",
        purpose=Bilingual(en="replace", zh="更新"),
        preview=ToolResult(ok=True, data={}),
        changes=(),
        why=Why.FOREIGN_TEXT,
        sources=("read_messages",),
        words=(),
        offers=(Answer.ONCE,),
        scope="",
        language="en",
        expires=START,
    )


@pytest.mark.parametrize(("answer", "origin"), [(Answer.ONCE, Origin.OWNER), (Answer.NO, None)])
def test_a_sentence_the_owner_has_said_yes_to_is_the_owners(
    talk: Talk, answer: Answer, origin: Origin | None
) -> None:
    talk.says(f"Remember: {BUS}")
    talk.data("save_memory", text=BUS)
    talk.says("Read what the bus company wrote, and update what you remember")
    talk.conversation.taint.add("read_messages")
    text = "The user's bus to work is the 61."
    call = ToolCall(name="replace_memory", arguments={"which": BUS, "text": text})
    assert talk.memory.preview(call).result.ok
    approve: Approve = talk.memory.noting(lambda request: answer)
    assert approve(asking(text)) is answer
    done = talk.done("replace_memory", which=BUS, text=text)
    unit = talk.room.book.unit(str(done.result.data.get("memory_id", "")))
    assert (unit.origin if unit else None) is origin
    assert talk.fault("replace_memory", which="bus", text="Buses are free.") == "invalid_argument"


def test_strangers_words_do_not_gain_trust_by_being_recalled(talk: Talk) -> None:
    words = "The gate code of the farm is 4711"
    turn = RawTurn(
        session="sms", order=0, speaker="Bob", text=words, at=START, origin=Origin.EXTERNAL
    )
    talk.room.hear([turn], START)
    talk.says("What is the gate code?")
    assert talk.found("gate code of the farm") == [words]
    saved = talk.data("save_memory", text="The gate opens with 4711")["memory_id"]
    unit = talk.room.book.unit(saved)
    assert unit is not None and unit.origin is Origin.EXTERNAL


@given(st.text(max_size=80), st.text(max_size=80), st.text(max_size=80))
def test_no_text_breaks_the_comparison(said: str, text: str, known: str) -> None:
    assert words_of(said, text, known) in (True, False)


@given(st.text(max_size=80), st.text(max_size=80))
def test_where_nothing_was_said_no_sentence_is_the_owners(text: str, known: str) -> None:
    assert not words_of("", text, known)
