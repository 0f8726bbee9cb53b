"""``python -m tandem_edge.bench.tasks``: build and prove the scenarios of one file or split."""

from __future__ import annotations

import sys

import click

from tandem_edge.bench.proofs import Proof, prove_one
from tandem_edge.bench.tasks.building import build_all
from tandem_edge.bench.tasks.reading import ScenarioError, all_drafts
from tandem_shared.tasks import Split


@click.command()
@click.argument("split", type=click.Choice([each.value for each in Split]))
@click.option("--file", "name", default="", help="Only scenario files whose name holds this.")
@click.option("--family", default="", help="Only families whose name holds this.")
def main(split: str, name: str, family: str) -> None:
    """Print every fault of the scenarios, and what was counted. Exit 1 when there is a fault."""
    drafts = [
        draft
        for draft in all_drafts(Split(split))
        if name in draft.where and family in draft.family
    ]
    proof = Proof()
    for draft in {(draft.dimension, draft.family): draft for draft in drafts}.values():
        kin = [
            each
            for each in drafts
            if (each.dimension, each.family) == (draft.dimension, draft.family)
        ]
        try:
            for built in build_all(kin):
                proof.add(prove_one(built))
        except ScenarioError as error:
            proof.faults.append(str(error))
    for line in proof.faults:
        click.echo(line)
    languages = {each: sum(draft.language == each for draft in drafts) for each in ("en", "zh")}
    click.echo(
        f"{proof.tasks} tasks {languages}, {proof.proven} proven; mutants {dict(proof.mutants)}"
    )
    sys.exit(bool(proof.faults))


if __name__ == "__main__":
    main()
