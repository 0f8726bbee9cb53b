"""Going through a benchmark: each question answered once, each record kept before the next."""

from __future__ import annotations

import inspect
import shutil
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from random import Random

from tandem_edge import memory as memory_package
from tandem_edge.bench.memory.evaluation import (
    asking,
    beam,
    contexts,
    facts,
    formats,
    ingesting,
    locomo,
    longmemeval,
    scoring,
)
from tandem_edge.bench.memory.evaluation.asking import Answerer, Judge, counter_of
from tandem_edge.bench.memory.evaluation.contexts import Context, Count, notes_for
from tandem_edge.bench.memory.evaluation.facts import names_in
from tandem_edge.bench.memory.evaluation.folder import WORK, Manifest, Record, RunFolder
from tandem_edge.bench.memory.evaluation.formats import (
    FORMATS,
    Format,
    digest,
    digest_of_file,
)
from tandem_edge.bench.memory.evaluation.ingesting import Remembered, remembered
from tandem_edge.bench.memory.evaluation.sample import Asked, Sample
from tandem_edge.bench.memory.evaluation.scoring import scores
from tandem_edge.embedder.opening import find_embedder
from tandem_edge.embedder.protocol import Embedder
from tandem_edge.llm.opening import open_language_model
from tandem_edge.llm.role import LanguageModel, ModelFailed
from tandem_edge.outbound.endpoints import names_endpoint
from tandem_edge.settings import Settings
from tandem_shared.canonical import digest as digest_of
from tandem_shared.errors import PlannerError, UsageError
from tandem_shared.text import one_line

JUDGED = "judge"
LONGEST_WHY = 300


@dataclass(frozen=True)
class Plan:
    """What to run. ``limit`` questions are chosen by ``seed``, as many of each category as there
    are in the file; ``judge`` names a model, or none."""

    settings: Settings
    format: str
    data: Path
    planner: str
    context: Context
    budget: int
    limit: int | None = None
    seed: int = 0
    judge: str = ""


def carry_out(plan: Plan, out: Path) -> Iterator[Record]:
    """Answer every question that ``out`` has no record of; yields each record once it is kept.

    A model that gives no valid answer makes an invalid record, and the run goes on. Raises
    ``UsageError`` when ``out`` holds another run or a file is not in its format, and what opening
    the models or refusing to send something raises.
    """
    form = FORMATS[plan.format]
    samples = form.read(plan.data)
    chosen = choose(samples, plan.limit, plan.seed)
    folder = RunFolder(out)
    with folder.held(), _opened(plan, form) as tools:
        tools.count([""])  # a model that does not load is told now, not with every question
        work = out / WORK
        shutil.rmtree(work, ignore_errors=True)  # a killed run's memories, whose keys are gone
        done = folder.begin(manifest_of(plan, chosen, tools))
        for sample in samples:
            left = [each for each in sample.questions if each.id in chosen and each.id not in done]
            for record in _answered(sample, left, plan, tools, work) if left else ():
                folder.add(record)
                yield record
        shutil.rmtree(work, ignore_errors=True)


def choose(samples: Sequence[Sample], limit: int | None, seed: int) -> tuple[str, ...]:
    """Ids of the questions to ask, in the order of the file.

    Of ``limit`` questions each category has its share, rounded by the largest remainder; which
    ones is decided by ``seed``. Raises ``UsageError`` when an id stands in two samples.
    """
    asked = [each for sample in samples for each in sample.questions]
    ids = [each.id for each in asked]
    if len(set(ids)) != len(ids):
        raise UsageError("two questions have one id", hint="name fewer folders with --data")
    if limit is None or limit >= len(ids):
        return tuple(ids)
    random, chosen = Random(f"{seed}/{limit}"), set[str]()
    groups: dict[str, list[str]] = {}
    for each in asked:
        groups.setdefault(each.category, []).append(each.id)
    for category, share in _shares({c: len(g) for c, g in sorted(groups.items())}, limit).items():
        chosen.update(random.sample(groups[category], share))
    return tuple(each for each in ids if each in chosen)


