"""Amounts as people say them, in English and Chinese: whole, decimal, a fraction, a percentage.

| said | meant |
|---|---|
| ``1,200``, ``１２００``, ``twelve hundred``, ``a thousand two hundred``, ``一千二`` | 1200 |
| ``6.5``, ``6½``, ``six and a half``, ``six point five``, ``六点五``, ``六又二分之一`` | 6.5 |
| ``1.5 million``, ``一百五十万`` | 1500000 |
| ``minus five``, ``负五``, ``零下五`` | -5 |
| ``40%``, ``forty per cent``, ``百分之四十``, ``四成`` | 40, where the unit is percent |
| ``half``, ``three quarters``, ``一半``, ``四分之三`` | a fraction of one; 50 and 75 in percent |
| ``about``, ``to``, ``or so``, ``大概``, ``到``, ``左右``, ``四十来`` | fillers |
| a number and a unit | the number, where that is the unit asked for |
| ``max``, ``full``, ``highest``, ``最大``, ``最高``, ``满`` | the upper bound, where there is one |
| ``min``, ``lowest``, ``最小``, ``最低`` | the lower bound |

All else is an error: ``1,20``, ``by ten`` (a change, not an amount), ``四十多``, another unit.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from fractions import Fraction

from tandem_edge.phone.language.numerals import CARDINALS, DIGITS, either, parse_large, parse_spoken
from tandem_edge.phone.language.reading import PhraseError
from tandem_edge.phone.language.tidying import LONGEST, tidy

_FRONT = re.compile(
    r"(?:(?:about|around|roughly|approximately|approx\.?|exactly|at|to) |"
    "大概|大约|差不多|约|正好|刚好|(?:调|开|降)?到)+"
)
_BACK = re.compile(" or so$|(?:左右|上下)$|(?<=[0十百千万])来$")
_HIGHEST = re.compile(
    "(?:the )?(?:max|maximum|full|highest|loudest|brightest)|最(?:[大高]值?|[亮响]|大声)|拉?满"
)
_LOWEST = re.compile("(?:the )?(?:min|minimum|lowest|quietest|dimmest)|最(?:[小低]值?|[暗轻]|小声)")
_UNITS = {
    "percent": ("%", "percent", "per cent", "pct"),
    "degrees": ("degrees", "degree", "°", "度"),
}
_SIGN = re.compile(r"(- ?|minus |negative |负|零下)?(?:\+ ?)?(.+)")

_PLAIN = re.compile(r"(?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)(?:\.[0-9]+)?|\.[0-9]+")
_SCIENTIFIC = re.compile(r"[0-9]+(?:\.[0-9]+)?e[+-]?[0-9]{1,3}")
_MIXED = re.compile("(.+)(?: and | (?=[0-9]+/)|又|个(?=半$))(.+)")
_POINT = re.compile("(?:(.+) )?point (.+)|(.+)点(.+)")
_SCALED = re.compile("(.*[0-9点].*|.* point .*) ?(hundred|thousand|million|[百千万亿])")
_SCALES = {"hundred": 100, "thousand": 1000, "million": 10**6}
_SCALES |= {"百": 100, "千": 1000, "万": 10**4, "亿": 10**8}

_ORDINAL = "third fourth fifth sixth seventh eighth ninth tenth".split()
_UNDER = {word: under for under, word in enumerate(_ORDINAL, start=3)}
_UNDER |= {"half": 2, "halve": 2, "quarter": 4}
_SPOKEN_PART = re.compile(rf"(?:(an?|[a-z]+)[ -])?({either(_UNDER)})s?")
_DIVIDED = re.compile("([0-9]{1,3})/([0-9]{1,3})")
_ZH_PART = re.compile("(.+)分之(.+)")
_HALF = {"half", "half a", "half an", "halfway", "half way", "一半", "半", "半个"}
_PERCENTAGE = re.compile("百分之(.+)")
_TENTHS = re.compile(f"([{DIGITS}十0-9])成([{DIGITS}半0-9]?)")


def parse_amount(text: str, unit: str = "") -> Fraction:
    """The amount that ``text`` says, in ``unit``. Raises ``PhraseError``."""
    if len(text) > LONGEST:
        raise PhraseError(f"longer than {LONGEST} characters")
    said = _BACK.sub("", _bare(tidy(text)))
    known = _percentage(said) if unit == "percent" else None
    if known is None:
        known = _signed(_without(unit, said))
    if known is None:
        raise PhraseError(f"{text!r:.40} is not a number" + (f" of {unit}" if unit else ""))
    return known


def parse_bound(text: str, low: int, high: int) -> int | None:
    """``low`` or ``high`` if ``text`` asks for the least or the most there is, else ``None``."""
    said = _bare(tidy(text))
    if _HIGHEST.fullmatch(said):
        return high
    return low if _LOWEST.fullmatch(said) else None


def _bare(said: str) -> str:
    front = _FRONT.match(said)
    return said[front.end() :] if front else said


def _without(unit: str, said: str) -> str:
    for name in _UNITS.get(unit, (unit, unit.removesuffix("s"))):
        if name and said.endswith(name):
            return said.removesuffix(name).rstrip()
    return said


def _percentage(said: str) -> Fraction | None:
    """``百分之三十``, ``三成五``, and a fraction of the whole: ``half``, ``一半``."""
    if said in ("百分百", "百分之百", "十成"):
        return Fraction(100)
    if match := _PERCENTAGE.fullmatch(said):
        return _unsigned(match[1])
    if match := _TENTHS.fullmatch(said):
        tens, rest = _whole(match[1]), Fraction(5) if match[2] == "半" else _whole(match[2] or "0")
        return None if tens is None or rest is None else 10 * tens + rest
    part = _part(said)
    return None if part is None else 100 * part


def _signed(said: str) -> Fraction | None:
    match = _SIGN.fullmatch(said)
    amount = _unsigned(match[2]) if match else None
    return -amount if match and match[1] and amount is not None else amount


def _unsigned(said: str) -> Fraction | None:
    for way in (_whole, _part, _mixed, _decimal, _scaled):
        amount = way(said)
        if amount is not None:
            return amount
    return None


def _whole(said: str) -> Fraction | None:
    """Digits with or without a fraction, or a whole number in words."""
    if _PLAIN.fullmatch(said):
        return Fraction(said.replace(",", ""))
    if _SCIENTIFIC.fullmatch(said):
        return Fraction(float(said)) if math.isfinite(float(said)) else None
    spoken = _tried(parse_spoken, said)
    return _tried(parse_large, said) if spoken is None else spoken


def _tried(parse: Callable[[str], int], said: str) -> Fraction | None:
    try:
        return Fraction(parse(said))
    except ValueError:
        return None


def _mixed(said: str) -> Fraction | None:
    """``six and a half``, ``6 1/2``, ``六又二分之一``, ``六个半``."""
    match = _MIXED.fullmatch(said)
    whole, part = (_whole(match[1]), _part(match[2])) if match else (None, None)
    if whole is None or part is None or whole.denominator > 1:
        return None
    return whole + part


def _decimal(said: str) -> Fraction | None:
    """``six point two five``, ``六点二五``: digits one by one after the point."""
    match = _POINT.fullmatch(said)
    if match is None:
        return None
    whole = _whole(match[1] or match[3] or "zero")
    digits = match[2].split() if match[2] else list(match[4])
    tail = [_digit(digit) for digit in digits]
    if whole is None or whole.denominator > 1 or "" in tail:
        return None
    return whole + Fraction(int("".join(tail)), 10 ** len(tail))


def _digit(said: str) -> str:
    """The one digit said, or ``""``."""
    value = int(said) if said in set("0123456789") else CARDINALS.get(said, DIGITS.find(said))
    return str(value) if 0 <= value < 10 else "0" if said in ("oh", "o") else ""


def _scaled(said: str) -> Fraction | None:
    """``1.5 million``, ``三点五万``."""
    match = _SCALED.fullmatch(said)
    if match is None:
        return None
    head = match[1].rstrip()
    many = Fraction(head) if re.fullmatch(r"[0-9]+(?:\.[0-9]+)?", head) else _decimal(head)
    return None if not many else many * _SCALES[match[2]]


def _part(said: str) -> Fraction | None:
    """A fraction smaller than one: ``half``, ``two thirds``, ``3/4``, ``四分之三``."""
    if said in _HALF:
        return Fraction(1, 2)
    over, under = _over_under(said)
    return Fraction(over, under) if 0 < over < under else None


def _over_under(said: str) -> tuple[int, int]:
    if match := _DIVIDED.fullmatch(said):
        return int(match[1]), int(match[2])
    if match := _SPOKEN_PART.fullmatch(said):
        bare = match[1] is None and match[2] == "quarter"
        over = 1 if bare or match[1] in ("a", "an") else CARDINALS.get(match[1] or "", 0)
        return over, _UNDER[match[2]]
    if match := _ZH_PART.fullmatch(said):
        over_said, under_said = _whole(match[2]), _whole(match[1])
        if over_said and under_said and (over_said + under_said).denominator == 1:
            return int(over_said), int(under_said)
    return 0, 0
