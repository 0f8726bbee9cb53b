"""``tandem bench``: figures of the agent on this machine."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from tandem_edge.cli.common import common_options, json_option, print_json, print_text

if TYPE_CHECKING:
    from tandem_edge.bench.speed import Speed
    from tandem_edge.settings import Settings


@click.group()
def bench() -> None:
    """Measure the agent on this machine."""


@bench.command()
@click.option("--planner", help="A model's name or a GGUF path.")
@click.option("--runs", type=click.IntRange(1, 50), default=3, help="Warm runs; medians are shown.")
@json_option
@common_options
def speed(settings: Settings, runs: int, as_json: bool) -> int:
    """Time to first action, tokens with and without prefix reuse, rates, memory.

    Runs a few requests on fresh sandbox phones. It measures time, not whether the planner chose
    well. Busy cores falsify it.
    """
    from tandem_edge.bench.speed import measure

    figures = measure(settings, runs, lambda line: print_text(line, err=True))
    if as_json:
        print_json(asdict(figures))
    else:
        for line in table(figures):
            print_text(line)
    return 0


def table(figures: Speed) -> list[str]:
    """The figures, one a line."""
    return [
        f"machine                 {figures.cores} cores, planner on {figures.threads} thread(s)",
        f"planner                 {figures.planner}, loads in {figures.load_s:.2f} s",
        f"first action, cold      {figures.cold_first_action_s:.2f} s (nothing loaded or saved)",
        f"  in the next process   {figures.second_first_action_s:.2f} s (prefix on disk)",
        f"  warm                  {figures.warm_first_action_s:.2f} s (median of {figures.runs})",
        f"  without prefix reuse  {figures.unaided_first_action_s:.2f} s (planner loaded)",
        f"prompt tokens a step    {figures.prompt_tokens}",
        f"  evaluated             {figures.new_tokens}",
        f"  without prefix reuse  {figures.unaided_new_tokens}",
        f"prefill, decode         {figures.prefill_tokens_per_s:.0f} and "
        f"{figures.decode_tokens_per_s:.1f} tokens/s",
        f"harness share           {100 * figures.harness_share:.2f} % of the turns' time",
        f"peak memory             parent {figures.parent_peak_mb:.0f} MB, "
        f"planner child {figures.child_peak_mb:.0f} MB",
    ]
