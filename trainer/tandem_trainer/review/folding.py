"""What reviews come to: who stands by what, what is decided, and which labels hold."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tandem_shared.experience import Curated, Decision, Review
from tandem_shared.text import known_as


@dataclass(frozen=True)
class Ruling:
    """What is decided about a case; ``decision`` is ``None`` while it is open."""

    case: str
    decision: Decision | None
    standing: tuple[Review, ...]
    """Each reviewer's last word, in order of their names."""
    corrected: Curated | None = None

    @property
    def disputed(self) -> bool:
        """Whether reviewers who have spoken say different things."""
        return len({_word(each) for each in self.standing}) > 1


def rulings(reviews: Iterable[Review], *, needed: int = 1) -> dict[str, Ruling]:
    """A ruling for each case that somebody has spoken of, by the case's name.

    ``needed`` reviewers have to say the same, and more than say anything else: with 2 a case is
    decided when two agree. The order of ``reviews`` makes no difference.
    """
    heads = last_words(reviews)
    return {case: _ruling(case, words, needed) for case, words in sorted(heads.items())}


def last_words(reviews: Iterable[Review]) -> dict[str, dict[str, Review]]:
    """By case and reviewer (``known_as``) the review whose place none of the same reviewer's takes.

    Where two files of reviews were joined there may be two such; the later one counts then.
    """
    kept = {review.id: review for review in reviews}
    replaced = {review.before for review in kept.values()}
    heads: dict[str, dict[str, Review]] = defaultdict(dict)
    for name, review in sorted(kept.items(), key=lambda each: (each[1].at, each[0])):
        if name not in replaced:
            heads[review.case][known_as(review.reviewer)] = review
    return dict(heads)


def labels(curated: Iterable[Curated], found: Mapping[str, Ruling]) -> tuple[Curated, ...]:
    """The records that stand: what reviewers corrected takes the place of what rules said."""
    return tuple(_standing(record, found.get(record.id)) for record in curated)


def held(
    cases: Iterable[tuple[str, str]], found: Mapping[str, Ruling], queued: Iterable[str]
) -> set[str]:
    """Rollouts that nothing may be learned from: rejected, quarantined, or queued and undecided.

    ``cases`` are the names of records as the rules made them, each with its rollout's; ``queued``
    are those to be looked at.
    """
    waiting = set(queued)
    return {rollout for case, rollout in cases if _held(case, found, waiting)}


def _held(case: str, found: Mapping[str, Ruling], waiting: set[str]) -> bool:
    ruling = found.get(case)
    if ruling is None:
        return case in waiting
    return ruling.decision not in (Decision.APPROVE, Decision.CORRECT)


def _standing(record: Curated, ruling: Ruling | None) -> Curated:
    return ruling.corrected if ruling and ruling.corrected else record


def _ruling(case: str, words: Mapping[str, Review], needed: int) -> Ruling:
    standing = tuple(words[name] for name in sorted(words))
    counts = Counter(_word(each) for each in standing)
    (most, count), *others = counts.most_common(2)
    if count < needed or (others and others[0][1] == count):
        return Ruling(case, None, standing)
    agreed = next(each for each in standing if _word(each) == most)
    return Ruling(case, agreed.decision, standing, agreed.corrected)


def _word(review: Review) -> tuple[Decision, str]:
    """What two reviewers have to share to say the same: also the correction, if it is one."""
    return review.decision, review.corrected.id if review.corrected else ""
