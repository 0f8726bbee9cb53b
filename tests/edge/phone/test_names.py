"""Apps, units, zones, numbers and records by the names people give them."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tandem_edge.phone.authoring import ToolFailure
from tandem_edge.phone.language.apps import APPS, label_of, package_of
from tandem_edge.phone.language.dialling import e164, looks_like_number
from tandem_edge.phone.language.phrases import PhraseError
from tandem_edge.phone.language.units import UNITS, convert, unit_of
from tandem_edge.phone.language.zones import zone_of
from tandem_edge.phone.normalise import clean_text
from tandem_edge.phone.sandbox.selection import named, the_one


@pytest.mark.parametrize(
    ("name", "package"),
    [
        ("WeChat", "com.tencent.mm"),
        ("微信", "com.tencent.mm"),
        ("  wechat ", "com.tencent.mm"),
        ("the WeChat app", "com.tencent.mm"),
        ("微信软件", "com.tencent.mm"),
        ("ＱＱ", "com.tencent.mobileqq"),
        ("B站", "tv.danmaku.bili"),
        ("com.eg.android.alipaygphone", "com.eg.android.AlipayGphone"),
        ("WhatsApp", "com.whatsapp"),
        ("  Sugar   Smash ", "sugar smash"),
        ("软件", "软件"),
    ],
)
def test_an_app_is_known_by_its_names(name: str, package: str) -> None:
    assert package_of(name) == package


@given(st.sampled_from(sorted(APPS)))
def test_a_package_and_its_label_lead_back_to_the_package(package: str) -> None:
    assert package_of(package) == package_of(label_of(package)) == package


@given(st.text(max_size=30))
def test_naming_an_app_twice_changes_nothing(name: str) -> None:
    assert package_of(package_of(package_of(name))) == package_of(package_of(name))


def test_no_two_apps_share_a_name() -> None:
    names = [name.casefold() for names in APPS.values() for name in names]
    assert len(names) == len(set(names))


@pytest.mark.parametrize(
    ("value", "source", "target", "result"),
    [
        (26.2, "miles", "公里", 42.1648128),
        (350, "Fahrenheit", "摄氏度", 176.666666667),
        (-40, "°C", "°F", -40),
        (0, "celsius", "kelvin", 273.15),
        (12, "stone", "kg", 76.20351816),
        (3, "斤", "千克", 1.5),
        (72, "inches", "centimeters", 182.88),
        (6, "feet", "m", 1.8288),
    ],
)
def test_units_convert(value: float, source: str, target: str, result: float) -> None:
    assert convert(value, unit_of(source), unit_of(target)) == pytest.approx(result)


@given(st.sampled_from(UNITS), st.sampled_from(UNITS), st.floats(-1e6, 1e6))
def test_converting_there_and_back_is_the_same_amount(source, target, value) -> None:  # type: ignore[no-untyped-def]
    if source.dimension == "temperature":
        value = abs(value)
    there = convert(value, source.symbol, target.symbol)
    if source.dimension != target.dimension:
        assert there is None
    else:
        assert there is not None
        back = convert(there, target.symbol, source.symbol)
        assert back == pytest.approx(value, rel=1e-9, abs=1e-6)


def test_every_name_of_a_unit_is_its_own() -> None:
    names = [name for unit in UNITS for name in {unit.symbol, *unit.names}]
    assert len(names) == len(set(names))


def test_an_unknown_unit_is_refused() -> None:
    with pytest.raises(PhraseError, match="parsec"):
        unit_of("parsec")


@pytest.mark.parametrize(
    ("name", "zone"),
    [
        ("New York", "America/New_York"),
        ("纽约时间", "America/New_York"),
        ("london time", "Europe/London"),
        ("europe/berlin", "Europe/Berlin"),
        ("Africa/Nairobi", "Africa/Nairobi"),
        ("Lisbon", "Europe/Lisbon"),
        ("曼谷", "Asia/Bangkok"),
        ("buenos aires", "America/Argentina/Buenos_Aires"),
        ("大阪", "Asia/Tokyo"),
        ("Kiev", "Europe/Kyiv"),
    ],
)
def test_a_zone_is_known_by_its_city(name: str, zone: str) -> None:
    assert zone_of(name) == zone


@pytest.mark.parametrize("name", ["Atlantis", "../../etc/passwd", "/etc/passwd", "x" * 70, "a\0b"])
def test_an_unknown_zone_is_refused(name: str) -> None:
    with pytest.raises(PhraseError):
        zone_of(name)


@pytest.mark.parametrize(
    ("said", "number"),
    [
        ("138 0013 8000", "+8613800138000"),
        ("１３８００１３８０００", "+8613800138000"),
        ("+44 (0)7700 900123", "+447700900123"),
        ("+1-202-555-0123", "+12025550123"),
    ],
)
def test_a_number_in_any_writing_is_one_number(said: str, number: str) -> None:
    assert e164(said, "Asia/Shanghai") == number


def test_a_local_number_is_read_where_the_phone_is() -> None:
    assert e164("030 901820", "Europe/Berlin") == "+4930901820"
    with pytest.raises(PhraseError):
        e164("030 901820", "UTC")


@pytest.mark.parametrize("text", ["王小明", "Mira", "12", "K9", "route 66", ""])
def test_a_name_does_not_look_like_a_number(text: str) -> None:
    assert not looks_like_number(text)


@given(st.text())
def test_clean_text_can_always_be_written_and_is_clean(text: str) -> None:
    clean = clean_text(text + "\ud800")
    assert clean.encode()
    assert clean_text(clean) == clean


@dataclass(frozen=True)
class Named:
    name: str


ROWS = {
    "n1": Named("Mira"),
    "n2": Named("mira"),
    "n3": Named("Mira Kaya"),
    "n4": Named("王小明"),
    "n5": Named("n1 is an id"),
    "n6": Named("Cafe\u0301"),
}


@pytest.mark.parametrize(
    ("wanted", "keys"),
    [
        ("n1", ["n5"]),
        ("n2", []),
        ("Mira", ["n1"]),
        ("MIRA", ["n1", "n2"]),
        ("kaya", ["n3"]),
        ("小明", ["n4"]),
        ("CAFÉ", ["n6"]),
        ("nobody", []),
        ("aya", []),
        ("an id", ["n5"]),
        ("d", []),
    ],
)
def test_names_match_exactly_then_by_case_then_from_the_beginning_of_a_word(
    wanted: str, keys: list[str]
) -> None:
    assert [key for key, _ in named(ROWS, wanted, lambda row: row.name)] == keys


def test_an_ambiguous_name_lists_candidates_but_not_hundreds() -> None:
    many = [(str(at), Named(f"Mira {at}")) for at in range(100)]
    with pytest.raises(ToolFailure, match="100 match") as caught:
        the_one(many, "contact", lambda row: row.name)
    assert caught.value.code == "ambiguous"
    assert "Mira 7" in str(caught.value) and "and 92 more" in str(caught.value)
