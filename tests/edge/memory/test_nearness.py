"""What was never told is not answered as sure, and a secret only to who means that one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tandem_edge.embedder.opening import open_embedder
from tandem_edge.memory.extraction.secrets import is_secret
from tandem_edge.memory.room import MemoryRoom, open_memory
from tandem_edge.settings import default_models_dir
from tandem_edge.vault.secret import Key, Secret
from tandem_shared.errors import MissingError
from tandem_shared.memory import RawTurn, Scope
from tests.edge.memory.desks import START

TOLD = (
    *("My name is Marta Ellwood", "I take my coffee black", "My locker is number 48"),
    *("Our rent is 1250 pounds a month", "My sister Ruth lives in Leeds", "我妈妈有高血压"),
    *("门密码是5519", "My wifi password is heron-42-lake", "我太太的生日是十一月二十号"),
    *("我不去青岛了", "周五下午三点去看牙", "I work at Fennick", "我有偏头痛"),
)


@pytest.fixture(scope="module", params=["words", "meaning"])
def life(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[MemoryRoom]:
    """What somebody told, searched by words alone, and with the embedder if it is here."""
    embedder = None
    if request.param == "meaning":
        try:
            embedder = open_embedder(default_models_dir())
            embedder.load()
        except MissingError:
            pytest.skip("the embedder is not here")
    home = tmp_path_factory.mktemp("life")
    with open_memory(home, Key(Secret(b"k" * 32)), Scope(), embedder) as opened:
        for order, text in enumerate(TOLD):
            turn = RawTurn(session="s", order=order, speaker="owner", text=text, at=START)
            opened.hear([turn], START)
        yield opened


def sure_of(room: MemoryRoom, question: str) -> list[str]:
    answers = room.answers(question, START)
    return [each.text for each in answers.found if each.id not in answers.perhaps]


@pytest.mark.parametrize(
    "question",
    [
        *("What is my passport number?", "What is my dog's name?", "Who did I vote for?"),
        *("我的工资多少", "我上的什么大学", "结婚纪念日是哪天", "猫去哪了", "How tall am I?"),
    ],
)
def test_what_was_never_told_has_no_sure_answer(life: MemoryRoom, question: str) -> None:
    assert sure_of(life, question) == []


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What is my name?", "Marta"),
        ("How do I take my coffee?", "black"),
        ("我老婆哪天生日", "十一月"),
        ("我妈身体怎么样", "高血压"),
        ("What is the wifi password", "heron"),
        ("门的密码是多少", "5519"),
        ("How much is the rent?", "1250"),
    ],
)
def test_what_was_told_is_a_sure_answer(life: MemoryRoom, question: str, answer: str) -> None:
    assert any(answer in text for text in sure_of(life, question))


@pytest.mark.parametrize(
    ("question", "secret"),
    [
        ("How tall am I?", "高血压"),
        ("我多高", "高血压"),
        ("What is the wifi password", "5519"),
        ("门的密码是多少", "heron"),
        ("我爸身体怎么样", "高血压"),
        ("我身体怎么样", "妈妈"),
        ("我妈身体怎么样", "偏头痛"),
    ],
)
def test_a_secret_about_another_is_not_shown(life: MemoryRoom, question: str, secret: str) -> None:
    found = life.answers(question, START, 20).found
    assert not [each.text for each in found if secret in each.text]


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("The owner is not allergic to penicillin.", False),
        ("我对青霉素不过敏", False),
        ("我对芒果不过敏", False),
        ("I am allergic to penicillin", True),
        ("I'm not allergic to nuts, I take warfarin", True),
    ],
)
def test_what_somebody_can_have_is_no_secret(text: str, secret: bool) -> None:
    assert is_secret(text) is secret
