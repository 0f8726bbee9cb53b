"""What a search found, with what merely is the best of what there is told apart."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tandem_edge.memory.extraction.secrets import is_secret
from tandem_edge.memory.nearness import JUDGED, Nearness
from tandem_edge.memory.retrieval.pool import Passage
from tandem_edge.memory.store.book import Book
from tandem_shared.memory import Found, Sensitivity

Near = Mapping[str, Nearness]
"""What each result has to do with the question, by its id."""


@dataclass(frozen=True)
class Answers:
    """What a search found, best first; ids of what is ``perhaps`` no answer at all, but the best
    that there is; and how many secrets were ``withheld`` that are something like an answer."""

    found: tuple[Found, ...]
    perhaps: frozenset[str]
    withheld: int = 0


def answers_of(
    book: Book, found: Sequence[Found], judged: Sequence[Nearness], count: int
) -> Answers:
    """The first ``count`` of ``found``, of which ``judged`` says what each has to do with the
    question.

    A turn and a unit that rests on it are one result, with the place and score of the better. A
    secret, and a turn that one rests on, is told only to a question that means it; one that the
    question touches is withheld and counted, and of any other nothing is said. A larger ``count``
    only goes on where a smaller ends.
    """
    near = {each.id: one for each, one in zip(found, judged, strict=True)}
    hidden = {each for each in _secret(book, found) if not near[each].meant}
    first = [each for each in found[:JUDGED] if _is_unit(each) and each.id not in hidden]
    kept = _joined([each for each in found if each.id not in hidden], first, near)
    withheld = [each for each in found[:JUDGED] if each.id in hidden and near[each.id].touched]
    told = kept[:count]
    perhaps = frozenset(each.id for each in told if not near[each.id].sure)
    return Answers(tuple(told), perhaps, _secrets_among(withheld, kept))


def without_secrets_not_meant(
    book: Book, passages: Sequence[Passage], judged: Sequence[Nearness]
) -> list[Passage]:
    """``passages`` but for secrets, and turns that one rests on, that a request does not mean;
    ``judged`` says what each has to do with it."""
    secret = _secret(book, passages)
    pairs = zip(passages, judged, strict=True)
    return [each for each, near in pairs if near.meant or each.id not in secret]


def _joined(found: Sequence[Found], units: Sequence[Found], near: Near) -> list[Found]:
    """``found`` with each turn and those of ``units`` that rest on it as one result."""
    resting: dict[str, list[Found]] = defaultdict(list)
    for unit in units:
        for turn in unit.evidence:
            resting[turn].append(unit)
    kept: dict[str, Found] = {}
    said: set[str] = set()  # turns that stand for themselves, and those that a unit stands for
    spoken: set[str] = set()
    for each in found:
        shown = each if _is_unit(each) else _speaking_for(each, resting[each.id], near)
        if shown.id in kept or not (said if _is_unit(shown) else spoken).isdisjoint(shown.evidence):
            continue
        kept[shown.id] = shown.model_copy(update={"score": each.score, "why": each.why})
        (spoken if _is_unit(shown) else said).update(shown.evidence)
    return [*kept.values()]


def _speaking_for(turn: Found, units: Sequence[Found], near: Near) -> Found:
    """The first of ``units`` that has to do with the question by itself, if the turn does; none of
    them is in the turn's stead where it is believed and the turn is not."""
    alike = (unit for unit in units if unit.status is turn.status)
    least = near[turn.id].itself
    return next((unit for unit in alike if near[unit.id].itself or not least), turn)


def _secrets_among(withheld: Sequence[Found], told: Sequence[Found]) -> int:
    """How many secrets ``withheld`` tells, each once; what is ``told`` anyway is none of them."""
    known = {turn for each in told for turn in each.evidence}
    return len(
        {each.evidence[:1] or (each.id,) for each in withheld if known.isdisjoint(each.evidence)}
    )


def _is_unit(found: Found) -> bool:
    return not found.id.startswith("turn_")


def _secret(book: Book, found: Sequence[Found | Passage]) -> set[str]:
    """Ids of those that are secret, or that a secret rests on."""
    resting = book.resting_on(turn for each in found for turn in each.evidence)
    secrets = [unit for unit in resting if unit.sensitivity is Sensitivity.SECRET]
    hidden = {identity for unit in secrets for identity in (unit.id, *unit.evidence)}
    return {each.id for each in found if each.id in hidden or is_secret(each.text)}
