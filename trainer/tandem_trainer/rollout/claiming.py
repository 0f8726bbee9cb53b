"""Which attempts are still to be made, and by whom where several collect into one store."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Protocol

from tandem_edge.bench.tasks.plans import Plan
from tandem_shared.experience import Rollout
from tandem_shared.tasks import Task
from tandem_shared.tools import Frozen

Group = tuple[Task, Plan | None, str]
"""A task with its plan and what the group of its rollouts is called."""
POLL_S = 2.0


class Keeps(Protocol):
    """What keeps rollouts, durably."""

    def add(self, records: Iterable[Rollout]) -> int:
        """Keep ``records``."""

    def tried(self, group: str) -> frozenset[int]:
        """The trials of a group that are kept."""


class Claims(Protocol):
    """Who works on which group. What is taken is held for a time, unless it is taken anew."""

    def take(self, name: str) -> bool:
        """Hold ``name`` from now on; ``False`` where another holds it."""

    def release(self, names: Iterable[str]) -> None:
        """Hold ``names`` no longer."""


class Unshared:
    """Claims of one who is alone."""

    def take(self, name: str) -> bool:
        """See ``Claims.take``."""
        return True

    def release(self, names: Iterable[str]) -> None:
        """See ``Claims.release``."""


class Job(Frozen):
    """Attempts of one group to make. They are made by one process, one after another, since they
    begin with the same prompt, which a planner then evaluates once."""

    task: Task
    plan: Plan | None
    trials: tuple[int, ...]
    seed: int
    """Of the run, see ``collecting.seed_of``."""


@dataclass
class Taking:
    """Takes what is left to do of ``size`` attempts each."""

    claims: Claims
    store: Keeps
    size: int
    seed: int
    taken: list[str] = field(default_factory=list)
    held: list[Group] = field(default_factory=list)
    """Groups that another is at work on."""

    def jobs(self, groups: Iterable[Group]) -> Iterator[Job]:
        """What is left to do and was not taken by another."""
        for task, plan, group in groups:
            if not self._left(group):
                continue
            if not self.claims.take(group):
                self.held.append((task, plan, group))
                continue
            self.taken.append(group)
            if left := self._left(group):  # another may have ended with it meanwhile
                yield Job(task=task, plan=plan, trials=left, seed=self.seed)

    def _left(self, group: str) -> tuple[int, ...]:
        done = self.store.tried(group)
        return tuple(trial for trial in range(self.size) if trial not in done)


def wait_for_others() -> None:
    """Give those who hold what is left some time."""
    time.sleep(POLL_S)
