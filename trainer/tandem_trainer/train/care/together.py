"""Many attempts at once: each in its own thread, all answered in one batch.

The harness asks its planner and waits. Here every attempt has a seat; when all that still go on
are waiting, their prompts are answered together, in the order of seats.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from queue import SimpleQueue
from typing import TypeVar

from tandem_edge.planner.protocol import Planned, Planner, Prompt
from tandem_shared.errors import PlannerError

T = TypeVar("T")
Answer = Callable[[list[tuple[int, Prompt]]], list[Planned]]
"""Answers prompts, each with the number of the seat that asks."""


@dataclass
class Seat:
    """The planner of one attempt."""

    number: int
    table: Table
    name: str = "policy"
    given: SimpleQueue[Planned | None] = field(default_factory=SimpleQueue)

    def step(self, prompt: Prompt, *, deadline_s: float, cancel: threading.Event) -> Planned:
        """See ``Planner.step``. Raises ``PlannerError`` when the batch could not be answered."""
        self.table.waits(self.number, prompt)
        planned = self.given.get()
        if planned is None:
            raise PlannerError("the policy could not answer", hint="see the first error")
        return planned

    def close(self) -> None:
        """Nothing to free."""


class Table:
    """Seats that are answered together."""

    def __init__(self, count: int) -> None:
        self.seats = [Seat(number, self) for number in range(count)]
        self._going_on = count
        self._waiting: dict[int, Prompt] = {}
        self._changed = threading.Condition()

    def waits(self, number: int, prompt: Prompt) -> None:
        """A seat asks."""
        with self._changed:
            self._waiting[number] = prompt
            if len(self._waiting) == self._going_on:
                self._changed.notify()

    def leaves(self) -> None:
        """A seat will not ask again."""
        with self._changed:
            self._going_on -= 1
            if len(self._waiting) == self._going_on:
                self._changed.notify()

    def serve(self, answer: Answer) -> None:
        """Answer until nobody goes on. What ``answer`` raises is raised when all have left."""
        fault: BaseException | None = None
        while asked := self._asked():
            given: Sequence[Planned | None] = [None] * len(asked)
            if fault is None:
                try:
                    given = answer(asked)
                except BaseException as error:  # the threads must be let go, whatever it is
                    fault = error
            for (number, _), planned in zip(asked, given, strict=True):
                self.seats[number].given.put(planned)
        if fault is not None:
            raise fault

    def _asked(self) -> list[tuple[int, Prompt]]:
        """What is asked once everybody waits; empty when nobody goes on."""
        with self._changed:
            self._changed.wait_for(lambda: len(self._waiting) == self._going_on)
            asked = sorted(self._waiting.items())
            self._waiting.clear()
            return asked


def attempts_together(attempts: Sequence[Callable[[Planner], T]], answer: Answer) -> list[T]:
    """What each of ``attempts`` returns, given a planner whose prompts ``answer`` answers.

    Raises what ``answer`` raises, or the first that an attempt raises.
    """
    table = Table(len(attempts))

    def tried(number: int) -> T:
        try:
            return attempts[number](table.seats[number])
        finally:
            table.leaves()

    if not attempts:
        return []
    with ThreadPoolExecutor(len(attempts)) as pool:
        made = [pool.submit(tried, number) for number in range(len(attempts))]
        table.serve(answer)
    return [each.result() for each in made]
