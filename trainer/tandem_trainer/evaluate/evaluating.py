"""A new planner's exact file against its parent's: the benchmark, its gates, and the guard."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tandem_edge.bench.runs.records import RunInfo
from tandem_edge.bench.runs.running import (
    RunPlan,
    carry_out,
    choose,
    has_file,
    with_adapter,
)
from tandem_edge.files import write_atomically
from tandem_edge.llm.opening import open_local
from tandem_edge.settings import Settings
from tandem_shared.errors import UsageError
from tandem_shared.tasks import Split
from tandem_trainer.evaluate.guard.asking import Answer
from tandem_trainer.evaluate.guard.falling import Score, falls, scores
from tandem_trainer.evaluate.guard.items import Guard
from tandem_trainer.evaluate.guard.taking import Answers, Taker, take
from tandem_trainer.evaluate.lm_eval_tasks import lm_eval_scores, require_lm_eval
from tandem_trainer.evaluate.standing import Standing, standing

REPORT = "evaluation.json"
NEW, PARENT = "new", "parent"
GUARD_FILE = "guard.jsonl"
Tell = Callable[[str, int, int], None]
"""What is done, how much of it, and of how much."""


@dataclass(frozen=True)
class Evaluation:
    """What to evaluate. ``parent`` is the planner's own name where no other is named."""

    out: Path
    adapter: Path | None = None
    parent: str = ""
    parent_adapter: Path | None = None
    split: Split = Split.DEV
    tasks: int | None = 200
    seed: int = 0
    workers: int = 1
    words: bool = False
    """Memory is searched without the embedder."""
    guard: Guard | None = field(default_factory=Guard)
    guard_points: float = 2.0
    gate_points: float = 0.0
    lm_eval: tuple[str, ...] = ()
    lm_eval_limit: int | None = None
    lm_eval_folder: Path | None = None
    """With the user's own task files."""


@dataclass(frozen=True)
class Side:
    """One of the two files: how it is opened, and where what it does is kept."""

    name: str
    settings: Settings
    folder: Path
    info: RunInfo

    @property
    def file(self) -> dict[str, str]:
        """What identifies it."""
        return {
            "planner": self.info.planner,
            "sha256": self.info.planner_sha256,
            "adapter_sha256": self.info.adapter,
            "harness": self.info.harness,
        }


def evaluate(wanted: Evaluation, settings: Settings, tell: Tell) -> dict[str, Any]:
    """Measure both files, keep the report in ``wanted.out``, and return it.

    What is kept there of the same evaluation is not run again. ``refused`` in the report holds
    the reasons why the new file may not take the parent's place; it may where there is none.
    Raises ``UsageError`` when there is nothing to compare, and what opening a planner raises.
    """
    started = time.monotonic()
    plans = _plans(wanted, settings)
    sides = [
        Side(name, plan.settings, wanted.out / name, plan.info()) for name, plan in plans.items()
    ]
    _demand_two_files(wanted, *sides)
    if wanted.lm_eval:
        require_lm_eval()
    for side in sides:
        _bench(plans[side.name], side, wanted.workers, tell)
    found = standing(*(side.folder for side in sides))
    guard = _guard(wanted.guard, sides, tell) if wanted.guard else None
    lm_eval = {side.name: _lm_eval(wanted, side, tell) for side in sides if wanted.lm_eval}
    report = _report(wanted, sides, found, guard) | {"lm_eval": lm_eval}
    report["seconds"] = round(time.monotonic() - started, 1)
    data = json.dumps(report, ensure_ascii=False, indent=1).encode() + b"\n"
    write_atomically(wanted.out / REPORT, data, mode=0o644)
    return report


