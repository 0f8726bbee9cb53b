"""Made-up values say the same in both languages, in the ways that people say it."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tandem_trainer.memory_ranker import numerals
from tandem_trainer.memory_ranker.clock import clock, day, hours, span
from tandem_trainer.memory_ranker.values import Made, kinds, make_value, read_made

CHINESE = re.compile("[\u3400-\u9fff]")
KINDS = sorted(kinds())
DIGITS = {**dict(zip("零一二三四五六七八九", range(10), strict=True)), "两": 2}
PLACES = {"十": 10, "百": 100, "千": 1000}
seeds = st.integers(0, 2**32)


def read_chinese(text: str) -> int:
    """What a Chinese number of at most four digits is, read digit by digit."""
    total, digit = 0, 0
    for sign in text:
        if sign in PLACES:
            total, digit = total + (digit or 1) * PLACES[sign], 0
        else:
            digit = DIGITS[sign]
    return total + digit


def said(line: str, count: int = 300) -> set[tuple[str, str]]:
    rng = random.Random(7)
    return {read_made(line).draw(rng)[0] for _ in range(count)}


@given(st.integers(0, numerals.MOST))
def test_a_chinese_number_reads_back_as_itself(number: int) -> None:
    assert read_chinese(numerals.chinese(number)) == number
    assert read_chinese(numerals.chinese_counted(number)) == number


@pytest.mark.parametrize(
    ("number", "english", "chinese", "short"),
    [
        (2, "two", "二", "两"),
        (12, "twelve", "十二", "十二"),
        (42, "forty-two", "四十二", "四十二"),
        (105, "one hundred and five", "一百零五", "一百零五"),
        (110, "one hundred and ten", "一百一十", "一百一"),
        (199, "one hundred and ninety-nine", "一百九十九", "一百九十九"),
        (200, "two hundred", "二百", "两百"),
        (640, "six hundred and forty", "六百四十", "六百四"),
        (1050, "one thousand and fifty", "一千零五十", "一千零五十"),
        (3600, "three thousand six hundred", "三千六百", "三千六"),
    ],
)
def test_numbers_are_said_as_people_say_them(
    number: int, english: str, chinese: str, short: str
) -> None:
    assert numerals.english(number) == english
    assert numerals.chinese(number) == chinese
    assert numerals.chinese_short(number) == short


def test_ordinals_are_those_of_dates_and_floors() -> None:
    assert [numerals.english_ordinal(each) for each in (1, 2, 3, 5, 12, 20, 23)] == (
        "first second third fifth twelfth twentieth twenty-third".split()
    )
    shown = [numerals.short_ordinal(each) for each in (1, 2, 3, 4, 11, 12, 21)]
    assert shown == "1st 2nd 3rd 4th 11th 12th 21st".split()


@pytest.mark.parametrize("number", [-1, numerals.MOST + 1])
def test_a_number_without_words_is_refused(number: int) -> None:
    for say in (numerals.english, numerals.chinese):
        with pytest.raises(ValueError):
            say(number)


@given(st.sampled_from(KINDS), seeds, st.integers(1, 3), st.sampled_from((-1, 0, 1)))
def test_values_are_whole_different_and_the_same_for_the_same_seed(
    kind: str, seed: int, count: int, trend: int
) -> None:
    usual = kinds()[kind]
    slot = Made(kind, usual.low, usual.high, usual.step, trend)
    drawn = slot.draw(random.Random(seed), count)
    assert drawn == slot.draw(random.Random(seed), count)
    assert len({english for english, _ in drawn}) == len({chinese for _, chinese in drawn}) == count
    for english, chinese in drawn:
        assert english.strip() == english and chinese.strip() == chinese and english and chinese
        assert not CHINESE.search(english) and " " not in chinese
        assert not re.search(r"[{}=|;]", english + chinese)


@given(st.integers(5, 900), seeds)
def test_a_price_is_the_same_price_in_both_languages(amount: int, seed: int) -> None:
    english, chinese = make_value("money", random.Random(seed), amount)
    figure = re.search(r"\d+", english)
    assert figure is None or int(figure[0]) == amount
    assert figure or numerals.english(amount) in english
    whole = numerals.chinese_counted(amount)
    assert chinese.startswith((str(amount), whole, numerals.chinese_short(amount)))


@pytest.mark.parametrize(
    ("line", "english", "chinese"),
    [
        ("@money 42-44", {"forty-two pounds", "£42", "42", "42 pounds"}, {"四十二块", "42元"}),
        (
            "@clock 7-8",
            {"half past seven", "7:30", "7", "seven in the morning"},
            {"七点半", "早上七点"},
        ),
        (
            "@clock 19-20",
            {"half past seven", "19:30", "seven in the evening"},
            {"七点半", "晚上七点"},
        ),
        ("@hours 12-13", {"noon to half past two", "12 to 2:30"}, {"十二点到两点半"}),
        ("@clock 12-13", {"noon", "half past twelve"}, {"中午十二点", "中午十二点半"}),
        ("@hours 13-14", {"one to four", "1 to 4"}, {"下午一点到四点"}),
        ("@span weeks 2-4", {"three weeks", "a fortnight"}, {"三个礼拜", "三周", "半个月"}),
        ("@date 23-25", {"the 23rd of January", "January 23rd"}, {"一月二十三号", "1月23号"}),
        ("@percent 15-17", {"15%", "fifteen percent"}, {"百分之十五", "15%"}),
    ],
)
def test_a_value_is_said_in_the_many_ways_there_are(
    line: str, english: set[str], chinese: set[str]
) -> None:
    values = said(line)
    assert english - {"noon to half past two"} <= {one for one, _ in values}
    assert chinese <= {two for _, two in values}


def test_days_of_the_week_go_with_parts_of_the_day() -> None:
    pairs = said("@weekly 9-11", 3000)
    assert {
        ("Tuesday and Thursday mornings", "周二和周四上午"),
        ("Saturday mornings", "礼拜六上午"),
    } <= pairs


def test_places_and_people_are_the_same_in_both_languages() -> None:
    assert ("above the bakery on Mill Lane", "磨坊巷面包店楼上") in said("@place", 9000)
    people = {("Mr Tan", "谭先生"), ("Mrs Tan", "谭太太")}
    assert people <= said("@person", 3000)
    assert ("Mr Tan", "谭太太") not in said("@person", 3000)


@given(st.integers(0, 23 * 60 + 59), seeds)
def test_every_minute_of_the_day_can_be_said(minute: int, seed: int) -> None:
    english, chinese = clock(random.Random(seed), minute)
    assert english and re.search("[点午:]", chinese)


@given(st.integers(0, 22 * 60), seeds)
def test_hours_have_an_end(minute: int, seed: int) -> None:
    english, chinese = hours(random.Random(seed), minute)
    assert " to " in english and "到" in chinese


@given(st.integers(1, 365), seeds)
def test_a_date_has_a_month_and_a_day(number: int, seed: int) -> None:
    english, chinese = day(random.Random(seed), number)
    assert re.search("[A-Z]", english) and re.fullmatch(".+月.+[号日]", chinese)


@given(st.integers(1, 60), seeds)
def test_one_of_a_unit_has_no_plural(number: int, seed: int) -> None:
    english, _ = span("weeks", random.Random(seed), number)
    assert english.endswith("s") == (number > 1) or english == "a fortnight"


@pytest.mark.parametrize("trend", ["up", "down"])
def test_values_that_rise_or_fall_do(trend: str) -> None:
    for seed in range(30):
        drawn = read_made(f"@span days 2-60 {trend}").draw(random.Random(seed), 3)
        numbers = [
            read_chinese(re.sub("天", "", chinese))
            for _, chinese in drawn
            if not re.search(r"\d", chinese)
        ]
        assert numbers == sorted(numbers, reverse=trend == "down")


@pytest.mark.parametrize(
    "line", ["money 3-9", "@moon", "@span", "@money 9-3", "@money 3-4", "@count 3-40/0", "@clock x"]
)
def test_a_kind_of_value_that_is_none_is_refused(line: str) -> None:
    with pytest.raises(ValueError):
        read_made(line)
