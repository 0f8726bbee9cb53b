"""Whose life a generated phone holds: each benchmark split draws its names from its own part.

So no person, song, note or place of a test phone was ever seen on a training phone.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import TypeVar

T = TypeVar("T")


class Cast(StrEnum):
    """A part of every pool of names. ``EVERYDAY``, the phone people try out, has all of them."""

    EVERYDAY = "everyday"
    TRAIN = "train"
    DEV = "dev"
    EVOLVE = "evolve"
    TEST = "test"

    def of(self, pool: Sequence[T]) -> list[T]:
        """This cast's part of ``pool``: every fourth entry, so all four parts are alike.

        Look-alikes that have to meet on one phone stand together in one entry.
        """
        return list(pool) if self is Cast.EVERYDAY else list(pool[_PLACE[self] :: len(_PLACE)])


_PLACE = {Cast.TRAIN: 0, Cast.DEV: 1, Cast.EVOLVE: 2, Cast.TEST: 3}
