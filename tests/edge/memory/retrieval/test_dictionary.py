"""The bilingual dictionary: what it knows, and that it is what its maker makes."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tandem_edge.memory.retrieval.dictionary import (
    FILES,
    LICENCE,
    Dictionary,
    characters,
    shipped,
    translations,
)
from tandem_edge.memory.retrieval.terms import stem

MANY = [f"w{number:05}" for number in range(1000)]
"""More than one block of them."""
WORDS = st.text("abcdefgh疫苗茶壶", min_size=1, max_size=6)


@pytest.mark.parametrize(
    ("word", "other"),
    [
        (stem("vaccine"), "疫苗"),
        ("hostel", "青旅"),
        ("kunm", "昆明"),
        ("drove", "驾驶"),
        ("疫苗", "vaccine"),
        ("茶壶", "teapot"),
        ("昆明", "kunming"),
        ("开车", "drove"),
        (stem("diarrhea"), "腹泻"),
        (stem("diarrhoea"), "腹泻"),
        ("腹泻", "diarrhoea"),
        (stem("colour"), "颜色"),
        (stem("tyre"), "轮胎"),
        ("微信", "weixin"),
        ("众筹", "crowdfunding"),
        (stem("crowdfunding"), "众筹"),
    ],
)
def test_everyday_and_new_words_places_irregular_forms_and_both_spellings_are_known(
    word: str, other: str
) -> None:
    assert other in translations(word)


@contextmanager
def made(lines: Iterable[str]) -> Iterator[Dictionary]:
    """A dictionary of ``lines`` in a file of its own."""
    with tempfile.TemporaryFile() as file:
        file.write((LICENCE + "".join(f"{line}\n" for line in lines)).encode())
        file.flush()
        yield Dictionary(file.fileno())


def test_a_word_that_is_said_by_two_is_worth_half_for_either() -> None:
    assert translations("草帽") == {"hat": 0.5, "straw": 0.5}


def test_the_surest_and_most_usual_translations_come_first() -> None:
    assert [*translations("hotel")][:2] == ["酒店", "饭店"]
    assert next(iter(translations("旅馆"))) == "hotel"


@pytest.mark.parametrize(
    "word", ["", "\t", "\n", "zzzz", "#", "vaccin\t", "龘龘", "#derived", "a\nb"]
)
def test_what_is_no_word_has_no_translations(word: str) -> None:
    assert translations(word) == {}


def test_no_single_letter_stands_for_a_chinese_word() -> None:
    lines = shipped("zh").lines.decode().splitlines()[1:]
    words = {pair.rpartition(":")[0] for line in lines for pair in line.partition("\t")[2].split()}
    assert words and min(map(len, words)) > 1


def test_a_syllable_has_its_characters_whatever_the_tone() -> None:
    assert {"小", "晓", "笑"} <= characters("xiao") and "大" not in characters("xiao")
    assert characters("xiaox") == frozenset()


@pytest.mark.parametrize("name", FILES)
def test_each_file_tells_its_licence_and_is_sorted(name: str) -> None:
    text = shipped(name).lines.decode()
    words = [line.partition("\t")[0].encode() for line in text.splitlines()[1:]]
    assert text.startswith(LICENCE) and words == sorted(set(words)) and len(words) > 300


@given(st.dictionaries(WORDS, st.dictionaries(WORDS, st.integers(1, 100), min_size=1, max_size=4)))
def test_every_word_of_a_file_is_found_and_no_other(
    rows: dict[str, dict[str, int]],
) -> None:
    lines = [
        f"{word}\t" + " ".join(f"{other}:{worth}" for other, worth in row.items())
        for word, row in sorted(rows.items(), key=lambda pair: pair[0].encode())
    ]
    with made(lines) as found:
        assert len(found) == len(rows) + 1  # the licence
        for word, row in rows.items():
            assert found.translations(word) == {other: worth / 100 for other, worth in row.items()}
            assert found.translations(word + "x") == {}


@pytest.mark.parametrize("without", [[], MANY[:1], MANY[::7], MANY[1::2]])
def test_of_many_blocks_each_has_its_words_and_none_that_are_left_out(without: list[str]) -> None:
    there = sorted({*MANY} - {*without})
    with made(f"{word}\t{word[1:]}:100" for word in there) as found:
        for word in MANY:
            assert found.translations(word) == ({} if word in without else {word[1:]: 1.0})


@pytest.mark.parametrize("name", FILES)
def test_what_ships_is_found_as_it_stands_in_the_file(name: str) -> None:
    dictionary = shipped(name)
    for line in dictionary.lines.decode().splitlines()[1::97]:
        word, _, row = line.partition("\t")
        pairs = (each.rpartition(":") for each in row.split(" "))
        assert dictionary.translations(word) == {o: int(worth) / 100 for o, _, worth in pairs}
