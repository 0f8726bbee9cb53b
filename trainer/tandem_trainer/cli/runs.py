"""``tandem-trainer runs``: what training came to, read from the runs' files alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tandem_edge.cli.common import NamedPath, json_option, print_json, print_text

if TYPE_CHECKING:
    from tandem_trainer.train.runs.reading import Run

FOLDER = NamedPath(path_type=Path, file_okay=False)
FILE = NamedPath(path_type=Path, dir_okay=False)
html_option = click.option("--html", type=FILE, help="Also write one page with curves.")
BLOCKS = "▁▂▃▄▅▆▇█"
WIDE = 48
"""Characters of a curve."""
LISTED = ("run", "kind", "base", "state", "steps", "loss", "dev_loss", "dev_exact")


@click.group()
def runs() -> None:
    """List, show and compare training runs, from their files alone.

    \b
    Examples:
      tandem-trainer runs list runs/
      tandem-trainer runs show runs/first --html first.html
      tandem-trainer runs compare runs/first runs/second
    """


@runs.command("list")
@click.argument("folder", type=FOLDER, default=Path("runs"))
@json_option
def list_runs(folder: Path, as_json: bool) -> None:
    """List the runs in FOLDER and below it (usual: runs)."""
    from tandem_trainer.train.runs.reading import runs_below

    found = [run.summary() for run in runs_below(folder)]
    if as_json:
        print_json({"runs": found})
    elif not found:
        print_text(f"no runs in {folder}")
    else:
        _print_table([{name: row.get(name) for name in LISTED} for row in found])


@runs.command()
@click.argument("folder", type=FOLDER)
@html_option
@json_option
def show(folder: Path, html: Path | None, as_json: bool) -> None:
    """Show the run in FOLDER: what it is of, how it went, what came out."""
    from tandem_trainer.train.runs.reading import read_run

    run = read_run(folder)
    _write(html, [run], run.name)
    if as_json:
        told = run.manifest.model_dump(mode="json")
        print_json({"manifest": told, "summary": run.summary(), "evals": [*run.evals]})
        return
    _print_pairs(run.summary())
    for log, name in (("steps", "loss"), ("evals", "dev_loss"), ("evals", "dev_exact")):
        curve = [value for _, value in run.curve(log, name)]  # type: ignore[arg-type]
        if len(curve) > 1:
            print_text(f"{name:<12} {curve[0]:.4g} {_line(curve)} {curve[-1]:.4g}")


@runs.command()
@click.argument("folders", type=FOLDER, nargs=-1, required=True)
@html_option
@json_option
def compare(folders: tuple[Path, ...], html: Path | None, as_json: bool) -> None:
    """Compare the runs in FOLDERS: a column each, and what they differ in."""
    from tandem_trainer.train.runs.reading import read_run

    found = [read_run(folder) for folder in folders]
    _write(html, found, "Runs compared")
    differing = _differing([run.manifest.model_dump(mode="json") for run in found])
    if as_json:
        print_json({"runs": [run.summary() for run in found], "differing": differing})
        return
    rows = [run.summary() for run in found]
    names = dict.fromkeys(name for row in rows for name in row)
    _print_table([{"": name, **_columns(rows, name)} for name in names], head=False)
    for name, values in differing.items():
        print_text(f"differing {name}: {', '.join(map(str, values))}")


def _columns(rows: Sequence[Mapping[str, Any]], name: str) -> dict[str, Any]:
    return {str(place): row.get(name) for place, row in enumerate(rows)}


def _differing(manifests: Sequence[Mapping[str, Any]]) -> dict[str, list[Any]]:
    flat = [{**each, **each["settings"], "settings": None} for each in manifests]
    names = dict.fromkeys(name for each in flat for name in each)
    values = {name: [each.get(name) for each in flat] for name in names}
    return {name: each for name, each in values.items() if any(one != each[0] for one in each)}


def _write(html: Path | None, runs: Sequence[Run], title: str) -> None:
    if html is None:
        return
    from tandem_edge.files import write_atomically
    from tandem_trainer.train.runs.drawing import page

    write_atomically(html, page(runs, title).encode(), mode=0o644)
    print_text(f"wrote {html}", err=True)


def _print_pairs(row: Mapping[str, Any]) -> None:
    from tandem_trainer.train.runs.drawing import shown

    width = max(map(len, row))
    for name, value in row.items():
        print_text(f"{name:<{width}}  {shown(value)}")


def _print_table(rows: Sequence[Mapping[str, Any]], *, head: bool = True) -> None:
    from tandem_trainer.train.runs.drawing import shown

    names = [*rows[0]]
    lines = [[*names]] if head else []
    lines += [[shown(row[name]) for name in names] for row in rows]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        cells = (f"{cell:<{width}}" for cell, width in zip(line, widths, strict=True))
        print_text("  ".join(cells).rstrip())


def _line(values: Sequence[float]) -> str:
    """A curve in a line of text: the mean of each stretch, low to high."""
    size = max(1, -(-len(values) // WIDE))
    means = [
        sum(values[at : at + size]) / len(values[at : at + size])
        for at in range(0, len(values), size)
    ]
    low, high = min(means), max(means)
    scale = (len(BLOCKS) - 1) / (high - low) if high > low else 0.0
    return "".join(BLOCKS[round((value - low) * scale)] for value in means)
