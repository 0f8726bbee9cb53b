"""Rollouts with what curation says of them, told apart by what they may be used for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from tandem_shared.errors import UsageError
from tandem_shared.experience import TRAINABLE, Curated, Rollout
from tandem_shared.tasks import Capability, Split

READ_ONLY = frozenset({Split.DEV})
"""Splits whose rollouts say what is lacking, and are used for nothing else."""


@dataclass(frozen=True)
class Case:
    """A rollout, its name, and the curated record of it if there is one."""

    id: str
    rollout: Rollout
    curated: Curated | None

    @property
    def valid(self) -> bool:
        """Whether the attempt counts: it did not break for a reason outside the agent."""
        return self.rollout.verdict is not None

    @property
    def passed(self) -> bool:
        """Whether the task was done."""
        return self.rollout.verdict is not None and self.rollout.verdict.passed

    @property
    def fit(self) -> bool:
        """Whether it may be learned from: done, and curation says that it is suitable."""
        said = self.curated
        return self.passed and said is not None and said.completed and said.suitable

    @property
    def capabilities(self) -> tuple[Capability, ...]:
        """What it took, as curation says, or else as the task says."""
        found = self.curated.capabilities if self.curated else ()
        return found or (self.rollout.task.capability,)

    def tools_that_failed(self) -> Iterator[str]:
        """Names of the tools called in marked steps, and of those that came back with a fault."""
        marked = {(mark.turn, mark.step) for mark in self.curated.marks} if self.curated else set()
        for place, turn in enumerate(self.rollout.trajectory.turns):
            for at, step in enumerate(turn.steps):
                for record in step.calls:
                    if (place, at) in marked or not record.result.ok:
                        yield record.call.name


@dataclass(frozen=True)
class Cases:
    """What there is to diagnose: by id, so that the order in which it came makes no difference."""

    trainable: Mapping[str, Case]
    dev: Mapping[str, Case]


def cases(rollouts: Iterable[Rollout], curated: Iterable[Curated]) -> Cases:
    """Sort rollouts by their use. The same one given twice counts once.

    Raises ``UsageError`` for one of a split that nobody may look at here (test, evolve), and when
    two curated records speak of one rollout: then somebody has to say first which stands.
    """
    said = _by_rollout(curated)
    trainable: dict[str, Case] = {}
    dev: dict[str, Case] = {}
    for rollout in rollouts:
        split, name = rollout.task.split, rollout.id
        if split not in TRAINABLE | READ_ONLY:
            raise UsageError(
                f"rollout {name[:12]} is of a {split.value} task, which no diagnosis may see",
                hint="collect on train and dev tasks only",
            )
        into = dev if split in READ_ONLY else trainable
        into[name] = Case(name, rollout, said.get(name))
    return Cases(dict(sorted(trainable.items())), dict(sorted(dev.items())))


def _by_rollout(curated: Iterable[Curated]) -> dict[str, Curated]:
    said: dict[str, Curated] = {}
    for record in curated:
        if said.setdefault(record.rollout, record) != record:
            raise UsageError(
                f"two curated records speak of rollout {record.rollout[:12]}",
                hint="give the one that stands after review",
            )
    return said
