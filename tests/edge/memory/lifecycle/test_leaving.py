"""What is said to be over by its name, and the same told of another place, day or person."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tandem_edge.memory.extraction.changing import now_told, place_told
from tandem_edge.memory.extraction.leaving import over_in
from tandem_edge.memory.extraction.splicing import spliced
from tandem_edge.memory.room import MemoryRoom
from tandem_shared.memory import Origin, Status
from tests.edge.memory.desks import START
from tests.edge.memory.lifecycle.telling import believed, past, say

ENDED = [
    ("I owe Omar 40 pounds", "paid back Omar"),
    ("我欠小张五百块", "小张的钱还了"),
    ("I'm paying off a mortgage at Barclays", "The mortgage is paid off"),
    ("我每个月还房贷六千", "房贷还清了"),
    ("I'm learning Spanish", "I gave up Spanish"),
    ("我在学西班牙语", "西班牙语不学了"),
    ("I'm learning to get my driving licence", "I gave up on the driving licence"),
    ("我在考驾照", "驾照不考了"),
    ("I have a gym membership at PureGym", "I cancelled my gym membership"),
    ("我办了健身房的年卡", "健身房的卡退了"),
    ("I have a haircut on Thursday", "Cancelled the haircut"),
    ("我周四去剪头发", "头发不剪了"),
    ("I subscribe to The Economist", "I dropped The Economist"),
    ("我订了《三联》", "三联退订了"),
]


@pytest.mark.parametrize(("told", "over"), ENDED)
def test_what_is_over_by_its_name_ends_and_is_kept_as_what_was_before(
    room: MemoryRoom, told: str, over: str
) -> None:
    say(room, "I like tea", told)
    old = believed(room) - {"likes: tea"}
    say(room, over)
    assert past(room) == old and believed(room) == {"likes: tea", over}
    assert room.book.failures() == []


RENEWED = [
    ("My passport expires in May 2027", "No, it expires in May 2028", "2027", "2028"),
    ("我的护照2027年5月到期", "不对，2028年5月到期", "2027", "2028"),
    ("I take the 38 bus to work", "No, not the 38, the 83", "38", "83"),
    ("我坐38路公交上班", "不是38，是83", "38", "83"),
    ("My shift starts at 9:15", "It's 9:40 now", "9:15", "9:40"),
    ("我早班9点15开始", "现在是9点40了", "9点15", "9点40"),
    ("My interview is on the 12th", "wrong, it's the 13th", "12th", "13th"),
    ("面试是12号", "错了，是13号", "12号", "13号"),
    ("My birthday is March 3", "I got my birthday wrong, it's May 3", "March 3", "May 3"),
    ("我的生日是3月3号", "生日记错了，是5月3号", "3月3号", "5月3号"),
    ("I drive a Subaru", "Sold the Subaru, got a Volvo", "car: Subaru", "Volvo"),
    ("我开斯巴鲁", "斯巴鲁卖了，买了辆沃尔沃", "car: 斯巴鲁", "沃尔沃"),
    ("I take the bus to work", "I take the ferry now", "bus", "ferry"),
    ("我坐公交上班", "我现在坐轮渡了", "公交", "轮渡"),
    ("My dentist is Dr. Cole", "My dentist retired, I see Dr. Lamb now", "Cole", "Lamb"),
    ("我的牙医是陈医生", "我的牙医退休了，现在看林医生", "陈医生", "林医生"),
    (
        "I drink coffee every day",
        "I don't drink coffee any more, I drink tea instead",
        "coffee",
        "tea",
    ),
    ("我每天喝咖啡", "我不喝咖啡了，改喝茶", "咖啡", "茶"),
    ("I park in the Elm Street garage", "I park on Hope Street now", "Elm Street", "Hope Street"),
    ("我妈把备用钥匙放在门垫下面", "我妈现在把备用钥匙放在电表箱里", "门垫", "电表箱里"),
    ("I bank with Barclays", "I switched to Monzo", "Barclays", "Monzo"),
    (
        "I'm going to Rome in July",
        "Change of plan, we're going to Lisbon instead",
        "Rome",
        "Lisbon",
    ),
    ("我七月去罗马", "计划变了，改去里斯本", "罗马", "里斯本"),
    ("I'm learning the cello", "I've swapped the cello for the flute", "cello", "flute"),
    ("我在学大提琴", "大提琴换成长笛了", "大提琴", "长笛"),
    ("I eat dinner at 7", "I eat dinner at 8 now", "7", "8"),
    ("我七点吃晚饭", "晚饭现在八点吃了", "七点", "八点"),
    ("My niece is 6", "She just turned 7", "6", "7"),
    ("我侄女6岁", "她刚满7岁", "6岁", "7岁"),
    ("My mum lives in Cardiff", "Mum moved to Swansea last week", "Cardiff", "Swansea"),
    ("我妈住在合肥", "妈妈上周搬到南京了", "合肥", "南京"),
]


@pytest.mark.parametrize(("told", "correction", "before", "now"), RENEWED)
def test_a_natural_correction_puts_the_new_value_in_the_place_of_the_old(
    room: MemoryRoom, told: str, correction: str, before: str, now: str
) -> None:
    say(room, "I like jazz", told, correction)
    assert "likes: jazz" in believed(room)
    assert any(now in each for each in believed(room))
    assert not any(before in each for each in believed(room) if each not in correction)
    assert any(before in each for each in past(room))
    assert room.book.failures() == []


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("I take citalopram every day", "I take yoga now"),
        ("I owe Omar 40 pounds", "paid back Lena"),
        ("My friend Omar lives in Leeds", "paid back Omar"),
        ("小张是我同事", "小张的钱还了"),
        ("I speak Spanish", "I gave up Spanish lessons"),
        ("我会说西班牙语", "法语不学了"),
        ("I have a gym membership at PureGym", "I cancelled my phone contract"),
        ("我在考驾照", "护照不办了"),
        ("I keep my passport in the drawer", "I keep my keys in the drawer now"),
        ("我妈把备用钥匙放在门垫下面", "我爸现在把备用钥匙放在电表箱里"),
        ("I drive a Subaru", "My brother sold the Subaru"),
        ("我开斯巴鲁", "我哥的斯巴鲁卖了"),
        ("My dentist is Dr. Cole", "My doctor retired, I see Dr. Lamb now"),
        ("Priya lives in Leeds", "Petra moved to Bristol"),
        ("I don't eat lamb", "I ate lamb yesterday"),
        ("我不吃羊肉", "我现在吃牛肉了"),
        ("我每个月还房贷六千", "车贷还清了"),
        ("我坐38路公交上班", "不是18，是83"),
        ("我在学大提琴", "我妹妹的大提琴换成长笛了"),
        ("我在看《三体》", "我妈看完《三体》了"),
        ("I'm reading Emma", "Have you finished Emma?"),
        ("I play squash on Mondays", "If squash is cancelled I'll rest"),
        ("I eat dinner at 7", "I eat lunch at 12 now"),
        ("I sleep on the sofa", "My son sleeps on the floor now"),
        ("我养了一只猫叫年糕", "我妹妹走了"),
        ("我周二五点上钢琴课", "钢琴课以后周三上"),
    ],
)
def test_what_is_about_something_else_changes_nothing(
    room: MemoryRoom, told: str, said: str
) -> None:
    say(room, told)
    before = believed(room)
    say(room, said)
    assert before and before <= believed(room) and past(room) == set()


def test_where_two_may_have_been_called_off_both_stay_and_that_is_told(room: MemoryRoom) -> None:
    say(room, "I have a haircut on Thursday", "I have a haircut for the wedding in June")
    before = {unit.id for unit in room.book.units()}
    (learned,) = say(room, "I cancelled my haircut")
    assert {unit.id for unit in learned.unclear} == before and past(room) == set()


def test_nobody_else_ends_what_the_owner_told(room: MemoryRoom) -> None:
    say(room, "I owe Omar 40 pounds")
    say(room, "paid back Omar", speaker="Bob", origin=Origin.EXTERNAL)
    assert past(room) == set()


@pytest.mark.parametrize(
    ("told", "change", "now"),
    [
        ("家长会周五在学校礼堂开", "改成线上", "家长会周五线上开"),
        (
            "The parents' meeting is on Friday at the school hall",
            "it's online now",
            "The parents' meeting is on Friday online",
        ),
    ],
)
def test_another_place_leaves_the_day_as_it_was(
    room: MemoryRoom, told: str, change: str, now: str
) -> None:
    say(room, told, change)
    assert believed(room) == {now} and past(room) == {told}


@pytest.mark.parametrize(
    ("told", "change", "old"),
    [
        ("I play badminton on Wednesday", "badminton moved to Thursday", "Wednesday"),
        ("我周三打羽毛球", "羽毛球改到周四了", "周三"),
    ],
)
def test_a_turn_that_holds_in_part_tells_which_part_is_past(
    room: MemoryRoom, told: str, change: str, old: str
) -> None:
    say(room, told, change)
    first = room.book.all_turns()[0].id
    found = {each.id: each for each in room.search(told, START)}
    assert found[first].status is Status.CURRENT
    assert len(found[first].past) == 1 and old in found[first].past[0]
    assert all(not each.past for each in found.values() if each.id != first)


@pytest.mark.parametrize(
    ("said", "place", "new", "then"),
    [
        ("I live on Mill Road", (10, 14), "Spring Garden Road", "I live on Spring Garden Road"),
        ("我住在皇后街", (3, 5), "春园街", "我住在春园街"),
        ("I live in Oslo", (10, 14), "Bergen", "I live in Bergen"),
    ],
)
def test_a_new_value_does_not_repeat_what_stands_behind_it(
    said: str, place: tuple[int, int], new: str, then: str
) -> None:
    assert spliced(said, place, new) == then


def test_a_thing_that_was_moved_is_kept_at_its_place(room: MemoryRoom) -> None:
    say(room, "I keep the spare key under the mat", "I moved the spare key to the meter box")
    (unit,) = room.book.slot("owner", "kept_at.spare_key")
    assert "spare key to the meter box" in unit.summary


@given(st.text(max_size=200))
def test_no_text_breaks_the_reading(text: str) -> None:
    assert over_in(text, START) is not None
    assert now_told(text) is not None and (place_told(text) is None or place_told(text))
