"""Where reviews are kept: only ever added to, so that nothing a reviewer did is lost."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Protocol

from filelock import FileLock
from pydantic import ValidationError

from tandem_edge.files import append_line, private_folder
from tandem_shared.canonical import canonical_bytes
from tandem_shared.errors import TrustError, UsageError
from tandem_shared.experience import Decision, Review


class Reviews(Protocol):
    """A growing list of reviews."""

    def add(self, review: Review) -> None:
        """Keep ``review``; it is durable when this returns. The same one again changes nothing.

        Raises ``UsageError`` when it does not follow the reviewer's last word on the case
        (``before``), or corrects nothing, or corrects without being a correction.
        """

    def all(self) -> tuple[Review, ...]:
        """Every review, in the order in which they were added."""


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


class FileReviews:
    """Reviews in a file, a line of canonical JSON each, which several processes may add to.

    A crash in the middle of a line leaves the lines before it; what is left of the torn one is
    passed over, and dropped when the next is added.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = FileLock(path.with_name(f"{path.name}.lock"))

    def add(self, review: Review) -> None:
        """See ``Reviews.add``. Raises ``TrustError`` too, as ``all`` does, and ``OSError``."""
        private_folder(self._path.parent)
        with self._lock:
            there = self.all()
            if review not in there:
                check(review, there)
                append_line(self._path, canonical_bytes(review.model_dump(mode="json")))

    def all(self) -> tuple[Review, ...]:
        """See ``Reviews.all``. Raises ``TrustError`` for a whole line that is no review."""
        if not self._path.exists():
            return ()
        *lines, _torn = self._path.read_bytes().split(b"\n")
        return tuple(self._read(line, number) for number, line in enumerate(lines, 1))

    def _read(self, line: bytes, number: int) -> Review:
        try:
            return Review.model_validate_json(line)
        except ValidationError as error:
            raise TrustError(
                f"line {number} of {self._path.name} is no review",
                hint="somebody changed the file; take it from a backup",
            ) from error


def check(review: Review, there: Iterable[Review]) -> None:
    """Raise ``UsageError`` unless ``review`` may follow those that are ``there``."""
    if (review.corrected is not None) is not (review.decision is Decision.CORRECT):
        raise UsageError(
            "a correction says what should stand instead, and nothing else does",
            hint="give the corrected record exactly when the decision is to correct",
        )
    last = ""
    for each in there:
        if (each.case, each.reviewer) == (review.case, review.reviewer):
            last = each.id
    if review.before != last:
        raise UsageError(
            f"{review.reviewer} has said something else of case {review.case[:12]} since",
            hint="look at the case again, then decide",
        )
