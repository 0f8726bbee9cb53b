"""``tandem-trainer tasks keep``: constructed tasks into the experience store."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tandem_edge.cli.common import NamedPath, common_options, json_option, print_json, print_text
from tandem_trainer.cli.collect import store_option

if TYPE_CHECKING:
    from tandem_edge.settings import Settings


@click.command()
@click.argument("file", type=NamedPath(path_type=Path, dir_okay=False, exists=True))
@click.option("--source", default="", help="Device whose episodes they were made from.")
@store_option
@json_option
@common_options
def keep(settings: Settings, file: Path, source: str, store_url: str, as_json: bool) -> int:
    """Put constructed tasks with their plans into the store, to be collected from.

    \b
    Example:
      tandem-trainer tasks keep tasks.jsonl
    """
    from tandem_trainer.facade import open_experience

    with open_experience(settings.home, store_url) as store:
        from tandem_trainer.flywheel.keeping import keep_tasks

        count, new = keep_tasks(store, file, source)
    if as_json:
        print_json({"tasks": count, "new": new})
    else:
        print_text(f"{count} tasks, {new} of them new")
        print_text(f"  try: tandem-trainer collect --policy oracle --tasks {count}")
    return 0
