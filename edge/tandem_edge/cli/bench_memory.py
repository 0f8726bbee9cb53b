"""``tandem bench memory``: what the memory finds, how fast, and what it survives."""

from __future__ import annotations

import click

from tandem_edge.cli.bench_memory_answers import answers
from tandem_edge.cli.bench_memory_answers_report import answers_report
from tandem_edge.cli.bench_memory_bilingual import bilingual
from tandem_edge.cli.bench_memory_locomo import locomo
from tandem_edge.cli.bench_memory_made_up import made_up
from tandem_edge.cli.bench_memory_safety import memory_safety
from tandem_edge.cli.bench_memory_scale import scale


@click.group("memory")
def bench_memory() -> None:
    """Measure the memory: what it finds, how fast, and what it survives.

    \b
    Examples:
      tandem bench memory bilingual
      tandem bench memory scale --turns 20000
    """


for command in (
    bilingual,
    locomo,
    scale,
    memory_safety,
    answers,
    answers_report,
    made_up,
):
    bench_memory.add_command(command)
