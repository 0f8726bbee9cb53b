"""What a text says, as far as rules can tell: numbers, quotations, on or off, its language."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from datetime import datetime

from pydantic import JsonValue

from tandem_edge.harness.recall import terms
from tandem_edge.phone.language.numerals import parse_number
from tandem_edge.phone.normalise import KINDS

_HAN = re.compile("[\u3400-\u9fff]")
_LETTER = re.compile(r"[A-Za-z\u00c0-\u024f]")
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_QUOTED = re.compile(r"[\"“「『《‘']([^\"”」』》’']{1,400})[\"”」』》’']")
_ON = re.compile(
    r"\b(?:(?:turn|switch)(?:ed|ing)? on|turn .{1,30} on|switch .{1,30} on|enable[ds]?|activate)\b"
    r"|\b(?:tick|pin|mute|archive|mark|complete|finish)\b"
    r"|打开|开启|启用|开一下|开着|恢复|允许|完成|勾|置顶|归档|标为"
)
_OFF = re.compile(
    r"\b(?:(?:turn|switch)(?:ed|ing)? off|turn .{1,30} off|switch .{1,30} off|disable[ds]?"
    r"|deactivate|stop|block)\b|关闭|关掉|关上|停用|禁用|禁止|取消|别|不让|不许|关了"
)
_UNDOES = re.compile(r"\b(?:un(?:tick|pin|mute|archive|mark|check)|reopen)|取消")
_QUESTION = re.compile(
    r"[?？]\s*$|^\s*(?:what|which|how|when|who|where|is |are |does |tell me|read |look up|find out)"
    r"|多少|什么|几点|是不是|有没有|哪|查一下|看一下|告诉我"
)
LONGEST_PHRASE = 8
"""Words of one phrase; twice as many characters of Chinese."""


def on_or_off(goal: str) -> bool | None:
    """Whether ``goal`` wants something on or off; ``None`` when it says neither or both."""
    said = goal.casefold()
    if _UNDOES.search(said):
        return False
    on, off = bool(_ON.search(said)), bool(_OFF.search(said))
    return None if on == off else on


def is_question(goal: str) -> bool:
    """Whether ``goal`` wants to know rather than to change something."""
    return bool(_QUESTION.search(goal.casefold()))


def quoted(text: str) -> list[str]:
    """What stands in quotation marks, in order."""
    return [each.strip() for each in _QUOTED.findall(text)]


def numbers(text: str) -> list[str]:
    """The numbers written in digits, without grouping signs: ``1,200`` as ``1200``."""
    folded = unicodedata.normalize("NFKC", text)
    return [_plain(each) for each in _NUMBER.findall(folded)]


def _plain(number: str) -> str:
    return re.sub(r",(?=\d{3}(?!\d))", "", number)


def value_in(goal: str) -> int | None:
    """The one whole number that ``goal`` says, in digits or in words."""
    found = [int(each) for each in numbers(goal) if each.isdigit()]
    if not found:
        found = [
            value
            for value in map(_spelt, re.findall("[零一二两三四五六七八九十百]+", goal))
            if value
        ]
    if not found:
        found = [value for value in map(_spelt, re.findall(r"[a-z-]+", goal.casefold())) if value]
    return found[0] if len(found) == 1 else None


def _spelt(word: str) -> int | None:
    try:
        value = parse_number(word)
    except ValueError:
        return None
    return int(value) if value is not None and value == int(value) else None


def share_of_chinese(text: str) -> float:
    """Chinese characters among all letters, 0 to 1; 0 of a text without letters.

    A word of Latin script counts as one letter.
    """
    han = len(_HAN.findall(text))
    latin = len(re.findall(r"[A-Za-z\u00c0-\u024f]+", text))
    return han / (han + latin) if han + latin else 0.0


def has_letters(text: str) -> bool:
    """Whether there is anything to translate in ``text``."""
    return bool(_HAN.search(text) or _LETTER.search(text))


def supported(said: str, sources: Sequence[str]) -> bool:
    """Whether every number of ``said`` and most of its words stand in ``sources``."""
    source = "\n".join(sources)
    known, given = set(terms(source)), terms(said)
    figures = set(numbers(source))
    if any(number not in figures for number in numbers(said)):
        return False
    return not given or sum(term in known for term in given) / len(given) >= 0.6


def says_more(answer: str, question: str) -> bool:
    """Whether ``answer`` is more than words of ``question``."""
    return bool(set(terms(answer)) - set(terms(question)))


def phrases(text: str) -> Iterator[str]:
    """Every run of words (or of Chinese characters) in ``text``, the longest first."""
    parts = re.findall(r"[\u3400-\u9fff]|[^\s\u3400-\u9fff,，。!！?？;；]+", text)
    parts = [part for part in (part.strip(":：\"“”'()（）") for part in parts) if part]
    most = LONGEST_PHRASE * (2 if _HAN.search(text) else 1)
    for length in range(min(most, len(parts)), 0, -1):
        for start in range(len(parts) - length + 1):
            yield _joined(parts[start : start + length])


def _joined(parts: list[str]) -> str:
    text = parts[0]
    for part in parts[1:]:
        gap = "" if _HAN.search(part) or _HAN.search(text[-1]) else " "
        text += gap + part
    return text


def phrase_of_kind(text: str, schema: dict[str, JsonValue], now: datetime) -> str | None:
    """The longest phrase in ``text`` that an argument of this schema understands."""
    read = KINDS[str(schema["x-kind"])]
    for phrase in phrases(text):
        try:
            read(phrase, schema, now)
        except (ValueError, OverflowError):
            continue
        return phrase
    return None
