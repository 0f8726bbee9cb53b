"""What people say when something has changed, in whatever words: it is put right, or it is asked
about; it never stays believed without a word."""

from __future__ import annotations

from datetime import UTC, datetime
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tandem_edge.memory.extraction.cues import Cue, cue_in
from tandem_edge.memory.extraction.instead import gone_elsewhere
from tandem_edge.memory.extraction.resuming import turnings_in
from tandem_edge.memory.extraction.retelling import retold
from tandem_edge.memory.extraction.times_of_day import with_part_of_day
from tandem_edge.memory.room import MemoryRoom
from tests.edge.memory.lifecycle.telling import believed, past, say

AT = datetime(2026, 3, 1, 9, tzinfo=UTC)


@pytest.mark.parametrize(
    ("told", "change", "before", "now"),
    [
        (
            "I go to PureGym",
            "I left PureGym last week",
            "I go to PureGym",
            "I left PureGym last week",
        ),
        ("我参加了划船社", "划船社我退了", "我参加了划船社", "划船社我退了"),
        (
            "糖糖的班主任是周老师",
            "班主任换成了孙老师",
            "糖糖的班主任是周老师",
            "糖糖的班主任是孙老师",
        ),
        (
            "Lily's class teacher is Mrs. Bell",
            "The class teacher is Mr. Quinn now",
            "Lily's class teacher is Mrs. Bell",
            "Lily's class teacher is Mr. Quinn",
        ),
        (
            "I have two beers on a Friday",
            "I don't drink any more",
            "I have two beers on a Friday",
            "I don't drink any more",
        ),
        ("我周五喝两瓶啤酒", "我戒酒了", "我周五喝两瓶啤酒", "我戒酒了"),
        ("我抽烟", "我戒烟了", "我抽烟", "我戒烟了"),
        (
            "I'm vegetarian",
            "I eat fish again these days",
            "diet: vegetarian",
            "I eat fish again these days",
        ),
        ("我吃素", "我现在又吃鱼了", "diet: 吃素", "我现在又吃鱼了"),
        (
            "I cycle to work",
            "bike got stolen so I walk to work now",
            "commute: cycle",
            "commute: walk",
        ),
        ("我骑电动车上班", "电动车坏了，现在坐公交上班", "commute: 骑电动车", "commute: 坐公交"),
        (
            "We're going to Cornwall in August",
            "Cornwall fell through, we're going to Wales instead",
            "plan: going to Cornwall",
            "plan: going to Wales",
        ),
        ("我们八月去大理", "大理去不成了，改去丽江", "plan: 去大理", "plan: 去丽江"),
        (
            "I have an iPhone 12",
            "Got a new phone, a Fairphone 5",
            "phone.model: iPhone 12",
            "phone.model: Fairphone 5",
        ),
        (
            "I've a meeting with Carla on Tuesday",
            "Carla moved our meeting to Wednesday",
            "I've a meeting with Carla on Tuesday",
            "I've a meeting with Carla on Wednesday",
        ),
        (
            "Ingrid's birthday is 12 May",
            "Oops, Ingrid's birthday is 21 May",
            "birthday: 12 May",
            "birthday: 21 May",
        ),
        (
            "My boss is Leonard",
            "Leonard left, Priyanka is my boss now",
            "boss: Leonard",
            "boss: Priyanka",
        ),
        (
            "I have a cat called Pepper",
            "Pepper got taken by a fox",
            "pet.cat: Pepper",
            "Pepper got taken by a fox",
        ),
        ("我养了一只猫叫馒头", "馒头走丢了", "pet.cat: 馒头", "馒头走丢了"),
        ("我欠表哥三千块", "表哥那三千块我还清了", "我欠表哥三千块", "表哥那三千块我还清了"),
        (
            "我用鲨鱼记账记账",
            "我现在改用随手记记账了",
            "app_for.budget: 鲨鱼记账",
            "app_for.budget: 随手记",
        ),
        ("我爸住在徐州", "我爸搬来苏州跟我们住了", "lives_in: 徐州", "lives_in: 苏州"),
        (
            "晚上七点和小李吃饭",
            "改成六点半",
            "晚上七点和小李吃饭",
            "晚上六点半和小李吃饭",
        ),
        (
            "跟老王约了明天下午三点见面",
            "改到后天",
            "跟老王约了明天下午三点见面",
            "跟老王约了后天下午三点见面",
        ),
    ],
)
def test_a_natural_correction_lands(
    room: MemoryRoom, told: str, change: str, before: str, now: str
) -> None:
    say(room, "I like tea", told, change)
    assert believed(room) == {"likes: tea", now}
    assert past(room) == {before} and room.book.failures() == []


@pytest.mark.parametrize(
    ("told", "change"),
    [
        ("驾照今年九月到期", "驾照已经换新的了"),
        ("My driving licence expires in September", "I've renewed my driving licence"),
        ("手机是华为", "手机换成新的了"),
        ("我们店周一休息", "我们店现在改周二休息了"),
        ("My GP is Dr. Okoye", "I've been moved off Dr. Okoye's list"),
        ("我跟老马合租", "老马搬出去了"),
        ("I'm allergic to fish", "I eat fish again these days"),
        ("My mum lives in Cardiff", "Mum moved in with us in Leeds"),
        ("车险买的平安的", "今年车险换人保了"),
        ("I share a flat with Marek", "Marek's moved out"),
    ],
)
def test_a_change_that_no_rule_understands_is_asked_about_or_made(
    room: MemoryRoom, told: str, change: str
) -> None:
    say(room, "I like tea", told)
    (old,) = believed(room) - {"likes: tea"}
    (learned,) = say(room, change)
    kept = old in believed(room)
    assert not kept or [unit.summary for unit in learned.unclear]
    assert "likes: tea" in believed(room) and all(each in (told, old) for each in past(room))


