"""How far two reviewers agree beyond what chance would have them agree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations

from tandem_edge.bench.runs.scoring import Share
from tandem_shared.experience import Decision, Review
from tandem_trainer.review.folding import last_words


@dataclass(frozen=True)
class Agreement:
    """Cohen's kappa (Cohen 1960, doi 10.1177/001316446002000104) of two reviewers on the cases that
    both spoke of: 1 is full agreement, 0 what chance gives, below 0 less.

    ``low`` and ``high`` are kappa at the ends of Wilson's 95 % interval for the share of cases on
    which they agree, chance agreement taken as it is: unlike Cohen's standard error this says
    something when they agree on every one of a few cases.
    """

    reviewers: tuple[str, str]
    cases: int
    agreed: int
    kappa: float
    low: float
    high: float


def agreements(reviews: Iterable[Review]) -> tuple[Agreement, ...]:
    """Of every two reviewers who spoke of the same cases, in order of their names."""
    heads = last_words(reviews)
    names = sorted({name for words in heads.values() for name in words})
    found = []
    for one, other in combinations(names, 2):
        both = [
            (words[one].decision, words[other].decision)
            for words in heads.values()
            if one in words and other in words
        ]
        if both:
            found.append(agreement((one, other), both))
    return tuple(found)


def agreement(reviewers: tuple[str, str], both: list[tuple[Decision, Decision]]) -> Agreement:
    """Of two reviewers' decisions on the same cases, of which there is at least one."""
    agreed = Share(sum(one is other for one, other in both), len(both))
    first, second = (Counter(pair[at] for pair in both) for at in (0, 1))
    chance = sum(first[each] * second[each] for each in Decision) / len(both) ** 2
    low, high = agreed.interval
    return Agreement(
        reviewers,
        len(both),
        agreed.passed,
        _kappa(agreed.value, chance),
        _kappa(low, chance),
        _kappa(high, chance),
    )


def _kappa(observed: float, chance: float) -> float:
    """Where both always said the same one thing chance explains all of it, and kappa is 0."""
    return (observed - chance) / (1 - chance) if chance < 1 else 0.0
