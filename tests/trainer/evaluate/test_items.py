"""The guard's items are many, unlike each other, balanced, and can be done."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tandem_shared.errors import UsageError
from tandem_trainer.evaluate.guard.items import DATA, LANGUAGES, SETS, Choice, Free, Guard, Item
from tests.trainer.evaluate.speakers import solutions

ITEMS = Guard().items
FREE = [item for item in ITEMS if isinstance(item.form, Free)]
LEAST, LEAST_OF_LANGUAGE = 60, 30


@pytest.mark.parametrize("name", SETS)
def test_each_set_has_enough_items_in_both_languages(name: str) -> None:
    languages = Counter(item.language for item in ITEMS if item.set == name)
    assert sum(languages.values()) >= LEAST
    assert min(languages[language] for language in LANGUAGES) >= LEAST_OF_LANGUAGE


def test_no_two_items_ask_the_same() -> None:
    assert max(Counter(item.form.ask.casefold() for item in ITEMS).values()) == 1


def test_a_right_option_is_not_among_the_wrong_ones_and_none_comes_twice() -> None:
    for item in ITEMS:
        if isinstance(item.form, Choice):
            options = item.form.options
            assert len(set(options)) == len(options), item.id


@pytest.mark.parametrize("item", FREE, ids=lambda item: item.id)
def test_each_instruction_can_be_followed_and_saying_nothing_does_not_follow_it(item: Item) -> None:
    assert isinstance(item.form, Free)
    assert item.form.checks.failed(solutions()[item.id]) == ()
    assert item.form.checks.failed("") != ()


def test_a_folder_without_items_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no items"):
        _ = Guard(tmp_path).items


def test_another_word_is_another_guard(tmp_path: Path) -> None:
    for path in DATA.glob("*.yaml"):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    assert Guard(tmp_path).sha256 == Guard().sha256
    changed = tmp_path / "bilingual.zh.yaml"
    changed.write_text(changed.read_text("utf-8").replace("长城", "故宫", 1), "utf-8")
    assert Guard(tmp_path).sha256 != Guard().sha256
