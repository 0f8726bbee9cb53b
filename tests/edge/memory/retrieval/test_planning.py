"""What a question is taken for, in both languages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tandem_edge.memory.retrieval.planning import Aim, Kind, kind_of, plan_for, shown
from tandem_shared.memory import Status

BEFORE = """What did I use before?
Who was my flatmate before Kwame?
在小李之前我的室友是谁？
Which bank did Ana have before she switched?
Where did I live before I moved?
Where did we use to live?
What was my previous phone number?
What was my old address?
Who was her former boss?
以前用什么记单词？
我之前住在哪儿？
她原来做什么工作？
我上一个手机号是多少？
换之前用的哪家银行？"""
ORDER = """What was the first film we watched?
Which city did Leo visit most recently?
What happened right after the wedding?
Which came earlier, the trip or the exam? In what order?
最早提到猫是什么时候？
我最后一次体检在哪儿？
搬家和换工作哪个先？
第一次去青岛跟谁去的？"""
COUNT = """How many times did I go running?
How often did Ana cancel?
去过几次杭州？
我一共养过多少只猫？
今年感冒了多少次？"""
NOW = """What do I use for flash cards?
Where does Ana work?
Who is my dentist?
When is my sister's birthday?
我住在哪里？
小雨喜欢吃什么？
谁是我的牙医？
妈妈的生日是哪天？
How many years have I lived here?"""


@pytest.mark.parametrize(
    ("question", "aim"),
    [
        *((line, Aim.BEFORE) for line in BEFORE.splitlines()),
        *((line, Aim.ORDER) for line in ORDER.splitlines()),
        *((line, Aim.COUNT) for line in COUNT.splitlines()),
        *((line, Aim.NOW) for line in NOW.splitlines()),
    ],
)
def test_a_question_is_taken_for_what_it_asks(question: str, aim: Aim) -> None:
    assert plan_for(question).aim is aim


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("When did Ana move?", Kind.TIME),
        ("她哪天搬的家？", Kind.TIME),
        ("Why did he quit?", Kind.REASON),
        ("为什么戒烟？", Kind.REASON),
        ("Where is the key?", Kind.PLACE),
        ("钥匙在哪儿？", Kind.PLACE),
        ("Who fixed it?", Kind.PERSON),
        ("谁修的？", Kind.PERSON),
        ("What hobbies does she have?", Kind.LIST),
        ("她有哪些爱好？", Kind.LIST),
        ("Is Leo allergic to nuts?", Kind.YES_NO),
        ("他对花生过敏吗？", Kind.YES_NO),
        ("How much was the rent?", Kind.NUMBER),
        ("房租多少钱？", Kind.NUMBER),
        ("What is the dog called?", Kind.OTHER),
    ],
)
def test_a_question_wants_a_kind_of_answer(question: str, kind: Kind) -> None:
    assert kind_of(question) is kind


@given(st.text(max_size=100))
def test_only_a_plan_of_what_was_before_shows_superseded_facts(question: str) -> None:
    plan = plan_for(question)
    assert (Status.SUPERSEDED in plan.shows) == (plan.aim is Aim.BEFORE)
    assert Status.WITHDRAWN not in plan.shows and Status.REJECTED not in plan.shows


def test_counts_gather_from_many_sessions() -> None:
    assert plan_for("How many times?").spread and plan_for("去过几次？").widen > 1


@pytest.mark.parametrize(
    "question",
    [
        "Before the plan changed, which hotel was I booked into?",
        "What was the original price?",
        "Where did the sofa stand at first?",
        "我原来几点上课？",
        "一开始房租是多少？",
        "Where was the class at the very start?",
        "What was the plan from the outset?",
        "Which gym did I go to before I moved?",
        "Where did she work before the merger came?",
        "When I first came, where did I live?",
        "Who was first supposed to drive?",
        "Who did I ask first time round?",
        "最开始学费是多少？",
        "最早定的哪天？",
        "在装修之前谁住那间？",
        "刚来上海的时候住哪儿？",
        "刚搬来那会儿租金多少？",
        "头一回去的是哪家？",
        "先前的密码是什么？",
    ],
)
def test_a_question_of_how_it_began_asks_what_was_before(question: str) -> None:
    assert plan_for(question).aim is Aim.BEFORE


@pytest.mark.parametrize("question", ["咖啡几点以前喝？", "What went wrong after we went live?"])
def test_a_limit_of_time_asks_neither_what_was_before_nor_for_an_order(question: str) -> None:
    assert plan_for(question).aim is Aim.NOW


@pytest.mark.parametrize(
    ("question", "now"),
    [
        ("Which bus do I take these days?", True),
        ("我现在喝什么咖啡？", True),
        ("面试后来改到哪天了？", True),
        ("Where is the party later on?", True),
        ("What did we finally choose?", True),
        ("What do I drink instead?", True),
        ("What do we use in place of butter?", True),
        ("Where is it held after it was moved?", True),
        ("Which bus do I take once I have moved?", True),
        ("他到底选了哪个？", True),
        ("终于定在哪天？", True),
        ("结果去了哪里？", True),
        ("换了什么药？", True),
        ("以后，谁来接孩子？", True),
        ("Which bus goes to the lake?", False),
        ("What did I use before?", False),
        ("谁送过我茶壶？", False),
    ],
)
def test_a_question_may_say_that_it_asks_for_what_holds_now(question: str, now: bool) -> None:
    assert plan_for(question).now is now


@pytest.mark.parametrize(
    "question", ["Which of the two came first, Ana or Leo?", "Who did I see first, Ana or Leo?"]
)
def test_which_of_two_was_first_asks_for_an_order(question: str) -> None:
    assert plan_for(question).aim is Aim.ORDER


def test_a_plan_tells_the_kinds_of_answer_that_are_wanted() -> None:
    assert plan_for("Where does Ana live?").wants == (frozenset({"place"}),)
    assert plan_for("How often did I pay what Ana charged?").aim is Aim.COUNT
    assert frozenset({"money"}) in plan_for("How often did I pay what Ana charged?").wants
    assert plan_for("为什么戒烟？").wants == ()


def test_what_is_shown_follows_the_plan() -> None:
    statuses = [Status.CURRENT, Status.SUPERSEDED, Status.WITHDRAWN]
    assert shown(statuses, plan_for("What do I use?")) == [True, False, False]
    assert shown(statuses, plan_for("What did I use before?")) == [True, True, False]
