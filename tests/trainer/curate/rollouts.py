"""Rollouts for the tests: real training tasks, attempted on the real sandbox phone."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

from tandem_edge.bench.agents.scripted import Follows
from tandem_edge.bench.attempts import attempt
from tandem_edge.bench.checkers import check
from tandem_edge.bench.mutants import mutants
from tandem_edge.bench.tasks.building import Built
from tandem_edge.bench.tasks.plans import Plan, PlanStep
from tandem_edge.bench.tasks.training import training_tasks
from tandem_edge.planner.dialects import find_dialect
from tandem_shared.experience import Policy, PolicyKind, Rollout
from tandem_shared.tasks import Task
from tandem_shared.tools import ToolCall

ORACLE = Policy(kind=PolicyKind.ORACLE, name="oracle")
PLANNER = Policy(kind=PolicyKind.PLANNER, name="planner")


@lru_cache(maxsize=1)
def tasks() -> tuple[Built, ...]:
    """The first training tasks."""
    return tuple(islice(training_tasks(0), 420))


def task_with(part: str) -> Built:
    """The first task whose id holds ``part``."""
    return next(built for built in tasks() if part in built.task.id)


def follow(task: Task, plan: Plan, policy: Policy = PLANNER, **more: object) -> Rollout:
    """The attempt that follows ``plan``."""
    made = attempt(task, Follows(plan), find_dialect("signatures"))
    return Rollout.model_validate(
        {"task": task, "policy": policy, "trajectory": made, "verdict": check(task, made), **more}
    )


def planned(built: Built, *steps: PlanStep, **more: object) -> Rollout:
    """The attempt that gives ``steps``."""
    return follow(built.task, built.plan.model_copy(update={"steps": steps}), **more)  # type: ignore[arg-type]


def right(built: Built, **more: object) -> Rollout:
    """The right attempt."""
    return follow(built.task, built.plan, **more)  # type: ignore[arg-type]


def wrong(built: Built) -> Iterator[tuple[str, Rollout]]:
    """Every mutant that fails, with its kind."""
    for mutant in mutants(built.task, built.plan):
        made = follow(built.task, mutant.plan)
        assert made.verdict is not None
        if not made.verdict.passed:
            yield mutant.kind, made


def calls(*some: ToolCall) -> PlanStep:
    return PlanStep(kind="calls", calls=some)


DONE = PlanStep(kind="done", text="Done.")
