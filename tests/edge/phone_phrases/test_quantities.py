"""Amounts with what they mean, worked out by hand, and laws that hold for any text."""

from __future__ import annotations

from datetime import datetime
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tandem_edge.phone.language.numerals import parse_large, parse_spoken
from tandem_edge.phone.language.phrases import PhraseError
from tandem_edge.phone.language.quantities import parse_amount
from tandem_edge.phone.normalise import KINDS
from tests.edge.phone_phrases.test_numerals import in_chinese, in_english
from tests.edge.phone_phrases.test_phrases import table

NOW = datetime(2026, 3, 10, 9, 0)
NUMBER: dict[str, Any] = {"type": "number"}
PERCENT: dict[str, Any] = {"type": "integer", "minimum": 5, "maximum": 100, "x-unit": "percent"}
MINUTES: dict[str, Any] = {"type": "integer", "minimum": 1, "maximum": 90, "x-unit": "minutes"}


def number(value: object) -> object:
    return KINDS["number"](value, NUMBER, NOW)


def integer(value: object, schema: dict[str, Any] = PERCENT) -> object:
    return KINDS["integer"](value, schema, NOW)


def hundreds_in_english(value: int, joint: str) -> str:
    many, rest = divmod(value, 100)
    if not many:
        return in_english(rest)
    return f"{in_english(many)} hundred" + (f"{joint}{in_english(rest)}" if rest else "")


NUMBERS = table("""
15 = 15
fifteen = 15
Twenty five = 25
twenty-five = 25
a hundred = 100
one hundred and five = 105
two hundred fifty = 250
twelve hundred = 1200
a thousand and one = 1001
two hundred thousand = 200000
one point five million = 1500000
1.5 million = 1500000
half = 0.5
one half = 0.5
a quarter = 0.25
three quarters = 0.75
3/4 = 0.75
six and a half = 6.5
six and three quarters = 6.75
6½ = 6.5
6 1/2 = 6.5
½ = 0.5
six point two five = 6.25
point five = 0.5
nought = error
zero = 0
minus forty = -40
-40 = -40
−40 = -40
+5 = 5
.5 = 0.5
1,200 = 1200
1,234,567.5 = 1234567.5
１２００ = 1200
２６．２ = 26.2
1e3 = 1000
about 40 = 40
40 or so = 40
十五 = 15
七十 = 70
一百零五 = 105
一百五 = 150
两千零二十 = 2020
一万零五 = 10005
两万五 = 25000
三万二千 = 32000
1.5万 = 15000
三点五万 = 35000
一亿 = 100000000
两萬 = 20000
六点五 = 6.5
六點二五 = 6.25
零点五 = 0.5
26点2 = 26.2
负五 = -5
零下五 = -5
一半 = 0.5
半 = 0.5
四分之三 = 0.75
六又二分之一 = 6.5
两个半 = 2.5
大概四十 = 40
四十左右 = 40
四十来 = 40
俩 = 2
""")


@pytest.mark.parametrize(("said", "meant"), NUMBERS)
def test_a_number_is_what_people_mean_by_it(said: str, meant: str) -> None:
    if meant == "error":
        with pytest.raises(PhraseError, match="is not a number"):
            number(said)
    else:
        assert number(said) == float(meant)


@pytest.mark.parametrize(
    ("said", "meant"),
    table("""
15 = 15
80% = 80
８０％ = 80
40 % = 40
40percent = 40
40 per cent = 40
forty percent = 40
forty-five per cent = 45
a hundred percent = 100
hundred percent = 100
half = 50
half way = 50
a quarter = 25
three quarters = 75
1/2 = 50
½ = 50
to forty percent = 40
about 40% = 40
百分之三十 = 30
百分之40 = 40
百分之百 = 100
百分百 = 100
三成 = 30
三成五 = 35
七成半 = 75
十成 = 100
一半 = 50
四分之一 = 25
到百分之三十 = 30
调到40%左右 = 40
百分之四十左右 = 40
七十 = 70
max = 100
the maximum = 100
Full = 100
highest = 100
最大 = 100
最高 = 100
调到最大 = 100
最大值 = 100
最亮 = 100
满 = 100
拉满 = 100
min = 5
minimum = 5
the lowest = 5
最小 = 5
最低 = 5
調到最低 = 5
"""),
)
def test_a_percentage_is_what_people_mean_by_it(said: str, meant: str) -> None:
    assert integer(said) == int(meant)


@pytest.mark.parametrize(
    ("said", "minutes"),
    [("15 minutes", 15), ("fifteen minutes", 15), ("15 minute", 15), ("max", 90), ("min", 1)],
)
def test_a_number_may_be_followed_by_the_unit_asked_for(said: str, minutes: int) -> None:
    assert integer(said, MINUTES) == minutes


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("40 percent", "not a number of minutes"),
        ("三成", "not a number of minutes"),
        ("百分之三十", "not a number of minutes"),
        ("40 miles", "not a number of minutes"),
        ("half", "not a whole number"),
        ("一半", "not a whole number"),
        ("ninety-one", "not between 1 and 90 minutes"),
        ("零", "not between 1 and 90 minutes"),
        ("minus five", "not between 1 and 90 minutes"),
    ],
)
def test_another_unit_or_a_value_out_of_bounds_is_refused(said: str, why: str) -> None:
    with pytest.raises(PhraseError, match=why):
        integer(said, MINUTES)


