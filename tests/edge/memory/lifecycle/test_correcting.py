"""Corrections that only say the new value: what they correct, and what they leave alone."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tandem_edge.memory.room import MemoryRoom, open_memory
from tandem_shared.memory import Kind, Origin, Scope, Status
from tests.edge.memory.desks import START, Talk
from tests.edge.memory.lifecycle.telling import KEY, believed, past, say


@pytest.mark.parametrize(
    ("told", "correction", "before", "now"),
    [
        (
            "I take the 23 bus to work",
            "Actually it's the 61 now",
            "commute: 23 bus",
            "commute: 61 bus",
        ),
        ("我坐23路公交上班", "其实现在是61路", "commute: 坐23路公交", "commute: 坐61路公交"),
        (
            "My meeting is at 5 pm",
            "no, it's 6 pm not 5",
            "My meeting is at 5 pm",
            "My meeting is at 6 pm",
        ),
        ("My meeting is at 5 pm", "No, at 6", "My meeting is at 5 pm", "My meeting is at 6 pm"),
        ("会议下午五点开始", "不对，应该是下午六点", "会议下午五点开始", "会议下午六点开始"),
        ("My exam is on Monday", "sorry, Tuesday", "date.exam: Monday", "date.exam: Tuesday"),
        ("我的考试是周三", "改到周五", "date.exam: 周三", "date.exam: 周五"),
        ("我周六值班", "不对，是下周六", "我周六值班", "我下周六值班"),
        (
            "My rent is 900 euros",
            "Actually it's 950 now",
            "My rent is 900 euros",
            "My rent is 950 euros",
        ),
        ("我的房租是3000块", "现在是3500块了", "我的房租是3000块", "我的房租是3500块"),
        ("My sister is Ana", "No, Anna", "sister: Ana", "sister: Anna"),
        ("我住在杭州", "说错了，是苏州", "lives_in: 杭州", "lives_in: 苏州"),
        ("My boss is Karen", "Sorry, I meant Carina", "boss: Karen", "boss: Carina"),
        ("I live in Porto", "Sorry, Lisbon", "lives_in: Porto", "lives_in: Lisbon"),
        ("My locker code is 4471", "Sorry, 4417", "code.locker: 4471", "code.locker: 4417"),
    ],
)
@pytest.mark.parametrize("session", ["", "one talk"])
def test_a_new_value_takes_the_place_of_the_last_one_of_its_sort(
    room: MemoryRoom, told: str, correction: str, before: str, now: str, session: str
) -> None:
    say(room, told, session=session)
    assert believed(room) == {before}
    say(room, correction, session=session)
    assert believed(room) == {now} and past(room) == {before}
    (old,) = room.book.units(status=Status.SUPERSEDED)
    assert old.valid_to is not None and room.book.failures() == []


@pytest.mark.parametrize(
    ("told", "correction", "day"),
    [
        ("I'm flying to Tokyo this Tuesday", "no, next Saturday", 7),
        ("I have a dentist appointment on Monday", "sorry, Tuesday", 3),
        ("我明天下午四点要去看牙", "不对，是后天", 3),
    ],
)
def test_a_corrected_plan_is_on_its_new_day(
    room: MemoryRoom, told: str, correction: str, day: int
) -> None:
    say(room, told, correction)
    (unit,) = room.book.units()
    assert unit.valid_from is not None and unit.valid_from.day == day
    assert unit.attribute == "plan"


@pytest.mark.parametrize("correction", ["no, 6 pm", "no, 6"])
def test_a_reminder_is_due_at_its_corrected_time(room: MemoryRoom, correction: str) -> None:
    say(room, "Remind me to call Ana at 5pm", correction)
    (unit,) = room.book.units(kind=Kind.PROSPECTIVE)
    assert unit.activation is not None and unit.activation.time is not None
    assert unit.activation.time.hour == 18 and unit.summary == "call Ana"


@pytest.mark.parametrize(
    ("told", "correction"),
    [
        (["I like jazz"], "no, it's 6 pm not 5"),
        (["My sister is 40"], "Actually it's the 61 now"),
        (["I'm 40 years old", "I like tea"], "the rent is due"),
        (["My rent is 900 euros"], "Actually it's 70 kg now"),
        (["My meeting is at 5 pm"], "it's 9 am now"),
        (["会议下午五点开始"], "现在是九点了"),
        (["My sister is Ana"], "No, thanks"),
        (["我妹妹叫安安"], "不，谢谢"),
        (["My sister is Ana"], "No, Quizlet"),
        (["My exam is on June 3 and my interview is on June 5"], "sorry, June 6"),
        (["I get up at 6:30 and go to bed at 11pm"], "no, 7:00"),
        (["I get up at 7"], "I like tea, not coffee"),
    ],
)
def test_what_it_cannot_be_about_stays_and_the_words_are_kept(
    room: MemoryRoom, told: list[str], correction: str
) -> None:
    say(room, *told)
    before = believed(room)
    say(room, correction)
    assert before <= believed(room) and past(room) == set()


def test_only_the_last_of_several_is_corrected(room: MemoryRoom) -> None:
    say(room, "I'm flying to Tokyo this Saturday", "My exam is on Monday", "I like tea")
    say(room, "sorry, Tuesday")
    assert {"plan: flying to Tokyo", "date.exam: Tuesday", "likes: tea"} == believed(room)


def test_a_correction_can_be_corrected(room: MemoryRoom) -> None:
    say(room, "I take the 23 bus to work", "Actually it's the 61 now", "no, the 62")
    assert believed(room) == {"commute: 62 bus"}
    assert past(room) == {"commute: 23 bus", "commute: 61 bus"}


def test_an_order_in_between_is_what_is_corrected(room: MemoryRoom) -> None:
    say(room, "My meeting is at 5 pm")
    order = "Set an alarm for 7 pm"
    turn = room.book.all_turns()[-1].turn.model_copy(update={"session": "order", "text": order})
    room.hear([turn], START)
    say(room, "no, 8 pm")
    assert "My meeting is at 5 pm" in believed(room)


def test_what_somebody_else_said_in_between_is_what_is_corrected(room: MemoryRoom) -> None:
    say(room, "My exam is on Monday", session="talk")
    say(room, "The party is on Friday", session="talk", speaker="Bob", origin=Origin.EXTERNAL)
    say(room, "no, Saturday", session="talk")
    assert "date.exam: Monday" in believed(room)


def test_nobody_else_corrects_what_the_owner_said(room: MemoryRoom) -> None:
    say(room, "My exam is on Monday")
    say(room, "sorry, Tuesday", speaker="Bob", origin=Origin.EXTERNAL)
    assert believed(room) == {"date.exam: Monday"}


def test_nothing_of_long_ago_is_corrected(room: MemoryRoom) -> None:
    say(room, "My exam is on Monday", "sorry, Tuesday", every=timedelta(days=8))
    assert "date.exam: Monday" in believed(room)


def test_in_a_conversation_words_that_no_rule_read_are_corrected_too(room: MemoryRoom) -> None:
    talk = Talk(room)
    talk.says("The blue folder goes to room 12")
    talk.memory.hear("Noted.")
    talk.says("No, room 14")
    talk.says("no, it's 14 not 12")
    talk.memory.hear("Noted.")
    assert "The blue folder goes to room 14" in believed(room)
    found = [each.text for each in room.search("blue folder", talk.clock())]
    assert "The blue folder goes to room 14" in found
    assert "The blue folder goes to room 12" not in found


def test_what_an_agent_saved_of_a_correction_takes_the_place_of_the_old(room: MemoryRoom) -> None:
    say(room, "I take the 23 bus to work")
    talk = Talk(room)
    talk.minutes = 5
    talk.says("Actually it's the 61 now")
    talk.data("save_memory", text="it's the 61 now")
    talk.memory.hear("Saved.")
    assert believed(room) == {"it's the 61 now"} and past(room) == {"commute: 23 bus"}


def test_what_an_agent_has_replaced_already_is_not_corrected_again(room: MemoryRoom) -> None:
    say(room, "I take the 23 bus to work")
    talk = Talk(room)
    talk.minutes = 5
    talk.says("Actually it's the 61 now")
    talk.data("replace_memory", which="23 bus", text="I take the 61 bus to work")
    talk.memory.hear("Changed.")
    assert believed(room) == {"commute: 61 bus"} and past(room) == {"commute: 23 bus"}


# ---- apps


@pytest.mark.parametrize(
    ("told", "switch", "before", "now"),
    [
        (
            "I use Anki for flashcards",
            "No, use Quizlet from now on",
            "app_for.flashcards: Anki",
            "app_for.flashcards: Quizlet",
        ),
        ("I use Anki", "No, use Quizlet from now on", "uses: Anki", "uses: Quizlet"),
        ("From now on use Anki", "No, use Quizlet", "always: use Anki", "always: use Quizlet"),
        (
            "我用Anki背单词",
            "以后都用多邻国",
            "app_for.vocabulary: Anki",
            "app_for.vocabulary: 多邻国",
        ),
        ("我用Anki", "不，以后用多邻国", "uses: Anki", "uses: 多邻国"),
        (
            "我背单词用Anki",
            "我换成多邻国了",
            "app_for.vocabulary: Anki",
            "app_for.vocabulary: 多邻国",
        ),
        ("I use Firefox", "I switched to Opera", "uses: Firefox", "uses: Opera"),
        (
            "Use Waze for navigation from now on",
            "Use Citymapper instead of Waze",
            "app_for.navigation: Waze",
            "app_for.navigation: Citymapper",
        ),
    ],
)
def test_an_app_takes_the_place_of_the_one_that_was_told(
    room: MemoryRoom, told: str, switch: str, before: str, now: str
) -> None:
    say(room, "I like tea", told, "我住在杭州")
    say(room, switch)
    assert believed(room) == {now, "likes: tea", "lives_in: 杭州"} and past(room) == {before}


def test_of_two_apps_that_it_may_follow_both_stay_and_that_is_told(room: MemoryRoom) -> None:
    say(room, "I use Anki for flashcards", "I use Memrise for vocabulary")
    (learned,) = say(room, "No, use Quizlet from now on")
    assert {unit.value for unit in learned.unclear} == {"Anki", "Memrise"}
    assert past(room) == set() and "always: use Quizlet" in believed(room)


@pytest.mark.parametrize(
    ("told", "switch"),
    [
        ("I use Netflix", "I switched to Spotify"),
        ("I use Google Maps for directions", "Use Spotify from now on"),
        ("我用高德地图导航", "以后都用网易云音乐"),
        ("I use Anki", "use metric units from now on"),
        ("我用Anki", "以后都用现金"),
        ("I use Anki", "Please use English from now on"),
    ],
)
def test_an_app_for_something_else_stays(room: MemoryRoom, told: str, switch: str) -> None:
    say(room, told)
    before = believed(room)
    say(room, switch)
    assert before <= believed(room) and past(room) == set()


CORRECTIONS = (
    "sorry, Tuesday",
    "no, 6 pm",
    "Actually it's the 61 now",
    "不对，是周五",
    "No, Anna",
    "No, use Quizlet",
)
TOLD = (
    "My exam is on Monday",
    "My meeting is at 5 pm",
    "I take the 23 bus to work",
    "My sister is Ana",
    "I use Anki for flashcards",
    "我的面试在周三",
    "我住在杭州",
    "What time is it?",
)


@settings(max_examples=40, deadline=None)
@given(told=st.lists(st.sampled_from(TOLD), max_size=4), last=st.sampled_from(CORRECTIONS))
def test_a_correction_replaces_one_memory_at_most_and_loses_none(
    tmp_path_factory: pytest.TempPathFactory, told: list[str], last: str
) -> None:
    with open_memory(tmp_path_factory.mktemp("home"), KEY, Scope(), None) as room:
        say(room, *told)
        before = {unit.id: unit for unit in room.book.units()}
        say(room, last)
        after = {unit.id: unit for unit in room.book.units()}
        gone = before.keys() - after.keys()
        assert len(gone) <= 1
        for identity in gone:
            old = room.book.unit(identity)
            assert old is not None and old.superseded_by in after
