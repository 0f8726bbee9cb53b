"""Running the benchmark: attempts spread over processes, each kept as soon as it is done."""

from __future__ import annotations

import multiprocessing.util
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from random import Random

from tandem_edge.bench.attempts import MOST_STEPS, RAW, attempt
from tandem_edge.bench.checkers import check
from tandem_edge.bench.runs.contenders import Contender, builtin, contender
from tandem_edge.bench.runs.records import Result, RunFolder, RunInfo
from tandem_edge.bench.runs.spreading import spread
from tandem_edge.bench.tasks.frozen import VERSION, frozen_digest, load_tasks
from tandem_edge.embedder.opening import find_embedder
from tandem_edge.embedder.protocol import Embedder
from tandem_edge.facade import Settings, dialect_of
from tandem_edge.harness.adapter.guidance import adapt
from tandem_edge.harness.adapter.storing import load_config
from tandem_edge.harness.ports import Adapter
from tandem_edge.phone.catalogue import load_catalogue
from tandem_edge.planner.dialects import Dialect, find_dialect
from tandem_shared.errors import UsageError
from tandem_shared.tasks import Dimension, Split, Task
from tandem_shared.trajectories import Trajectory

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
    bare: bool = False
    """Without the harness: no guidance, no notices, every prompt written and evaluated plainly."""
    words: bool = False
    """Memory is searched by words alone, whether or not there is an embedder."""

    def info(self) -> RunInfo:
        """The identity of this run. Raises ``MissingError`` when the planner is not there."""
        return RunInfo(
            benchmark=VERSION,
            split=self.split.value,
            dimension=self.dimension,
            planner=self.settings.planner,
            planner_sha256=sha256_of(self.settings),
            adapter=adapter_of(self.settings),
            dialect=dialect_for(self.settings).name,
            seed=self.seed,
            harness="" if self.bare else load_config(self.settings.harness).digest,
            embedder=identity_of(embedder_for(self.settings, self.tasks, words=self.words)),
            tasks=tuple(task.id for task in self.tasks),
            tasks_sha256=frozen_digest(self.split),
            catalogue=load_catalogue().digest,
            tandem=version("tandem-phone"),
        )


def choose(
    split: Split,
    *,
    dimensions: frozenset[Dimension] = frozenset(),
    limit: int | None = None,
    seed: int = 0,
) -> tuple[Task, ...]:
    """The tasks to run, in order: all of a split, or ``limit`` of them, both languages alike."""
    wanted = dimensions or frozenset(Dimension)
    tasks = [task for task in load_tasks(split) if task.dimension in wanted]
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
        with contender(_settings(plan)) as taker:
            tried = Trying(
                taker,
                plan.seed,
                dialect_for(plan.settings),
                guidance_of(plan.settings, bare=plan.bare),
                embedder_for(plan.settings, tasks, words=plan.words),
            )
            for task in tasks:
                yield tried.try_task(task)
        return
    memory = any(task.dimension is Dimension.MEMORY for task in tasks)
    arguments = (_settings(plan).model_dump_json(), plan.seed, plan.bare, plan.words or not memory)
    jobs = (task.model_dump_json() for task in tasks)
    for result in spread(_in_worker, jobs, workers, _start_worker, arguments):
        yield Result.model_validate_json(result)


@dataclass(frozen=True)
class Trying:
    """Who tries tasks, and how. Without ``guidance`` it is the planner without the harness."""

    taker: Contender
    seed: int
    dialect: Dialect
    guidance: Adapter | None
    embedder: Embedder | None = None
    most_steps: int = MOST_STEPS

    def try_task(self, task: Task) -> Result:
        """One attempt and the verdict on it."""
        made = self.made(task)
        return Result(task=task.id, verdict=check(task, made), trajectory=made)

    def made(self, task: Task) -> Trajectory:
        """One attempt."""
        return attempt(
            task,
            self.taker(task, self.seed),
            self.dialect,
            self.seed,
            self.guidance or RAW,
            notices=self.guidance is not None,
            embedder=self.embedder,
            most_steps=self.most_steps,
        )


def guidance_of(settings: Settings, *, bare: bool) -> Adapter | None:
    """The guidance that ships with these settings; ``None`` without the harness."""
    return None if bare else adapt(load_config(settings.harness), load_catalogue().specs)


def embedder_for(settings: Settings, tasks: Sequence[Task], *, words: bool) -> Embedder | None:
    """By which the memories of ``tasks`` are searched: the one of this machine, if it has one."""
    if words or not any(task.dimension is Dimension.MEMORY for task in tasks):
        return None
    return find_embedder(settings.models_dir)[0]


def identity_of(embedder: Embedder | None) -> str:
    """What an embedder is called in records; empty for a search by words alone."""
    return embedder.identity if embedder is not None else ""


def _settings(plan: RunPlan) -> Settings:
    return plan.settings.model_copy(update={"planner_blocks": False} if plan.bare else {})


_worker: Trying | None = None


def _start_worker(settings: str, seed: int, bare: bool, words: bool) -> None:
    """Open the planner once in this process."""
    global _worker
    stack = ExitStack()
    read = Settings.model_validate_json(settings)
    taker = stack.enter_context(contender(read))
    embedder = None if words else find_embedder(read.models_dir)[0]
    _worker = Trying(taker, seed, dialect_for(read), guidance_of(read, bare=bare), embedder)
    multiprocessing.util.Finalize(None, stack.close, exitpriority=10)


def _in_worker(task: str) -> str:
    assert _worker is not None
    return _worker.try_task(Task.model_validate_json(task)).model_dump_json()


def dialect_for(settings: Settings) -> Dialect:
    """The dialect that the contender of these settings speaks."""
    known = builtin(settings.planner) is not None
    return find_dialect(DIALECT) if known else dialect_of(settings)


def with_adapter(settings: Settings, path: Path | None) -> Settings:
    """``settings`` with the LoRA at ``path`` over the planner, if one is named.

    Raises ``UsageError`` for a planner that is no file of this machine.
    """
    if path is None:
        return settings
    if not has_file(settings.planner):
        raise UsageError(
            f"{settings.planner} takes no adapter", hint="name a planner that is a file: --planner"
        )
    return settings.model_copy(update={"planner_adapter": path})


def adapter_of(settings: Settings) -> str:
    """SHA-256 of the LoRA over the planner; empty where there is none.

    Raises what ``planner_adapter`` raises.
    """
    from tandem_edge.llm.opening import planner_adapter

    found = planner_adapter(settings) if has_file(settings.planner) else None
    return found.sha256 if found else ""


def has_file(planner: str) -> bool:
    """Whether a planner of this name is a file of this machine."""
    from tandem_edge.llm.opening import planner_elsewhere

    return builtin(planner) is None and not planner_elsewhere(planner)


def sha256_of(settings: Settings) -> str:
    """Of the planner's file; empty where there is none. Raises ``MissingError``."""
    if not has_file(settings.planner):
        return ""
    from tandem_edge.models.resolve import resolve

    return resolve(settings.planner, settings.models_dir).sha256
