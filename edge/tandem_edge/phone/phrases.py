"""Times as people say them, in English and Chinese, resolved against the phone's clock."""

from __future__ import annotations

from datetime import date, datetime, timedelta


class PhraseError(ValueError):
    """The phrase cannot be understood; the message says why."""


def parse_moment(phrase: str, now: datetime) -> datetime:
    """A point in time (naive local wall time) meant by ``phrase`` at ``now``."""
    raise PhraseError(phrase)


def parse_day(phrase: str, now: datetime) -> date:
    """The day meant by ``phrase`` at ``now``."""
    raise PhraseError(phrase)


def parse_duration(phrase: str) -> timedelta:
    """The length of time meant by ``phrase``."""
    raise PhraseError(phrase)
