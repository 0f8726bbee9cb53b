from __future__ import annotations

import pytest

from tandem_edge.phone.language.numerals import CARDINALS, ORDINALS, parse_number

DIGITS = "零一二三四五六七八九"
TEENS = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split()
TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
ONES = "zero one two three four five six seven eight nine".split()


def in_chinese(value: int) -> str:
    """The schoolbook form, 0..9999: one 零 for a run of empty places, 十 for a leading 一十."""
    text, gap = "", False
    for size, mark in ((1000, "千"), (100, "百"), (10, "十"), (1, "")):
        digit = value // size % 10
        if digit:
            text += "零" * (gap and bool(text)) + DIGITS[digit] + mark
        gap = not digit
    return text.removeprefix("一") if 10 <= value < 20 else text or "零"


def in_english(value: int) -> str:
    if value < 20:
        return ONES[value] if value < 10 else TEENS[value - 10]
    ten, one = divmod(value, 10)
    return TENS[ten - 2] + (f"-{ONES[one]}" if one else "")


def test_chinese_numbers_up_to_9999_come_back() -> None:
    for value in range(10_000):
        assert parse_number(in_chinese(value)) == value, in_chinese(value)


def test_english_numbers_up_to_99_come_back() -> None:
    for value in range(100):
        assert parse_number(in_english(value)) == value
        assert parse_number(in_english(value).replace("-", " ")) == value
    assert len(CARDINALS) == 100


def test_ordinals_count_the_days_of_a_month() -> None:
    assert sorted(ORDINALS.values()) == list(range(1, 32))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("25", 25),
        ("007", 7),
        ("两", 2),
        ("两百", 200),
        ("一百五", 150),
        ("一百零五", 105),
        ("一十五", 15),
        ("零五", 5),
        ("〇五", 5),
        ("二〇二六", 2026),
        ("twenty-first", 21),
    ],
)
def test_other_ways_of_saying_a_number(text: str, value: int) -> None:
    assert parse_number(text) == value


@pytest.mark.parametrize(
    "text", ["", "两三", "三五", "十十", "百", "十百", "五十三四", "seventy-ten", "一x", "²", "-3"]
)
def test_what_is_not_one_number_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="number"):
        parse_number(text)
