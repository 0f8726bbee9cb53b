"""Whether a text says what it should, however it is put: words, numbers, times, dates, lengths.

"12点30分", "half past twelve" and "12:30" say the same, "22:00" does not say "2:00", and "thirteen"
does not say "three".
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from datetime import datetime
from decimal import Decimal
from functools import lru_cache

from tandem_edge.phone.language.numerals import parse_number
from tandem_edge.phone.language.phrases import PhraseError, parse_duration, parse_known_moment
from tandem_edge.phone.language.quantities import parse_amount
from tandem_shared.tasks import Groups

_NOON = datetime(2026, 1, 5, 12)
_HALF_DAY = 720
_HAN = "零〇一二两三四五六七八九十百千"
_ONES = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
_WORDS = (
    f"{_ONES}|zero|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|"
    "fifty|sixty|seventy|eighty|ninety|hundred"
)
_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
_MONTH = f"(?:{'|'.join(_MONTHS)})[a-z]*"
_HOUR = r"(?:二十[一二三四]?|十[一二三四五六七八九]?|[零〇一二两三四五六七八九]|(?<!\d)\d{1,2})"
_TIME = re.compile(
    rf"(?<![\d:.])\d{{1,2}}[:.]\d\d(?!\d|\.\d)(?: ?[ap]\.?m\b)?|\b\d{{1,2}} ?[ap]\.?m\b"
    rf"|\b(?:half(?: past)?|quarter (?:past|to)|(?:\d+|[a-z]+(?:-five)?)(?: minutes)? (?:past|to))"
    rf" (?:\d+|{_ONES})\b"
    rf"|\b(?:{_ONES}) (?:fifteen|thirty|forty-five|ten|twenty|forty|fifty)\b"
    rf"|\b(?:{_ONES}|\d{{1,2}}) (?:in the|this|tomorrow) (?:morning|afternoon|evening)\b"
    rf"|\b(?:{_ONES}|\d+) o'?clock\b|\b(?:noon|midday|midnight)\b"
    rf"|{_HOUR}[点时](?!间|候)(?:钟|整|半|[一三]刻|[{_HAN}\d]{{1,3}}分?)?"
)
_DATE = re.compile(
    rf"\b(\d{{1,2}})(?:st|nd|rd|th)?(?: of)? ({_MONTH})\b|\b({_MONTH})\.? (?:the )?(\d{{1,2}})\b"
    rf"|\b({_MONTH})\.? (?:the )?(\d{{1,2}})(?:st|nd|rd|th)\b"
    rf"|([{_HAN}\d]{{1,3}})月([{_HAN}\d]{{1,3}})[日号]|\d{{4}}-(\d\d)-(\d\d)"
)
_LENGTH = re.compile(
    rf"\b(?:half an|an?|\d+(?:\.\d+)?|(?:{_WORDS})(?:-(?:{_ONES}))?)"
    r"(?: and a (?:half|quarter))?[ -]?"
    r"(?:hours?|hrs?|h|minutes?|mins?|seconds?|secs?)\b(?: and a (?:half|quarter))?"
    rf"(?:,? (?:and )?(?:\d+|(?:{_WORDS})(?:-(?:{_ONES}))?) ?(?:minutes?|mins?|m|seconds?)\b)?"
    rf"|(?:半个?|[{_HAN}\d.]+个?半?)(?:小时|钟头|分钟|秒钟?)半?(?:零?[{_HAN}\d]+分钟?)?"
)
_NUMBER = re.compile(
    rf"(?<![\d.,:])\d{{1,3}}(?:,\d{{3}})+(?!\d)|(?<!\d)(?<!\d[.:,])\d+(?:\.\d+)?(?!\d)(?!:\d)|[{_HAN}]+(?:点[{_HAN}]+)?"
    rf"|\b(?:{_WORDS})(?:[ -](?:and )?(?:{_WORDS}))*\b"
)


def holds(text: str, groups: Groups) -> bool:
    """Whether ``text`` says a word of every group."""
    return all(any(says(text, word) for word in group) for group in groups)


def says(text: str, word: str) -> bool:
    """Whether ``text`` says ``word``: the same value for a time, date, length or number.

    Other words are looked for without regard to case, width and white space; one in Latin letters
    has to begin where a word begins.
    """
    plain = _plain(word)
    wanted, whole = _value(plain)
    if wanted and wanted <= _meant(text):
        return True
    if whole:  # a value stands alone, if need be rounded, or not at all
        return any(_rounded(token, plain) for token in _meant(text))
    if plain[:1].isascii() and plain[:1].isalnum() and not plain.startswith("n't"):
        return re.search(rf"(?<![a-z0-9]){_loosely(plain)}", _plain(text)) is not None
    return _squeezed(plain) in _squeezed(_plain(text))


def _rounded(token: str, word: str) -> bool:
    """Whether ``token``, a number, is ``word`` with more decimals: 6.21 says 6.2."""
    if not token.startswith("number ") or not re.fullmatch(r"\d+\.\d+", word):
        return False
    number = Decimal(token.removeprefix("number "))
    return number.quantize(Decimal(word)) == Decimal(word)


@lru_cache(maxsize=4096)
def _value(word: str) -> tuple[frozenset[str], bool]:
    """The one value that ``word`` is, and whether it is nothing else."""
    for kind, pattern, read in _KINDS:
        match = pattern.fullmatch(word)
        if match:
            try:
                return frozenset(f"{kind}{value}" for value in read(match)), True
            except (PhraseError, ValueError, OverflowError, IndexError):
                continue
    return frozenset(), False


@lru_cache(maxsize=4096)
def _meant(text: str) -> frozenset[str]:
    """Every time, date, length and number in ``text``, each as a token of its value."""
    plain = _plain(text)
    found: set[str] = set()
    for kind, pattern, read in _KINDS:
        for match in pattern.finditer(plain):
            try:
                found.update(f"{kind}{value}" for value in read(match))
            except (PhraseError, ValueError, OverflowError, IndexError):
                continue
    return frozenset(found)


def _time(match: re.Match[str]) -> Iterator[int]:
    said = re.sub(r"^half (?!past)", "half past ", match[0]).replace("时", "点")
    said = said if ":" in said else re.sub(r"^(\d+)\.", r"\1:", said)
    moment = parse_known_moment(said, _NOON)[0]
    yield (60 * moment.hour + moment.minute) % _HALF_DAY


def _date(match: re.Match[str]) -> Iterator[str]:
    given = [part for part in match.groups() if part]
    if len(given) != 2:
        return
    named = next((part for part in given if part[:3] in _MONTHS), None)
    if named:
        day = next(part for part in given if part is not named)
        yield f"{_MONTHS.index(named[:3]) + 1}-{int(day)}"
    else:
        yield f"{parse_number(given[0])}-{parse_number(given[1])}"


def _length(match: re.Match[str]) -> Iterator[int]:
    yield int(parse_duration(match[0]).total_seconds())


def _number(match: re.Match[str]) -> Iterator[str]:
    said = match[0].replace(",", "")
    value = Decimal(said) if said[0].isdigit() else Decimal(float(parse_amount(said, "")))
    yield f"{value.normalize():f}"


_KINDS: tuple[tuple[str, re.Pattern[str], Callable[[re.Match[str]], Iterator[object]]], ...] = (
    ("time ", _TIME, _time),
    ("date ", _DATE, _date),
    ("length ", _LENGTH, _length),
    ("number ", _NUMBER, _number),
)


def _plain(text: str) -> str:
    plain = unicodedata.normalize("NFKC", text).casefold().replace("’", "'")
    return " ".join(plain.split())


def _squeezed(text: str) -> str:
    return text.replace(" ", "")


def _loosely(word: str) -> str:
    """``word`` as a pattern in which white space does not matter."""
    return r"\s*".join(map(re.escape, word.replace(" ", "")))
