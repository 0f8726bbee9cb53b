"""The ``tandem-trainer`` entry point."""

from __future__ import annotations

from dataclasses import asdict

import click

from tandem_edge.cli.common import json_option, print_json, print_text, run
from tandem_trainer.cli.care import care
from tandem_trainer.cli.care_ablation import care_ablation
from tandem_trainer.cli.collect import collect
from tandem_trainer.cli.curate import curate
from tandem_trainer.cli.diagnose import diagnose, proposal
from tandem_trainer.cli.evaluate import evaluate
from tandem_trainer.cli.export import export
from tandem_trainer.cli.freeze import freeze, withdraw
from tandem_trainer.cli.review import review
from tandem_trainer.cli.runs import runs
from tandem_trainer.cli.sft import sft
from tandem_trainer.cli.tasks import tasks

EXAMPLES = """\b
Examples:
  tandem-trainer check             whether everything the trainer needs is installed
  tandem-trainer check --json      the same for a script
  tandem-trainer tasks construct --count 2000 --out tasks.jsonl
  tandem-trainer collect --policy oracle --tasks 20
  tandem-trainer curate
  tandem-trainer diagnose --explain
  tandem-trainer freeze --list
  tandem-trainer sft DATASET --base qwen2.5-coder-0.5b --out runs/first
"""


@click.group(help=EXAMPLES)
@click.version_option(package_name="tandem-phone", prog_name="tandem-trainer")
def trainer() -> None:
    """Turn reviewed experience into better bundles."""


trainer.add_command(tasks)


@trainer.command()
@json_option
def check(as_json: bool) -> None:
    """Compare the installed packages with the versions that this release needs.

    Ends with 3 when one is missing or another version, and says what to type.
    """
    from tandem_trainer.facade import dependencies, require_extra

    found = dependencies()
    if as_json:
        print_json({"dependencies": [asdict(one) for one in found]})
    else:
        for one in found:
            print_text(
                f"{one.state:<8} {one.name:<14} {one.installed or '-':<10} wanted {one.wanted}"
            )
    require_extra()


for command in (
    collect,
    curate,
    review,
    diagnose,
    proposal,
    freeze,
    withdraw,
    sft,
    care,
    care_ablation,
    export,
    evaluate,
    runs,
):
    trainer.add_command(command)


def main() -> None:
    """Entry point of the ``tandem-trainer`` command."""
    run(trainer, name="tandem-trainer")
