"""Rollouts with what curation says of them, told apart by what they may be used for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from tandem_shared.errors import UsageError
from tandem_shared.experience import TRAINABLE, Curated, Failing, Policy, Rollout, Trait
from tandem_shared.tasks import Capability, Split

READ_ONLY = frozenset({Split.DEV})
"""Splits whose rollouts say what is lacking, and are used for nothing else."""
NO_TRAITS: Mapping[str, frozenset[Trait]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Case:
    """What has to be known of a rollout, called ``id``, and of the curated record of it if there is
    one. The rollout itself is not kept: so many of them do not fit into memory."""

    id: str
    task: str
    language: str
    policy: Policy
    round: int
    source: str
    passed: bool | None
    """Whether the task was done; ``None`` where the record is invalid."""
    fit: bool
    """Whether it may be learned from: done, and curation says that it is suitable."""
    unfit: bool
    """Whether curation says that it may not."""
    calls: int
    capabilities: tuple[Capability, ...]
    """What it took, as curation says, or else as the task says."""
    failing: Failing | None
    recovered: bool
    """Whether a mistake in it was made good."""
    failed_tools: tuple[str, ...]
    """Tools called in marked steps, and those that came back with a fault."""
    traits: frozenset[Trait] = frozenset()
    """What its task has about it."""

    @property
    def valid(self) -> bool:
        """Whether the attempt counts: it did not break for a reason outside the agent."""
        return self.passed is not None


def case_of(
    rollout: Rollout, name: str, said: Curated | None, traits: frozenset[Trait] = frozenset()
) -> Case:
    """The case of a rollout called ``name``, whose task has ``traits``."""
    task, passed = rollout.task, rollout.verdict.passed if rollout.verdict else None
    fit = bool(passed and said and said.completed and said.suitable)
    return Case(
        id=name,
        task=task.id,
        language=task.language,
        policy=rollout.policy,
        round=rollout.round,
        source=rollout.source,
        passed=passed,
        fit=fit,
        unfit=said is not None and not fit,
        calls=len(rollout.trajectory.calls),
        capabilities=(said.capabilities if said else ()) or (task.capability,),
        failing=said.failing if said else None,
        recovered=any(mark.recovered for mark in said.marks) if said else False,
        failed_tools=tuple(sorted(set(_failed_tools(rollout, said)))),
        traits=traits,
    )


def _failed_tools(rollout: Rollout, said: Curated | None) -> Iterator[str]:
    marked = {(mark.turn, mark.step) for mark in said.marks} if said else set()
    for place, turn in enumerate(rollout.trajectory.turns):
        for at, step in enumerate(turn.steps):
            for record in step.calls:
                if (place, at) in marked or not record.result.ok:
                    yield record.call.name


@dataclass(frozen=True)
class Cases:
    """What there is to diagnose: by id, so that the order in which it came makes no difference."""

    trainable: Mapping[str, Case]
    dev: Mapping[str, Case]


def cases(
    rollouts: Iterable[Rollout],
    curated: Iterable[Curated],
    traits: Mapping[str, frozenset[Trait]] = NO_TRAITS,
) -> Cases:
    """Sort rollouts by their use. The same one given twice counts once. ``traits`` are tasks' by
    their ids.

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
        of_task = traits.get(rollout.task.id, frozenset())
        into[name] = case_of(rollout, name, said.get(name), of_task)
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
