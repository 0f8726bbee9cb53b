"""The ablation's table, from the folders of its runs alone."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from statistics import fmean, stdev

from tandem_trainer.train.care.phi import Arm
from tandem_trainer.train.runs.folder import RunFolder

FIGURES = ("accuracy", "tokens", "thinking", "calls", "redundant")


@dataclass(frozen=True)
class Cell:
    """One arm in one family: every figure by seed."""

    family: str
    arm: Arm
    seeds: tuple[int, ...]
    figures: dict[str, tuple[float, ...]]

    def mean(self, figure: str) -> float:
        """Over seeds."""
        return fmean(self.figures[figure])

    def spread(self, figure: str) -> float:
        """Sample deviation over seeds; 0 of one."""
        values = self.figures[figure]
        return stdev(values) if len(values) > 1 else 0.0


def cells(out: Path) -> list[Cell]:
    """Every arm of every family that has finished runs."""
    found = []
    for family in sorted(path for path in (out / "runs").glob("*") if path.is_dir()):
        for arm in Arm:
            seeds = _finished(family, arm)
            if seeds:
                figures = {name: tuple(each[name] for each in seeds.values()) for name in FIGURES}
                found.append(Cell(family.name, arm, tuple(seeds), figures))
    return found


def _finished(family: Path, arm: Arm) -> dict[int, dict[str, float]]:
    found = {}
    for path in sorted(family.glob(f"{arm}.*")):
        result = RunFolder(path).result()
        if result is not None:
            found[int(path.name.rpartition(".")[2])] = result["dev"]
    return dict(sorted(found.items()))


def table(found: list[Cell]) -> str:
    """Means over seeds; accuracy and tokens also against plain GRPO over the seeds both have."""
    lines = [
        "family  arm       seeds  accuracy         tokens         thinking  calls  redundant  "
        "against grpo"
    ]
    for cell in found:
        plain = next((c for c in found if (c.family, c.arm) == (cell.family, Arm.GRPO)), None)
        against = _against(cell, plain) if plain and cell.arm is not Arm.GRPO else ""
        lines.append(
            f"{cell.family:<7} {cell.arm:<9} {len(cell.seeds):>5}  "
            f"{100 * cell.mean('accuracy'):6.2f} ± {100 * cell.spread('accuracy'):5.2f}  "
            f"{cell.mean('tokens'):6.2f} ± {cell.spread('tokens'):4.2f}  "
            f"{cell.mean('thinking'):8.2f}  {cell.mean('calls'):5.2f}  "
            f"{cell.mean('redundant'):9.2f}  {against}"
        )
    return "\n".join(lines)


def _against(cell: Cell, plain: Cell) -> str:
    both = [seed for seed in cell.seeds if seed in plain.seeds]
    if not both:
        return ""
    points = 100 * (_over(cell, "accuracy", both) - _over(plain, "accuracy", both))
    tokens = 100 * (_over(cell, "tokens", both) / _over(plain, "tokens", both) - 1)
    return f"{points:+.2f} points, {tokens:+.1f} % tokens"


def _over(cell: Cell, figure: str, seeds: list[int]) -> float:
    return fmean(cell.figures[figure][cell.seeds.index(seed)] for seed in seeds)
