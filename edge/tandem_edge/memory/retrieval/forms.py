"""What the form of a turn tells, whatever is asked: a question, a number, a word of time."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from tandem_edge.memory.retrieval.dates import speaks_of_time
from tandem_edge.memory.retrieval.terms import is_chinese

FIRST_PERSON = re.compile(r"\b(?:i|i'm|i've|my|me|we|our|mine)\b|[我咱俺]", re.IGNORECASE)
_QUESTION = re.compile(r"[?？]")
_CACHED = 20_000


@dataclass(frozen=True)
class Form:
    """The form of one text."""

    first_person: bool
    question: bool
    time: bool
    number: bool
    chinese: bool


@lru_cache(maxsize=_CACHED)
def form_of(text: str) -> Form:
    """The form of ``text``. Cached; ``form_of.cache_clear`` forgets all."""
    return Form(
        FIRST_PERSON.search(text) is not None,
        _QUESTION.search(text) is not None,
        speaks_of_time(text),
        any(char.isdigit() for char in text),
        is_chinese(text),
    )
