"""What reads turns: facts that are told in them, and things to be reminded of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Protocol

from pydantic import StringConstraints

from tandem_shared.memory import LONGEST_SUMMARY, Activation, Fact, RawTurn, language_code
from tandem_shared.tools import Frozen

MOST_FACTS = 8
"""Facts of one turn; a turn that seems to tell more is read only so far."""


class Extractor(Protocol):
    """Reads facts out of a turn. ``extraction.extractor`` has the rules, ``model`` a model."""

    def facts(self, turn: RawTurn, context: Sequence[RawTurn]) -> tuple[Fact, ...]:
        """What ``turn`` tells, at most ``MOST_FACTS``; ``context`` is what was said before it.

        Every value is words of the turn. Of words that come out of this memory, or from a
        program, nothing is read (``Origin.RECALLED``, ``AGENT``, ``SYSTEM``).
        """


class Prospect(Frozen):
    """Something to be reminded of: what, in the words of the turn, and when it is due."""

    summary: Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_SUMMARY)]
    language: language_code
    activation: Activation


class Prospector(Protocol):
    """Reads out of a turn what its speaker wants to be reminded of."""

    def prospects(self, turn: RawTurn, context: Sequence[RawTurn]) -> tuple[Prospect, ...]:
        """What the owner asks to be reminded of in ``turn``, with at least one condition each."""
