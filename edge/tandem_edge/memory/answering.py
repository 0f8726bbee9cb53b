"""What a search found, with what merely is the best of what there is told apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tandem_edge.memory.store.book import Book
from tandem_shared.memory import Found, Sensitivity


@dataclass(frozen=True)
class Answers:
    """What a search found, best first; ids of what is ``perhaps`` no answer at all, but the best
    that there is; and how many secrets among such were ``withheld``."""

    found: tuple[Found, ...]
    perhaps: frozenset[str]
    withheld: int = 0


def answers_of(book: Book, found: Sequence[Found], sure: Sequence[bool]) -> Answers:
    """``found``, of which ``sure`` says what has to do with the question; of the others, secrets
    and the turns that they rest on are withheld."""
    doubtful = [each for each, surely in zip(found, sure, strict=True) if not surely]
    secret = _secret(book, doubtful)
    kept = tuple(each for each in found if each.id not in secret)
    return Answers(kept, frozenset(each.id for each in doubtful) - secret, len(secret))


def _secret(book: Book, found: Sequence[Found]) -> set[str]:
    """Ids of those that are secret, or that a secret rests on."""
    resting = book.resting_on(turn for each in found for turn in each.evidence)
    secrets = [unit for unit in resting if unit.sensitivity is Sensitivity.SECRET]
    hidden = {identity for unit in secrets for identity in (unit.id, *unit.evidence)}
    return {each.id for each in found if each.id in hidden}
