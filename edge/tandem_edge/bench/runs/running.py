"""Running the benchmark: attempts spread over processes, each kept as soon as it is done."""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from random import Random

from tandem_edge.bench.attempts import attempt
from tandem_edge.bench.checkers import check
from tandem_edge.bench.runs.contenders import Contender, builtin, contender
from tandem_edge.bench.runs.records import Result, RunFolder, RunInfo
from tandem_edge.bench.tasks.frozen import VERSION, frozen_digest, load_tasks
from tandem_edge.facade import Settings, dialect_of
from tandem_edge.outbound.endpoints import names_endpoint
from tandem_edge.phone.catalogue import load_catalogue
from tandem_edge.planner.dialects import Dialect, find_dialect
from tandem_shared.errors import PlannerError
from tandem_shared.tasks import Dimension, Split, Task

DIALECT = "signatures"
"""Of the agents that need no model."""


@dataclass(frozen=True)
class RunPlan:
    """What to run: the tasks in order, with whom and where."""

    settings: Settings
    split: Split
    tasks: tuple[Task, ...]
    seed: int
    dimension: str = ""

    def info(self) -> RunInfo:
        """The identity of this run. Raises ``MissingError`` when the planner is not there."""
        return RunInfo(
            benchmark=VERSION,
            split=self.split.value,
            dimension=self.dimension,
            planner=self.settings.planner,
            planner_sha256=_sha256(self.settings),
            dialect=_dialect(self.settings).name,
            seed=self.seed,
            tasks=tuple(task.id for task in self.tasks),
            tasks_sha256=frozen_digest(self.split),
            catalogue=load_catalogue().digest,
            tandem=version("tandem-phone"),
        )


def choose(
    split: Split, *, dimension: Dimension | None = None, limit: int | None = None, seed: int = 0
) -> tuple[Task, ...]:
    """The tasks to run, in order: all of a split, or ``limit`` of them, both languages alike."""
    tasks = [task for task in load_tasks(split) if dimension in (None, task.dimension)]
    if limit is None:
        return tuple(tasks)
    random = Random(f"{seed}/{split}/{limit}")
    by_language = {each: [task for task in tasks if task.language == each] for each in ("en", "zh")}
    for group in by_language.values():
        random.shuffle(group)
    halves = (by_language["en"][: limit - limit // 2], by_language["zh"][: limit // 2])
    chosen = {task.id for half in halves for task in half}
    return tuple(task for task in tasks if task.id in chosen)


def carry_out(plan: RunPlan, out: Path, workers: int) -> Iterator[Result]:
    """Attempt every task that ``out`` has no record of yet; yields each result once it is kept.

    Raises ``UsageError`` when ``out`` holds another run, what opening the planner raises, and
    ``PlannerError`` when a worker process is gone.
    """
    folder = RunFolder(out)
    done = folder.begin(plan.info())
    left = [task for task in plan.tasks if task.id not in done]
    for result in _results(plan, left, workers):
        folder.add(result)
        yield result


def _results(plan: RunPlan, tasks: Sequence[Task], workers: int) -> Iterator[Result]:
    if workers == 1 or len(tasks) < 2:
        with contender(plan.settings) as taker:
            for task in tasks:
                yield try_task(task, taker, plan.seed, _dialect(plan.settings))
        return
    context = multiprocessing.get_context("spawn")
    arguments = (plan.settings.model_dump_json(), plan.seed)
    with ProcessPoolExecutor(workers, context, _start_worker, arguments) as pool:
        yield from _collected(pool, tasks)


def _collected(pool: ProcessPoolExecutor, tasks: Sequence[Task]) -> Iterator[Result]:
    """Results as they come; every task has a place in the queue from the start."""
    waiting: set[Future[str]] = {pool.submit(_in_worker, task.model_dump_json()) for task in tasks}
    try:
        while waiting:
            ready, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future in ready:
                yield Result.model_validate_json(future.result())
    except BrokenProcessPool as error:
        raise PlannerError(
            "a worker of the run is gone", hint="run the same command again: what is done is kept"
        ) from error
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def try_task(task: Task, taker: Contender, seed: int, dialect: Dialect) -> Result:
    """One attempt and the verdict on it."""
    made = attempt(task, taker(task, seed), dialect, seed)
    return Result(task=task.id, verdict=check(task, made), trajectory=made)


_worker: tuple[Contender, int, Dialect] | None = None


def _start_worker(settings: str, seed: int) -> None:
    """Open the planner once in this process, which ends with the one that started it."""
    global _worker
    threading.Thread(target=_end_with_parent, daemon=True).start()
    stack = ExitStack()
    read = Settings.model_validate_json(settings)
    _worker = stack.enter_context(contender(read)), seed, _dialect(read)
    multiprocessing.util.Finalize(None, stack.close, exitpriority=10)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _in_worker(task: str) -> str:
    assert _worker is not None
    return try_task(Task.model_validate_json(task), *_worker).model_dump_json()


def _dialect(settings: Settings) -> Dialect:
    known = builtin(settings.planner) is not None
    return find_dialect(DIALECT) if known else dialect_of(settings)


def _sha256(settings: Settings) -> str:
    name = settings.planner
    if builtin(name) is not None or name.startswith("scripted:") or names_endpoint(name):
        return ""
    from tandem_edge.models.resolve import resolve

    return resolve(settings.planner, settings.models_dir).sha256
