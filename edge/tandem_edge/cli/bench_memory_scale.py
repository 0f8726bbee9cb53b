"""``tandem bench memory scale``: the memory of a long life, searched on one core."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tandem_edge.cli.common import NamedPath, common_options, json_option, print_json, print_text

if TYPE_CHECKING:
    from tandem_edge.settings import Settings

TURNS, PEER_TURNS = 200_000, 20_000


@click.command("scale")
@click.option(
    "--turns", type=click.IntRange(1), default=TURNS, show_default=True, help="Turns to hold."
)
@click.option(
    "--folder",
    type=NamedPath(path_type=Path, file_okay=False),
    help="Keep the memory there; one that is there is filled up to --turns and searched again.",
)
@click.option("--peer", is_flag=True, help="Measure mem0 on the same texts too (installs it).")
@click.option(
    "--peer-turns",
    type=click.IntRange(1),
    default=PEER_TURNS,
    show_default=True,
    help="Turns that both hold for that.",
)
@json_option
@common_options
def scale(
    settings: Settings,
    turns: int,
    folder: Path | None,
    peer: bool,
    peer_turns: int,
    as_json: bool,
) -> int:
    """Fill a memory and search it: how fast, with how much memory, on one core.

    Turns are made up. To fill 200,000 takes half an hour on a core of its own. With --peer, mem0 is
    installed in a folder of its own that is removed again; without the network it is left out.

    \b
    Examples:
      tandem bench memory scale --turns 20000
      tandem bench memory scale --folder /tmp/long --peer --json
    """
    from tandem_edge.bench.memory.peer import compare
    from tandem_edge.bench.memory.scaling import measure

    found: dict[str, Any] = {"scale": measure(settings.models_dir, turns, folder)}
    if peer:
        found["peer"] = compare(settings.models_dir, peer_turns)
    if as_json:
        print_json(found)
    else:
        for section, figures in found.items():
            _print(section, figures)
    return 0


def _print(section: str, figures: dict[str, Any]) -> None:
    for name, value in figures.items():
        if isinstance(value, dict):
            _print(f"{section} {name}", value)
        else:
            shown = f"{value:.3f}" if isinstance(value, float) else str(value)
            print_text(f"{section}: {name.replace('_', ' '):<28} {shown}")
