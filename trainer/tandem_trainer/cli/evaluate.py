"""``tandem-trainer evaluate``: the exact file of a new planner against its parent's."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tandem_edge.cli.common import (
    NamedPath,
    NumberRange,
    common_options,
    json_option,
    print_json,
    print_text,
)
from tandem_trainer.cli.telling import telling

if TYPE_CHECKING:
    from tandem_edge.settings import Settings

FILE = NamedPath(path_type=Path, dir_okay=False)
FOLDER = NamedPath(path_type=Path, file_okay=False)


def _names(context: click.Context, option: click.Parameter, text: str) -> tuple[str, ...]:
    return tuple(name for name in (part.strip() for part in text.split(",")) if name)


@click.command()
@click.option("--planner", help="The new planner: a model's name or a GGUF path.")
@click.option("--adapter", type=FILE, help="LoRA over it, as tandem-trainer export makes it.")
@click.option("--parent", default="", help="What it is compared with; usual: the same planner.")
@click.option("--parent-adapter", type=FILE, help="LoRA over the parent.")
@click.option("--out", type=FOLDER, required=True, help="Folder for the runs and the report.")
@click.option(
    "--split",
    type=click.Choice(("dev", "evolve", "test")),
    default="dev",
    show_default=True,
    help="Of the benchmark.",
)
@click.option(
    "--tasks", type=click.IntRange(2), default=200, show_default=True, help="Half of each language."
)
@click.option("--seed", "run_seed", type=click.IntRange(0), default=0, help="Chooses tasks, too.")
@click.option(
    "--workers", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes at work."
)
@click.option("--words", is_flag=True, help="Memory is searched without the embedder.")
@click.option("--no-guard", is_flag=True, help="General ability is not measured.")
@click.option(
    "--guard-points",
    type=NumberRange(0, 100),
    default=2.0,
    show_default=True,
    help="Points of general ability that may be lost.",
)
@click.option(
    "--gate-points",
    type=NumberRange(0, 100),
    default=0.0,
    show_default=True,
    help="Points of a gate that may be lost.",
)
@click.option("--lm-eval", default="", callback=_names, help="Tasks of lm-eval, by commas.")
@click.option("--lm-eval-limit", type=click.IntRange(1), help="Documents of each of them.")
@click.option("--lm-eval-tasks", "lm_eval_folder", type=FOLDER, help="Folder of own task files.")
@json_option
@common_options
def evaluate(
    settings: Settings,
    split: str,
    run_seed: int,
    no_guard: bool,
    as_json: bool,
    **chosen: Any,
) -> int:
    """Measure a new planner's exact file and its parent's, and say whether anything fell.

    Both take the benchmark under the harness of this home, and are asked what they know beside
    tools. Ends with 1 when success falls, a gate falls, or general ability falls by more than
    may be lost. What is done is kept, and the same command goes on.

    \b
    Examples:
      tandem-trainer evaluate --adapter shipped/FILE.gguf --out evals/first
      tandem-trainer evaluate --planner new.gguf --parent qwen2.5-coder-0.5b --out evals/second
    """
    from tandem_shared.tasks import Split
    from tandem_trainer.evaluate.evaluating import Evaluation
    from tandem_trainer.evaluate.evaluating import evaluate as carry_out
    from tandem_trainer.evaluate.guard.items import Guard
    from tandem_trainer.evaluate.table import lines

    guard = None if no_guard else Guard()
    wanted = Evaluation(split=Split(split), seed=run_seed, guard=guard, **chosen)
    with telling() as tell:
        report = carry_out(wanted, settings, tell)
    if as_json:
        print_json(report)
    else:
        for line in lines(report):
            print_text(line)
        print_text(f"  kept in {wanted.out}")
    return 1 if report["refused"] else 0
