"""Policies by their names: who acts, and all that decides what it does."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from tandem_edge.bench.agents.remembering import Remembers
from tandem_edge.bench.agents.scripted import Follows
from tandem_edge.bench.runs.contenders import BUILTIN, ORACLE, Contender, contender
from tandem_edge.bench.runs.running import (
    DIALECT,
    adapter_of,
    dialect_for,
    guidance_of,
    sha256_of,
)
from tandem_edge.bench.tasks.plans import Plan
from tandem_edge.facade import Settings
from tandem_edge.harness.adapter.storing import load_config
from tandem_edge.harness.ports import Adapter
from tandem_edge.planner.dialects import Dialect, find_dialect
from tandem_edge.planner.local import LocalPlanner
from tandem_edge.planner.protocol import Planner
from tandem_shared.errors import UsageError
from tandem_shared.experience import Policy, PolicyKind
from tandem_shared.tasks import Dimension, Task
from tandem_trainer.rollout.weak import WEAK

KNOWING = (ORACLE, *WEAK)
"""Policies that carry a task's plan out, rightly or not."""
SCRIPTS = (*BUILTIN, *WEAK)
"""Policies that need no model."""


@dataclass(frozen=True)
class PolicySpec:
    """A policy to collect with. ``settings.planner`` is its name: a model, a GGUF path, an
    endpoint, or one of ``SCRIPTS``; ``bare`` is without the harness; ``temperature`` is for models
    on this machine alone, whose rollouts of one task would be the same without."""

    settings: Settings
    bare: bool = False
    temperature: float = 0.0

    @property
    def name(self) -> str:
        """How it is called."""
        return self.settings.planner

    def policy(self) -> Policy:
        """Its identity; the name of one with an adapter says which.

        Raises ``MissingError`` when a file is not there.
        """
        scripted = self.name in SCRIPTS
        kind = PolicyKind.SCRIPTED if scripted else PolicyKind.PLANNER
        adapter = "" if scripted else adapter_of(self.settings)
        return Policy(
            kind=PolicyKind.ORACLE if self.name == ORACLE else kind,
            name=f"{self.name}+{adapter[:8]}" if adapter else self.name,
            sha256="" if scripted else sha256_of(self.settings),
            adapter=adapter,
            dialect=self.dialect().name,
            harness="" if self.bare else load_config(self.settings.harness).digest,
            temperature=0.0 if scripted else self.temperature,
        )

    def dialect(self) -> Dialect:
        """The dialect it speaks."""
        return find_dialect(DIALECT) if self.name in WEAK else dialect_for(self.settings)

    def guidance(self) -> Adapter | None:
        """The harness's guidance, or ``None`` without the harness."""
        return guidance_of(self.settings, bare=self.bare)

    @contextmanager
    def taker(self, plans: dict[str, Plan]) -> Iterator[Contender]:
        """Who tries tasks: of ``plans``, by task, it may know the one for a task it is given.

        Raises what opening the planner raises, and ``UsageError`` where a plan is needed that
        there is none of, or a temperature asked of what cannot be given one.
        """
        if self.name in KNOWING:
            yield lambda task, seed: _knowing(self.name, task, plans)
            return
        blocks = {"planner_blocks": False} if self.bare else {}
        with contender(self.settings.model_copy(update=blocks)) as take:
            yield lambda task, seed: self._drawing(take(task, seed), seed)

    def _drawing(self, planner: Planner, seed: int) -> Planner:
        """``planner``, telling its tokens, and sampling as ``seed`` has it."""
        if isinstance(planner, LocalPlanner):
            planner.tells_tokens, planner.temperature = True, self.temperature
            planner.draw(seed)
        elif self.temperature and self.name not in SCRIPTS:
            raise UsageError(
                f"{self.name} cannot be given a temperature here",
                hint="leave --temperature out: a server samples as it is set up to",
            )
        return planner


def _knowing(name: str, task: Task, plans: dict[str, Plan]) -> Planner:
    plan = plans.get(task.id)
    if plan is None:
        raise UsageError(f"nobody knows how {task.id} is done", hint="collect with a planner")
    plan = WEAK[name](task, plan) if name in WEAK else plan
    if task.dimension is Dimension.MEMORY:
        return Remembers(task, plan, name=name)
    return Follows(plan, name=name)
