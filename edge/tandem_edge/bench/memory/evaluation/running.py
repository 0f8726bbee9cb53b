"""Going through a benchmark: each question answered once, each record kept before the next."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from tandem_edge.bench.memory.evaluation.asking import Answerer, Judge, counter_of
from tandem_edge.bench.memory.evaluation.contexts import Context, Count, notes_for
from tandem_edge.bench.memory.evaluation.facts import names_in
from tandem_edge.bench.memory.evaluation.folder import WORK, Record, RunFolder
from tandem_edge.bench.memory.evaluation.formats import FORMATS
from tandem_edge.bench.memory.evaluation.ingesting import Remembered, remembered
from tandem_edge.bench.memory.evaluation.planning import Plan, choose
from tandem_edge.bench.memory.evaluation.sample import Asked, Sample
from tandem_edge.bench.memory.evaluation.scoring import scores
from tandem_edge.embedder.opening import find_embedder
from tandem_edge.embedder.protocol import Embedder
from tandem_edge.llm.opening import open_language_model
from tandem_edge.llm.role import LanguageModel, ModelFailed
from tandem_edge.settings import Settings
from tandem_shared.errors import PlannerError
from tandem_shared.text import one_line

JUDGED = "judge"
LONGEST_WHY = 300


@dataclass(frozen=True)
class _Tools:
    """What is open during a run."""

    answerer: Answerer
    judge: Judge | None
    embedder: Embedder | None
    counting: str
    count: Count


def carry_out(plan: Plan, out: Path) -> Iterator[Record]:
    """Answer every question that ``out`` has no record of; yields each record once it is kept.

    A model that gives no valid answer makes an invalid record, and the run goes on. Raises
    ``UsageError`` when ``out`` holds another run or a file is not in its format, and what opening
    the models or refusing to send something raises.
    """
    samples = FORMATS[plan.format].read(plan.data)
    chosen = choose(samples, plan.limit, plan.seed)
    folder, work = RunFolder(out), out / WORK
    with folder.held(), _opened(plan) as tools:
        tools.count([""])  # a model that does not load is told now, not with every question
        shutil.rmtree(work, ignore_errors=True)  # a killed run's memories, whose keys are gone
        embedder = tools.embedder.identity if tools.embedder else ""
        done = folder.begin(plan.manifest(chosen, tools.counting, embedder))
        wanted = set(chosen) - done.keys()
        for sample in samples:
            left = [each for each in sample.questions if each.id in wanted]
            for record in _answered(sample, left, plan, tools, work) if left else ():
                folder.add(record)
                yield record
        shutil.rmtree(work, ignore_errors=True)


@contextmanager
def _opened(plan: Plan) -> Iterator[_Tools]:
    form, deadline_s = FORMATS[plan.format], plan.settings.step_s
    with ExitStack() as stack:
        model = _model(plan.settings, plan.planner, stack)
        judge = Judge(_model(plan.settings, plan.judge, stack), deadline_s) if plan.judge else None
        embedder = None
        if plan.context is Context.MEMORY:
            embedder, _ = find_embedder(plan.settings.models_dir)
        answerer = Answerer(model, deadline_s, form.longest, form.few_words)
        yield _Tools(answerer, judge, embedder, *counter_of(model))


def _model(settings: Settings, name: str, stack: ExitStack) -> LanguageModel:
    model = open_language_model(settings.model_copy(update={"llm": name}))
    stack.callback(model.close)
    return model


def _answered(
    sample: Sample, left: Sequence[Asked], plan: Plan, tools: _Tools, work: Path
) -> Iterator[Record]:
    """The records of one sample, which has its own memory if it needs any."""
    names = names_in(turn.text for turn in sample.turns)
    with ExitStack() as stack:
        memory = None
        if plan.context is Context.MEMORY:
            work.mkdir(exist_ok=True)
            memory = stack.enter_context(remembered(sample, work, tools.embedder))
        taking = _Taking(plan, tools, sample, memory, names)
        yield from map(taking.record, left)


@dataclass(frozen=True)
class _Taking:
    """One sample at hand. ``names`` are those of its conversation."""

    plan: Plan
    tools: _Tools
    sample: Sample
    memory: Remembered | None
    names: frozenset[str]

    def record(self, asked: Asked) -> Record:
        """Ask one question; a model that fails makes an invalid record."""
        applies = dict.fromkeys(scores(asked, asked.answer, self.names))
        if self.tools.judge is not None:
            applies[JUDGED] = None
        record = Record(
            question=asked.id,
            sample=self.sample.id,
            category=asked.category,
            valid=False,
            scores=applies,
        )
        try:
            return self._answered(asked, record)
        except (ModelFailed, PlannerError) as error:
            return record.model_copy(update={"why": one_line(str(error), limit=LONGEST_WHY)})

    def _answered(self, asked: Asked, record: Record) -> Record:
        """``record`` with the answer. Raises what counting and asking raise."""
        began, plan, tools = time.perf_counter(), self.plan, self.tools
        notes = notes_for(plan.context, self.sample, asked, self.memory, plan.budget, tools.count)
        answer, usage = tools.answerer.answer(asked, notes)
        took = time.perf_counter() - began
        found = {**record.scores, **scores(asked, answer, self.names)}
        why = ""
        if tools.judge is not None:
            found[JUDGED], why = _judged(tools.judge, asked, answer)
        changed = {
            "valid": True,
            "why": why,
            "answer": answer,
            "scores": found,
            "shown": _share(asked.gold, notes.shown),
            "notes_tokens": notes.tokens,
            "usage": usage,
            "seconds": round(took, 3),
        }
        return record.model_copy(update=changed)


def _judged(judge: Judge, asked: Asked, answer: str) -> tuple[float | None, str]:
    """The grade, or none and why."""
    try:
        return judge.grade(asked, answer), ""
    except ModelFailed as error:
        return None, one_line(f"the judge failed: {error}", limit=LONGEST_WHY)


def _share(gold: tuple[str, ...], shown: frozenset[str]) -> float | None:
    return sum(each in shown for each in gold) / len(gold) if gold else None
