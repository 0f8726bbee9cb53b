"""What has nothing to do with a question is told apart, and secrets among it are withheld."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tandem_edge.memory.room import MemoryRoom, open_memory
from tandem_edge.vault.secret import Key, Secret
from tandem_shared.memory import RawTurn, Scope, Sensitivity
from tests.edge.memory.desks import START, Talk


@pytest.fixture
def room(tmp_path: Path) -> Iterator[MemoryRoom]:
    """A fresh memory that is searched by words alone."""
    with open_memory(tmp_path, Key(Secret(b"k" * 32)), Scope(), None) as opened:
        yield opened


def told(room: MemoryRoom, *texts: str) -> None:
    for order, text in enumerate(texts):
        turn = RawTurn(session=f"s{order}", order=0, speaker="owner", text=text, at=START)
        room.hear([turn], START)


SECRETS = ("My passport number is E12345678", "我的护照号是E12345678")


@pytest.mark.parametrize("secret", SECRETS)
def test_the_secret_is_one(room: MemoryRoom, secret: str) -> None:
    told(room, secret)
    assert [unit.sensitivity for unit in room.book.units()] == [Sensitivity.SECRET]


@pytest.mark.parametrize(
    ("question", "text", "secret"),
    [
        ("What does my dog eat?", "I live in Porto", SECRETS[0]),
        ("我的狗吃什么？", "我住在杭州", SECRETS[1]),
        ("What does my dog eat?", "我住在杭州", SECRETS[1]),
        ("我的狗吃什么？", "I live in Porto", SECRETS[0]),
    ],
)
def test_an_unrelated_memory_is_perhaps_and_an_unrelated_secret_is_withheld(
    room: MemoryRoom, question: str, text: str, secret: str
) -> None:
    told(room, text, secret)
    answers = room.answers(question, START)
    assert all(each.id in answers.perhaps for each in answers.found)
    assert not any("E12345678" in each.text for each in answers.found)
    given = Talk(room).data("search_memory", query=question)["memories"]
    assert all(row["perhaps"] for row in given)
    assert "E12345678" not in str(given)


@pytest.mark.parametrize(
    ("question", "secret"),
    [
        ("What is my passport number?", SECRETS[0]),
        ("我的护照号是多少？", SECRETS[1]),
        ("What is my passport number?", SECRETS[1]),
        ("我的护照号是多少？", SECRETS[0]),
    ],
)
def test_a_secret_that_is_asked_for_is_given(room: MemoryRoom, question: str, secret: str) -> None:
    told(room, secret)
    answers = room.answers(question, START)
    assert answers.found and not answers.perhaps and answers.withheld == 0
    assert "E12345678" in answers.found[0].text


def test_an_answer_beside_what_shares_a_word_has_to_do_with_it(room: MemoryRoom) -> None:
    said = ("Where is the blue folder?", "Look behind the printer.", "Thanks!")
    turns = [
        RawTurn(session="s", order=order, speaker="owner", text=text, at=START)
        for order, text in enumerate(said)
    ]
    room.hear(turns, START)
    answers = room.answers("the blue folder", START)
    assert not answers.perhaps and any("printer" in each.text for each in answers.found)
