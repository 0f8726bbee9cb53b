"""What a rule of attribution finds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tandem_shared.experience import Failing
from tandem_shared.text import one_line
from tandem_shared.trajectories import TurnRecord
from tandem_trainer.curate.case import DECLINED, Case, Placed

LONGEST = 200
"""Characters of evidence: foreign text in it is cut and made safe to show."""


@dataclass(frozen=True)
class Finding:
    """A failing, its place among the trajectory's turns and steps, what shows it, how sure."""

    failing: Failing
    turn: int
    step: int
    evidence: str
    confidence: float

    @property
    def at(self) -> tuple[int, int]:
        """Its place."""
        return self.turn, self.step


Rule = Callable[[Case], Iterator[Finding]]
"""Looks at a failed attempt; its docstring says at what."""


def by_call(failing: Failing, call: Placed, evidence: str, confidence: float) -> Finding:
    """A finding at the step of ``call``."""
    return Finding(failing, call.turn, call.step, told(evidence), confidence)


def at_end(
    failing: Failing, case: Case, task_turn: int, evidence: str, confidence: float
) -> Finding:
    """A finding at the last step of a turn of the task."""
    return Finding(failing, *case.end_of(task_turn), told(evidence), confidence)


def told(evidence: str) -> str:
    """``evidence`` as one line that is safe to show."""
    return one_line(evidence, limit=LONGEST)


def unwanted_ends(case: Case) -> Iterator[tuple[int, TurnRecord]]:
    """Turns that asked or refused where they had to act, with their places."""
    for at, turn in enumerate(case.attempt.turns):
        declining = case.wanted_turns["ask"].keys() | case.wanted_turns["refuse"].keys()
        if turn.outcome in DECLINED and turn.turn not in declining:
            yield at, turn
