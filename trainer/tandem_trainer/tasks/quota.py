"""Which of the tasks that were made are taken, so that a set has its shares."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from tandem_shared.experience import Share
from tandem_shared.tools import Frozen
from tandem_trainer.tasks.making import Made
from tandem_trainer.tasks.records import Constructed


class Shares(Frozen):
    """Least shares of a set: of tasks of several steps, and in Chinese."""

    multi_step: Share = 0.0
    chinese: Share = 0.0


@dataclass
class Quota:
    """Takes units of tasks in their order, as long as there is room for what is still missing.

    ``count`` tasks are wanted. A unit is passed over when it would take the place of a task that a
    share needs; so a set that is full has its shares, unless one unit brings two needs apart.
    """

    count: int
    shares: Shares
    taken: int = 0
    _have: dict[str, int] = field(default_factory=lambda: {"multi_step": 0, "chinese": 0})

    @property
    def full(self) -> bool:
        """Whether nothing more is taken."""
        return self.taken == self.count

    def take(self, unit: Sequence[Made]) -> bool:
        """Take ``unit`` if there is room for it; whether it was taken."""
        have = {name: number + _in(unit, name) for name, number in self._have.items()}
        left = self.count - self.taken - len(unit)
        if left < max(0, *(self._least(name) - number for name, number in have.items())):
            return False
        self._have, self.taken = have, self.taken + len(unit)
        return True

    def _least(self, name: str) -> int:
        share = self.shares.multi_step if name == "multi_step" else self.shares.chinese
        return math.ceil(share * self.count - 1e-9)


def _in(unit: Sequence[Made], name: str) -> int:
    return sum(_is(made.constructed, name) for made in unit)


def _is(task: Constructed, name: str) -> bool:
    return task.multi_step if name == "multi_step" else task.task.language == "zh"
