"""The figures of a run, and of two runs of the same questions.

Three figures are kept apart for each measure: its mean over the valid executions (protocol), over
all of them, failed ones counting nothing (end to end), and the share that was valid (coverage).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tandem_edge.bench.memory.evaluation.folder import Manifest, Record, RunFolder, differing
from tandem_edge.bench.memory.evaluation.scoring import F1
from tandem_shared.errors import UsageError

RESAMPLES = 10_000
SEED = 20
LEVEL = 0.95
MAY_DIFFER = ("context", "embedder", "memory")
"""What two runs that are compared may differ in without a word."""


@dataclass(frozen=True)
class Figure:
    """One measure. ``protocol`` is missing where no execution was valid."""

    questions: int
    """To which it applies."""
    valid: int
    protocol: float | None
    end_to_end: float
    coverage: float


@dataclass(frozen=True)
class Report:
    """A run's figures by measure, over all questions and by category."""

    manifest: Manifest
    answered: int
    overall: dict[str, Figure]
    by_category: dict[str, dict[str, Figure]]
    shown: float | None
    """Mean share of the turns that hold the answer which were shown, where the file names them."""
    notes_tokens: float
    seconds: float
    """Mean of a valid execution."""


@dataclass(frozen=True)
class Comparison:
    """F1 of two runs end to end on the questions of both: the second over the first."""

    questions: int
    first: float
    second: float
    ratio: float | None
    """Missing where the first has none."""
    low: float | None
    high: float | None
    """The middle ``LEVEL`` of ``RESAMPLES`` ratios, the questions drawn again in pairs."""
    differ: tuple[str, ...]
    """What else of the runs is not the same."""


def report_of(folder: RunFolder) -> Report:
    """The figures of the run in ``folder``. Raises ``UsageError``."""
    manifest, records = folder.manifest(), [*folder.records()]
    categories = sorted({record.category for record in records})
    valid = [record for record in records if record.valid]
    return Report(
        manifest=manifest,
        answered=len(records),
        overall=figures(records),
        by_category={
            each: figures(record for record in records if record.category == each)
            for each in categories
        },
        shown=_mean([record.shown for record in valid if record.shown is not None]),
        notes_tokens=_mean([record.notes_tokens for record in valid]) or 0.0,
        seconds=_mean([record.seconds for record in valid]) or 0.0,
    )


def figures(records: Iterable[Record]) -> dict[str, Figure]:
    """The three figures of each measure."""
    values: dict[str, list[float | None]] = {}
    for record in records:
        for name, value in record.scores.items():
            values.setdefault(name, []).append(value)
    return {name: _figure(found) for name, found in values.items()}


def _figure(values: Sequence[float | None]) -> Figure:
    valid = [value for value in values if value is not None]
    return Figure(
        questions=len(values),
        valid=len(valid),
        protocol=_mean(valid),
        end_to_end=math.fsum(valid) / len(values),
        coverage=len(valid) / len(values),
    )


def compare(first: RunFolder, second: RunFolder) -> Comparison:
    """F1 of ``second`` over that of ``first``. Raises ``UsageError`` when they asked different
    files, or have no question in common."""
    one, other = first.manifest(), second.manifest()
    if one.data_sha256 != other.data_sha256:
        raise UsageError("the runs are of different files", hint="compare runs of one file")
    before = {record.question: _f1(record) for record in first.records()}
    after = {record.question: _f1(record) for record in second.records()}
    both = [question for question in before if question in after]
    if not both:
        raise UsageError("the runs share no question", hint="give both the same --seed and --limit")
    pairs = np.array([(before[each], after[each]) for each in both])
    means = pairs.mean(axis=0)
    low, high = _interval(pairs)
    return Comparison(
        questions=len(both),
        first=float(means[0]),
        second=float(means[1]),
        ratio=float(means[1] / means[0]) if means[0] else None,
        low=low,
        high=high,
        differ=tuple(name for name in differing(one, other) if name not in MAY_DIFFER),
    )


def _f1(record: Record) -> float:
    return record.scores.get(F1) or 0.0


def _interval(pairs: Any) -> tuple[float | None, float | None]:
    """Percentile bootstrap (Efron 1979) of the ratio of means of ``pairs`` ``[questions, 2]``; an
    end that is not finite is missing."""
    drawn = np.random.default_rng(SEED).integers(len(pairs), size=(RESAMPLES, len(pairs)))
    means = pairs[drawn].mean(axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        ratios = np.nan_to_num(means[:, 1] / means[:, 0], nan=np.inf, posinf=np.inf)
    ends = np.quantile(ratios, [(1 - LEVEL) / 2, (1 + LEVEL) / 2], method="nearest")
    low, high = (float(end) if math.isfinite(end) else None for end in ends)
    return low, high


def _mean(values: Sequence[float]) -> float | None:
    return math.fsum(values) / len(values) if values else None
