"""What a run is: its questions, and the digests by which it is known again."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
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
from tandem_edge.bench.memory.evaluation.contexts import Context
from tandem_edge.bench.memory.evaluation.folder import Manifest
from tandem_edge.bench.memory.evaluation.formats import FORMATS, digest, digest_of_file
from tandem_edge.bench.memory.evaluation.sample import Sample
from tandem_edge.llm.opening import REPLAY
from tandem_edge.outbound.endpoints import names_endpoint
from tandem_edge.settings import Settings
from tandem_shared.canonical import digest as digest_of
from tandem_shared.errors import UsageError


@dataclass(frozen=True)
class Plan:
    """What to run. ``limit`` questions are chosen by ``seed``, of each category its share;
    ``judge`` names a model, or none."""

    settings: Settings
    format: str
    data: Path
    planner: str
    context: Context
    budget: int
    limit: int | None = None
    seed: int = 0
    judge: str = ""

    def manifest(self, questions: tuple[str, ...], tokens: str, embedder: str) -> Manifest:
        """The identity of this run over ``questions``, with how tokens are counted and the
        identity of the embedder. Raises what finding the models' files raises."""
        return Manifest(
            format=self.format,
            data_sha256=digest(FORMATS[self.format], self.data),
            questions=questions,
            context=self.context.value,
            budget=self.budget,
            tokens=tokens,
            planner=self.planner,
            planner_sha256=_sha256(self.settings, self.planner),
            embedder=embedder,
            judge=self.judge,
            judge_sha256=_sha256(self.settings, self.judge),
            deadline_s=self.settings.step_s,
            planner_context=self.settings.planner_context,
            seed=self.seed,
            protocol=protocol(),
            memory=memory_code() if self.context is Context.MEMORY else "",
            tandem=version("tandem-phone"),
        )


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
    sizes = {category: len(group) for category, group in sorted(groups.items())}
    for category, share in _shares(sizes, limit).items():
        chosen.update(random.sample(groups[category], share))
    return tuple(each for each in ids if each in chosen)


def _shares(sizes: dict[str, int], limit: int) -> dict[str, int]:
    total = sum(sizes.values())
    shares = {name: limit * size // total for name, size in sizes.items()}
    rest = sorted(sizes, key=lambda name: (-(limit * sizes[name] % total), name))
    for name in rest[: limit - sum(shares.values())]:
        shares[name] += 1
    return shares


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
    """Of a model's file; ``""`` for what has none here."""
    if not name or names_endpoint(name) or name.startswith(REPLAY):
        return ""
    from tandem_edge.models.resolve import resolve

    return resolve(name, settings.models_dir).sha256
