"""What the form of a turn tells, whatever is asked: a question, a number, a word of time."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from tandem_edge.memory.retrieval.answer_types import held
from tandem_edge.memory.retrieval.dates import speaks_of_time
from tandem_edge.memory.retrieval.terms import is_chinese

FIRST_PERSON = re.compile(r"\b(?:i|i'm|i've|my|me|we|our|mine)\b|[我咱俺]", re.IGNORECASE)
_QUESTION = re.compile(r"[?？]\W*$")
"""It ends in a question: one in the middle often leads to what is told then."""
_CHANGE = re.compile(
    r"\b(?:now|instead|any ?more|no longer|no more|switch(?:ed|es)?|chang(?:ed|es?)|mov(?:ed?|es)|"
    r"swapp?(?:ed)?|replaced?|used to|from now on|these days|ga?ve (?:it |that )?up|stopped|quit|"
    r"dropped|cancelled|put off|after all|new)\b|[改换搬退停挪]|"
    r"不再|以后|现在|不用了|取消|推迟|提前|如今",
    re.IGNORECASE,
)
_CACHED = 256


@dataclass(frozen=True)
class Form:
    """The form of one text."""

    first_person: bool
    question: bool
    time: bool
    number: bool
    chinese: bool
    change: bool
    """It may tell that something is no longer as it was."""
    money: bool
    clock: bool
    day: bool
    span: bool
    person: bool
    place: bool


@lru_cache(maxsize=_CACHED)
def form_of(text: str) -> Form:
    """The form of ``text``. Cached; ``form_of.cache_clear`` forgets all."""
    kinds = held(text)
    return Form(
        FIRST_PERSON.search(text) is not None,
        _QUESTION.search(text) is not None,
        speaks_of_time(text),
        "number" in kinds,
        is_chinese(text),
        _CHANGE.search(text) is not None,
        *(kind in kinds for kind in ("money", "clock", "day", "span", "person", "place")),
    )