@pytest.mark.parametrize(
    "said",
    [
        *("", "%", "a", "some", "loud", "max volume", "最", "多一点", "大一点", "by ten", "9 more"),
        *("1,20", "1,2000", "1.2.3", "1_000", "0x10", "inf", "nan", "1e999", "--5", "5-", "5/0"),
        *("6²", "①", "40度", "40 miles", "40%%", "twenty or thirty", "20-30", "third", "second"),
        *("a hundred and", "hundred thousand hundred", "twenty hundred", "thousand million", "five"
          " point twenty five", "seventy ten", "six and", "and a half", "six and seven"),
        *("四十多", "三五", "十五六", "十几", "六点半", "六点五十", "三分之四", "分之三", "百分之",
          "十一成", "第五", "一万二十", "万", "一万万"),
        "9" * 81,
    ],
)  # fmt: skip
def test_what_is_not_one_amount_is_refused(said: str) -> None:
    for parse in (number, integer):
        with pytest.raises(PhraseError):
            parse(said)


@pytest.mark.parametrize("value", [True, None, [], {}, float("nan"), float("inf"), 10**400])
def test_what_is_no_number_in_json_is_refused(value: object) -> None:
    for parse in (number, integer):
        with pytest.raises((PhraseError, OverflowError)):
            parse(value)


def test_numbers_in_json_stay_what_they_are() -> None:
    assert number(6.5) == 6.5
    assert isinstance(number(6.0), int)
    assert integer(40.0) == 40
    with pytest.raises(PhraseError, match="whole"):
        integer(40.5)


# Laws


def test_chinese_numbers_up_to_9999_come_back() -> None:
    for value in range(10_000):
        assert parse_amount(in_chinese(value)) == value, in_chinese(value)


@given(ten_thousands=st.integers(1, 9999), rest=st.integers(0, 9999))
def test_chinese_numbers_with_ten_thousands_come_back(ten_thousands: int, rest: int) -> None:
    zero = "零" if 0 < rest < 1000 else ""
    ten = "一" if 10 <= rest < 20 else ""
    said = f"{in_chinese(ten_thousands)}万{zero}{ten}{in_chinese(rest) if rest else ''}"
    assert parse_large(said) == ten_thousands * 10_000 + rest


@pytest.mark.parametrize("joint", [" ", " and "])
def test_english_numbers_up_to_999_come_back(joint: str) -> None:
    for value in range(1000):
        said = hundreds_in_english(value, joint)
        assert parse_spoken(said) == parse_amount(said) == value, said
        assert parse_amount(said.replace("-", " ")) == value


@given(value=st.integers(1, 999_999))
def test_english_numbers_with_thousands_come_back(value: int) -> None:
    many, rest = divmod(value, 1000)
    said = f"{hundreds_in_english(many, ' ')} thousand " if many else ""
    said += hundreds_in_english(rest, " ") if rest or not many else ""
    assert parse_spoken(said.rstrip()) == value


@given(value=st.decimals(-9999, 9999, places=2))
def test_decimals_come_back_in_digits_and_in_both_languages(value: Any) -> None:
    meant = Fraction(value)
    whole, digits = divmod(abs(int(value * 100)), 100)
    assert parse_amount(str(value)) == parse_amount(f"{value:,}") == meant
    tail = f"{digits:02}"
    chinese = in_chinese(whole) + "点" + "".join(in_chinese(int(digit)) for digit in tail)
    assert parse_amount(("负" if value < 0 else "") + chinese) == meant
    if whole < 1000:
        spoken = " ".join(in_english(int(digit)) for digit in tail)
        english = f"{hundreds_in_english(whole, ' and ')} point {spoken}"
        assert parse_amount(("minus " if value < 0 else "") + english) == meant


@given(value=st.integers(5, 100))
def test_a_percentage_said_in_any_style_comes_back(value: int) -> None:
    english, chinese = hundreds_in_english(value, " and "), in_chinese(value)
    styles = [f"{value}%", f"{english} percent", f"{value} per cent", f"百分之{chinese}", chinese]
    styles += [f"{in_chinese(value // 10)}成"] * (value % 10 == 0)
    assert {integer(style) for style in styles} == {value}


WORDS = (
    "half a an and quarter third two twenty five hundred thousand million point minus percent % "
    "1 2 1,200 6.5 / ½ max min oh 一 二 两 十 百 千 万 亿 零 点 半 分之 百分之 成 又 个 负 最大 约"
).split()
AMOUNTS = st.lists(st.sampled_from(WORDS), max_size=8).flatmap(
    lambda words: st.sampled_from([" ".join(words), "".join(words)])
)


@given(value=st.text(max_size=100) | AMOUNTS | st.integers() | st.floats() | st.booleans())
def test_anything_is_a_value_in_bounds_or_refused(value: object) -> None:
    for parse, low, high in ((number, None, None), (integer, 5, 100)):
        try:
            meant: Any = parse(value)
        except (PhraseError, OverflowError) as error:
            assert str(error)
            continue
        assert isinstance(meant, int | float) and not isinstance(meant, bool)
        assert low is None or (isinstance(meant, int) and low <= meant <= high)
