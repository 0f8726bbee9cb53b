"""Telephone numbers as people write and say them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tandem_edge.phone.language.dialling import SHORT_CODES, dialled, e164, looks_like_number
from tandem_edge.phone.language.phrases import PhraseError
from tandem_edge.phone.language.zones import region_of

HERE = "Asia/Shanghai"
MOBILE = "+8613800138000"
ENGLISH = "zero one two three four five six seven eight nine".split()
CHINESE = "零一二三四五六七八九"


@pytest.mark.parametrize(
    "said",
    [
        "13800138000",
        " 138 0013 8000 ",
        "138-0013-8000",
        "138–0013–8000",
        "１３８　００１３　８０００",
        "+86 138 0013 8000",
        "＋８６１３８００１３８０００",
        "008613800138000",
        "一三八零零一三八零零零",
        "幺三八 零零幺三 八零零零",
        "一三八〇〇一三八〇〇〇",
        "138零零一三8000",
        "加八六一三八零零一三八零零零",
        "one three eight zero zero one three eight zero zero zero",
        "one three eight double oh one three eight triple zero",
        "One-three-eight oh oh one three eight o o o",
        "plus eight six 138 double 0 138 treble zero",
        "电话：13800138000",
        "手机号是一三八零零一三八零零零",
        "tel: 138 0013 8000",
    ],
)
def test_a_number_in_any_writing_is_one_number(said: str) -> None:
    assert e164(said, HERE) == MOBILE


@pytest.mark.parametrize(
    ("said", "zone", "number"),
    [
        ("10086", HERE, "10086"),
        ("一零零八六", HERE, "10086"),
        ("幺幺零", HERE, "110"),
        ("112", "Europe/Berlin", "112"),
        ("nine one one", "America/New_York", "911"),
        ("1-800-FLOWERS", "America/Chicago", "+18003569377"),
        ("(020) 7946 0018", "Europe/London", "+442079460018"),
        ("oh two oh seven nine four six double oh one eight", "Europe/London", "+442079460018"),
        ("91 123 45 67", "Europe/Madrid", "+34911234567"),
        ("13800138000", "Asia/Urumqi", MOBILE),
        ("13800138000", "UTC", None),
        ("112", "UTC", "112"),
        ("+86 13800138000", "UTC", MOBILE),
    ],
)
def test_a_number_without_a_country_code_is_of_the_phone_s_zone(
    said: str, zone: str, number: str | None
) -> None:
    if number is None:
        with pytest.raises(PhraseError, match="in UTC it needs its country code"):
            e164(said, zone)
    else:
        assert e164(said, zone) == number


@pytest.mark.parametrize(
    ("zone", "region"),
    [
        ("Asia/Shanghai", "CN"),
        ("Asia/Urumqi", "CN"),
        ("Asia/Macau", "MO"),
        ("Europe/Madrid", "ES"),
        ("Europe/Zurich", "CH"),
        ("America/Denver", "US"),
        ("America/Toronto", "CA"),
        ("America/Sao_Paulo", "BR"),
        ("Africa/Nairobi", "KE"),
        ("Pacific/Auckland", "NZ"),
        ("UTC", None),
        ("Etc/GMT+3", None),
        ("None", None),
    ],
)
def test_a_zone_is_in_one_region(zone: str, region: str | None) -> None:
    assert region_of(zone) == region


@pytest.mark.parametrize(
    "said",
    [
        *("", "+", "Mira", "王小明", "route 66", "138 or 139", "abc 123456", "1+1", "5²5²5²5²"),
        *("thirty five thirty five", "double", "five double", "double double five", "double 12"),
        *(
            "+86 138 0013 8000 ext 5",
            "一三八十五",
            "一百一十",
            "两两两",
            "13800138000和13900139000",
        ),
        *("5551234, 5555678", "555 twelve 12", "call 13800138000 now", "9" * 81),
    ],
)
def test_what_is_not_one_number_is_refused(said: str) -> None:
    with pytest.raises(PhraseError, match="is not a telephone number"):
        e164(said, HERE)
    assert not looks_like_number(said)


@pytest.mark.parametrize("said", ["10086", "112", "+86 110", "幺幺零", "nine one one", "triple 9"])
def test_a_short_number_looks_like_one(said: str) -> None:
    assert looks_like_number(said)


@pytest.mark.parametrize("said", ["12", "七", "double five", "one", "手机", "三儿"])
def test_a_name_or_a_digit_or_two_does_not(said: str) -> None:
    assert not looks_like_number(said)


@given(digits=st.text("0123456789", min_size=3, max_size=12), plus=st.booleans())
def test_digits_said_one_by_one_come_back(digits: str, plus: bool) -> None:
    english = " ".join(ENGLISH[int(digit)] for digit in digits)
    chinese = "".join(CHINESE[int(digit)] for digit in digits)
    for said in (("plus " * plus) + english, "加" * plus + chinese, "+" * plus + digits):
        assert dialled(said) == "+" * plus + digits
        assert looks_like_number(said)


WORDS = "one five oh o double triple plus + 加 八 六 零 幺 1 138 0013 ( ) - . 的 ten FOOD".split()
SAID = st.lists(st.sampled_from(WORDS), max_size=12).flatmap(
    lambda words: st.sampled_from([" ".join(words), "".join(words)])
)


@given(said=st.text(max_size=90) | SAID, zone=st.sampled_from([HERE, "Europe/London", "UTC"]))
def test_any_text_is_a_number_or_refused(said: str, zone: str) -> None:
    try:
        number = e164(said, zone)
    except PhraseError as error:
        assert str(error)
        return
    assert number.removeprefix("+").isdigit()
    assert number[0] == "+" or len(number) in SHORT_CODES
    assert e164(number, "UTC") == number
