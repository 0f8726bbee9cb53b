"""The only door into the trainer. It opens without the ``trainer`` extra."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, requires, version
from itertools import islice
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from packaging.requirements import Requirement

from tandem_shared.errors import MissingError, UsageError

if TYPE_CHECKING:  # all that needs pydantic is imported where it is used: --help need not pay
    from tandem_edge.bench.tasks.plans import Plan
    from tandem_shared.experience import Rollout
    from tandem_shared.tasks import Split, Task
    from tandem_trainer.experience.store import Store
    from tandem_trainer.rollout.collecting import Collecting
    from tandem_trainer.tasks.making import Made
    from tandem_trainer.tasks.records import Constructed

__all__ = [
    "Dependency",
    "collected",
    "constructed_to_collect",
    "dependencies",
    "likely",
    "open_experience",
    "require_extra",
    "require_training",
    "require_vllm",
    "tasks_to_collect",
]

DISTRIBUTION = "tandem-phone"
EXTRA = "trainer"
VLLM = "vllm"
INSTALL = (
    f"pip install '{DISTRIBUTION}[{EXTRA}]' (in a clone: make test, or "
    f".venv/bin/pip install -e '.[{EXTRA}]')"
)


@dataclass(frozen=True, slots=True)
class Dependency:
    """One package of the extra: the versions we ask for, and the one that is installed."""

    name: str
    wanted: str
    installed: str | None
    state: str
    """``ok``, ``missing``, or ``differs`` when the installed version is not one we ask for."""


def dependencies() -> list[Dependency]:
    """The packages of the extra, as our own installed metadata lists them."""
    listed = map(Requirement, requires(DISTRIBUTION) or [])
    return [_dependency(one) for one in listed if _only_with_extra(one)]


def require_extra() -> None:
    """Raise ``MissingError`` with the command to type unless the whole extra is there."""
    wrong = [one for one in dependencies() if one.state != "ok"]
    if wrong:
        names = ", ".join(f"{one.name} ({one.state})" for one in wrong)
        raise MissingError(
            f"the {EXTRA} extra is not as this version needs it: {names}", hint=INSTALL
        )


def require_training() -> None:
    """Raise ``MissingError`` with the command to type unless PyTorch and TRL are there."""
    from importlib.util import find_spec

    for name in ("torch", "transformers", "trl"):
        if find_spec(name) is None:
            raise MissingError(f"training needs {name}", hint=INSTALL)


def require_vllm() -> None:
    """Raise ``MissingError`` with the command to type unless vLLM is there.

    TRL's client for its server needs the package here, too: what sends weights is vLLM's own.
    """
    from importlib.util import find_spec

    if find_spec("vllm") is None:
        raise MissingError(
            "the engine vllm needs vLLM beside the trainer",
            hint=f"pip install '{DISTRIBUTION}[{EXTRA},{VLLM}]' with Python 3.13 or newer",
        )


@contextmanager
def open_experience(home: Path, url: str = "") -> Iterator[Store]:
    """The experience store at ``url``, by default a file in ``home``.

    Raises ``MissingError`` without the extra, and what ``experience.opening`` raises.
    """
    try:
        from tandem_trainer.experience.opening import default_url, open_store
    except ImportError as error:
        raise MissingError("the experience store needs SQLAlchemy", hint=INSTALL) from error
    with open_store(url or default_url(home)) as store:
        yield store


def tasks_to_collect(
    store: Store, split: Split, count: int, seed: int
) -> tuple[tuple[Task, Plan | None], ...]:
    """``count`` tasks with their plans: of the store, or where it has none of the split, of train
    those that the generator makes of ``seed``, of dev the frozen ones.

    Fewer where there are fewer. Raises ``UsageError`` for a split that is not collected.
    """
    from tandem_edge.bench.census import tasks_with_plans
    from tandem_edge.bench.runs.running import choose
    from tandem_edge.bench.tasks.training import training_tasks
    from tandem_shared.tasks import Split
    from tandem_trainer.experience.records import KeptTask

    kept = store.ids(KeptTask, split=split.value)
    if kept:
        names = Random(f"{seed}/{count}").sample(kept, min(count, len(kept)))
        found = (store.get(KeptTask, name) for name in names)
        return tuple((each.task, each.plan) for each in found)
    if split is Split.TRAIN:
        return tuple((each.task, each.plan) for each in islice(training_tasks(seed), count))
    if split is not Split.DEV:
        raise UsageError(f"nothing is collected from {split}", hint="--split train or dev")
    chosen = {task.id for task in choose(split, limit=count, seed=seed)}
    every = tasks_with_plans(split, 0)
    return tuple((each.task, each.plan) for each in every if each.task.id in chosen)


def constructed_to_collect(
    store: Store,
    path: Path,
    count: int | None = None,
    fits: Callable[[Constructed], bool] = lambda task: True,
    rank: Callable[[Task], tuple[bool, float]] | None = None,
) -> tuple[tuple[Task, Plan | None], ...]:
    """The first ``count`` tasks that ``tasks construct`` wrote to ``path``, or all, of those that
    fit; kept in ``store`` with their plans and what they were made for. With ``rank`` the highest
    come first, else they stay in their order.

    Raises ``UsageError`` for what is no such file.
    """
    from tandem_trainer.experience.records import KeptTask
    from tandem_trainer.tasks.keeping import read_with_plans

    fit = (made for made in read_with_plans(path) if fits(made.constructed))
    ranked: Iterable[Made] = fit
    if rank is not None:
        by_rank = rank
        ranked = sorted(fit, key=lambda made: by_rank(made.constructed.task), reverse=True)
    found: list[tuple[Task, Plan | None]] = []

    def kept() -> Iterator[KeptTask]:
        for made in islice(ranked, count):
            one = made.constructed
            found.append((one.task, made.plan))
            yield KeptTask(task=one.task, plan=made.plan, made_from=(one.source, *one.evidence))

    store.add(kept())
    return tuple(found)


UNTRIED = 0.05, 10
"""What is expected of a family that was not tried: this rate, with the weight of so many tries. The
default planner passes about so many of the tasks that are constructed."""


def likely(store: Store, policy: str, before: int) -> Callable[[Task], tuple[bool, float]]:
    """Rank of a task for ``policy``, the higher the sooner, by the rounds before ``before``:
    whether it was not tried yet, then how likely it is done: the mean of what the policy did of the
    task's family with ``UNTRIED``. Later rounds do not count, so that a run that is ended and goes
    on takes the same tasks."""
    from tandem_shared.experience import Rollout

    rate, weight = UNTRIED
    rounds = range(before)

    def count(**where: Any) -> int:
        return sum(store.count(Rollout, policy=policy, round=each, **where) for each in rounds)

    @cache
    def of_family(family: str) -> float:
        tried, passed = count(family=family, valid=True), count(family=family, passed=True)
        return (passed + rate * weight) / (tried + weight)

    return lambda task: (count(task=task.id) == 0, of_family(task.family))


def collected(
    store: Store, wanted: Collecting, workers: int, backend: str = "processes"
) -> Iterator[Rollout]:
    """Collect into ``store``, with a record of the step; yields what was not there yet.

    The step is done when the last one was taken; its outputs are the digest of the ids of all its
    rollouts. Raises what ``rollout.collecting.collect`` raises.
    """
    from tandem_shared.canonical import digest
    from tandem_shared.experience import Rollout
    from tandem_trainer.rollout.collecting import collect

    policy = wanted.spec.policy()
    groups = [group for _, _, group in wanted.groups(policy)]
    step = store.steps.begin(
        "collect",
        {
            "policy": policy.model_dump(mode="json"),
            "tasks": digest([task.model_dump(mode="json") for task, _ in wanted.tasks]),
            "group": wanted.group,
            "seed": wanted.seed,
            "round": wanted.round,
            "embedder": wanted.embedder(),
            "most_steps": wanted.most_steps,
            "tandem": version(DISTRIBUTION),
        },
    )
    yield from collect(wanted, store, workers, store.leases, backend)
    made = [
        name
        for group in groups
        for trial in range(wanted.group)
        for name in store.ids(Rollout, withdrawn=True, group_name=group, trial=trial)
    ]
    store.steps.finish(step, digest([*sorted(made)]))


def _only_with_extra(requirement: Requirement) -> bool:
    marker = requirement.marker
    return bool(marker and marker.evaluate({"extra": EXTRA}) and not marker.evaluate({"extra": ""}))


def _dependency(requirement: Requirement) -> Dependency:
    wanted = str(requirement.specifier)
    try:
        installed = version(requirement.name)
    except PackageNotFoundError:
        return Dependency(requirement.name, wanted, None, "missing")
    fits = requirement.specifier.contains(installed, prereleases=True)
    return Dependency(requirement.name, wanted, installed, "ok" if fits else "differs")
