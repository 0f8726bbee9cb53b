"""``python -m tandem_edge.bench.tasks``: build and prove the scenarios of one file or split."""

from __future__ import annotations

import sys
from collections import Counter

import click

from tandem_edge.bench.proofs import Proof, prove_one
from tandem_edge.bench.tasks.building import Built, build_all
from tandem_edge.bench.tasks.frozen import freeze
from tandem_edge.bench.tasks.reading import Draft, ScenarioError, all_drafts
from tandem_shared.tasks import Split


@click.command()
@click.argument("split", type=click.Choice([each.value for each in Split]))
@click.option("--file", "name", default="", help="Only scenario files whose name holds this.")
@click.option("--family", default="", help="Only families whose name holds this.")
@click.option("--freeze", "freezing", is_flag=True, help="Write the split's frozen file.")
@click.option("--show", is_flag=True, help="Print each task and what counts as done.")
def main(split: str, name: str, family: str, freezing: bool, show: bool) -> None:
    """Print every fault of the scenarios, and what was counted. Exit 1 when there is a fault."""
    every = all_drafts(Split(split))
    drafts = [each for each in every if name in each.where and family in each.family]
    built, proof = _build(drafts)
    for each in built:
        proof.add(prove_one(each))
        if show:
            click.echo(each.task.model_dump_json(indent=1, exclude_defaults=True))
    for line in proof.faults:
        click.echo(line)
    languages = Counter(draft.language for draft in drafts)
    click.echo(
        f"{proof.tasks} tasks {dict(languages)}, {proof.proven} proven; "
        f"mutants {dict(proof.mutants)}"
    )
    if freezing and not proof.faults and len(drafts) == len(every):
        freeze(Split(split), built)
    sys.exit(bool(proof.faults))


def _build(drafts: list[Draft]) -> tuple[list[Built], Proof]:
    """All tasks, a family at a time, so that a faulty one does not hide the others."""
    built: list[Built] = []
    proof = Proof()
    families: dict[tuple[str, str], list[Draft]] = {}
    for draft in drafts:
        families.setdefault((draft.dimension, draft.family), []).append(draft)
    for (_, family), kin in families.items():
        languages = Counter(draft.language for draft in kin)
        if abs(languages["en"] - languages["zh"]) > 1:
            proof.faults.append(f"{kin[0].where}: {family} has {dict(languages)}")
        try:
            built += build_all(kin)
        except ScenarioError as error:
            proof.faults.append(str(error))
    return built, proof


if __name__ == "__main__":
    main()
