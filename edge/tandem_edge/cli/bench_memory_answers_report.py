"""``tandem bench memory answers-report``: figures of runs of questions, and runs compared."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tandem_edge.cli.common import NamedPath, common_options, json_option, print_json, print_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tandem_edge.bench.memory.evaluation.figures import Comparison, Figure, Report
    from tandem_edge.settings import Settings


@click.command("answers-report")
@click.argument("runs", type=NamedPath(path_type=Path, file_okay=False), nargs=-1, required=True)
@click.option("--compare", "compared", is_flag=True, help="Compare the first run with the others.")
@json_option
@common_options
def answers_report(
    settings: Settings, runs: tuple[Path, ...], compared: bool, as_json: bool
) -> int:
    """Figures of runs of questions: over valid answers, over all, and how many were valid.

    \b
    Examples:
      tandem bench memory answers-report runs/memory
      tandem bench memory answers-report runs/recent runs/memory --compare
    """
    from tandem_edge.bench.memory.evaluation.figures import compare, report_of
    from tandem_edge.bench.memory.evaluation.folder import RunFolder

    reports = [report_of(RunFolder(path)) for path in runs]
    others = runs[1:] if compared else ()
    pairs = [(path, compare(RunFolder(runs[0]), RunFolder(path))) for path in others]
    if as_json:
        shown = [_as_json(path, each) for path, each in zip(runs, reports, strict=True)]
        told = [{"first": str(runs[0]), "second": str(path), **asdict(c)} for path, c in pairs]
        print_json({"reports": shown, "comparisons": told})
        return 0
    for path, report in zip(runs, reports, strict=True):
        for line in _lines(path, report):
            print_text(line)
    for path, comparison in pairs:
        for line in _compared(runs[0], path, comparison):
            print_text(line)
    return 0


def _as_json(path: Path, report: Report) -> dict[str, Any]:
    manifest = report.manifest.model_dump(mode="json", exclude={"questions"})
    return {
        "run": str(path),
        **manifest,
        "asked": len(report.manifest.questions),
        "answered": report.answered,
        "overall": {name: asdict(each) for name, each in report.overall.items()},
        "categories": {
            category: {name: asdict(each) for name, each in figures.items()}
            for category, figures in report.by_category.items()
        },
        "shown": report.shown,
        "notes_tokens": report.notes_tokens,
        "seconds": report.seconds,
    }


def _lines(path: Path, report: Report) -> Iterator[str]:
    run = report.manifest
    yield (
        f"{path.name}: {run.format}, {run.planner}, context {run.context}, {run.budget} tokens "
        f"({run.tokens}); {report.answered} of {len(run.questions)} questions"
    )
    yield "                             asked  valid answers  all    coverage"
    for name, figure in report.overall.items():
        yield _row(name, figure)
    for category, figures in report.by_category.items():
        yield from (_row(f"{category}: {name}", figure) for name, figure in figures.items())
    if report.shown is not None:
        yield f"  turns that hold the answer were shown: {100 * report.shown:.1f} %"
    yield f"  {report.notes_tokens:.0f} tokens of notes, {report.seconds:.1f} s an answer"


def _row(name: str, figure: Figure) -> str:
    protocol = "-" if figure.protocol is None else f"{figure.protocol:.3f}"
    return (
        f"  {name:<26} {figure.questions:>5}  {protocol:<13}  {figure.end_to_end:.3f}  "
        f"{figure.coverage:.3f}"
    )


def _compared(first: Path, second: Path, found: Comparison) -> Iterator[str]:
    yield (
        f"{second.name} over {first.name}: F1 {found.second:.3f} / {found.first:.3f} = "
        f"{_number(found.ratio)} (95 % interval {_number(found.low)} to {_number(found.high)}), "
        f"{found.questions} questions in pairs, end to end"
    )
    if found.differ:
        yield f"  the runs differ in {', '.join(found.differ)} too"


def _number(value: float | None) -> str:
    return "none" if value is None else f"{value:.2f}"
