"""``tandem-trainer collect``: a policy tries tasks, and every attempt is kept."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from tandem_edge.cli.bench import workers_option
from tandem_edge.cli.common import (
    NamedPath,
    NumberRange,
    common_options,
    json_option,
    print_json,
    print_text,
)
from tandem_shared.errors import UsageError

if TYPE_CHECKING:
    from tandem_edge.settings import Settings
    from tandem_shared.experience import Rollout
    from tandem_trainer.tasks.records import Constructed

F = TypeVar("F", bound=Callable[..., Any])
FILE = NamedPath(path_type=Path, dir_okay=False)
TASKS = 100
"""How many are tried unless it is said."""
MOST_STEPS = 15
"""As the benchmark has it, which --help need not import."""
DRAWN = 0.7
"""Temperature of several attempts at a task, unless another is named."""


def store_option(function: F) -> F:
    """Give a command ``--store``, passed on as ``store_url``; empty for the file in the home."""
    return click.option(
        "--store",
        "store_url",
        envvar="TANDEM_STORE",
        default="",
        help="Experience store: sqlite:///PATH or postgresql://USER@HOST/NAME (or TANDEM_STORE).",
        show_default="a file in the home",
    )(function)


@click.command()
@click.option(
    "--policy",
    "policy_name",
    required=True,
    help="A planner's name or GGUF path, oracle, keyword-router, never-converts-units, "
    "forgets-second-turn, or a null agent of the benchmark.",
)
@click.option(
    "--tasks", "count", type=click.IntRange(1), help="How many tasks; 100, or all of FILE."
)
@click.option("--from", "source", type=FILE, help="File of constructed tasks, taken in its order.")
@click.option("--split", type=click.Choice(("train", "dev")), default="train", help="Of which.")
@click.option("--group", type=click.IntRange(1, 256), default=1, help="Attempts at each task.")
@click.option("--seed", "run_seed", type=click.IntRange(0), default=0, help="Of tasks and chance.")
@click.option("--round", "round_", type=click.IntRange(0), default=0, help="Of the flywheel.")
@click.option(
    "--temperature",
    type=NumberRange(0, 5),
    help=f"Of a planner's sampling; {DRAWN} for groups, else 0.",
)
@click.option(
    "--most-steps",
    type=click.IntRange(1, MOST_STEPS),
    default=MOST_STEPS,
    show_default=True,
    help="Answers after which an attempt has failed.",
)
@click.option(
    "--easier-than",
    "hardest",
    type=NumberRange(0, 1),
    help="Of FILE only tasks whose estimated difficulty is below this.",
)
@click.option("--direct", is_flag=True, help="Of FILE only tasks whose words name their tools.")
@click.option(
    "--likeliest",
    is_flag=True,
    help="Of FILE first the tasks that the policy did not try in earlier rounds, of the families "
    "that it did best.",
)
@click.option("--adapter", type=FILE, help="LoRA over the planner, as export makes it.")
@click.option("--bare", is_flag=True, help="The planner without the harness.")
@click.option("--words", is_flag=True, help="Memory is searched without the embedder.")
@click.option(
    "--backend",
    type=click.Choice(("processes", "ray")),
    default="processes",
    show_default=True,
    help="Where workers run: on this machine, or on the nodes of a Ray cluster (RAY_ADDRESS).",
)
@store_option
@workers_option
@json_option
@common_options
def collect(
    settings: Settings,
    policy_name: str,
    count: int | None,
    source: Path | None,
    split: str,
    group: int,
    run_seed: int,
    round_: int,
    temperature: float | None,
    most_steps: int,
    hardest: float | None,
    direct: bool,
    likeliest: bool,
    adapter: Path | None,
    bare: bool,
    words: bool,
    backend: str,
    store_url: str,
    workers: int,
    as_json: bool,
) -> int:
    """Let a policy try tasks, and keep each attempt; one that was ended goes on where it was.

    Dev tasks are tried to see what is lacking; nothing of them is ever trained on.

    \b
    Examples:
      tandem-trainer collect --policy oracle --tasks 20
      tandem-trainer collect --policy qwen2.5-coder-0.5b --tasks 50 --group 4
      tandem-trainer collect --policy oracle --from tasks.jsonl
    """
    from tandem_edge.bench.runs.running import with_adapter
    from tandem_shared.tasks import Split
    from tandem_trainer.facade import (
        collected,
        constructed_to_collect,
        likely,
        open_experience,
        tasks_to_collect,
    )
    from tandem_trainer.rollout.collecting import Collecting
    from tandem_trainer.rollout.policies import SCRIPTS, PolicySpec

    if source is not None and split != "train":
        raise UsageError("constructed tasks are training tasks", hint="leave --split out")
    if temperature is None:
        temperature = DRAWN if group > 1 and policy_name not in SCRIPTS else 0.0
    settings = settings.model_copy(update={"planner": policy_name})
    spec = PolicySpec(with_adapter(settings, adapter), bare, temperature)
    with open_experience(settings.home, store_url) as store:
        if source is not None:
            rank = likely(store, spec.policy().name, round_) if likeliest else None
            tasks = constructed_to_collect(store, source, count, _fits(hardest, direct), rank)
        else:
            tasks = tasks_to_collect(store, Split(split), count or TASKS, run_seed)
        wanted = Collecting(spec, tasks, group, run_seed, round_, words, most_steps)
        made: list[bool | None] = []
        with _counting(len(tasks) * group, as_json) as tell:
            for rollout in collected(store, wanted, workers, backend):
                made.append(_passed(rollout))
                tell(rollout)
    if not as_json:
        if source is None and len(tasks) < (count or TASKS):
            print_text(f"the store has {len(tasks)} {split} tasks, all were taken")
        print_text(
            f"{len(tasks)} tasks, {len(tasks) * group} attempts: {len(made)} made now, of which "
            f"{made.count(True)} passed, {made.count(False)} failed, {made.count(None)} invalid"
        )
    return 0


def _fits(hardest: float | None, direct: bool) -> Callable[[Constructed], bool]:
    from tandem_trainer.tasks.diversity import indirect

    def names_its_tools(each: Constructed) -> bool:
        said = " ".join(each.task.turns)
        return not any(indirect(said, tool, each.task.language) for tool in each.tools)

    def fits(each: Constructed) -> bool:
        easy = hardest is None or each.difficulty.estimate < hardest
        return easy and (not direct or names_its_tools(each))

    return fits


@contextmanager
def _counting(total: int, as_json: bool) -> Iterator[Callable[[Rollout], None]]:
    """Show each rollout as it is kept: an event for machines, a bar on a terminal, else a line."""
    if as_json:
        yield lambda rollout: print_json({**_event(rollout), "id": rollout.id})
    elif sys.stderr.isatty():
        from rich.console import Console
        from rich.progress import Progress

        with Progress(console=Console(stderr=True), transient=True) as bar:
            task = bar.add_task("attempts", total=total)
            yield lambda rollout: bar.advance(task)
    else:
        yield lambda rollout: print_text(_line(rollout), err=True)


def _event(rollout: Rollout) -> dict[str, Any]:
    return {
        "policy": rollout.policy.name,
        "task": rollout.task.id,
        "trial": rollout.trial,
        "valid": rollout.verdict is not None,
        "passed": _passed(rollout),
        "reasons": rollout.verdict.reasons if rollout.verdict else [rollout.trajectory.fault],
    }


def _line(rollout: Rollout) -> str:
    state = {True: "passed ", False: "failed ", None: "invalid"}
    return f"{state[_passed(rollout)]} {rollout.task.id} {rollout.trial}"


def _passed(rollout: Rollout) -> bool | None:
    """``None`` where the record is invalid."""
    return rollout.verdict.passed if rollout.verdict else None
