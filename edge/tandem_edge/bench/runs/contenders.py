"""Who takes the benchmark: a planner's file, or one of the agents that need none."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tandem_edge.bench import standins
from tandem_edge.bench.agents.keywords import KeywordRouter
from tandem_edge.bench.agents.nulls import NULLS
from tandem_edge.bench.agents.remembering import Remembers
from tandem_edge.bench.agents.scripted import Follows
from tandem_edge.bench.tasks.frozen import load_plans
from tandem_edge.bench.tasks.phones import begin
from tandem_edge.facade import Settings, open_planner
from tandem_edge.planner.protocol import Planner
from tandem_shared.tasks import Dimension, Task
from tandem_shared.tools import ToolSpec

Contender = Callable[[Task, int], Planner]
"""Gives the planner that tries one task with a seed."""

ORACLE = "oracle"
KEYWORDS = "keyword-router"
BUILTIN = (ORACLE, KEYWORDS, *NULLS)


def specs_of(task: Task) -> tuple[ToolSpec, ...]:
    """The specs of the tools a task offers."""
    return standins.specs_of(task, begin(task))


def builtin(name: str) -> Contender | None:
    """The contender called ``name`` that needs no model, or ``None``."""
    if name == ORACLE:
        return lambda task, seed: oracle(task)
    if name == KEYWORDS:
        return lambda task, seed: KeywordRouter(specs_of(task))
    make = NULLS.get(name)
    return (lambda task, seed: make(specs_of(task), seed)) if make else None


def oracle(task: Task) -> Planner:
    """Who knows how ``task`` is done; what a memory task rests on it still has to find."""
    plan = load_plans(task.split)[task.id]
    return Remembers(task, plan) if task.dimension is Dimension.MEMORY else Follows(plan)


@contextmanager
def contender(settings: Settings) -> Iterator[Contender]:
    """The contender that ``settings.planner`` names; a planner's file is opened once.

    Raises what ``facade.open_planner`` raises.
    """
    known = builtin(settings.planner)
    if known is not None:
        yield known
        return
    planner = open_planner(settings, made_up=True)
    try:
        yield lambda task, seed: planner
    finally:
        planner.close()