@pytest.mark.parametrize(
    ("told", "change"),
    [
        ("I like wine", "I don't drink any more"),
        ("I drink ginger beer every Friday", "I don't drink any more"),
        ("My sister has two beers on Fridays", "I don't drink any more"),
        ("我喜欢喝酒", "我戒酒了"),
        ("I'm vegetarian", "I eat pasta again these days"),
        ("I'm vegetarian", "My brother eats fish again"),
        ("我骑车上班", "我弟现在坐公交上班"),
        ("I have a cat called Pepper", "Pepper got out of the box"),
        ("I put pepper on my eggs every day", "Pepper got taken by a fox"),
        ("我养了一只猫叫馒头", "馒头吃完了"),
        ("My boss is Leonard", "Leonard left early, Priyanka is my friend now"),
        ("I go to Paris every June", "I left Paris yesterday"),
        ("My sister's rent is 950", "The rent is 980 now"),
        ("My dad lives in Hull", "I moved the sofa for my dad"),
        ("Ngozi is engaged to Tom", "Ngozi and Carla broke up"),
    ],
)
def test_what_only_sounds_like_it_ends_nothing(room: MemoryRoom, told: str, change: str) -> None:
    say(room, told)
    before = believed(room)
    say(room, change)
    assert before and before <= believed(room) and past(room) == set()


TOLD = (
    *("My sister lives in York", "I have a cat called Pepper", "My boss is Leonard"),
    *("I drive a Subaru", "My rent is 950", "I run on Tuesdays", "I take the bus to work"),
    *("我姐姐住在成都", "我养了一只猫叫馒头", "我老板是李总", "小周是我室友", "我骑车上班"),
)


@pytest.mark.parametrize(
    "text",
    [
        "My sister makes great curry now and then",
        "Leonard brought doughnuts to the office",
        "I washed the Subaru on Sunday",
        "The bus was late again",
        "I got new running shoes",
        "I finally have some time now",
        "My friend Tess just moved the sofa to the window",
        "I left early to beat the traffic",
        "姐姐今天给我打电话了",
        "馒头今天打疫苗了",
        "公交又晚点了",
        "我给卧室换了窗帘",
        "我朋友把沙发搬到窗边了",
        "停电了，现在来了",
    ],
)
def test_ordinary_news_asks_nothing_and_ends_nothing(room: MemoryRoom, text: str) -> None:
    say(room, *TOLD)
    before, gone = believed(room), past(room)
    (learned,) = say(room, text)
    assert learned.unclear == [] and before <= believed(room) and past(room) == gone


def test_a_gym_that_was_left_is_no_firm_and_a_job_does_not_take_its_place(
    room: MemoryRoom,
) -> None:
    say(room, "I left PureGym last week", "我在面馆当厨师")
    assert believed(room) == {"I left PureGym last week", "job: 厨师", "works_at: 面馆"}
    assert room.book.units(status=None) == room.book.units()


def test_of_two_childrens_teachers_neither_is_renewed(room: MemoryRoom) -> None:
    told = {"糖糖的班主任是周老师", "豆豆的班主任是李老师"}
    say(room, *sorted(told))
    (learned,) = say(room, "班主任换成了孙老师")
    assert {unit.summary for unit in learned.unclear} == told <= believed(room)


def test_what_was_given_up_is_told_in_plain_words_and_can_be_taken_up_again(
    room: MemoryRoom,
) -> None:
    say(room, "我戒烟三年了")
    (unit,) = room.book.units()
    assert unit.summary == "机主戒了烟。"
    say(room, "又开始抽烟了")
    assert [each.summary for each in room.book.units()] == ["又开始抽烟了"]


def test_who_parts_is_nobodys_partner(room: MemoryRoom) -> None:
    say(room, "Ngozi is engaged to Tom")
    assert believed(room) == {"marital_status: engaged to Tom", "partner: Tom"}
    say(room, "Ngozi and Tom broke up")
    assert believed(room) == {"Ngozi and Tom broke up"} and room.book.failures() == []


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("I teach chemistry at St Brendan's", {"teaches: chemistry", "works_at: St Brendan's"}),
        ("我儿子今年上三年级", {"school_year: 三年级"}),
        ("我姐辞职了，现在开花店", {"runs: 花店"}),
    ],
)
def test_no_word_of_it_is_lost(room: MemoryRoom, text: str, facts: set[str]) -> None:
    say(room, text)
    assert believed(room) == facts


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("晚上七点", "六点半", "晚上六点半"),
        ("上午九点", "两点", "两点"),
        ("晚上七点", "下午四点", "下午四点"),
        ("下午三点", "十点", "十点"),
        ("7 pm", "6:30", "6:30 pm"),
        ("7 pm", "18:30", "18:30"),
        ("周三", "周四", "周四"),
    ],
)
def test_a_new_time_stays_in_its_part_of_the_day_where_it_can(
    old: str, new: str, expected: str
) -> None:
    assert with_part_of_day(old, new) == expected


@pytest.mark.parametrize(
    "piece", ["又", "现在", "and ", "so i ", "换了", "我", "a,", "went back to "]
)
def test_no_repetition_takes_the_reading_long(piece: str) -> None:
    text, before = (piece * 160)[:158], process_time()
    retold(text)
    gone_elsewhere(text, AT)
    list(turnings_in(text, AT))
    cue_in(text)
    assert process_time() - before < 2


@given(st.text(max_size=120), st.text(max_size=40))
def test_no_text_breaks_the_readings(text: str, other: str) -> None:
    assert isinstance(retold(text), str) and cue_in(text) in Cue
    assert all(each.said for each in turnings_in(text, AT))
    assert other in with_part_of_day(text, other)
