"""What has nothing to do with a question is told apart, and secrets among it are withheld."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tandem_edge.embedder.opening import open_embedder
from tandem_edge.memory.answering import Answers
from tandem_edge.memory.room import MemoryRoom, open_memory
from tandem_edge.settings import default_models_dir
from tandem_edge.vault.secret import Key, Secret
from tandem_shared.errors import MissingError
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


KEPT = (
    "The PIN of my bank card is 4711",
    "My wifi password is tulip-blue-77",
    "My passport number is E12345678",
    "门锁密码是902817",
    "我的身份证号是330102199001011234",
    "我有糖尿病",
)
"""Secrets, some of which no rule reads."""
PLAIN = (
    "I live in Porto",
    "I like jazz",
    "I take the 23 bus to work",
    "我的猫叫豆豆",
    "我周六去看牙",
)
ASKED = (
    ("What is my bank card PIN?", "4711"),
    ("我银行卡的密码是多少？", "4711"),
    ("What's the wifi password?", "tulip-blue-77"),
    ("wifi密码是多少", "tulip-blue-77"),
    ("What is my passport number?", "E12345678"),
    ("我的护照号是多少？", "E12345678"),
    ("门锁密码是什么？", "902817"),
    ("What is the door lock code?", "902817"),
    ("我的身份证号是多少？", "330102199001011234"),
    ("What is my ID card number?", "330102199001011234"),
    ("我有糖尿病吗", "糖尿病"),
    ("Do I have diabetes?", "糖尿病"),
)
OTHER_MATTERS = """What does my dog eat?
When is my flight to Rome?
Who won the football match?
Where did I park the car?
What is my sister's birthday?
What time does the gym open?
How much is my rent?
Which bus do I take to work?
What is my dentist's phone number?
What was the name of that restaurant?
What music do I like?
How old is my son?
When did I buy the sofa?
What colour is my bike?
Who is my boss?
What books did I read last month?
How many eggs are in the fridge?
What is the weather like in Oslo?
When do I water the plants?
What did Tom say about the party?
我的狗吃什么？
我几点的飞机？
昨天谁赢了比赛？
我的车停在哪里？
我妹妹的生日是哪天？
健身房几点开门？
我的房租是多少？
我坐几路车上班？
牙医的电话号码是多少？
那家餐厅叫什么名字？
我喜欢什么音乐？
我儿子多大了？
沙发是什么时候买的？
我的自行车是什么颜色？
我的老板是谁？
我上个月看了什么书？
冰箱里有几个鸡蛋？
奥斯陆天气怎么样？
我什么时候浇花？
小王说聚会怎么样？""".splitlines()


@pytest.fixture(params=["words", "meaning"])
def safe(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[MemoryRoom]:
    """A memory with six secrets, searched by words alone, and with the embedder if it is here."""
    embedder = None
    if request.param == "meaning":
        try:
            embedder = open_embedder(default_models_dir())
            embedder.load()
        except MissingError:
            pytest.skip("the embedder is not here")
    with open_memory(tmp_path, Key(Secret(b"k" * 32)), Scope(), embedder) as opened:
        told(opened, *KEPT, *PLAIN)
        yield opened


def _codes(answers: Answers) -> set[str]:
    codes = {code for _, code in ASKED}
    return {code for code in codes for each in answers.found if code in each.text}


def test_no_question_about_another_matter_is_told_or_warned_of_a_secret(safe: MemoryRoom) -> None:
    assert len(OTHER_MATTERS) == 40
    for question in OTHER_MATTERS:
        answers = safe.answers(question, START, 20)
        assert (_codes(answers), answers.withheld) == (set(), 0), question


def test_each_secret_is_told_to_the_question_that_means_it(safe: MemoryRoom) -> None:
    for question, code in ASKED:
        answers = safe.answers(question, START, 20)
        assert code in _codes(answers), question
        assert not any(code in each.text for each in answers.found if each.id in answers.perhaps)


def test_what_an_agent_is_given_for_a_request_has_no_secret_that_it_does_not_mean(
    safe: MemoryRoom,
) -> None:
    codes = {code for _, code in ASKED}
    for request in OTHER_MATTERS:
        given = safe.relevant(request, START, 20)
        assert not [each for each in given for code in codes if code in each.text], request


def test_what_an_agent_is_given_has_the_secret_that_a_request_means(safe: MemoryRoom) -> None:
    for request, code in (ASKED[0], ASKED[4], ASKED[6]):
        assert code in str([each.text for each in safe.relevant(request, START)]), request


QUESTIONS = st.sampled_from(
    [
        "Where did I live before I moved?",
        "我以前住在哪里？",
        "Where do I live?",
        "What do I like?",
        "Which things have I told about?",
        "What is my passport number?",
        "都有什么密码？",
    ]
)


@pytest.fixture(scope="module")
def long(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MemoryRoom]:
    """A memory whose facts have changed, with secrets and small talk."""
    home = tmp_path_factory.mktemp("long")
    with open_memory(home, Key(Secret(b"k" * 32)), Scope(), None) as opened:
        talk = ("I live in Porto", "I like tea", "I moved to Lisbon", "我搬到杭州了", "I like rain")
        told(opened, *KEPT, *PLAIN, *talk, *(f"I saw bird number {n} today" for n in range(60)))
        yield opened


@settings(max_examples=40, deadline=None)
@given(question=QUESTIONS, fewer=st.integers(1, 60), more=st.integers(0, 60))
def test_more_results_only_go_on_where_fewer_end(
    long: MemoryRoom, question: str, fewer: int, more: int
) -> None:
    few, many = (long.answers(question, START, count) for count in (fewer, fewer + more))
    assert many.found[: len(few.found)] == few.found
    assert few.perhaps == many.perhaps & {each.id for each in few.found}
    assert few.withheld == many.withheld
    found = [long.search(question, START, count) for count in (fewer, fewer + more)]
    assert found[1][: len(found[0])] == found[0]


def test_a_turn_gives_way_to_what_rests_on_it_in_the_better_place(room: MemoryRoom) -> None:
    told(room, "I live in Porto", "The weather is awful here")
    best, *rest = room.answers("Where do I live?", START).found
    raw = room.search("Where do I live?", START)
    same = [each for each in raw if "Porto" in each.text]
    assert best.id.startswith("unit_") and best.score == max(each.score for each in same)
    assert len(same) == 2 and not any("Porto" in each.text for each in rest)


LITTLE = (
    *(
        "I live in Porto",
        "My dentist appointment is on Tuesday at 3 pm",
        "My sister is called Mira",
    ),
    *("I take the 23 bus to work", "I'm allergic to peanuts", "My rent is 950 euros"),
    *("I work at Acme", "My cat is called Tom", "I like jazz", "My gym class is on Monday at 7 pm"),
    *("I use Anki for flashcards", "My locker is number 12", "My car is a blue Golf"),
    *("My boss is Peter", "我老婆叫李娜", "我儿子叫小明", "我喜欢喝绿茶", "我周六去游泳"),
    *("我妈妈的生日是五月三号", "我的车牌是浙A12345", "我对海鲜过敏", "我在字节跳动上班"),
    *("我每天坐地铁四号线", "我的猫叫豆豆", "我女儿上小学三年级", "我住在杭州", "我爱吃火锅"),
    *("我家的狗三岁了", "我搬到上海了", "The dentist moved my appointment to Thursday at 5 pm"),
)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("我现在住哪里", "上海"),
        ("我老婆叫什么名字", "李娜"),
        ("What was the old dentist time?", "Tuesday at 3"),
        ("When is the dentist now?", "Thursday at 5"),
    ],
)
def test_of_thirty_facts_the_one_that_answers_comes_first(
    little: MemoryRoom, question: str, answer: str
) -> None:
    assert len(LITTLE) == 30
    found = little.answers(question, START)
    assert answer in found.found[0].text and found.found[0].id not in found.perhaps


@pytest.fixture(scope="module")
def little(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MemoryRoom]:
    """A memory of thirty facts, two of which others have taken the place of; words alone."""
    home = tmp_path_factory.mktemp("little")
    with open_memory(home, Key(Secret(b"k" * 32)), Scope(), None) as opened:
        for order, text in enumerate(LITTLE):
            at = START + timedelta(hours=order)
            session, place = divmod(order, 5)
            turn = RawTurn(session=f"s{session}", order=place, speaker="owner", text=text, at=at)
            opened.hear([turn], at)
        yield opened
