"""``tandem-trainer tasks``: construct training tasks, and see what they cover."""

from __future__ import annotations

import os
import sys
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
from tandem_trainer.cli.collect import store_option

if TYPE_CHECKING:
    from tandem_edge.settings import Settings
    from tandem_shared.experience import WantedTasks
    from tandem_trainer.tasks.coverage import Coverage
    from tandem_trainer.tasks.novelty import Meaning
    from tandem_trainer.tasks.orders import Asked

FILE = NamedPath(path_type=Path, dir_okay=False)
MOST_BYTES = 200_000_000
SHOWN = 15
SEVERAL_STEPS = 0.4
CAPABILITIES = (
    "routing",
    "grounding",
    "conditions",
    "reference",
    "revision",
    "conflict",
    "boundary",
    "recovery",
    "memory_use",
    "memory_add",
    "memory_replace",
    "memory_remove",
    "skill_choice",
    "delegation",
)
TRAITS = ("units", "later_turn")
WEAKNESSES = ("never-converts-units", "forgets-second-turn")
"""As ``Capability``, ``Trait`` and the weak policies have them, which --help need not import."""


@click.group()
def tasks() -> None:
    """Construct training tasks, and see what they cover.

    \b
    Examples:
      tandem-trainer tasks construct --count 2000 --seed 1 --out tasks.jsonl
      tandem-trainer tasks coverage tasks.jsonl
    """


@tasks.command()
@click.option("--count", type=click.IntRange(1, 1_000_000), required=True, help="How many.")
@click.option("--seed", "run_seed", type=click.IntRange(0), default=0, help="Of all chance.")
@click.option("--out", type=FILE, required=True, help="File that gets a task a line.")
@click.option("--wanted", type=FILE, help="A proposal, or wanted tasks a line, that gaps ask for.")
@click.option("--from-gaps", "proposal", help="A proposal of the store, whose gaps are filled.")
@click.option("--episodes", type=FILE, help="Failed rollouts a line, to be made into new tasks.")
@click.option(
    "--for",
    "capabilities",
    type=click.Choice(CAPABILITIES),
    multiple=True,
    help="What to exercise.",
)
@click.option("--tool", "tools", multiple=True, metavar="NAME", help="What has to be used.")
@click.option(
    "--trait", "traits", type=click.Choice(TRAITS), multiple=True, help="What tasks have to have."
)
@click.option(
    "--weakness",
    "weaknesses",
    type=click.Choice(WEAKNESSES),
    multiple=True,
    help="What would show this weakness of a policy.",
)
@click.option(
    "--asked-share",
    type=NumberRange(0, 1, min_open=True),
    help="Of tries that go to what is asked for.  [default: 1 if it is named here, else 0.5]",
)
@click.option(
    "--multi-step-share",
    type=NumberRange(0, 1),
    help="Least share of tasks of several steps.  [default: 0.4; 0 if something is named]",
)
@click.option(
    "--chinese-share",
    type=NumberRange(0, 1),
    default=0.45,
    show_default=True,
    help="Least share of tasks in Chinese.",
)
@click.option(
    "--proposer",
    metavar="MODEL",
    help="A language model that writes the requests: a planner's name, or an endpoint.",
)
@click.option(
    "--requests",
    "most_requests",
    type=click.IntRange(1, 1_000_000),
    help="How often the proposer is asked at most.  [default: once a task]",
)
@click.option("--words", is_flag=True, help="Judge likeness by letters, without the embedder.")
@click.option(
    "--workers",
    type=click.IntRange(1, 64),
    default=lambda: max(1, os.cpu_count() or 1),
    show_default="one a core",
    help="Processes at work; the file is the same for any number.",
)
@store_option
@json_option
@common_options
def construct(
    settings: Settings,
    count: int,
    run_seed: int,
    out: Path,
    wanted: Path | None,
    proposal: str | None,
    episodes: Path | None,
    capabilities: tuple[str, ...],
    tools: tuple[str, ...],
    traits: tuple[str, ...],
    weaknesses: tuple[str, ...],
    asked_share: float | None,
    multi_step_share: float | None,
    chinese_share: float,
    proposer: str | None,
    most_requests: int | None,
    words: bool,
    workers: int,
    store_url: str,
    as_json: bool,
) -> int:
    """Make tasks that are proven: the right way passes, nearly right ones fail.

    Their plans and a record of what they were made from are kept beside the file, in
    FILE.plans and FILE.record. A run that was ended goes on when the same command is given again.

    \b
    Examples:
      tandem-trainer tasks construct --count 2000 --seed 1 --out tasks.jsonl
      tandem-trainer tasks construct --count 300 --weakness forgets-second-turn --out few.jsonl
      tandem-trainer tasks construct --count 200 --tool convert_unit --out units.jsonl
      tandem-trainer tasks construct --count 500 --from-gaps 81cc02 --out aimed.jsonl
    """
    from tandem_trainer.tasks.asking import wanted_by_name
    from tandem_trainer.tasks.keeping import construct_file
    from tandem_trainer.tasks.quota import Shares

    if proposer is not None:
        record = _proposed(
            settings,
            out,
            count,
            run_seed,
            _meaning(settings, words),
            proposer,
            tools,
            most_requests,
        )
        _tell(out, record, as_json)
        return 0
    named = wanted_by_name(capabilities, tools, weaknesses, traits)
    if proposal:
        named += _gaps(settings, store_url, proposal)
    asked = _asked(wanted, episodes, named, asked_share)
    if multi_step_share is None:
        multi_step_share = 0.0 if named else SEVERAL_STEPS
    shares = Shares(multi_step=multi_step_share, chinese=chinese_share)
    meaning = _meaning(settings, words)
    record = construct_file(
        out, count, run_seed, meaning, asked, shares=shares, workers=workers, say=_say
    )
    _tell(out, record, as_json)
    return 0


