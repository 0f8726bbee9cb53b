"""Reviews in the experience store."""

from __future__ import annotations

from tandem_shared.experience import Review
from tandem_trainer.experience.store import Store
from tandem_trainer.review.reviews import check


class StoreReviews:
    """``review.reviews.Reviews`` over a store, which never forgets one."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def add(self, review: Review) -> None:
        """See ``Reviews.add``. Raises what the store raises, too."""
        there = self.of(review.case)
        if review not in there:
            check(review, there)
            self._store.add([review])

    def all(self) -> tuple[Review, ...]:
        """See ``Reviews.all``."""
        return _in_order(tuple(self._store.each(Review)))

    def of(self, case: str) -> tuple[Review, ...]:
        """The reviews of one case, in the order in which they were made."""
        return _in_order(tuple(self._store.each(Review, curated=case)))


def _in_order(reviews: tuple[Review, ...]) -> tuple[Review, ...]:
    return tuple(sorted(reviews, key=lambda each: (each.at, each.id)))
