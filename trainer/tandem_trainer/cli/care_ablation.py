"""``tandem-trainer care-ablation``: plain GRPO, CARE without floor, full CARE, on a laptop."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tandem_edge.cli.common import NamedPath, common_options, json_option, print_json, print_text

if TYPE_CHECKING:
    from tandem_edge.settings import Settings


@click.command("care-ablation")
@click.option("--out", type=NamedPath(path_type=Path), required=True, help="Folder of all runs.")
@click.option("--seeds", type=click.IntRange(1), default=5, show_default=True, help="Of each arm.")
@click.option("--steps", type=click.IntRange(1), default=80, show_default=True, help="Of each run.")
@click.option("--workers", type=click.IntRange(1), default=1, help="Runs at a time.")
@click.option("--family", type=click.Choice(("quiet", "even")), multiple=True, help="Only these.")
@click.option("--table-only", is_flag=True, help="Of the runs that are there; train nothing.")
@json_option
@common_options
def care_ablation(
    settings: Settings,
    out: Path,
    seeds: int,
    steps: int,
    workers: int,
    family: tuple[str, ...],
    table_only: bool,
    as_json: bool,
) -> int:
    """Compare the three arms on two families of tasks, and draw the curves.

    A tiny policy is cold-started for each family, then every arm goes through tandem-trainer care
    with the same rewards, harness and sandbox phone. One that was ended goes on where it was.

    \b
    Examples:
      tandem-trainer care-ablation --out ablation --workers 2
      tandem-trainer care-ablation --out ablation --table-only
    """
    from tandem_trainer.train.care.ablation.plot import plot
    from tandem_trainer.train.care.ablation.table import cells, table

    if not table_only:
        from tandem_trainer.facade import require_training
        from tandem_trainer.train.care.ablation.families import FAMILIES
        from tandem_trainer.train.care.ablation.running import Plan, run_ablation

        require_training()
        families = tuple(each for each in FAMILIES if not family or each in family)
        plan = Plan(out, seeds=seeds, steps=steps, families=families, workers=workers)
        run_ablation(plan, lambda done: print_text(done, err=True))
    found = cells(out)
    picture = out / "curves.svg"
    picture.write_text(plot(out), encoding="utf-8")
    if as_json:
        cell = [{"family": c.family, "arm": c.arm, "seeds": [*c.seeds], **c.figures} for c in found]
        print_json({"cells": cell, "plot": str(picture)})
    else:
        print_text(table(found))
        print_text(f"curves: {picture}")
    return 0
