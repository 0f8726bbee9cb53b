"""The sentence a unit is found by, and whether a sentence may stand for what was said.

A sentence is checked whoever wrote it. One that is not valid is a failure to be recorded with its
faults; nothing else is put in its place.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from tandem_edge.memory.extraction.attributes import ATTRIBUTES, GENERAL, attribute_of
from tandem_edge.memory.extraction.folding import fold, has_chinese, plain
from tandem_edge.memory.extraction.people import NAMES, shown
from tandem_edge.memory.extraction.phrasing import in_words
from tandem_edge.memory.extraction.reading import OWNER
from tandem_edge.memory.extraction.things import shown_thing
from tandem_shared.memory import LONGEST_SUMMARY, Fact
from tandem_shared.text import one_line

OWNER_SAID = {"en": "The owner", "zh": "机主"}
"""How a summary calls the owner."""
_NUMBER = re.compile(r"\d+(?:[.,:/-]\d+)*")
_ZH_NUMBER = re.compile(
    "[零〇一二两三四五六七八九十百千万]{2,}|[一二两三四五六七八九十](?=[点号月岁年个只台])"
)
_POSSESSIVE = re.compile("['’]s$")
_LATIN_NAME = re.compile(r"[A-Z][A-Za-z0-9'’-]*")
_ZH_NAME = re.compile(
    "[小老阿](?![名时师板家孩区说人外])[\u3400-\u9fff](?=[是的在叫住说和跟，。]|$)|(?<=叫)[\u3400-\u9fff]{2,3}|《[^》]+》"
)
_TEMPLATE_WORDS = frozenset(
    word
    for row in ATTRIBUTES.values()
    for text in row.en
    for word in re.findall(r"[A-Za-z']+", text)
)


@dataclass(frozen=True, slots=True)
class Checked:
    """A summary and what is wrong with it, in sentences; nothing, if it is valid."""

    summary: str
    faults: tuple[str, ...] = ()

    @property
    def valid(self) -> bool:
        """Whether it may stand for its evidence."""
        return not self.faults


def summarise(fact: Fact, language: str) -> str:
    """The sentence of ``fact`` in ``language`` (``en`` or ``zh``); its value stays as it was said.

    Raises ``KeyError`` of an attribute that the table does not have.
    """
    row = attribute_of(fact.attribute)
    if row is None:
        raise KeyError(fact.attribute)
    thing = _thing(fact.attribute, language)
    words = (row.zh if language == "zh" else row.en)[fact.negated]
    if fact.general and fact.attribute in GENERAL:
        words = _generally(GENERAL[fact.attribute][language == "zh"], fact.value)
    words = in_words(fact, language) or words
    said = words.replace("{thing}", thing).replace("{a}", _article(fact.value))
    said = said.replace("{value}", fact.value)
    subject = subject_words(fact.subject, language)
    joint = "" if language == "zh" or said.startswith("'s") else " "
    end = "。" if language == "zh" else "."
    return one_line(f"{subject}{joint}{said}{end}", limit=LONGEST_SUMMARY)


def _generally(words: str, value: str) -> str:
    """A general ending in ``words``, and how it was told where that says more."""
    return (
        words if value.lower() in words or value in "工作职那儿那里那边" else f"{words} ({{value}})"
    )


def _article(value: str) -> str:
    """The article before an English value; none before a plural and what has one already."""
    small = value.lower()
    if (
        has_chinese(value)
        or small.endswith("s")
        or re.match(r"(?:an?|the|my|two|three|\d+) ", small)
    ):
        return ""
    return "an " if re.match(r"[aeio]|u(?!s|ni)|hon(?:est|our)|hour", small) else "a "


def subject_words(subject: str, language: str) -> str:
    """How a summary calls ``subject``: the owner, the owner's mother, a name."""
    owner = OWNER_SAID[language]
    if subject == OWNER:
        return owner
    if subject in NAMES or subject.startswith("pet."):
        word = shown(subject, language)
        return f"{owner}的{word}" if language == "zh" else f"{owner}'s {word}"
    return subject


def check_summary(summary: str, fact: Fact, evidence: Sequence[str]) -> Checked:
    """``summary`` of ``fact`` against the turns it rests on.

    Valid is what is not empty, one line, not too long, about the same subject, and has no number
    and no name that the evidence does not have.
    """
    source = plain(" ".join(evidence))
    faults = [*_form_faults(summary)]
    language = "zh" if has_chinese(summary) else "en"
    if not _same_subject(summary, fact.subject, language):
        faults.append("it is not about the same subject")
    allowed = plain(subject_words(fact.subject, language))
    faults += [
        f"{number} is not in what was said" for number in _numbers(summary) - _numbers_in(source)
    ]
    faults += [
        f"{name} is not in what was said"
        for name in sorted(_names(summary))
        if plain(name) not in source
        and plain(name) not in allowed
        and plain(_POSSESSIVE.sub("", name)) not in source
    ]
    return Checked(summary, tuple(faults))


def _form_faults(summary: str) -> list[str]:
    faults = []
    if not summary.strip():
        faults.append("it is empty")
    elif summary != one_line(summary):
        faults.append("it is not one plain line")
    if len(summary) > LONGEST_SUMMARY:
        faults.append(f"it is longer than {LONGEST_SUMMARY} characters")
    return faults


def _same_subject(summary: str, subject: str, language: str) -> bool:
    words = plain(subject_words(subject, language))
    return plain(summary).startswith(words) or (
        subject == OWNER and plain(summary).startswith("owner")
    )


def _numbers(text: str) -> set[str]:
    folded = fold(text).folded
    return set(_NUMBER.findall(folded)) | set(_ZH_NUMBER.findall(folded))


def _numbers_in(source: str) -> set[str]:
    found = _numbers(source)
    return found | {part for number in found for part in re.split("[.,:/-]", number)}


def _names(summary: str) -> set[str]:
    latin = {name for name in _LATIN_NAME.findall(summary) if name.lower() not in _TEMPLATE_WORDS}
    return (latin | set(_ZH_NAME.findall(summary))) - {"The", "Owner", "I"}


def _thing(attribute: str, language: str) -> str:
    thing = attribute.partition(".")[2]
    return (
        shown(attribute, language) if attribute.startswith("pet.") else shown_thing(thing, language)
    )