def _say(done: int, of: int) -> None:
    if sys.stderr.isatty() or done == of:
        print_text(f"{done} of {of} tasks", err=True)


def _tell(out: Path, record: dict[str, Any], as_json: bool) -> None:
    """What was made, and what was dropped on the way."""
    if as_json:
        print_json({"file": str(out), **record})
        return
    print_text(f"{record['tasks']} tasks in {out}, sha256 {record['sha256']}")
    lost = ", ".join(f"{why} {number}" for why, number in record["dropped"].items()) or "nothing"
    tried = (
        f"{record['attempts']} attempts"
        if "attempts" in record
        else (f"{record['requests']} requests")
    )
    print_text(f"dropped of {tried}: {lost}")
    print_text(f"  try: tandem-trainer tasks coverage {out}")


def _proposed(
    settings: Settings,
    out: Path,
    count: int,
    seed: int,
    meaning: Meaning,
    proposer: str,
    tools: tuple[str, ...],
    most_requests: int | None,
) -> dict[str, Any]:
    from contextlib import closing

    from tandem_edge.facade import open_language_model
    from tandem_trainer.tasks.model_proposer import ModelProposer
    from tandem_trainer.tasks.proposal_files import propose_file

    with closing(open_language_model(settings.model_copy(update={"llm": proposer}))) as model:
        return propose_file(
            out,
            count,
            seed,
            meaning,
            ModelProposer(model),
            tools,
            most_requests=most_requests or count,
            say=_say,
        )


def _meaning(settings: Settings, words: bool) -> Meaning:
    from tandem_edge.embedder.opening import open_embedder
    from tandem_trainer.tasks.novelty import HashedWords

    return HashedWords() if words else open_embedder(settings.models_dir)


def _gaps(settings: Settings, store_url: str, beginning: str) -> list[WantedTasks]:
    """What a proposal of the store wants, as far as it can be made; the rest is told."""
    from tandem_shared.errors import UsageError
    from tandem_shared.experience import Proposal
    from tandem_trainer.facade import open_experience
    from tandem_trainer.tasks.asking import fillable

    with open_experience(settings.home, store_url) as store:
        found = store.get(Proposal, store.find(Proposal, beginning))
    wanted, lacks = fillable(found.wanted)
    for lack in lacks:
        print_text(f"left out: {lack}", err=True)
    if not wanted:
        raise UsageError("the proposal wants no tasks that can be made", hint="leave it out")
    return wanted


def _asked(
    wanted: Path | None, episodes: Path | None, named: list[WantedTasks], share: float | None
) -> Asked:
    from tandem_trainer.tasks.asking import episode_orders, read_wanted
    from tandem_trainer.tasks.constructing import orders_of
    from tandem_trainer.tasks.orders import ASKED, Asked

    gaps = read_wanted(_text(wanted)) if wanted else []
    failed = episode_orders(_text(episodes)) if episodes else []
    return Asked(orders_of([*gaps, *named], failed), share or (1.0 if named else ASKED))


def _text(path: Path) -> str:
    from tandem_edge.files import read_limited, why_unread
    from tandem_shared.errors import UsageError

    try:
        return read_limited(path, MOST_BYTES).decode()
    except (OSError, ValueError) as error:
        why = why_unread(error)
        raise UsageError(f"cannot read {path}: {why}", hint="give a file of JSON lines") from error


@tasks.command()
@click.argument("file", type=FILE)
@json_option
@common_options
def coverage(settings: Settings, file: Path, as_json: bool) -> int:
    """Tables by scenario and capability with targets, what is missing, how varied the words are.

    \b
    Example:
      tandem-trainer tasks coverage tasks.jsonl
    """
    from tandem_trainer.tasks.coverage import coverage as measured
    from tandem_trainer.tasks.keeping import read_constructed

    found = measured(read_constructed(file))
    if as_json:
        print_json(found.as_json())
    else:
        for line in lines(found):
            print_text(line)
    return 0


def lines(found: Coverage) -> list[str]:
    """The tables for a terminal; of long ones only what is missing."""
    shown = [f"{found.tasks} tasks"]
    for name, rows in found.tables.items():
        short = [row for row in rows if row.missing]
        shown.append(f"{name}: {len(rows) - len(short)} of {len(rows)} targets met")
        listed: list[Any] = list(rows) if len(rows) <= 2 * SHOWN else short[:SHOWN]
        for row in listed:
            lack = f"  {row.missing} missing" if row.missing else ""
            shown.append(f"  {row.name:<32} {row.count:>6} of {row.target}{lack}")
    for language in ("en", "zh"):
        each = sorted(by[language][0] for by in found.diversity.values() if language in by)
        if each:
            middle, least = each[len(each) // 2], each[0]
            shown.append(f"distinct-2 a tool, {language}: median {middle:.2f}, least {least:.2f}")
        shown.append(f"indirect, {language}: {100 * found.indirect[language]:.1f} %")
    return shown
