"""``tandem bench memory made-up``: small files in a benchmark's format, to try an adapter on."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tandem_edge.cli.common import NamedPath, common_options, json_option, print_json, print_text

if TYPE_CHECKING:
    from tandem_edge.settings import Settings

FORMATS = ("locomo", "longmemeval", "beam")


@click.command("made-up")
@click.argument("out", type=NamedPath(path_type=Path, file_okay=False))
@click.option("--format", "form", type=click.Choice(FORMATS), required=True, help="Of the files.")
@click.option("--seed", "files_seed", type=click.IntRange(0), default=0, help="Of what is said.")
@click.option("--count", type=click.IntRange(1, 1000), default=3, help="Conversations.")
@json_option
@common_options
def made_up(
    settings: Settings, out: Path, form: str, files_seed: int, count: int, as_json: bool
) -> int:
    """Make conversations up, in a benchmark's format but not out of it; they measure nothing.

    \b
    Example:
      tandem bench memory made-up --format beam tries/beam
    """
    from tandem_edge.bench.memory.evaluation.generating import make
    from tandem_shared.errors import UsageError

    try:
        data = make(form, out, files_seed, count)
    except OSError as error:
        raise UsageError(
            f"{out} cannot be written: {error.strerror}", hint="name another folder"
        ) from error
    if as_json:
        print_json({"data": str(data), "format": form, "conversations": count})
    else:
        print_text(f"{count} made-up conversations: {data}")
        print_text(
            f"  try: tandem bench memory answers --format {form} --data {data} --out {out}-run"
        )
    return 0
