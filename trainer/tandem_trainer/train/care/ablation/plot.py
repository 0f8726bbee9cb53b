"""The ablation's curves as one SVG file, from the folders of its runs alone.

A picture of two lines needs no plotting library of 30 MB; a browser draws this.
"""

from __future__ import annotations

from collections import defaultdict
from html import escape
from pathlib import Path
from statistics import fmean

from tandem_trainer.train.care.phi import Arm
from tandem_trainer.train.runs.folder import RunFolder

COLOURS = {Arm.GRPO: "#7a7a7a", Arm.NO_FLOOR: "#c4562d", Arm.CARE: "#1f6f8b"}
SHOWN = (("success", "share of attempts that pass"), ("tokens", "output tokens an attempt"))
WIDTH, HEIGHT, LEFT, TOP, GAP = 380, 220, 50, 40, 70
Curve = dict[int, float]


def curves(out: Path, family: str, arm: Arm, figure: str) -> Curve:
    """Mean over seeds of a logged figure, by step."""
    found: defaultdict[int, list[float]] = defaultdict(list)
    for path in (out / "runs" / family).glob(f"{arm}.*"):
        for record in RunFolder(path).read("steps"):
            if record.get(figure) is not None:
                found[record["step"]].append(record[figure])
    return {step: fmean(values) for step, values in sorted(found.items())}


def plot(out: Path) -> str:
    """The SVG: a row a family, accuracy and tokens in training."""
    families = sorted(path.name for path in (out / "runs").glob("*") if path.is_dir())
    panels = [
        _panel(out, family, figure, title, column, row)
        for row, family in enumerate(families)
        for column, (figure, title) in enumerate(SHOWN)
    ]
    wide = LEFT + len(SHOWN) * (WIDTH + GAP)
    tall = TOP + max(len(families), 1) * (HEIGHT + GAP)
    key = "".join(
        f'<text x="{LEFT + 110 * place}" y="16" fill="{COLOURS[arm]}">{arm}</text>'
        for place, arm in enumerate(Arm)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{tall}" '
        f'font-family="sans-serif" font-size="12"><rect width="100%" height="100%" fill="white"/>'
        f"{key}{''.join(panels)}</svg>\n"
    )


def _panel(out: Path, family: str, figure: str, title: str, column: int, row: int) -> str:
    lines = {arm: curves(out, family, arm, figure) for arm in Arm}
    values = [value for line in lines.values() for value in line.values()]
    steps = [step for line in lines.values() for step in line]
    if not values:
        return ""
    x, y = LEFT + column * (WIDTH + GAP), TOP + row * (HEIGHT + GAP)
    low, high, last = min(values), max(values), max(steps)
    drawn = "".join(_line(line, COLOURS[arm], low, high, last) for arm, line in lines.items())
    return (
        f'<g transform="translate({x},{y})"><rect width="{WIDTH}" height="{HEIGHT}" fill="none" '
        f'stroke="#bbb"/><text y="-6">{escape(family)}: {escape(title)}</text>'
        f'<text x="-6" y="10" text-anchor="end">{high:.3g}</text>'
        f'<text x="-6" y="{HEIGHT}" text-anchor="end">{low:.3g}</text>'
        f'<text x="{WIDTH}" y="{HEIGHT + 16}" text-anchor="end">step {last}</text>{drawn}</g>'
    )


def _line(line: Curve, colour: str, low: float, high: float, last: int) -> str:
    span = (high - low) or 1.0
    points = " ".join(
        f"{WIDTH * step / last:.1f},{HEIGHT * (high - value) / span:.1f}"
        for step, value in line.items()
    )
    return f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>'
