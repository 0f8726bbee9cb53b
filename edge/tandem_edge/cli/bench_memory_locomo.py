"""``tandem bench memory locomo``: are the turns that answer LoCoMo's questions found?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tandem_edge.cli.common import NamedPath, common_options, json_option, print_json, print_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from tandem_edge.bench.memory.locomo import Conversation, Figures, Rank, Report
    from tandem_edge.settings import Settings

BESIDE = Path("shared", "data", "locomo")
"""Beside a checkout's folder, where the file is looked for last."""
METHODS = ("ranked", "plain-sum", "words", "plain")
NAMES = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop"}


@click.command("locomo")
@click.option("--data", type=NamedPath(path_type=Path), help="locomo10.json, or its folder.")
@click.option(
    "--method",
    type=click.Choice(METHODS),
    default="ranked",
    help="How turns are ranked: as the phone does, or simpler.",
)
@json_option
@common_options
def locomo(settings: Settings, data: Path | None, method: str, as_json: bool) -> int:
    """Recall of the turns that answer LoCoMo's questions (categories 1 to 4).

    The file is CC BY-NC and does not come with Tandem. It is looked for in --data, then where
    TANDEM_LOCOMO says, then in ../shared/data/locomo beside a checkout. Without it nothing is
    measured, and that is no failure.

    \b
    Examples:
      tandem bench memory locomo
      tandem bench memory locomo --data locomo10.json --json
    """
    from tandem_edge.bench.memory.evaluation.locomo import evidence_faults
    from tandem_edge.bench.memory.locomo import evaluate, read_locomo

    file = data_file(data, settings.locomo)
    if file is None:
        return _skipped(as_json)
    conversations, faults = read_locomo(file), evidence_faults(file)
    rank, note = _method(method, settings)
    report = evaluate(conversations, rank)
    if as_json:
        print_json({**_as_json(report), "method": method, "evidence": {**faults}, "note": note})
        return 0
    if note:
        print_text(note, err=True)
    for line in [*_lines(report), _evidence_line(faults)]:
        print_text(line)
    return 0


def data_file(given: Path | None, setting: Path | None) -> Path | None:
    """The file to read, or ``None`` where there is none.

    Raises ``UsageError`` when a place that was named does not hold it.
    """
    from tandem_edge.bench.memory.evaluation.locomo import file_in
    from tandem_shared.errors import UsageError

    named = given or setting
    if named is not None:
        if not file_in(named).is_file():
            raise UsageError(f"{named} holds no LoCoMo", hint="name locomo10.json or its folder")
        return file_in(named)
    beside = file_in(Path(__file__).parents[3].parent / BESIDE)
    return beside if beside.is_file() else None


def _skipped(as_json: bool) -> int:
    why = "LoCoMo's file is not here, so nothing was measured"
    how = "tandem bench memory locomo --data FOLDER, or set TANDEM_LOCOMO to the folder"
    if as_json:
        print_json({"skipped": why, "hint": how})
    else:
        print_text(f"skipped: {why}")
        print_text(f"  try: fetch locomo10.json of the LoCoMo project, then {how}")
    return 0


def _method(name: str, settings: Settings) -> tuple[Callable[[Conversation], Rank], str]:
    """The ranking of that name, and what is missing for it."""
    from tandem_edge.bench.memory.locomo import Methods, embedded
    from tandem_edge.embedder.opening import find_embedder
    from tandem_edge.memory.retrieval.ranker import shipped_forest

    if name in ("plain", "words"):
        return getattr(Methods(), name), ""
    embedder, note = find_embedder(settings.models_dir)
    vectors = embedded(embedder) if embedder is not None else None
    methods = Methods(vectors, shipped_forest())
    return getattr(methods, name.replace("-", "_")), note


def _as_json(report: Report) -> dict[str, Any]:
    categories = {NAMES[key]: _shown(each) for key, each in sorted(report.by_category.items())}
    return {
        **_shown(report.overall),
        "categories": categories,
        "p50_ms": round(1000 * report.quantile(0.5), 2),
        "p95_ms": round(1000 * report.quantile(0.95), 2),
    }


def _shown(figures: Figures) -> dict[str, Any]:
    recall = {f"recall_at_{depth}": round(share, 4) for depth, share in figures.recall.items()}
    return {"questions": figures.questions, **recall, "mrr": round(figures.mrr, 4)}


def _lines(report: Report) -> list[str]:
    rows = {
        "all": report.overall,
        **{NAMES[key]: each for key, each in sorted(report.by_category.items())},
    }
    lines = ["              questions   R@5  R@10  R@20   MRR"]
    lines += [
        f"{name:<14}{each.questions:>9}  {each.recall[5]:.3f} {each.recall[10]:.3f} "
        f"{each.recall[20]:.3f} {each.mrr:.3f}"
        for name, each in rows.items()
    ]
    p50, p95 = 1000 * report.quantile(0.5), 1000 * report.quantile(0.95)
    return [*lines, f"a question     p50 {p50:.1f} ms, p95 {p95:.1f} ms, without its embedding"]


def _evidence_line(faults: dict[str, int]) -> str:
    return (
        f"evidence       {faults['entries']} entries, {faults['malformed']} malformed (every id in "
        f"them that names a turn counts), {faults['no_turn']} of no turn; "
        f"{faults['without']} questions without any turn are left out"
    )
