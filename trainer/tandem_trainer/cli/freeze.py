"""``tandem-trainer freeze`` and ``withdraw``: data sets, what is in them, what was taken back."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tandem_edge.cli.bench import workers_option
from tandem_edge.cli.common import common_options, json_option, print_json, print_text
from tandem_trainer.cli.collect import store_option
from tandem_trainer.cli.decisions import NAME
from tandem_trainer.cli.diagnose import words_option
from tandem_trainer.cli.telling import telling

if TYPE_CHECKING:
    from tandem_edge.settings import Settings
    from tandem_trainer.experience.store import Store
    from tandem_trainer.freeze.records import Explained


@click.command()
@click.argument("proposal", required=False)
@click.option("--out", default="", help="Folder or URL of data sets.", show_default="in the home")
@click.option("--explain", "example", help="Say where this example of a data set came from.")
@click.option("--list", "listing", is_flag=True, help="Say which data sets there are.")
@words_option
@store_option
@workers_option
@json_option
@common_options
def freeze(
    settings: Settings,
    proposal: str | None,
    out: str,
    example: str | None,
    listing: bool,
    words: bool,
    store_url: str,
    workers: int,
    as_json: bool,
) -> int:
    """Make an approved proposal a data set that never changes; or say where one is from.

    \b
    Examples:
      tandem-trainer freeze 81cc02 --out sets
      tandem-trainer freeze --list
      tandem-trainer freeze --explain 5d0e77
    """
    from tandem_shared.errors import UsageError
    from tandem_trainer.facade import open_experience

    if sum((proposal is not None, example is not None, listing)) != 1:
        raise UsageError(
            "give a proposal to freeze, or --explain EXAMPLE, or --list",
            hint="tandem-trainer proposal list",
        )
    with open_experience(settings.home, store_url) as store:
        if listing:
            return _list(store, as_json)
        if example is not None:
            return _explain(store, example, as_json)
        return _freeze(settings, store, str(proposal), out, words, workers, as_json)


def _freeze(
    settings: Settings,
    store: Store,
    proposal: str,
    out: str,
    words: bool,
    workers: int,
    as_json: bool,
) -> int:
    from tandem_trainer.flywheel.freezing import freeze_store
    from tandem_trainer.flywheel.guarding import open_guard

    folder = settings.home / "trainer"
    place = _anywhere(out or str(folder / "datasets"))
    guard = open_guard(folder / "door", settings.models_dir, words=words, threads=workers)
    with telling() as say:
        made = freeze_store(store, proposal, place, guard, folder / "scratch", say=say)
    if as_json:
        print_json({"dataset": made.id, "out": place, **made.model_dump(mode="json")})
        return 0
    languages = ", ".join(f"{name} {count}" for name, count in made.languages.items())
    print_text(f"data set {made.id}")
    print_text(f"  {made.rollouts} examples ({languages}) in {place}/{made.id}")
    print_text(f'  load: load_dataset("parquet", data_files="{place}/{made.id}/examples.parquet")')
    return 0


def _anywhere(place: str) -> str:
    """A folder's name as it is from wherever the next command is given; a URL as it is."""
    return place if "://" in place else str(Path(place).resolve())


def _list(store: Store, as_json: bool) -> int:
    from tandem_trainer.flywheel.freezing import frozen

    for each in frozen(store):
        made = each.dataset
        if as_json:
            print_json(
                {
                    "dataset": made.id,
                    "places": each.places,
                    "withdrawn": each.withdrawn,
                    **made.model_dump(mode="json"),
                }
            )
        else:
            gone = f", {each.withdrawn} of them withdrawn since" if each.withdrawn else ""
            where = ", ".join(each.places)
            print_text(f"{made.id[:NAME]}  {made.rollouts} examples{gone}  {where}")
    return 0


def _explain(store: Store, example: str, as_json: bool) -> int:
    from tandem_trainer.flywheel.freezing import explain

    for found in explain(store, example):
        if as_json:
            print_json(found.model_dump(mode="json"))
        else:
            _print(found)
    return 0


def _print(found: Explained) -> None:
    came, weight = found.lineage, found.lineage.weight
    print_text(f"example {came.id} of data set {found.dataset.id[:NAME]}")
    print_text(f"  task {came.task}, tried by {came.policy.name} in round {came.round}")
    print_text(f"  from {came.source or 'this machine'}; in it as {', '.join(came.parts)}")
    print_text(f"  weight {weight.weight:.2f}: {weight.why}")
    for name in weight.evidence:
        print_text(f"    shown by {name}")
    print_text(f"  curated as {came.curated[:NAME]} by {came.rules}")
    for each in came.reviews:
        print_text(f"  {each.reviewer}: {each.decision.value} ({each.reason})")
    approval = found.approval
    print_text(f"  proposal {found.proposal.id[:NAME]}: {approval.decision} by {approval.person}")


@click.command()
@click.argument("device")
@store_option
@json_option
@common_options
def withdraw(settings: Settings, device: str, store_url: str, as_json: bool) -> int:
    """Leave a device's experience out from now on, and mark the data sets that hold any of it.

    \b
    Example:
      tandem-trainer withdraw device-7f3a
    """
    from tandem_trainer.facade import open_experience

    with open_experience(settings.home, store_url) as store:
        from tandem_trainer.flywheel.freezing import withdraw as taken_back

        made = taken_back(store, device)
    if as_json:
        print_json(
            {
                "device": made.source,
                "tasks": made.tasks,
                "rollouts": made.rollouts,
                "datasets": made.datasets,
            }
        )
        return 0
    print_text(f"{made.rollouts} rollouts and {made.tasks} tasks are left out from now on")
    if not (made.rollouts or made.tasks):
        print_text(f"  nothing of {device} is here yet: is that its name?")
    for name in made.datasets:
        print_text(f"  data set {name[:NAME]} holds some of it, and is marked")
    print_text("  try: tandem-trainer curate")
    return 0
