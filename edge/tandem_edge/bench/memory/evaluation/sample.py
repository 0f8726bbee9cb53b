"""The one shape of every benchmark: a conversation, and what is asked about it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from tandem_shared.memory import Origin

OWNER, ASSISTANT = "owner", "tandem"
"""Speakers of a chat between a person and an assistant, as the memory calls them."""


@dataclass(frozen=True)
class Turn:
    """One utterance. ``order`` counts within ``session`` from 0 without gaps; ``at`` is aware."""

    id: str
    session: str
    order: int
    speaker: str
    text: str
    at: datetime
    origin: Origin


@dataclass(frozen=True)
class Asked:
    """One question, when it is asked, and the right answer.

    ``gold`` are ids of the turns that hold the answer, as far as the file says. Of an
    ``abstention`` question the right answer is that nobody knows. ``listed`` says that the answer
    is a list with commas; ``rubric`` is what a judge looks for, one thing each.
    """

    id: str
    text: str
    answer: str
    category: str
    at: datetime
    gold: tuple[str, ...] = ()
    abstention: bool = False
    listed: bool = False
    rubric: tuple[str, ...] = ()


@dataclass(frozen=True)
class Sample:
    """One conversation, turns in order, with its questions. Nothing is shared between samples."""

    id: str
    turns: tuple[Turn, ...]
    questions: tuple[Asked, ...]
