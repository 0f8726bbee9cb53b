"""What ends when somebody has died: that they are there, and what was so of them.

Nothing is lost: that Rex was the dog stays as history until the day, and that Rex has died is
believed from then on.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tandem_edge.memory.extraction.folding import has_chinese
from tandem_edge.memory.extraction.people import NAMES, PETS, relation_of
from tandem_edge.memory.extraction.reading import OWNER
from tandem_edge.memory.extraction.splicing import same_words
from tandem_edge.memory.store.book import Book
from tandem_shared.memory import Fact, Origin, Unit

DIED = "died"
_EVERYBODY = (*sorted(NAMES), *(f"pet.{each.name}" for each in PETS))
_MAY_ONLY_LEAVE = frozenset({"走", "不在", "没", "离开我们", "left us", "is gone"})
"""Words that mean a death of an animal or a grandparent; anybody else may just be away."""
_OLD = frozenset({"grandmother", "grandfather"})
_LASTING = frozenset(
    {"name", "nickname", "birthday", "hometown", "native_language", "studied_at", "did", DIED}
)
"""What stays so of somebody who has died."""


@dataclass(frozen=True, slots=True)
class Death:
    """A death as it is kept, and what it ends; or those of whom it may be told."""

    fact: Fact
    ends: tuple[Unit, ...] = ()
    unclear: tuple[Unit, ...] = ()


def death_of(fact: Fact, book: Book) -> Death | None:
    """Whose death ``fact`` tells; ``None`` where its words need not mean one."""
    relation = relation_of(fact.subject.lower()) or fact.subject
    known = [*_known(fact.subject, relation, book)]
    if fact.value.lower() in _MAY_ONLY_LEAVE and not _surely(relation, known):
        return None
    if len(known) > 1:
        return Death(fact, unclear=tuple(known))
    if not known:
        return Death(fact.model_copy(update={"subject": relation}), tuple(_was(relation, book)))
    (unit,) = known
    ends = (unit, *_was(unit.value, book), *_was(relation, book))
    return Death(_of_whom(fact, unit), tuple({each.id: each for each in ends}.values()))


def _known(subject: str, relation: str, book: Book) -> Iterator[Unit]:
    """Who is believed to be the owner's, of that relation or of that name."""
    for each in _EVERYBODY:
        for unit in book.slot(OWNER, each):
            if not unit.negated and (each == relation or same_words(unit.value, subject)):
                yield unit


def _surely(relation: str, known: list[Unit]) -> bool:
    relations = {relation, *(unit.attribute for unit in known)}
    return any(each in _OLD or each.startswith("pet.") for each in relations)


def _was(subject: str, book: Book) -> Iterator[Unit]:
    """What was so of ``subject`` as long as they lived."""
    units = book.units() if subject != OWNER else []
    for unit in units:
        own = unit.subject == subject and unit.origin is Origin.OWNER and not unit.negated
        if own and unit.attribute.partition(".")[0] not in _LASTING:
            yield unit


def _of_whom(fact: Fact, unit: Unit) -> Fact:
    """The death of somebody of the owner's, told with what they were and their name."""
    chinese = has_chinese(fact.value)
    words = f"{unit.value}{fact.value}了" if chinese else f"{unit.value} {fact.value}"
    attribute = f"{DIED}.{unit.attribute.removeprefix('pet.')}"
    return fact.model_copy(update={"subject": OWNER, "attribute": attribute, "value": words})
