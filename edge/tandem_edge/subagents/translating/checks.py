"""What a rule can tell of a translation: its language, its numbers, its length."""

from __future__ import annotations

import re

from tandem_edge.phone.language.numerals import parse_number
from tandem_edge.subagents.words import numbers, share_of_chinese

LONGEST_RATIO = 8.0
"""A translation is at most so many times as long as its source, or as short."""
_SHORT = 12
_HAN_NUMBER = re.compile("[零一二两三四五六七八九十百千]+")
_WORD = re.compile(r"[a-z]+(?:-[a-z]+)?")
_WORTH = {"半": 30, "half": 30, "noon": 12, "midnight": 0, "quarter": 15, "dozen": 12}


def problems(source: str, said: str, target: str) -> list[str]:
    """What is wrong with ``said`` as ``source`` in ``target`` (``en`` or ``zh``), in words."""
    wrong: list[str] = []
    share = share_of_chinese(said)
    if target == "zh" and share < 0.5:
        wrong.append("it is not in Chinese")
    if target == "en" and share > 0.1:
        wrong.append("it is not in English")
    left = _left_over(source, said) if target == "zh" else []
    if left:
        wrong.append(f"{left[0]} is not translated")
    lost = [number for number in numbers(source) if not keeps(number, said)]
    if lost:
        wrong.append(f"it lacks the number {lost[0]}")
    longer, shorter = max(len(source), len(said)), max(1, min(len(source), len(said)))
    if longer > _SHORT and longer / shorter > LONGEST_RATIO:
        wrong.append("its length does not fit")
    return wrong


def _left_over(source: str, said: str) -> list[str]:
    """Common words of an English source that stand in its Chinese translation as they are."""
    words = re.findall(r"(?<![\w@./-])[a-z]{3,}(?![\w@./-])", source)
    return [word for word in words if re.search(rf"(?<![A-Za-z]){word}(?![A-Za-z])", said)]


def keeps(number: str, said: str) -> bool:
    """Whether ``said`` holds a number of the source, in digits or in words."""
    if number in numbers(said):
        return True
    there = _values(said)
    parts = re.split("[:.,]", number)
    return all(part.isdigit() and int(part) in there for part in parts) or _as_evening(parts, there)


def _as_evening(parts: list[str], there: set[int]) -> bool:
    """Whether the hour is said by the other clock: 19:30 as half past seven, 7:30 as 19:30."""
    if len(parts) != 2 or not all(part.isdigit() for part in parts):
        return False
    hour, minute = map(int, parts)
    return (hour + 12) % 24 in there and (minute == 0 or minute in there)


def _values(said: str) -> set[int]:
    """Every whole number that ``said`` says in digits or words, also those within times."""
    found = {int(part) for each in numbers(said) for part in re.split("[:.,]", each) if part}
    words = [*_HAN_NUMBER.findall(said), *_WORD.findall(said.casefold())]
    for word in words:
        try:
            found.add(int(parse_number(word)))
        except ValueError:
            continue
    return found | {value for word, value in _WORTH.items() if word in said.casefold()}
