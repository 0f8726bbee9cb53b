"""The figures of ``scale`` put together: filled in one process, searched in another."""

from __future__ import annotations

import os
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from tandem_edge.bench.memory.apart import apart
from tandem_edge.bench.memory.scale import (
    QUESTIONS,
    Filled,
    Searched,
    fill,
    look,
    quantile,
    sample,
)


def measure(
    models_dir: Path,
    turns: int,
    folder: Path | None,
    questions: int = QUESTIONS,
    quiet: bool = False,
) -> dict[str, Any]:
    """Figures of a memory of ``turns`` turns, kept in ``folder`` if one is given.

    Raises ``TandemError`` when there is no embedder, or the folder holds something else.
    """
    with ExitStack() as until:
        if folder is None:
            folder = Path(until.enter_context(tempfile.TemporaryDirectory(prefix="tandem-scale-")))
        folder.mkdir(parents=True, exist_ok=True)
        load = os.getloadavg()[0]
        filled = apart(fill, folder, models_dir, turns, quiet=quiet)
        searched = apart(look, folder, models_dir, sample(questions), quiet=quiet)
        return _figures(filled, searched) | {"load_before": load, "load_after": os.getloadavg()[0]}


def _figures(filled: Filled, searched: Searched) -> dict[str, Any]:
    wall, cpu = searched.milliseconds, searched.cpu_milliseconds
    return {
        "turns": searched.turns,
        "terms": searched.terms,
        "cores_used": 1,
        "cores_here": os.cpu_count() or 0,
        "questions": len(wall),
        "search_p50_ms": quantile(wall, 0.5),
        "search_p95_ms": quantile(wall, 0.95),
        "search_p50_cpu_ms": quantile(cpu, 0.5),
        "search_p95_cpu_ms": quantile(cpu, 0.95),
        "open_ms": searched.open_ms,
        "first_search_ms": searched.first_ms,
        "rss_mb": searched.rss_mb,
        "rss_peak_mb": searched.peak_mb,
        "file_mb": searched.file_mb,
        "ingest_turns_per_s": filled.turns_per_s,
        "ingest_turns_per_cpu_s": filled.turns_per_cpu_s,
        "ingest_peak_mb": filled.peak_mb,
    }
