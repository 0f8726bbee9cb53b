"""``tandem-trainer export``: a file that the edge runs, of a checkpoint that it acts like."""

from __future__ import annotations

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

if TYPE_CHECKING:
    from tandem_edge.settings import Settings
    from tandem_trainer.train.export.agreement import Agreement

FOLDER = NamedPath(path_type=Path, file_okay=False)


@click.command()
@click.argument("run", type=FOLDER)
@click.option("--out", type=FOLDER, required=True, help="Folder for the file and its report.")
@click.option(
    "--as",
    "form",
    type=click.Choice(("lora", "q8_0", "q4_k_m")),
    default="lora",
    show_default=True,
    help="A LoRA over the unchanged base, or one file with the LoRA in it.",
)
@click.option("--base", default="", help="The run's base, where its name does not lead there.")
@click.option(
    "--agreement",
    "needed",
    type=NumberRange(0, 1),
    default=0.98,
    show_default=True,
    help="Share of actions that must be the checkpoint's.",
)
@click.option(
    "--tasks", type=click.IntRange(1), default=40, show_default=True, help="Of dev, to compare on."
)
@click.option(
    "--dtype",
    type=click.Choice(("auto", "float32", "bfloat16")),
    default="float32",
    show_default=True,
    help="Of the checkpoint's arithmetic.",
)
@click.option("--words", is_flag=True, help="Memory is searched without the embedder.")
@json_option
@common_options
def export(settings: Settings, as_json: bool, **chosen: Any) -> int:
    """Write what RUN learned as a file for the edge, if that acts as the checkpoint does.

    The file is loaded by llama.cpp and tries dev tasks; one that takes other actions is refused.
    The report is kept beside it, as JSON.

    \b
    Examples:
      tandem-trainer export runs/first --out shipped
      TANDEM_PLANNER_ADAPTER=shipped/FILE.gguf tandem ask "Turn on Bluetooth"
    """
    from tandem_trainer.facade import require_extra

    require_extra()
    from tandem_trainer.train.export.exporting import Export
    from tandem_trainer.train.export.exporting import export as carry_out

    def tell(found: Agreement, tasks: int) -> None:
        if not as_json:
            same = found.answers - len(found.differing)
            print_text(f"{same} of {found.answers} actions alike, {tasks} tasks", err=True)

    report = carry_out(Export(**chosen), settings, tell)
    if as_json:
        print_json(report)
        return 0
    print_text(
        f"{chosen['out'] / report['file']}: {report['bytes'] / 1e6:,.1f} MB, SHA-256 "
        f"{report['sha256'][:12]}; {report['agreement']:.1%} of {report['answers']} actions are "
        "the checkpoint's"
    )
    return 0
