"""A conversation of the set: its turns, its questions, and the turns that answer them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum

from tandem_edge.memory.speakers import AGENT, OWNER
from tandem_shared.memory import Origin, RawTurn

_CHINESE = re.compile("[\u3400-\u9fff]")


class Asks(StrEnum):
    """What a question asks for."""

    SINGLE = "single"
    PARAPHRASE = "paraphrase"
    TIME = "time"
    MULTI = "multi"
    CHANGED = "changed"
    BEFORE = "before"


CALLED = {"owner": OWNER, "assistant": AGENT}
"""What a memory calls those who are not known to it by name."""
ORIGINS = {"owner": Origin.OWNER, "other": Origin.EXTERNAL, "assistant": Origin.AGENT}


@dataclass(frozen=True)
class Turn:
    """One utterance. ``number`` counts from 1 through the conversation, ``session`` from 0."""

    number: int
    session: int
    at: datetime
    speaker: str
    text: str

    @property
    def language(self) -> str:
        """``zh`` if it has any Chinese character, else ``en``."""
        return language_of(self.text)


@dataclass(frozen=True)
class Question:
    """A question, the turns that answer it, and those that only look as if they did.

    ``gold``, ``look`` and ``stale`` are numbers of turns; ``stale`` ones hold a superseded value.
    """

    language: str
    kind: Asks
    gold: tuple[int, ...]
    look: tuple[int, ...]
    stale: tuple[int, ...]
    text: str


@dataclass
class Conversation:
    """One file: who talks, what was said in which session, and what is asked of it."""

    head: dict[str, str] = field(default_factory=dict)
    speakers: dict[str, str] = field(default_factory=dict)
    """Name to ``owner``, ``other`` or ``assistant``."""
    starts: list[datetime] = field(default_factory=list)
    turns: list[Turn] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)

    @property
    def id(self) -> str:
        """The file's name without its ending."""
        return self.head["id"]

    @property
    def half(self) -> str:
        """``open``, or ``held``: never used for tuning."""
        return self.head["half"]

    @property
    def asked_at(self) -> datetime:
        """When its questions are asked: the day after its last session."""
        return self.starts[-1] + timedelta(days=1)

    def turn(self, number: int) -> Turn:
        """The turn of that number, counted from 1."""
        return self.turns[number - 1]

    def pair(self, question: Question) -> str:
        """Language of the question and of its gold turns, as ``en-zh``."""
        return f"{question.language}-{self.turn(question.gold[0]).language}"

    def raw_turns(self) -> list[RawTurn]:
        """Its turns as a memory takes them in, in order; the owner's and the assistant's under the
        names that an agent gives them."""
        first = {turn.session: turn.number for turn in reversed(self.turns)}
        return [
            RawTurn(
                session=f"{self.id}/{turn.session}",
                order=turn.number - first[turn.session],
                speaker=CALLED.get(self.speakers[turn.speaker], turn.speaker),
                text=turn.text,
                at=turn.at,
                origin=ORIGINS[self.speakers[turn.speaker]],
            )
            for turn in self.turns
        ]


def language_of(text: str) -> str:
    """``zh`` if the text has any Chinese character, else ``en``."""
    return "zh" if _CHINESE.search(text) else "en"
