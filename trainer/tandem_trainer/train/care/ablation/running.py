"""The ablation: cold starts, then every arm with every seed through ``tandem-trainer care``."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from pathlib import Path

from tandem_edge.files import write_atomically
from tandem_shared.errors import UsageError
from tandem_shared.tasks import Split
from tandem_trainer.train.care.ablation.families import FAMILIES, Family, tasks_of
from tandem_trainer.train.care.phi import Arm

TRAIN_SEED, DEV_SEED, COLD_SEED = 1, 11, 0
TASKS = 2000
Tell = Callable[[str], None]


@dataclass(frozen=True)
class Plan:
    """What to run. ``options`` go to every arm alike."""

    out: Path
    seeds: int = 5
    steps: int = 80
    families: tuple[Family, ...] = FAMILIES
    workers: int = 1
    demonstrations: int = 3000
    cold_steps: int = 1200
    dev_tasks: int = 512
    options: tuple[str, ...] = field(
        default=(
            *(
                "--rate",
                "3e-4",
                "--schedule",
                "linear",
                "--groups",
                "8",
                "--group",
                "8",
                "--answer-tokens",
                "32",
            ),
            *("--cost-scale", "32", "--cost-call", "4", "--lambda-eff", "0.3"),
        )
    )

    def base(self, family: Family) -> Path:
        """The cold-started policy."""
        return self.out / "bases" / family

    def tasks(self, family: Family, split: Split) -> Path:
        """The file of tasks."""
        return self.out / "tasks" / f"{family}.{split}.jsonl"

    def run(self, family: Family, arm: Arm, seed: int) -> Path:
        """The folder of one run."""
        return self.out / "runs" / family / f"{arm}.{seed}"

    def runs(self) -> Iterator[tuple[Family, Arm, int]]:
        """Every run, a seed of all arms after the other."""
        for seed in range(self.seeds):
            for family in self.families:
                for arm in Arm:
                    yield family, arm, seed


def run_ablation(plan: Plan, tell: Tell) -> None:
    """Make what is not there yet; a killed ablation goes on where it was.

    Raises ``UsageError`` when a run fails.
    """
    _written(plan)
    with _pool(plan.workers) as pool:
        cold = {
            pool.submit(_cold, family, plan): f"cold start {family}"
            for family in plan.families
            if not (plan.base(family) / "speech.json").exists()
        }
        for started in as_completed(cold):
            started.result()
            tell(cold[started])
        arms = {
            pool.submit(_care, _arguments(plan, *each)): "{} {} seed {}".format(*each)
            for each in plan.runs()
        }
        for done in as_completed(arms):
            if done.result() != 0:
                raise UsageError(f"{arms[done]} failed", hint="see the error above")
            tell(arms[done])


def _pool(workers: int) -> ProcessPoolExecutor:
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(workers, mp_context=context, initializer=_one_thread)


def _one_thread() -> None:
    """Two processes of one thread each are quicker than one of two, and give the same figures."""
    os.environ["OMP_NUM_THREADS"] = "1"
    import torch

    torch.set_num_threads(1)


def _written(plan: Plan) -> None:
    for family in plan.families:
        for split, count, seed in (
            (Split.TRAIN, TASKS, TRAIN_SEED),
            (Split.DEV, plan.dev_tasks, DEV_SEED),
        ):
            tasks = tasks_of(family, split, count, seed)
            lines = "".join(f"{task.model_dump_json()}\n" for task in tasks)
            write_atomically(plan.tasks(family, split), lines.encode(), mode=0o644)


def _cold(family: Family, plan: Plan) -> None:
    from tandem_trainer.train.care.ablation.cold_start import cold_start

    folder = plan.base(family)
    folder.mkdir(parents=True, exist_ok=True)
    cold_start(family, folder, plan.demonstrations, plan.cold_steps, COLD_SEED)


def _arguments(plan: Plan, family: Family, arm: Arm, seed: int) -> list[str]:
    paths = {
        "--base": plan.base(family),
        "--tasks": plan.tasks(family, Split.TRAIN),
        "--dev": plan.tasks(family, Split.DEV),
        "--out": plan.run(family, arm, seed),
    }
    return [
        *(str(part) for pair in paths.items() for part in pair),
        *("--arm", str(arm), "--seed", str(seed), "--steps", str(plan.steps)),
        *("--dev-tasks", str(plan.dev_tasks), "--bare", "--controller", "off", "--json"),
        *plan.options,
    ]


def _care(arguments: Sequence[str]) -> int:
    """``tandem-trainer care`` with ``arguments``, in this process; its exit code."""
    import contextlib
    import io

    from tandem_trainer.cli.care import care

    with contextlib.redirect_stdout(io.StringIO()):
        return int(care.main([*arguments], standalone_mode=False) or 0)
