"""Whether a text has words, names or a pattern in it, as its owner would say that it has.

Patterns are matched by Rust's ``regex`` (through pydantic), whose time is linear in the text: there
is no backtracking for a pattern to blow up (docs.rs/regex, "untrusted input").
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from math import prod
from typing import Annotated

from pydantic import StringConstraints, TypeAdapter, ValidationError
from pydantic_core import SchemaError

from tandem_edge.languages.catalogue import _
from tandem_edge.memory.extraction.folding import fold
from tandem_shared.errors import UsageError
from tandem_shared.text import one_line

CHINESE = 0x2E80
"""Characters from here on stand next to each other without blanks."""
LONGEST_PATTERN = 200
SIGNS = frozenset(r"\.+*?()|[]{}^$#&-~")
"""What means something in a pattern."""
MOST_REPEATS = 1_000
"""What the counts in braces of a pattern may come to, multiplied: each is as many copies of its
part, and 9,801 of ``[a-z]`` took 1.8 s over a text of 20,000 characters."""
_COUNTS = re.compile(r"\{\s*(\d+)?\s*(?:,\s*(\d+)?\s*)?\}")
PATTERN_HINT = "a pattern is like '[0-9]{16}' or '密码.{0,9}[0-9]'; look-around is not known"


def folded(text: str) -> str:
    """``text`` for comparing: NFKC, simplified characters, no case, single blanks, nothing that
    cannot be seen."""
    return fold(_seen(text)).folded.casefold()


def folded_pattern(pattern: str) -> str:
    """``pattern`` as it is matched: NFKC as the texts are (Unicode TR15). A sign that only folding
    makes one of the pattern language, a full-width bracket, stays a sign."""
    composed = unicodedata.normalize("NFC", _seen(pattern))
    return "".join(map(_folded_sign, composed))


def _folded_sign(char: str) -> str:
    plain = unicodedata.normalize("NFKC", char)
    return char if plain == char else "".join(f"\\{c}" if c in SIGNS else c for c in plain)


def _seen(text: str) -> str:
    return "".join(char for char in text if unicodedata.category(char) != "Cf")


def has_words(text: str, words: str) -> bool:
    """Whether ``text`` has ``words``, as words: ``Ann`` is not in ``Hannah``."""
    return _stands_in(folded(words), folded(text), whole=True)


def begins_words(text: str, words: str) -> bool:
    """Whether words of ``text`` begin with ``words``: ``password`` is in ``passwords``."""
    return _stands_in(folded(words), folded(text), whole=False)


def fits_pattern(text: str, pattern: str) -> bool:
    """Whether ``pattern`` occurs in ``text``, whatever the case and width. Raises as
    ``demand_pattern``."""
    seen = unicodedata.normalize("NFKC", _seen(text))
    try:
        _compiled(folded_pattern(pattern)).validate_python(seen)
    except ValidationError:
        return False
    return True


def demand_pattern(pattern: str) -> None:
    """Raises ``UsageError`` for a pattern that is none, is too costly, or fits every text."""
    if not pattern or len(pattern) > LONGEST_PATTERN:
        raise UsageError(
            _("a pattern has 1 to {limit} characters", limit=LONGEST_PATTERN), hint=PATTERN_HINT
        )
    counts = [max(int(low or 1), int(high or 1)) for low, high in _COUNTS.findall(pattern)]
    if prod(max(count, 1) for count in counts) > MOST_REPEATS:
        limit = f"{MOST_REPEATS:,}"
        raise UsageError(
            _("that pattern repeats its parts more than {limit} times", limit=limit),
            hint="make the numbers in {} smaller, or use + or *",
        )
    if fits_pattern("", pattern):
        raise UsageError("that pattern fits every text", hint=PATTERN_HINT)


@lru_cache(maxsize=64)
def _compiled(pattern: str) -> TypeAdapter[str]:
    try:
        return TypeAdapter(Annotated[str, StringConstraints(pattern=f"(?i){pattern}")])
    except SchemaError as error:
        said = str(error)
        large = "size limit" in said
        fault = one_line(said.rpartition("error: ")[2], limit=120)
        why = _("it is too large") if large else fault
        raise UsageError(_("that is no pattern: {why}", why=why), hint=PATTERN_HINT) from None


def _stands_in(words: str, text: str, *, whole: bool) -> bool:
    if not words:
        return False
    start = text.find(words)
    while start >= 0:
        end = start + len(words)
        before, after = text[max(start - 1, 0) : start], text[end : end + 1]
        if not (_joins(before, words[0]) or (whole and _joins(words[-1], after))):
            return True
        start = text.find(words, start + 1)
    return False


def _joins(left: str, right: str) -> bool:
    """Whether two neighbours are of one word: letters of a script that writes blanks, or digits of
    one number. Between a letter and a digit a word ends: 12345 is in 浙A12345, 1234 is not."""
    if not (left and right) or any(ord(each) >= CHINESE for each in left + right):
        return False
    return (left.isalpha() and right.isalpha()) or (left.isnumeric() and right.isnumeric())
