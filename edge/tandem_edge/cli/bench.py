"""``tandem bench``: the benchmark, and figures of the agent on this machine."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from tandem_edge.cli.bench_agents import bench_agents
from tandem_edge.cli.bench_injection import injection
from tandem_edge.cli.bench_memory import bench_memory
from tandem_edge.cli.bench_phone import phone_speed, simulated, worlds
from tandem_edge.cli.bench_recall import recall
from tandem_edge.cli.bench_skills import bench_skills
from tandem_edge.cli.bench_undo import undo_restores
from tandem_edge.cli.common import NamedPath, common_options, json_option, print_json, print_text

if TYPE_CHECKING:
    from tandem_edge.bench.runs.records import Result
    from tandem_edge.bench.speed import Speed
    from tandem_edge.settings import Settings
    from tandem_shared.tasks import Split

F = TypeVar("F", bound=Callable[..., Any])
FOLDER = NamedPath(path_type=Path, file_okay=False)
FILE = NamedPath(path_type=Path, dir_okay=False)
AGENTS = "oracle, keyword-router, does-nothing, always-asks, always-refuses, random-tool."
SPLITS = ("train", "dev", "evolve", "test")
DIMENSIONS = ("tool", "memory", "skills", "subagent")
TRAIN_SAMPLE = 2000


@click.group()
def bench() -> None:
    """Measure the agent: what it can do, and how fast.

    \b
    Examples:
      tandem bench run --split dev --limit 20 --out runs/first
      tandem bench report runs/first
      tandem bench speed
    """


for command in (
    phone_speed,
    simulated,
    worlds,
    undo_restores,
    injection,
    bench_skills,
    recall,
    bench_agents,
    bench_memory,
):
    bench.add_command(command)


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
        f"  on a first step       {figures.first_step_new_tokens} at most, "
        f"{figures.first_offer_new_tokens} when its tools are new here",
        f"  without prefix reuse  {figures.unaided_new_tokens}",
        f"prefill, decode         {figures.prefill_tokens_per_s:.0f} and "
        f"{figures.decode_tokens_per_s:.1f} tokens/s",
        f"first action / floor    {figures.floor_ratio:.2f} (floor: these rates)",
        f"harness share           {100 * figures.harness_share:.2f} % of the turns' time",
        f"peak memory             parent {figures.parent_peak_mb:.0f} MB, "
        f"planner child {figures.child_peak_mb:.0f} MB",
    ]


def workers_option(function: F) -> F:
    """Give a command ``--workers``."""
    return click.option(
        "--workers",
        type=click.IntRange(1, 64),
        default=lambda: max(1, os.cpu_count() or 1),
        show_default="one a core",
        help="Processes at work.",
    )(function)


@bench.command()
@click.option("--split", type=click.Choice(SPLITS), help="Only this split.")
@click.option("--check", is_flag=True, help="Prove every task, and try agents that know nothing.")
@click.option("--train", type=click.IntRange(1), default=TRAIN_SAMPLE, help="How many of train.")
@click.option("--sample", type=click.IntRange(1), help="Show so many tasks at random.")
@click.option("--seed", "run_seed", type=click.IntRange(0), default=0, help="Of the sample.")
@workers_option
@json_option
@common_options
def tasks(
    settings: Settings,
    split: str | None,
    check: bool,
    train: int,
    sample: int | None,
    run_seed: int,
    workers: int,
    as_json: bool,
) -> int:
    """Count the benchmark's tasks; with --check, prove them; with --sample, read some.

    A proven task is passed by its oracle and failed by the untouched phone and by every mutant of
    the oracle. Exit code 1 when a task is not proven or an agent that understands nothing gets
    too many points.

    \b
    Examples:
      tandem bench tasks
      tandem bench tasks --check --split dev
      tandem bench tasks --split dev --sample 5
    """
    from tandem_shared.tasks import Split

    splits = [Split(split)] if split else list(Split)
    if sample:
        return _sample(splits, sample, run_seed, as_json)
    return _check(splits, train, workers, as_json) if check else _count(splits, as_json)


def _sample(splits: list[Split], count: int, seed: int, as_json: bool) -> int:
    from tandem_edge.bench.tasks.frozen import FROZEN_SPLITS, load_tasks
    from tandem_edge.bench.tasks.showing import lines, sample

    every = [task for split in splits if split in FROZEN_SPLITS for task in load_tasks(split)]
    chosen = sample(every, count, seed)
    if as_json:
        print_json([task.model_dump(mode="json") for task in chosen])
        return 0
    for task in chosen:
        for line in lines(task):
            print_text(line)
        print_text()
    return 0


def _count(splits: list[Split], as_json: bool) -> int:
    from tandem_edge.bench.runs.report import BREAKDOWNS
    from tandem_edge.bench.tasks.frozen import FROZEN_SPLITS, frozen_digest, load_tasks

    shown: dict[str, Any] = {}
    for split in splits:
        if split not in FROZEN_SPLITS:
            continue
        counts = {name: Counter(map(by, load_tasks(split))) for name, by in BREAKDOWNS.items()}
        shown[split.value] = {"sha256": frozen_digest(split), **counts}
    if as_json:
        print_json(shown)
        return 0
    for name, split_counts in shown.items():
        print_text(f"{name}  sha256 {split_counts.pop('sha256')}")
        for breakdown, count in split_counts.items():
            print_text(f"  {breakdown}: " + ", ".join(f"{k} {n}" for k, n in sorted(count.items())))
    return 0


def _check(splits: list[Split], train: int, workers: int, as_json: bool) -> int:
    from tandem_edge.bench.census import take_census

    census = take_census(splits, train, workers, lambda line: print_text(line, err=True))
    if as_json:
        print_json(census.as_json())
    else:
        for name, proof in census.proofs.items():
            print_text(f"{name}: {proof.proven} of {proof.tasks} tasks proven")
            kinds = ", ".join(f"{kind} {n}" for kind, n in sorted(proof.mutants.items()))
            print_text(f"  mutants caught: {100 * proof.caught_share:.2f} % of {kinds}")
        for name, points in census.points.items():
            print_text(f"{name}: {points:.2f} points on test")
        for fault in census.faults:
            print_text(f"fault: {fault}")
        print_text(f"{census.minutes:.1f} minutes on {workers} processes")
    return 1 if census.faults else 0


@bench.command()
@click.option("--split", type=click.Choice(SPLITS[1:]), required=True, help="Which tasks.")
@click.option("--planner", help="A model's name, a GGUF path, or a built-in agent: " + AGENTS)
@click.option(
    "--dimension",
    "dimensions",
    type=click.Choice(DIMENSIONS),
    multiple=True,
    help="Only this part of the benchmark; may be repeated.",
)
@click.option("--limit", type=click.IntRange(1), help="So many tasks, half of each language.")
@click.option("--seed", "run_seed", type=click.IntRange(0), default=0, help="Chooses tasks, too.")
@click.option("--adapter", type=FILE, help="LoRA over the planner, as the trainer exports it.")
@click.option("--bare", is_flag=True, help="The planner without the harness, to see its worth.")
@click.option("--words", is_flag=True, help="Memory is searched without the embedder.")
@click.option("--out", type=FOLDER, required=True, help="Folder that keeps the run.")
@workers_option
@json_option
@common_options
def run(
    settings: Settings,
    split: str,
    dimensions: tuple[str, ...],
    limit: int | None,
    adapter: Path | None,
    bare: bool,
    words: bool,
    out: Path,
    run_seed: int,
    workers: int,
    as_json: bool,
) -> int:
    """Let a planner take the benchmark; what is done is kept, and a run that was ended goes on.

    \b
    Example:
      tandem bench run --split dev --limit 20 --out runs/first
    """
    from tandem_edge.bench.runs.running import RunPlan, carry_out, choose, with_adapter
    from tandem_shared.tasks import Dimension, Split

    only = frozenset(map(Dimension, dimensions))
    chosen = choose(Split(split), dimensions=only, limit=limit, seed=run_seed)
    scope = ",".join(sorted(only))
    settings = with_adapter(settings, adapter)
    plan = RunPlan(settings, Split(split), chosen, run_seed, scope, bare, words)
    passed = done = 0
    with counting(len(chosen), as_json) as count:
        for result in carry_out(plan, out, workers):
            done, passed = done + 1, passed + result.verdict.passed
            count(result)
    if not as_json:
        print_text(f"{done} tasks tried now, {passed} of them done; kept in {out}")
        print_text(f"  try: tandem bench report {out}")
    return 0


@bench.command()
@click.argument("runs", type=FOLDER, nargs=-1, required=True)
@click.option("--compare", "compared", is_flag=True, help="Compare the first run with the others.")
@json_option
@common_options
def report(settings: Settings, runs: tuple[Path, ...], compared: bool, as_json: bool) -> int:
    """Score runs; each page is kept as report.md in its folder.

    \b
    Examples:
      tandem bench report runs/first
      tandem bench report runs/first runs/second --compare
    """
    from tandem_edge.bench.runs.report import compare_runs, comparison_lines, page, report_of
    from tandem_edge.files import write_atomically
    from tandem_edge.outbound.prices import Price, planner_price

    def price(planner: str) -> Price | None:
        return planner_price(planner, settings.endpoints, settings.prices)

    reports = [report_of(out, price) for out in runs]
    pairs = [(out, compare_runs(runs[0], out)) for out in runs[1:]] if compared else []
    for out, made in zip(runs, reports, strict=True):
        write_atomically(out / "report.md", page(made).encode(), mode=0o644)
    if as_json:
        comparisons = [{"first": str(runs[0]), "second": str(o), **asdict(c)} for o, c in pairs]
        shown = [made.as_json() for made in reports]
        print_json({"reports": shown, "comparisons": comparisons})
        return 0
    for made in reports:
        print_text(page(made))
    for out, comparison in pairs:
        for line in comparison_lines(comparison, runs[0].name, out.name):
            print_text(line)
    return 0


@contextmanager
def counting(total: int, as_json: bool) -> Iterator[Callable[[Result], None]]:
    """Show each result as it comes: an event for machines, a bar on a terminal, else a line."""
    if as_json:
        yield lambda result: print_json(
            {
                "task": result.task,
                "passed": result.verdict.passed,
                "reasons": result.verdict.reasons,
            }
        )
    elif sys.stderr.isatty():
        from rich.console import Console
        from rich.progress import Progress

        with Progress(console=Console(stderr=True), transient=True) as bar:
            task = bar.add_task("tasks", total=total)
            yield lambda result: bar.advance(task)
    else:
        yield lambda result: print_text(
            f"{'done  ' if result.verdict.passed else 'failed'} {result.task}", err=True
        )
