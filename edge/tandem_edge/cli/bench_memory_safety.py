"""``tandem bench memory safety``: kills, altered files, keys that do not fit."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from tandem_edge.cli.common import common_options, json_option, print_json, print_text
from tandem_shared.errors import UsageError

if TYPE_CHECKING:
    from tandem_edge.bench.memory.safety.measuring import Safety
    from tandem_edge.bench.memory.safety.tally import Tally
    from tandem_edge.settings import Settings


@click.command("safety")
@click.option("--kills", type=click.IntRange(1, 100_000), default=200, help="So many processes.")
@click.option("--seed", type=click.IntRange(0), help="Of every choice and moment (usual: 7).")
@json_option
@common_options
def memory_safety(settings: Settings, kills: int, as_json: bool) -> int:
    """Kill the memory's processes as they write, alter its files, bring wrong keys.

    It works on homes of its own, never on yours. After every kill a fresh process checks that all
    that was acknowledged is there, whole and found, and every file is searched for plain text. Ends
    with 1 when anything is lost, broken, readable, or opened that should not.

    \b
    Examples:
      tandem bench memory safety
      tandem bench memory safety --kills 20 --seed 3 --json
    """
    from tandem_edge.bench.memory.safety.measuring import measure

    if not sys.platform.startswith("linux"):
        raise UsageError("this looks into processes as Linux shows them", hint="run it on Linux")
    found = measure(
        settings.models_dir, kills, settings.seed, lambda line: print_text(line, err=True)
    )
    if as_json:
        print_json(found.as_json())
    else:
        for line in [*_told(found.kills), *_told_rest(found)]:
            print_text(line)
    return 1 if found.faults else 0


def _told(tally: Tally) -> Iterator[str]:
    yield (
        f"{tally.kills} kills in {tally.seconds:.0f} s, {tally.with_embedder} of them with an "
        f"embedder: {_counted(tally.by_kind)}"
    )
    yield (
        f"{tally.in_flight.total()} met a deed in flight ({_counted(tally.in_flight)}), "
        f"{tally.in_transaction} an open transaction, {tally.between_keys} left two keys"
    )
    yield (
        f"{tally.turns} turns and {tally.units} changes of memories acknowledged: "
        f"{len(tally.lost)} lost, {len(tally.faults)} faults; {tally.searched} searched for"
    )
    yield f"{tally.files} files looked through for plain text: {len(tally.leaks)} leaks"


def _told_rest(found: Safety) -> Iterator[str]:
    refused = sum(each.refused and each.unchanged for each in found.attacks.outcomes)
    attacks = len(found.attacks.outcomes)
    yield f"{refused} of {attacks} attacks refused with every byte of the home unchanged"
    if found.without:
        yield f"indexes not looked at: {found.without}"
    else:
        rebuilt = sum(each.whole for each in found.indexes)
        yield f"{rebuilt} of {len(found.indexes)} harmed indexes made anew"
    yield from (f"fault: {each}" for each in found.faults)


def _counted(counter: dict[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in sorted(counter.items())) or "none"
