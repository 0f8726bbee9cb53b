"""Where reviews are kept: only ever added to, so that nothing a reviewer did is lost."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from tandem_shared.errors import UsageError
from tandem_shared.experience import Decision, Review
from tandem_shared.text import known_as
from tandem_trainer.review.folding import last_words


class Reviews(Protocol):
    """A growing list of reviews."""

    def add(self, review: Review) -> None:
        """Keep ``review``; it is durable when this returns. The same one again changes nothing.

        Raises ``UsageError`` when it does not follow the reviewer's last word on the case
        (``before``), or corrects nothing, or corrects without being a correction.
        """

    def all(self) -> tuple[Review, ...]:
        """Every review, in the order in which they were made."""


class MemoryReviews:
    """Reviews in memory."""

    def __init__(self, reviews: Iterable[Review] = ()) -> None:
        self._reviews: list[Review] = []
        for review in reviews:
            self.add(review)

    def add(self, review: Review) -> None:
        """See ``Reviews.add``."""
        if review not in self._reviews:
            check(review, self._reviews)
            self._reviews.append(review)

    def all(self) -> tuple[Review, ...]:
        """See ``Reviews.all``."""
        return tuple(self._reviews)


def check(review: Review, there: Iterable[Review]) -> None:
    """Raise ``UsageError`` unless ``review`` may follow those that are ``there``."""
    if (review.corrected is not None) is not (review.decision is Decision.CORRECT):
        raise UsageError(
            "a correction says what should stand instead, and nothing else does",
            hint="give the corrected record exactly when the decision is to correct",
        )
    last = last_words(there).get(review.case, {}).get(known_as(review.reviewer))
    if review.before != (last.id if last else ""):
        raise UsageError(
            f"{review.reviewer} has said something else of case {review.case[:12]} since",
            hint="look at the case again, then decide",
        )
