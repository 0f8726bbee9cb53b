"""Whole numbers as people say them: digits, English words, Chinese characters.

``parse_number`` reads the small ones inside a time phrase; ``parse_spoken`` and ``parse_large``
read amounts.
"""

from __future__ import annotations

from collections.abc import Iterable

_UNITS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen"
).split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_ORDINALS = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth "
    "fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth"
).split()


def _cardinals() -> dict[str, int]:
    known = {word: value for value, word in enumerate(_UNITS)}
    for ten, word in enumerate(_TENS, start=2):
        known[word] = ten * 10
        known |= {f"{word}-{_UNITS[unit]}": ten * 10 + unit for unit in range(1, 10)}
    return known


def _ordinals() -> dict[str, int]:
    known = {word: value for value, word in enumerate(_ORDINALS, start=1)}
    known |= {f"twenty-{_ORDINALS[unit - 1]}": 20 + unit for unit in range(1, 10)}
    return known | {"twentieth": 20, "thirtieth": 30, "thirty-first": 31}


CARDINALS = _cardinals()
ORDINALS = _ordinals()
_WORDS = CARDINALS | ORDINALS
DIGITS = "零一二三四五六七八九"
_DIGITS = {"〇": 0, "两": 2} | {digit: value for value, digit in enumerate(DIGITS)}
_SIZES = {"千": 1000, "百": 100, "十": 10}
_LARGE = (("亿", 10**8), ("万", 10**4))
_SCALES = (("million", 10**6), ("thousand", 1000), ("hundred", 100))


def either(known: Iterable[str]) -> str:
    """A regular expression, without groups, of any of the words."""
    return f"(?:{'|'.join(sorted(known, key=len, reverse=True))})"


def words(low: int, high: int) -> str:
    """A regular expression, without groups, of the English cardinals from low to high.

    The tens share one branch, and a look at the first letter comes before any branch is tried.
    """
    tens = [ten for value, ten in enumerate(_TENS, start=2) if low <= value * 10 <= high]
    single = either(word for value, word in enumerate(_UNITS) if low <= value <= high)
    counted = f"{either(tens)}(?:[- ]{either(_UNITS[1:10])})?|" if tens else ""
    return f"(?=[efnostz])(?:{counted}{single})(?![a-z])"


CHINESE = "〇零一二两三四五六七八九十百千"
WORD = words(0, 99)
ORDINAL_WORD = f"(?=[efnost]){either(ORDINALS).replace('-', '[- ]')}(?![a-z])"
NUMBER = rf"(?:[0-9]{{1,4}}(?![0-9])|[{CHINESE}]{{1,9}}|{WORD})"
"""A regular expression, without groups, of what ``parse_number`` may be given in a phrase."""


def parse_number(text: str) -> int:
    """The number ``text`` says: ``25``, ``twenty-five``, ``twenty-fifth``, ``二十五``, ``零五``.

    English up to 99 and the ordinals up to 31, Chinese up to 9999, both in lower case and
    simplified characters. Raises ``ValueError`` for anything else, a rough ``两三`` included.
    """
    if text.isascii() and text.isdigit():
        return int(text)
    word = text.replace(" ", "-")
    return _WORDS[word] if word in _WORDS else _chinese(text)


def _chinese(text: str) -> int:
    if not text or any(char not in _DIGITS and char not in _SIZES for char in text):
        raise ValueError(f"{text!r} is not a number")
    if any(char in _SIZES for char in text):
        return _counted(text)
    if len(text) == 1 or len(text) == 4 or text[0] in "零〇":
        return int("".join(str(_DIGITS[char]) for char in text))
    raise ValueError(f"{text!r} is not one number")


def _counted(text: str) -> int:
    """``二千零五``: digits before ever smaller sizes; a last ``一百五`` counts tens."""
    total, digit, size, after_zero = 0, None, 10_000, False
    for char in text:
        if char in "零〇":
            after_zero = True
        elif char in _DIGITS and digit is None:
            digit = _DIGITS[char]
        elif char in _SIZES and _SIZES[char] < size and (digit or char == "十"):
            size = _SIZES[char]
            total += (digit or 1) * size
            digit, after_zero = None, False
        else:
            raise ValueError(f"{text!r} is not a number")
    return total + (digit or 0) * (1 if after_zero or size == 10 else size // 10)


def parse_large(text: str) -> int:
    """Chinese below 10 000 亿: ``三万二千``, ``两万五`` (25 000), ``一万零五``.

    Raises ``ValueError``.
    """
    for mark, size in _LARGE:
        many, found, rest = text.partition(mark)
        if found:
            return _within(parse_large(many), 1, 9999) * size + _after_large(rest, size)
    return _chinese(text)


def _after_large(rest: str, size: int) -> int:
    if not rest:
        return 0
    if len(rest) == 1 and _DIGITS.get(rest):
        return _DIGITS[rest] * size // 10
    if rest[0] == "零":
        return _within(parse_large(rest[1:]), 1, size // 10 - 1)
    return _within(parse_large(rest), size // 10, size - 1)


def parse_spoken(text: str) -> int:
    """English up to 999 million: ``two hundred and five``, ``twelve hundred``, ``a thousand``.

    Raises ``ValueError``.
    """
    words = text.replace("-", " ")
    for scale, size in _SCALES:
        many, found, rest = words.partition(scale)
        if found:
            return _how_many(many.rstrip(), size) * size + _after_scale(rest, size)
    return _cardinal(words)


def _how_many(said: str, size: int) -> int:
    many = 1 if said in ("", "a") else parse_spoken(said)
    if size == 100 and many > 9 and many % 10 == 0:
        raise ValueError(f"{said!r} hundred is not a number")
    return _within(many, 1, 99 if size == 100 else 999)


def _after_scale(rest: str, size: int) -> int:
    said = rest.removeprefix(" and")
    if not rest:
        return 0
    if said[:1] != " " or said[1:].startswith(("hundred", "thousand")):
        raise ValueError(f"{rest!r} is not a number")
    return _within(parse_spoken(said[1:]), 1, size - 1)


def _cardinal(words: str) -> int:
    known = CARDINALS.get(words.replace(" ", "-"))
    if known is None:
        raise ValueError(f"{words!r} is not a number")
    return known


def _within(value: int, low: int, high: int) -> int:
    if not low <= value <= high:
        raise ValueError(f"{value} is not between {low} and {high}")
    return value
