"""Somebody is forgotten, and never remembered, under the name in either script."""

from __future__ import annotations

import pytest

from tests.edge.cli.test_memory_commands import added, home, refused, tandem, told

__all__ = ["home"]

TEXTS = ("王芳喜欢喝茶", "Wang Fang lives in Leeds", "I like jazz")


@pytest.mark.parametrize("name", ["王芳", "Wang Fang", "wang fang"])
def test_who_is_forgotten_is_forgotten_in_both_scripts(name: str) -> None:
    for text in TEXTS:
        added(text)
    asked = tandem("forget", "--person", name).stdout
    assert "read as the same name" in asked and "Leeds" in asked and "喝茶" in asked
    gone = told("forget", "--person", name, "--yes")
    assert gone["turns"] == 2 and len(gone["spellings"]) == 1
    assert [turn["text"] for turn in told("list", "--turns")["turns"]] == ["I like jazz"]


@pytest.mark.parametrize(
    ("name", "said"), [("王芳", "Wang Fang is 40"), ("Wang Fang", "王芳40岁"), ("A Jie", "阿杰来")]
)
def test_who_is_never_to_be_remembered_is_not_in_either_script(name: str, said: str) -> None:
    tandem("never", "add", name, "--person")
    assert "never to be remembered" in str(refused("add", said))


def test_of_a_name_with_one_spelling_the_others_are_asked_for() -> None:
    added("Mira likes jazz")
    added("米拉住在成都")
    assert "only as spelled: Mira" in tandem("forget", "--person", "Mira").stdout
    assert told("forget", "--person", "Mira", "--person", "米拉", "--yes")["turns"] == 2
    assert "as spelled only" in tandem("never", "add", "Mira", "--person").stdout


def test_an_empty_name_is_refused() -> None:
    assert "1 to" in str(refused("forget", "--person", " "))


def test_a_wish_is_taken_back_by_its_sort() -> None:
    tandem("never", "add", "Mira", "--person")
    tandem("never", "add", "Mira")
    assert [each["sort"] for each in told("never", "remove", "Mira", "--person")["removed"]] == [
        "person"
    ]
    assert [each["sort"] for each in told("never", "list")["never"]] == ["words"]
    assert refused("never", "remove", "Mira", "--pattern").hint == "tandem memory never list"
