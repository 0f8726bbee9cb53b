"""Texts in the language in force, and a catalogue that lacks none of them."""

from __future__ import annotations

import re
from functools import cache
from string import Formatter

import pytest

from tandem_edge.languages import catalogue, updating
from tandem_edge.languages.catalogue import _, language, ngettext, speak
from tandem_edge.languages.gathering import Message, gathered
from tandem_edge.memory.wording import told_units

CHINESE = re.compile("[\u4e00-\u9fff]")
COMMAND = re.compile(
    r"(?:tandem (?:memory|key)(?: never| retain)?(?: [a-z]+)?|mkdir -p|chmod 600)(?: --?[a-z-]+)*"
)
"""What is the same in any language."""
VARIABLES = (*catalogue.VARIABLES, "LANGUAGE")


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    speak()


@cache
def texts() -> list[tuple[Message, list[str]]]:
    """Every message with its Chinese, of which there is one text a message."""
    chinese = {
        each.id if isinstance(each.id, str) else each.id[0]: each.string
        for each in updating.read("zh")
        if each.id
    }
    found = []
    for message in gathered():
        told = chinese.get(message if isinstance(message, str) else message[0], "")
        found.append((message, [told] if isinstance(told, str) else [*told]))
    return found


def places(text: str) -> set[str]:
    """The names of a template's values."""
    return {name for _text, name, _form, _how in Formatter().parse(text) if name}


def test_every_message_of_the_memory_and_key_commands_has_a_chinese_text() -> None:
    lacking = [
        message
        for message, told in texts()
        if not all(told) or not (any(map(CHINESE.search, told)) or _is_the_same(message, told))
    ]
    assert not lacking, "run python -m tandem_edge.languages.updating, and translate these"


def _is_the_same(message: Message, told: list[str]) -> bool:
    """Signs, command lines, and options alone need no other words."""
    left = re.sub("{.*?}|--[a-z-]+", "", COMMAND.sub("", told[0]))
    return isinstance(message, str) and not re.search("[A-Za-z]{2}", left)


def test_the_values_of_a_message_are_those_of_its_chinese_text() -> None:
    templates = [(message, told) for message, told in texts() if "%(" not in str(message)]
    wrong = [
        (message, text)
        for message, told in templates
        for text in told
        if "{}" not in text and not places(text) <= _places_of(message)
    ]
    lost = [
        (message, text)
        for message, told in templates
        for text in told
        if isinstance(message, str) and "{}" not in text and places(text) != places(message)
    ]
    assert not wrong and not lost


def _places_of(message: Message) -> set[str]:
    forms = [message] if isinstance(message, str) else [*message]
    return set().union(*map(places, forms))


def test_chinese_has_chinese_signs_and_calls_its_reader_ni() -> None:
    told = [text for _message, each in texts() for text in each]
    assert not [text for text in told if "您" in text]
    assert not [
        text for text in told if re.search("[\u4e00-\u9fff][,;:?!]|[\u4e00-\u9fff]\\.$", text)
    ]


def test_what_is_compiled_is_what_is_written() -> None:
    path = updating.source_of("zh")
    assert path.with_suffix(".mo").read_bytes() == updating.compiled(updating.read("zh"))


def test_the_catalogue_holds_nothing_that_is_told_no_more() -> None:
    known = {message if isinstance(message, str) else message[0] for message, _told in texts()}
    written = [each.id if isinstance(each.id, str) else each.id[0] for each in updating.read("zh")]
    assert {each for each in written if each} == known


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({}, "en"),
        ({"LANG": "zh_CN.UTF-8"}, "zh"),
        ({"LANG": "zh_CN.UTF-8", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "zh_TW.UTF-8"}, "zh"),
        ({"LANG": "en_US.UTF-8", "LC_ALL": "zh_CN"}, "zh"),
        ({"LANG": "zh_CN.UTF-8", "TANDEM_LANG": "en"}, "en"),
        ({"LANG": "de_DE.UTF-8", "TANDEM_LANG": "zh"}, "zh"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
    ],
)
def test_the_language_is_what_the_first_variable_that_is_set_says(
    environment: dict[str, str], expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert language() == expected


def test_numbers_are_counted_as_the_language_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    assert [told_units(number) for number in (1, 2, 1200)] == [
        "1 memory",
        "2 memories",
        "1,200 memories",
    ]
    monkeypatch.setenv("TANDEM_LANG", "zh")
    assert [told_units(number) for number in (1, 2)] == ["1 条记忆", "2 条记忆"]


@pytest.mark.parametrize("asked", ["en", "zh"])
def test_a_value_is_never_read_as_a_template(asked: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TANDEM_LANG", asked)
    assert "{id.__class__} %s" in _("there is no memory {id}", id="{id.__class__} %s")
    assert _("I said {this} and 50 % of {that}") == "I said {this} and 50 % of {that}"
    assert _("") == "" and ngettext("{number} x {a}", "{number} xs {a}", 2, a="{b}") == "2 xs {b}"
