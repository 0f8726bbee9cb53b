"""Forgetting the newest value says what held before it, and can believe that again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tandem_edge.languages.catalogue import VARIABLES, speak
from tests.edge.cli.test_memory_commands import added, home, refused, tandem, told

__all__ = ["home"]
HOMES = ("I live in Porto", "I moved to Lisbon")
ZH_HOMES = ("我住在成都", "我搬到杭州了")


@pytest.fixture(autouse=True)
def fresh(home: Path) -> None:
    """Each test has a home of its own."""


@pytest.fixture
def chinese(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for name in (*VARIABLES, "LANGUAGE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "zh_CN.UTF-8")
    speak()
    yield
    monkeypatch.setenv("LANG", "C.UTF-8")
    speak()


def moved(first: str, second: str) -> tuple[str, str]:
    """The ids of where somebody lived and of where they live."""
    old, new = added(first)["id"], added(second)["id"]
    return str(old), str(new)


@pytest.mark.parametrize("homes", [HOMES, ZH_HOMES])
def test_what_held_before_is_named_before_anything_goes(homes: tuple[str, str]) -> None:
    old, new = moved(*homes)
    told_of = tandem("forget", new).stdout
    assert f"nothing is believed in the place of {new}; what held before: " in told_of
    assert "Porto" in told_of or "成都" in told_of
    assert "--restore-previous" in told_of
    assert told("forget", new)["previous"] == [old]


def test_without_the_option_nothing_is_believed_any_more() -> None:
    old, new = moved(*HOMES)
    done = told("forget", new, "--yes")
    assert (done["forgotten"], done["previous"], done["restored"]) == (True, [old], False)
    assert told("search", "Where do I live?")["found"] == []
    assert told("show", old)["unit"]["status"] == "superseded"


@pytest.mark.parametrize("homes", [HOMES, ZH_HOMES])
def test_with_the_option_what_held_before_is_believed_again(homes: tuple[str, str]) -> None:
    old, new = moved(*homes)
    assert "is believed again" in tandem("forget", new, "--restore-previous").stdout
    done = told("forget", new, "--restore-previous", "--yes")
    assert (done["forgotten"], done["previous"], done["restored"]) == (True, [old], True)
    assert told("show", old)["unit"]["status"] == "current"
    assert told("search", homes[0])["found"][0]["id"] == old


def test_of_what_took_no_place_nothing_is_said() -> None:
    done = added("I like jazz")
    assert "held before" not in tandem("forget", done["id"]).stdout
    assert "previous" not in told("forget", done["id"], "--restore-previous", "--yes")


def test_what_has_no_such_option_names_none() -> None:
    moved(*HOMES)
    told_of = tandem("never", "add", "Lisbon", "--clear").stdout
    assert "what held before" in told_of and "--restore-previous" not in told_of


@pytest.mark.usefixtures("chinese")
def test_it_is_said_in_chinese_too() -> None:
    _old, new = moved(*ZH_HOMES)
    told_of = tandem("forget", new).stdout
    assert f"之后没有内容代替 {new}；以前是：" in told_of and "成都" in told_of
    assert "加 --restore-previous 就重新相信它" in told_of
    assert "重新相信  " in tandem("forget", new, "--restore-previous").stdout


@pytest.mark.usefixtures("chinese")
def test_a_memory_with_another_in_its_place_is_refused_in_chinese() -> None:
    old, new = moved(*ZH_HOMES)
    error = refused("correct", old, "我住在北京")
    assert str(error) == f"{old} 已被取代：代替它的是 {new}"
