"""``tandem-trainer sft``: a planner learns from a frozen data set (cold start)."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from tandem_edge.cli.common import (
    NamedPath,
    NumberRange,
    common_options,
    json_option,
    print_json,
    print_text,
)

if TYPE_CHECKING:
    from tandem_edge.settings import Settings

F = TypeVar("F", bound=Callable[..., Any])
FOLDER = NamedPath(path_type=Path, file_okay=False)
POSITIVE, SHARE = NumberRange(0, min_open=True), NumberRange(0, 1, max_open=True)
COUNT, MANY = click.IntRange(1), click.IntRange(0)
OPTIONS: tuple[tuple[str, Any, Any, str], ...] = (
    ("method", click.Choice(("lora", "full")), "lora", "What is trained."),
    ("rank", COUNT, 16, "Of LoRA."),
    ("layers", MANY, 0, "With LoRA: the last so many; 0 for all."),
    ("dropout", SHARE, 0.05, "Of LoRA."),
    ("lr", POSITIVE, 2e-4, "Highest learning rate."),
    ("epochs", COUNT, 1, "Times through the data set."),
    ("steps", MANY, 0, "Optimiser steps at most; 0 for all."),
    ("minutes", NumberRange(0), 0.0, "Minutes at most; 0 for no limit."),
    ("tools", click.Choice(("own", "shared")), "shared", "Each its list of tools, or a group one."),
    ("group", COUNT, 8, "Sequences that share a context."),
    ("tokens", COUNT, 1536, "Of a group beyond its context, at most."),
    ("accumulate", COUNT, 2, "Groups a step."),
    ("dtype", click.Choice(("auto", "float32", "bfloat16")), "auto", "Of the arithmetic."),
    ("calls", MANY, 0, "Only examples of at most so many calls; 0 for all."),
    ("held", SHARE, 0.05, "Share of families that is held out."),
    ("evals", COUNT, 50, "Steps between looks at them."),
    ("eval-most", COUNT, 64, "Held sequences looked at."),
    ("patience", MANY, 3, "Looks without gain, then stop; 0: never."),
    ("checkpoints", COUNT, 25, "Steps between checkpoints."),
)


def setting_options(function: F) -> F:
    """Give a command an option for each setting of a cold start."""
    for name, kind, usual, help_ in reversed(OPTIONS):
        option = click.option(f"--{name}", type=kind, default=usual, show_default=True, help=help_)
        function = option(function)
    return function


@click.command()
@click.argument("dataset", type=FOLDER)
@click.option("--base", required=True, help="A model's name, GGUF path or hub folder.")
@click.option("--out", type=FOLDER, required=True, help="The run's folder.")
@click.option("--seed", "run_seed", type=click.IntRange(0), default=0, help="Of all chance.")
@click.option("--apart", is_flag=True, help="Tools evaluated apart (planner_blocks).")
@click.option("--prefix-gradient", is_flag=True, help="Gradients through the context, too.")
@click.option("--bare", is_flag=True, help="Prompts without the harness's guidance.")
@click.option("--words", is_flag=True, help="Memory is searched without the embedder.")
@setting_options
@json_option
@common_options
def sft(
    settings: Settings,
    dataset: Path,
    base: str,
    out: Path,
    run_seed: int,
    bare: bool,
    words: bool,
    as_json: bool,
    **chosen: Any,
) -> int:
    """Train a planner on the frozen DATASET; one that was ended goes on where it was.

    \b
    Examples:
      tandem-trainer sft sets/3f2a... --base qwen2.5-coder-0.5b --out runs/first
      tandem-trainer runs show runs/first
    """
    from tandem_trainer.facade import require_extra

    require_extra()
    from tandem_trainer.train.sft.running import Wanted, cold_start
    from tandem_trainer.train.sft.settings import SftSettings

    wanted = Wanted(dataset, base, out, SftSettings(**chosen), run_seed, bare, words)
    result = cold_start(wanted, settings, _tell(as_json))
    if as_json:
        print_json({"what": "result", **result})
    else:
        print_text(_said(result, out))
    return 0


def _tell(as_json: bool) -> Callable[[str, dict[str, Any]], None]:
    def tell(what: str, record: dict[str, Any]) -> None:
        if as_json:
            print_json({"what": what, **record})
        elif line := _progress(what, record):
            print_text(line, err=True)
            sys.stderr.flush()

    return tell


def _progress(what: str, record: dict[str, Any]) -> str:
    if what == "eval":
        return (
            f"step {record['step']}: held out: loss {record['dev_loss']:.3f}, "
            f"{record['dev_exact']:.0%} of {record['answers']} answers exact"
        )
    if "loss" not in record:
        return ""
    return (
        f"step {record['step']}/{record['of']}: loss {record['loss']:.3f}, "
        f"{record['examples_per_s']:.2f} examples/s, {record['tokens_per_s']:.0f} tokens/s, "
        f"{record['memory_mb']:,.0f} MB"
    )


def _said(result: dict[str, Any], out: Path) -> str:
    loss = result["best_dev_loss"]
    held = "nothing was held out" if loss is None else f"loss on what was held out {loss:.3f}"
    left = sum(result["left_out"].values())
    return (
        f"{result['step']} steps, stopped by {result['stopped']}; best at {result['best_step']}: "
        f"{held}; {left} left out; {out} holds it"
    )
