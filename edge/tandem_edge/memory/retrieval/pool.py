"""What is ranked: passages, and what is known of the collection they come from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from tandem_edge.memory.speakers import AGENT, OWNER
from tandem_shared.memory import Origin, Status

if TYPE_CHECKING:
    from tandem_edge.memory.retrieval.counted import Counts

Floats = NDArray[np.float32]
MONTHS = (
    "January February March April May June July August September October November December"
).split()


@dataclass(frozen=True)
class Passage:
    """A raw turn or a unit as it is searched: its words, who said them, when, and where.

    ``order`` counts within ``session`` without gaps, so that neighbours are one apart. A unit has
    no neighbours: its session is empty.
    """

    id: str
    text: str
    speaker: str
    at: datetime
    session: str = ""
    order: int = 0
    importance: float = 0.5
    origin: Origin = Origin.OWNER
    status: Status = Status.CURRENT
    evidence: tuple[str, ...] = ()


@dataclass(frozen=True)
class Statistics:
    """Of the whole collection: how many passages, their mean length in terms, and in how many of
    them a term stands (terms of the query are enough)."""

    passages: int
    mean_length: float
    frequency: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Pool:
    """The passages that are looked at for one query: candidates and their neighbours.

    ``vectors`` is ``[passages, dimension]`` in their order, rows of unit length, or nothing without
    an embedder; a row of zeros is a passage that has no vector yet. ``facts`` says how well a fact
    that rests on a passage answers the query, 0 to 1, by id. ``counted`` are counts of terms
    where a source has them noted; else they are counted when they are needed.
    """

    passages: Sequence[Passage]
    statistics: Statistics
    vectors: Floats | None = None
    facts: Mapping[str, float] = field(default_factory=dict)
    counted: Counts | None = None


def spoken(passage: Passage) -> str:
    """What the embedder reads: who, if that is a name, and what."""
    return _who(passage) + passage.text


def _who(passage: Passage) -> str:
    named = passage.speaker not in ("", OWNER, AGENT)
    return f"{passage.speaker}: " if named else ""


def dated(passage: Passage) -> str:
    """What keyword search reads: as ``spoken``, after the day it was said on."""
    return before(passage) + passage.text


def before(passage: Passage) -> str:
    """What ``dated`` puts before a passage's own words."""
    at = passage.at
    return f"{at.day} {MONTHS[at.month - 1]} {at.year} {_who(passage)}"
