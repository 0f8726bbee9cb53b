"""Numbers as people say them, in English and in Chinese."""

from __future__ import annotations

_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen"
).split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_ORDINALS = {
    "one": "first",
    "two": "second",
    "three": "third",
    "five": "fifth",
    "eight": "eighth",
    "nine": "ninth",
    "twelve": "twelfth",
}
_DIGITS = "零一二三四五六七八九"
_PLACES = ("", "十", "百", "千")
MOST = 9999
"""The largest number that is put into words."""


def english(number: int) -> str:
    """``342`` as "three hundred and forty-two". Raises ``ValueError`` outside 0 to ``MOST``."""
    _check(number)
    if number < 20:
        return _ONES[number]
    if number < 100:
        tens, rest = _TENS[number // 10 - 2], number % 10
        return f"{tens}-{_ONES[rest]}" if rest else tens
    size, word = (100, "hundred") if number < 1000 else (1000, "thousand")
    head, rest = f"{english(number // size)} {word}", number % size
    if not rest:
        return head
    return f"{head} {'and ' if rest < 100 else ''}{english(rest)}"


def english_ordinal(number: int) -> str:
    """``21`` as "twenty-first". Raises ``ValueError`` outside 0 to ``MOST``."""
    head, dash, last = english(number).rpartition("-")
    if last in _ORDINALS:
        return head + dash + _ORDINALS[last]
    return head + dash + (f"{last[:-1]}ieth" if last.endswith("y") else f"{last}th")


def short_ordinal(number: int) -> str:
    """``21`` as "21st"."""
    ends = {1: "st", 2: "nd", 3: "rd"}
    return f"{number}{'th' if 10 < number % 100 < 14 else ends.get(number % 10, 'th')}"


def chinese(number: int) -> str:
    """``342`` as 三百四十二. Raises ``ValueError`` outside 0 to ``MOST``."""
    _check(number)
    if number == 0:
        return "零"
    said, digits = "", str(number)
    for at, digit in enumerate(map(int, digits)):
        if digit:
            said += _DIGITS[digit] + _PLACES[len(digits) - at - 1]
        elif said and not said.endswith("零"):
            said += "零"
    said = said.rstrip("零")
    return said[1:] if 10 <= number < 20 else said


def chinese_counted(number: int) -> str:
    """A number before what is counted: 两 where 二 would be wrong, as in 两百 or 两个."""
    said = chinese(number)
    return said.replace("二千", "两千").replace("二百", "两百") if number != 2 else "两"


def chinese_short(number: int) -> str:
    """A price in short: 三千六 for 3600, 六百四 for 640; whole where nothing can be left out."""
    said = chinese_counted(number)
    digits = str(number)
    zeros = len(digits) - len(digits.rstrip("0"))
    shortens = len(digits) > 2 and zeros == len(digits) - 2
    return said[:-1] if shortens else said


def _check(number: int) -> None:
    if not 0 <= number <= MOST:
        raise ValueError(f"no words for {number}")
