"""Taking a request apart: one sentence may ask for several things."""

from __future__ import annotations

import re

from tandem_edge.harness.recall.keywords import terms

MOST_PARTS = 8
_CUT = re.compile(
    r"[.;,!?。；，！？：:\n]+\s*|\s+(?:and|then|but|also)\s+|然后|顺便|并且|另外|再(?=[^过次])"
)


def parts_of(request: str) -> list[str]:
    """Clauses that say something; nothing when there is only one."""
    found = [part.strip() for part in _CUT.split(request) if part]
    worthy = [part for part in found if _says_something(part)]
    return worthy[:MOST_PARTS] if len(worthy) > 1 else []


def _says_something(part: str) -> bool:
    """Two terms, or one whole word such as ``Bluetooth``; never a number or a single letter."""
    found = terms(part)
    return len(found) >= 2 or any(len(term) >= 4 and term.isalpha() for term in found)
