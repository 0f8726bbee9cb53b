"""Which kinds of answer a question wants, and which a text may hold, in both languages."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tandem_edge.memory.retrieval.answer_types import NAMES, TIMES, held, wanted

WANTED = """money: How much is the rent?
money: What did I pay for the bike?
money: What was the fare to the coast?
money: 房租多少钱？
money: 押金是多少？
clock: What time does the train leave?
clock: How early does the pool open?
clock: 几点上课？
day: Which day is the exam?
day: What date is the wedding?
day: 哪天考试？
day: 婚礼是几号？
span: How long did the repair take?
span: How many weeks is the course?
span: 等了多久？
span: 培训要几个月？
number: How many students are there?
number: What is the door code?
number: 班里有几个学生？
number: 门锁密码是多少？
person: Who fixed the boiler?
person: What is the plumber called?
person: 谁修的锅炉？
person: 水管工姓什么？
place: Where does Ana live?
place: Which hotel did we book?
place: 她住在哪儿？
place: 诊所的地址是什么？"""
HELD = """money: The rent is £850 now.
money: It came to forty pounds.
money: They charge 30 dollars an hour.
money: 房租现在八百块。
money: 一节课一百二。
clock: The train leaves at half past seven.
clock: It opens at 9:30.
clock: The pool shuts at noon.
clock: 七点半出发。
clock: 下午一点开会。
day: The exam is on Tuesday.
day: We marry on the 14th.
day: 星期二考试。
day: 十四号办婚礼。
span: It took three weeks.
span: I waited for half an hour.
span: 花了三个星期。
span: 等了半个小时。
number: There are twelve of us.
number: The code is 4471.
number: 我们有十二个人。
number: 密码是4471。
person: My sister fixed it.
person: Mr Qi did it.
person: We asked Ben to come.
person: 是我姐修的。
person: 王师傅来过。
place: It is next to the bakery.
place: She lives in Porto.
place: 在面包店旁边。
place: 她搬到青石街了。"""


def rows(table: str) -> list[tuple[str, str]]:
    pairs = (line.partition(": ") for line in table.splitlines())
    return [(name, text) for name, _, text in pairs]


@pytest.mark.parametrize(("name", "question"), rows(WANTED))
def test_a_question_wants_a_kind_of_answer(name: str, question: str) -> None:
    assert frozenset({name}) in wanted(question)


@pytest.mark.parametrize(("name", "text"), rows(HELD))
def test_a_text_may_hold_a_kind_of_answer(name: str, text: str) -> None:
    assert name in held(text)


@pytest.mark.parametrize(
    "question", ["Why did he quit?", "Does Leo like jazz?", "为什么戒烟？", "他喜欢爵士吗？", ""]
)
def test_a_reason_or_a_yes_is_no_kind_that_can_be_told(question: str) -> None:
    assert wanted(question) == ()


@pytest.mark.parametrize("text", ["Nice weather!", "I like it.", "天气真好！", "我很喜欢。", ""])
def test_small_talk_holds_none(text: str) -> None:
    assert held(text) == frozenset()


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("money", "The pool shuts at noon."),
        ("clock", "It took three weeks."),
        ("span", "The exam is on Tuesday."),
        ("place", "There are twelve of us."),
        ("money", "王师傅来过。"),
        ("clock", "房租现在八百块。"),
        ("place", "花了三个星期。"),
        ("person", "七点半出发。"),
    ],
)
def test_a_kind_is_told_from_the_others(kind: str, text: str) -> None:
    assert kind not in held(text)


@pytest.mark.parametrize("question", ["When is the dentist?", "牙医什么时候？"])
def test_a_plain_when_is_answered_by_a_day_or_an_hour(question: str) -> None:
    assert wanted(question) == (TIMES,)


@pytest.mark.parametrize("question", ["When, at what time, is the dentist?", "什么时候，几点去？"])
def test_a_when_that_says_which_wants_that_alone(question: str) -> None:
    assert TIMES not in wanted(question) and frozenset({"clock"}) in wanted(question)


@pytest.mark.parametrize("question", ["When and where do we meet?", "什么时候在哪里见面？"])
def test_a_question_may_want_several_kinds(question: str) -> None:
    assert {*wanted(question)} == {TIMES, frozenset({"place"})}


@given(st.text(max_size=200))
@example("£\n$")
@example("一" * 500)
@example("one " * 300)
def test_any_text_has_kinds_out_of_those_there_are(text: str) -> None:
    assert held(text) <= {*NAMES}
    assert all(any_of and any_of <= {*NAMES} for any_of in wanted(text))
    assert len({*wanted(text)}) == len(wanted(text))
