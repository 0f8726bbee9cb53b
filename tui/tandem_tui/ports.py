"""What the screens ask of the world behind them; ``wiring`` or a test's fake answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

from tandem_shared.approvals import Answer, ApprovalRequest
from tandem_shared.events import Event

Approver = Callable[[ApprovalRequest], Answer]
"""Asks the person about one call. It is called in the thread of the turn, and may block."""


@dataclass(frozen=True, slots=True)
class Status:
    """What stands behind the screen. ``problem`` says in one sentence what is missing, ``hint``
    what to type about it; both are empty when everything is there."""

    phone: str = ""
    planner: str = ""
    problem: str = ""
    hint: str = ""


class UserPort(Protocol):
    """A user's agent.

    ``status`` and every step of an iterator may block: screens wait for them in a worker thread.
    ``ask``, ``reply`` and ``cancel`` themselves return at once.
    """

    def status(self) -> Status:
        """Open the phone and the planner if need be, and say what is there.

        What is missing is an answer here, never an exception.
        """

    def ask(self, text: str) -> Iterator[Event]:
        """Carry out a request, one event at a time, the last being ``TurnEnded``.

        Raises ``TandemError`` when the request cannot be begun, or after a ``TurnEnded`` whose
        outcome is ``failed``.
        """

    def reply(self, text: str) -> Iterator[Event]:
        """Answer the question that the last turn ended with, and carry on; as ``ask``."""

    def answer_with(self, approver: Approver) -> None:
        """From now on ``approver`` is asked when a call needs the owner; before, it is no."""

    def steer(self, text: str) -> None:
        """Say more to the request that runs: it is heard before the next step, as ``Steered``.

        Raises ``UsageError`` for a text that cannot be taken.
        """

    def cancel(self) -> None:
        """Stop the request that was asked last, after its present step; from any thread."""
