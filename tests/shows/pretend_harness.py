"""``tandem`` with one part of the harness broken, named by ``BROKEN``.

Everything else is real. So that a test does not take minutes, only a few tasks are there.
"""

from __future__ import annotations

import os
from collections import Counter
from itertools import islice
from typing import Any

import numpy as np

from tandem_edge.bench.injection import measuring as injection
from tandem_edge.bench.runs import running
from tandem_edge.bench.tasks import frozen
from tandem_edge.bench.undo import examples
from tandem_edge.bench.undo import measuring as undo
from tandem_edge.harness.recall.hybrid import Hybrid
from tandem_edge.phone.protocol import Execution
from tandem_edge.skills.provider import SkillProvider
from tandem_edge.subagents.provider import AgentProvider
from tandem_shared.tasks import Split, Task
from tandem_shared.tools import ToolFault, ToolResult
from tandem_tui.main import main

BROKEN = os.environ.get("BROKEN", "")
FEW = 4

every_task = frozen.load_tasks
measure_injection, measure_undo = injection.measure, undo.measure


def few_tasks(split: Split) -> tuple[Task, ...]:
    """Some tasks of each dimension."""
    seen: Counter[str] = Counter()
    kept = []
    for task in every_task(split):
        seen[task.dimension] += 1
        if seen[task.dimension] <= FEW:
            kept.append(task)
    return tuple(kept)


def shuffled(hybrid: Hybrid, request: str, earlier: Any = ()) -> Any:
    """Scores that have nothing to do with the request."""
    return np.random.default_rng(len(request)).random(len(hybrid.specs))


def refused(*ignored: Any, **more: Any) -> Execution:
    fault = ToolFault(code="not_found", message="nothing is here")
    return Execution(ToolResult(ok=False, fault=fault), {}, ())


def break_it() -> None:
    if BROKEN == "recall":
        Hybrid.scores = shuffled  # type: ignore[method-assign]
    if BROKEN == "taint":
        injection.measure = lambda tried=None, **options: measure_injection(without_taint=True)
    if BROKEN == "undo":
        undo.measure = lambda: measure_undo(lambda undoer: "", islice(examples.examples(), 60))
    if BROKEN == "skills":
        SkillProvider._loaded = refused  # type: ignore[method-assign]
    if BROKEN == "agents":
        AgentProvider.call = refused  # type: ignore[method-assign]


if __name__ == "__main__":
    os.cpu_count = lambda: 1  # one process: what is broken here is broken everywhere
    for module in (running, frozen):
        module.load_tasks = few_tasks  # type: ignore[attr-defined]
    break_it()
    main()
