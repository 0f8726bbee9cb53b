"""Telephone numbers: written or said digit by digit, and in E.164 (ITU-T).

Said digits are ``一三八``, with ``幺`` for 1, and ``one three eight``, with ``oh`` for 0 and
``double five`` for 55; they may stand beside written ones. ``thirty-five``, which may be 35 or
305, is refused, and so is any word that is not a digit. A leading ``+`` or ``plus`` begins a
country code; without one the number is read where the phone is (``zones.region_of``).
"""

from __future__ import annotations

import re

from tandem_edge.phone.language.numerals import CARDINALS, DIGITS
from tandem_edge.phone.language.reading import PhraseError
from tandem_edge.phone.language.tidying import LONGEST, tidy
from tandem_edge.phone.language.zones import region_of

SHORT_CODES = range(3, 7)
"""Digits of a number that is dialled as it stands."""

_LABEL = re.compile(
    r"^(?:(?:tel|phone|mobile|number)\b\.?|(?:电话|手机)?号码?|电话|手机)[:是为 ]*", re.ASCII
)
_PLUS = re.compile(r"(?:\+|plus\b|加)[ ]?", re.ASCII)
_FORM = re.compile("[ ().‐-―-]+")
_TOKEN = re.compile(f"[0-9]+|[a-z]+|[〇\u4e00-\u9fff]|{_FORM.pattern}|.", re.DOTALL)
_SAID = {digit: str(value) for value, digit in enumerate(DIGITS)} | {"〇": "0", "幺": "1"}
_SAID |= {word: str(value) for word, value in CARDINALS.items() if value < 10}
_SAID |= {"oh": "0", "o": "0"}
_TIMES = {"double": 2, "triple": 3, "treble": 3}
_POINT_ZERO = re.compile(r"(?<=[0-9]{5})\.0+$", re.ASCII)
_VANITY = re.compile(r"\+?[0-9][0-9 ().-]{2,}[A-Z]{3,}[A-Z0-9-]*")


def dialled(value: str) -> str:
    """The digits, after ``+`` where a country code comes first, that ``value`` spells, or ``""``.

    ``""`` also if any of it is neither a digit nor put between digits.
    """
    if len(value) > LONGEST:
        return ""
    said = tidy(value)
    plus = _PLUS.match(said)
    digits = _digits(said[plus.end() :] if plus else said)
    return f"+{digits}" if plus and digits else digits


def e164(value: str, zone: str) -> str:
    """The telephone number in E.164, read as one in ``zone`` when it has no country code.

    A short code (``10086``, ``112``) has no country code and stays as it is dialled. Raises
    ``PhraseError``.
    """
    import phonenumbers

    bare = _POINT_ZERO.sub("", value.strip())
    region = region_of(zone)
    vanity = _VANITY.fullmatch(bare) is not None
    if vanity and bare[0] != "+" and phonenumbers.country_code_for_region(region or "") != 1:
        raise PhraseError(f"{value!r:.40} in letters needs its country code")
    written = bare if vanity else dialled(_LABEL.sub("", tidy(bare)))
    if written.isdigit() and len(written) in SHORT_CODES:
        return written
    try:
        number = phonenumbers.parse(written, region)
    except phonenumbers.NumberParseException:
        hint = "" if region or not written else f"; in {zone} it needs its country code"
        raise PhraseError(f"{value!r:.40} is not a telephone number{hint}") from None
    return str(phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164))


def looks_like_number(value: str) -> bool:
    """Whether ``value`` is written or said as a telephone number rather than as a name."""
    return len(dialled(value).removeprefix("+")) >= 3


def _digits(said: str) -> str:
    digits, times = "", 1
    for token in _TOKEN.findall(said):
        known = token if token[0] in "0123456789" else _SAID.get(token, "")
        if token in _TIMES and times == 1:
            times = _TIMES[token]
        elif len(known) == 1 or (known and times == 1):
            digits, times = digits + known * times, 1
        elif not (_FORM.fullmatch(token) and (times == 1 or token == " ")):
            return ""
    return digits if times == 1 else ""