def _shares(sizes: dict[str, int], limit: int) -> dict[str, int]:
    total = sum(sizes.values())
    shares = {name: limit * size // total for name, size in sizes.items()}
    rest = sorted(sizes, key=lambda name: (-(limit * sizes[name] % total), name))
    for name in rest[: limit - sum(shares.values())]:
        shares[name] += 1
    return shares


@dataclass(frozen=True)
class _Tools:
    """What is open during a run."""

    answerer: Answerer
    judge: Judge | None
    embedder: Embedder | None
    counting: str
    count: Count


@contextmanager
def _opened(plan: Plan, form: Format) -> Iterator[_Tools]:
    deadline_s = plan.settings.step_s
    with ExitStack() as stack:
        model = _model(plan.settings, plan.planner, stack)
        judge = Judge(_model(plan.settings, plan.judge, stack), deadline_s) if plan.judge else None
        embedder = None
        if plan.context is Context.MEMORY:
            embedder, _ = find_embedder(plan.settings.models_dir)
        counting, count = counter_of(model)
        answerer = Answerer(model, deadline_s, form.longest, form.few_words)
        yield _Tools(answerer, judge, embedder, counting, count)


def _model(settings: Settings, name: str, stack: ExitStack) -> LanguageModel:
    model = open_language_model(settings.model_copy(update={"llm": name}))
    stack.callback(model.close)
    return model


def manifest_of(plan: Plan, chosen: tuple[str, ...], tools: _Tools) -> Manifest:
    """The identity of a run."""
    return Manifest(
        format=plan.format,
        data_sha256=digest(FORMATS[plan.format], plan.data),
        questions=chosen,
        context=plan.context.value,
        budget=plan.budget,
        tokens=tools.counting,
        planner=plan.planner,
        planner_sha256=_sha256(plan.settings, plan.planner),
        embedder=tools.embedder.identity if tools.embedder else "",
        judge=plan.judge,
        judge_sha256=_sha256(plan.settings, plan.judge),
        deadline_s=plan.settings.step_s,
        planner_context=plan.settings.planner_context,
        seed=plan.seed,
        protocol=protocol(),
        memory=memory_code() if plan.context is Context.MEMORY else "",
        tandem=version("tandem-phone"),
    )


def protocol() -> str:
    """Digest of the code that decides what is asked and how it is scored: another wording, limit
    or rule is another run."""
    readers = (beam, formats, locomo, longmemeval)
    parts = (*readers, ingesting, contexts, asking, scoring, facts)
    return digest_of([inspect.getsource(part) for part in parts])


def memory_code() -> str:
    """Digest of every file of the memory's package."""
    root = Path(memory_package.__path__[0])
    files = sorted(path for path in root.rglob("*") if path.is_file() and path.suffix != ".pyc")
    return digest_of([[str(file.relative_to(root)), digest_of_file(file)] for file in files])


def _sha256(settings: Settings, name: str) -> str:
    if not name or names_endpoint(name) or name.startswith("replay:"):
        return ""
    from tandem_edge.models.resolve import resolve

    return resolve(name, settings.models_dir).sha256


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
        for asked in left:
            yield _one(sample, asked, memory, names, plan, tools)


def _one(
    sample: Sample,
    asked: Asked,
    memory: Remembered | None,
    names: frozenset[str],
    plan: Plan,
    tools: _Tools,
) -> Record:
    began = time.perf_counter()
    applies = dict.fromkeys(scores(asked, asked.answer, names))
    if tools.judge is not None:
        applies[JUDGED] = None
    record = Record(
        question=asked.id,
        sample=sample.id,
        category=asked.category,
        valid=False,
        scores=applies,
    )
    try:
        notes = notes_for(plan.context, sample, asked, memory, plan.budget, tools.count)
        answer, usage = tools.answerer.answer(asked, notes)
    except (ModelFailed, PlannerError) as error:
        return record.model_copy(update={"why": one_line(str(error), limit=LONGEST_WHY)})
    found = {**applies, **scores(asked, answer, names)}
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
        "seconds": round(time.perf_counter() - began, 3),
    }
    return record.model_copy(update=changed)


def _judged(judge: Judge, asked: Asked, answer: str) -> tuple[float | None, str]:
    try:
        return judge.grade(asked, answer), ""
    except ModelFailed as error:
        return None, one_line(f"the judge failed: {error}", limit=LONGEST_WHY)


def _share(gold: tuple[str, ...], shown: frozenset[str]) -> float | None:
    return sum(each in shown for each in gold) / len(gold) if gold else None
