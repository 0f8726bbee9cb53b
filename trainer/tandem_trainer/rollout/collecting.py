"""Collecting: G attempts at each task, in parallel, each kept as soon as it is there."""

from __future__ import annotations

import multiprocessing.util
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from itertools import chain

from tandem_edge.bench.attempts import MOST_STEPS
from tandem_edge.bench.checkers import check
from tandem_edge.bench.runs.running import Trying, embedder_for, identity_of
from tandem_edge.bench.runs.spreading import spreader
from tandem_edge.bench.tasks.plans import Plan
from tandem_edge.embedder.protocol import Embedder
from tandem_edge.facade import Settings
from tandem_edge.phone.catalogue import load_catalogue
from tandem_shared.canonical import digest
from tandem_shared.errors import UsageError
from tandem_shared.experience import Policy, Rollout, group_name
from tandem_shared.tasks import Split, Task
from tandem_shared.tools import Frozen
from tandem_trainer.rollout.claiming import (
    Claims,
    Group,
    Job,
    Keeps,
    Taking,
    Unshared,
    wait_for_others,
)
from tandem_trainer.rollout.policies import PolicySpec
from tandem_trainer.rollout.tokens import settled, tokens_of

COLLECTED = frozenset({Split.TRAIN, Split.DEV})
"""Splits that are tried here: dev only to see what is lacking, it is never trained on. Evolve and
test are tried elsewhere, and nothing of them comes near what is learned from."""


class How(Frozen):
    """All that a process has to know to make rollouts, but for the planner's settings."""

    policy: Policy
    round: int
    bare: bool
    temperature: float
    words: bool
    most_steps: int


@dataclass(frozen=True)
class Collecting:
    """What to collect: ``group`` attempts at each task by one policy.

    ``words`` has memory searched by words alone, whether or not there is an embedder. An attempt
    ends after ``most_steps`` answers of the policy.
    """

    spec: PolicySpec
    tasks: tuple[tuple[Task, Plan | None], ...]
    group: int = 1
    seed: int = 0
    round: int = 0
    words: bool = False
    most_steps: int = MOST_STEPS

    def embedder(self) -> str:
        """By what memory is searched; empty for words alone."""
        tasks = [task for task, _ in self.tasks]
        return identity_of(embedder_for(self.spec.settings, tasks, words=self.words))

    def how(self, policy: Policy) -> How:
        """How each attempt is made."""
        return How(
            policy=policy,
            round=self.round,
            bare=self.spec.bare,
            temperature=self.spec.temperature,
            words=not self.embedder(),
            most_steps=self.most_steps,
        )

    def groups(self, policy: Policy) -> Iterator[Group]:
        """Each task with its plan and what the group of its rollouts is called."""
        for task, plan in self.tasks:
            yield task, plan, group_name(task, policy, self.round)


def collect(
    wanted: Collecting,
    store: Keeps,
    workers: int = 1,
    claims: Claims | None = None,
    backend: str = "processes",
) -> Iterator[Rollout]:
    """Make every attempt that ``store`` does not have; yields each once it is kept.

    An attempt is decided by the policy, the task, the seed and its place in the group, whoever
    makes it and when: ``workers`` processes of this machine, or on Ray (``backend``). Groups that
    another has claimed are waited for, and made where it lets go of them. Raises ``UsageError`` for
    a task that may not be collected or needs another world than the sandbox, what opening the
    planner raises, ``PlannerError`` when a worker is gone, and ``MissingError`` for Ray without its
    extra.
    """
    for task, _ in wanted.tasks:
        refuse_unfit(task)
    policy = wanted.spec.policy()
    left = list(wanted.groups(policy))
    while left:
        taking = Taking(claims or Unshared(), store, wanted.group, wanted.seed)
        try:
            for rollout in _made(wanted, policy, taking.jobs(left), workers, backend):
                store.add([rollout])
                taking.claims.take(rollout.group)
                yield rollout
        finally:
            taking.claims.release(taking.taken)
        if left := taking.held:
            wait_for_others()