def _plans(wanted: Evaluation, settings: Settings) -> dict[str, RunPlan]:
    tasks = choose(wanted.split, limit=wanted.tasks, seed=wanted.seed)
    bare = settings.model_copy(update={"planner_adapter": None})
    before = bare.model_copy(update={"planner": wanted.parent or bare.planner})
    ours = {
        NEW: with_adapter(bare, wanted.adapter),
        PARENT: with_adapter(before, wanted.parent_adapter),
    }
    return {
        name: RunPlan(each, wanted.split, tasks, wanted.seed, words=wanted.words)
        for name, each in ours.items()
    }


def _demand_two_files(wanted: Evaluation, new: Side, parent: Side) -> None:
    if new.file == parent.file:
        raise UsageError(
            "the new planner and its parent are the same file",
            hint="name what is new (--adapter FILE) or what it is compared with (--parent NAME)",
        )
    for side in (new, parent):
        asked = "the guard" if wanted.guard else "lm-eval" if wanted.lm_eval else ""
        if asked and not has_file(side.settings.planner):
            raise UsageError(
                f"{side.settings.planner} is no file of this machine, which {asked} needs",
                hint="--no-guard, and no --lm-eval",
            )


def _bench(plan: RunPlan, side: Side, workers: int, tell: Tell) -> None:
    done = 0
    for done, _ in enumerate(carry_out(plan, side.folder, workers), 1):
        tell(f"benchmark, {side.name}", done, len(plan.tasks))


def _guard(guard: Guard, sides: Sequence[Side], tell: Tell) -> dict[str, Any]:
    answers = {side.name: _answers(guard, side, tell) for side in sides}
    return {
        "items_sha256": guard.sha256,
        "items": len(guard.items),
        "seconds": {
            name: round(sum(each.seconds for each in of.values()), 1)
            for name, of in answers.items()
        },
        "scores": scores(guard.items, answers[NEW], answers[PARENT]),
        "lost": [
            name for name, was in answers[PARENT].items() if was.right
            and not answers[NEW][name].right
        ],
    }  # fmt: skip


def _answers(guard: Guard, side: Side, tell: Tell) -> dict[str, Answer]:
    taker = Taker(
        planner_sha256=side.info.planner_sha256,
        adapter=side.info.adapter,
        items_sha256=guard.sha256,
    )
    planner = open_local(side.settings, side.settings.planner, side.settings.planner_adapter)
    found: dict[str, Answer] = {}
    try:
        for answer in take(guard, planner, Answers(side.folder / GUARD_FILE), taker):
            found[answer.item] = answer
            tell(f"guard, {side.name}", len(found), len(guard.items))
    finally:
        planner.close()
    return found


def _lm_eval(wanted: Evaluation, side: Side, tell: Tell) -> dict[str, Any]:
    planner = open_local(side.settings, side.settings.planner, side.settings.planner_adapter)
    try:
        return lm_eval_scores(
            planner, wanted.lm_eval, wanted.lm_eval_limit, wanted.lm_eval_folder,
            lambda done, of: tell(f"lm-eval, {side.name}", done, of),
        )  # fmt: skip
    finally:
        planner.close()


def _report(
    wanted: Evaluation, sides: Sequence[Side], found: Standing, guard: dict[str, Any] | None
) -> dict[str, Any]:
    kept: dict[str, Score] = guard["scores"] if guard else {}
    refused = found.falls(wanted.gate_points)
    refused += falls(kept, wanted.guard_points) if guard else []
    info = sides[0].info
    return {
        **{side.name: side.file for side in sides},
        "split": info.split,
        "seed": info.seed,
        "tasks_sha256": info.tasks_sha256,
        "tandem": info.tandem,
        "benchmark": found.as_json(),
        "guard": guard and {**guard, "scores": {n: _plain(s) for n, s in kept.items()}},
        "guard_points": wanted.guard_points,
        "gate_points": wanted.gate_points,
        "refused": refused,
        "accepted": not refused,
    }


def _plain(score: Score) -> dict[str, float]:
    return {
        "items": score.items,
        "new": score.new,
        "parent": score.parent,
        "change": score.change,
        "error": score.error,
        "sureness": score.sureness,
    }
