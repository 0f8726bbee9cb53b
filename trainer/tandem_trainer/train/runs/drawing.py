"""Runs as one HTML page: tables, and curves as SVG by matplotlib. No scripts, nothing loaded."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any

from tandem_shared.errors import MissingError
from tandem_trainer.train.runs.folder import Log
from tandem_trainer.train.runs.reading import Curve, Run

NOT_DRAWN = frozenset({"epoch", "examples", "answers", "seconds", "memory_mb"})
SIZE = (6.4, 3.0)
"""Of a curve, inches."""
FAINT_FROM = 60
"""Points from which a curve is drawn faintly, with its running mean."""
MEAN_OF = 15
STYLE = (
    "body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}"
    "table{border-collapse:collapse;margin:1rem 0;display:block;overflow-x:auto}"
    "td,th{padding:.2rem .7rem;border-bottom:1px solid #ccc;text-align:right}"
    "td:first-child,th:first-child{text-align:left}figure{margin:1rem 0}svg{max-width:100%}"
)


def page(runs: Sequence[Run], title: str) -> str:
    """The page. Raises ``MissingError`` without matplotlib."""
    figures = "".join(f"<figure>{_svg(name, curves)}</figure>" for name, curves in _curves(runs))
    summaries = [run.summary() for run in runs]
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(title)}</title>'
        f"<style>{STYLE}</style><h1>{escape(title)}</h1>{_table(summaries)}{figures}"
        f"{''.join(map(_about, runs))}</html>\n"
    )


def shown(value: Any) -> str:
    """A value as it is read: numbers to four digits."""
    if isinstance(value, float):
        return f"{value:.4g}"
    return "-" if value is None else str(value)


def _curves(runs: Sequence[Run]) -> Iterator[tuple[str, dict[str, Curve]]]:
    for log in ("evals", "steps"):
        names = dict.fromkeys(name for run in runs for name in run.names(_log(log)))
        for name in names:
            curves = {run.name: run.curve(_log(log), name) for run in runs}
            drawn = {run: curve for run, curve in curves.items() if len(curve) > 1}
            if drawn and name not in NOT_DRAWN:
                yield name, drawn


def _log(name: str) -> Log:
    return "evals" if name == "evals" else "steps"


def _svg(name: str, curves: Mapping[str, Curve]) -> str:
    try:
        from matplotlib import rc_context
        from matplotlib.figure import Figure
    except ImportError as error:
        raise MissingError(
            "drawing needs matplotlib", hint="pip install 'tandem-phone[trainer]'"
        ) from error
    with rc_context({"svg.fonttype": "none", "svg.hashsalt": name}):
        figure = Figure(figsize=SIZE, layout="constrained")
        axes = figure.subplots()
        for place, (run, curve) in enumerate(curves.items()):
            _draw(axes, curve, run, f"C{place % 10}")
        axes.set(xlabel="step", title=name)
        axes.grid(alpha=0.3)
        if len(curves) > 1:
            axes.legend(fontsize="small")
        out = io.StringIO()
        figure.savefig(out, format="svg", metadata={"Date": None})
    text = out.getvalue()
    return text[text.index("<svg") :]


def _draw(axes: Any, curve: Curve, label: str, colour: str) -> None:
    label = label.replace("$", r"\$").lstrip("_")  # neither mathematics nor a hidden label
    steps, values = zip(*curve, strict=True)
    many = len(curve) > FAINT_FROM
    marker = "o" if len(curve) < MEAN_OF else ""
    axes.plot(
        steps, values, color=colour, alpha=0.3 if many else 1.0, marker=marker, markersize=3,
        label=None if many else label,
    )  # fmt: skip
    if many:
        means = [
            sum(values[max(0, at - MEAN_OF + 1) : at + 1]) / min(at + 1, MEAN_OF)
            for at in range(len(values))
        ]
        axes.plot(steps, means, color=colour, label=label)


def _table(rows: Sequence[Mapping[str, Any]]) -> str:
    """A row a property, a column a run."""
    names = dict.fromkeys(name for row in rows for name in row)
    lines = (
        f"<tr><th>{escape(name)}</th>"
        + "".join(f"<td>{escape(shown(row.get(name)))}</td>" for row in rows)
        + "</tr>"
        for name in names
    )
    return f"<table>{''.join(lines)}</table>"


def _about(run: Run) -> str:
    told = run.manifest.model_dump(mode="json")
    rows = {**{name: value for name, value in told.items() if name != "settings"}}
    rows |= run.manifest.settings
    return f"<h2>{escape(run.name)}</h2>{_table([rows])}"
