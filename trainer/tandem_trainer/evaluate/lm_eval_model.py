"""A planner's file as a model of lm-eval. Only ``lm_eval_tasks`` imports this module."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from lm_eval import simple_evaluate
from lm_eval.api.model import LM
from lm_eval.tasks import TaskManager

from tandem_edge.planner.local import LocalPlanner, Parts
from tandem_trainer.evaluate.guard.asking import SYSTEM, conversation

MOST_TOKENS = 256
"""Of an answer where the task does not say."""
BEGINNING = "\n"
"""What stands before a text that has nothing before it."""
RESAMPLES = 1000
Tell = Callable[[int, int], None]


class PlannerModel(LM):  # type: ignore[misc]
    """Texts to be weighed are continued plainly, as the harness writes them; texts to be generated
    answer a user's turn, so that an instruction is one."""

    def __init__(self, planner: LocalPlanner, tell: Tell) -> None:
        super().__init__()
        self.planner = planner
        self.tell = tell

    def loglikelihood(self, requests: list[Any]) -> list[tuple[float, bool]]:
        """See ``LM.loglikelihood``."""
        return [self._weighed(*request.args) for request in self._told(requests)]

    def loglikelihood_rolling(self, requests: list[Any]) -> list[float]:
        """See ``LM.loglikelihood_rolling``."""
        return [self._weighed("", *request.args)[0] for request in self._told(requests)]

    def generate_until(self, requests: list[Any]) -> list[str]:
        """See ``LM.generate_until``; always the likeliest tokens."""
        return [self._said(*request.args) for request in self._told(requests)]

    def _weighed(self, context: str, continuation: str) -> tuple[float, bool]:
        kept = context.rstrip()
        parts: Parts = [{"bos": True}] if self.planner.turns.add_bos else []
        parts.append({"text": kept or BEGINNING})
        (found,) = self.planner.likelihoods(parts, [context[len(kept) :] + continuation])
        return found

    def _said(self, context: str, wanted: dict[str, Any]) -> str:
        until = wanted.get("until") or []
        stops = [until] if isinstance(until, str) else [stop for stop in until if stop]
        parts = conversation(SYSTEM["en"], context, self.planner.turns)
        return self.planner.continued(parts, int(wanted.get("max_gen_toks", MOST_TOKENS)), stops)

    def _told(self, requests: Sequence[Any]) -> Iterator[Any]:
        for done, request in enumerate(requests, 1):
            yield request
            self.tell(done, len(requests))


def unknown_tasks(tasks: Sequence[str], folder: Path | None) -> list[str]:
    """Those of ``tasks`` that lm-eval does not know, also not from ``folder``."""
    known = set(_manager(folder).all_tasks)
    return [name for name in tasks if name not in known]


def run_tasks(
    planner: LocalPlanner, tasks: Sequence[str], limit: int | None, folder: Path | None, tell: Tell
) -> dict[str, Any]:
    """Figures by task and metric, with the number of documents. Raises what loading data raises."""
    found = simple_evaluate(
        model=PlannerModel(planner, tell),
        tasks=[*tasks],
        limit=limit,
        task_manager=_manager(folder),
        log_samples=False,
        bootstrap_iters=RESAMPLES,
    )
    counts = found["n-samples"]
    return {
        name: {key.removesuffix(",none"): value for key, value in figures.items()}
        | {"documents": counts.get(name, {}).get("effective")}
        for name, figures in found["results"].items()
    }


def _manager(folder: Path | None) -> TaskManager:
    return TaskManager(include_path=str(folder) if folder else None)