def refuse_unfit(task: Task) -> None:
    """Raise ``UsageError`` unless ``task`` may be collected, and in the sandbox."""
    if task.split not in COLLECTED:
        raise UsageError(
            f"{task.id} is of the {task.split} split, from which nothing is collected",
            hint="collect train tasks, or dev tasks to see what is lacking",
        )
    catalogue = load_catalogue()
    far = [name for name in task.tools if (spec := catalogue.spec(name)) and spec.long_tail]
    if far:
        raise UsageError(
            f"{task.id} needs a simulated world for {far[0]}",
            hint="only the sandbox is collected from so far: leave the task out",
        )


def seed_of(seed: int, task: Task, trial: int) -> int:
    """The seed of one attempt: 31 bits that depend on nothing but these three."""
    return int(digest([seed, task.id, trial])[:8], 16) & 0x7FFFFFFF


def _made(
    wanted: Collecting, policy: Policy, jobs: Iterator[Job], workers: int, backend: str
) -> Iterator[Rollout]:
    how, settings = wanted.how(policy), wanted.spec.settings
    if (first := next(jobs, None)) is None:
        return
    jobs = chain((first,), jobs)
    if workers == 1 and backend == "processes":
        with ExitStack() as stack:
            trier = Trier.opened(settings, how, stack)
            for job in jobs:
                yield from trier.rollouts(job)
        return
    arguments = (settings.model_dump_json(), how.model_dump_json())
    lines = (job.model_dump_json() for job in jobs)
    for made in spreader(backend)(_in_worker, lines, workers, _start_worker, arguments):
        yield from map(Rollout.model_validate_json, made.split("\n"))


@dataclass
class Trier:
    """Makes rollouts of one policy, one after another."""

    trying: Trying
    plans: dict[str, Plan]
    how: How

    @classmethod
    def opened(cls, settings: Settings, how: How, stack: ExitStack) -> Trier:
        """A trier whose planner is open until ``stack`` is closed."""
        plans: dict[str, Plan] = {}
        spec = PolicySpec(settings, how.bare, how.temperature)
        taker = stack.enter_context(spec.taker(plans))
        embedder = None if how.words else _embedder(settings)
        trying = Trying(taker, 0, spec.dialect(), spec.guidance(), embedder, how.most_steps)
        return cls(trying, plans, how)

    def rollouts(self, job: Job) -> Iterator[Rollout]:
        """The attempts of a job, each with the verdict on it; none when the attempt broke."""
        self.plans.clear()
        if job.plan is not None:
            self.plans[job.task.id] = job.plan
        for trial in job.trials:
            yield self._rollout(job, trial)

    def _rollout(self, job: Job, trial: int) -> Rollout:
        seed = seed_of(job.seed, job.task, trial)
        made = replace(self.trying, seed=seed).made(job.task)
        return Rollout(
            task=job.task,
            policy=self.how.policy,
            round=self.how.round,
            trial=trial,
            trajectory=settled(made),
            tokens=tokens_of(made),
            verdict=None if made.fault else check(job.task, made),
        )


def _embedder(settings: Settings) -> Embedder | None:
    from tandem_edge.embedder.opening import find_embedder

    return find_embedder(settings.models_dir)[0]


_worker: Trier | None = None


def _start_worker(settings: str, how: str) -> None:
    """Open the planner once in this process."""
    global _worker
    stack = ExitStack()
    read = Settings.model_validate_json(settings)
    _worker = Trier.opened(read, How.model_validate_json(how), stack)
    multiprocessing.util.Finalize(None, stack.close, exitpriority=10)


def _in_worker(job: str) -> str:
    assert _worker is not None
    made = _worker.rollouts(Job.model_validate_json(job))
    return "\n".join(each.model_dump_json() for each in made)
