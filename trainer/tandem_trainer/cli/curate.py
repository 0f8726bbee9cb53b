"""``tandem-trainer curate``: what may be said of every rollout, and what a person should see."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import click

from tandem_edge.cli.bench import workers_option
from tandem_edge.cli.common import common_options, json_option, print_json, print_text
from tandem_trainer.cli.collect import store_option
from tandem_trainer.cli.telling import telling

if TYPE_CHECKING:
    from tandem_edge.settings import Settings
    from tandem_shared.experience import Curated
    from tandem_trainer.experience.store import Store
    from tandem_trainer.flywheel.curating import Curation


@click.command()
@click.option("--limit", type=click.IntRange(1), help="Look at no more than so many now.")
@store_option
@workers_option
@json_option
@common_options
def curate(
    settings: Settings, limit: int | None, store_url: str, workers: int, as_json: bool
) -> int:
    """Look at every rollout: done, fit to learn from, what failed, and why to have it reviewed.

    What is said of one depends on all that are there, so new rollouts are followed by curating
    again. A command that was ended goes on when it is given again.

    \b
    Examples:
      tandem-trainer curate
      tandem-trainer curate --limit 1000
    """
    from tandem_trainer.facade import open_experience

    with open_experience(settings.home, store_url) as store:
        from tandem_trainer.flywheel.curating import curate_store

        with telling() as say:
            made = curate_store(store, workers=workers, limit=limit, say=say)
        found = _found(store, made)
    if as_json:
        print_json(found)
    else:
        _print(found)
    return 0


def _found(store: Store, made: Curation) -> dict[str, Any]:
    from tandem_trainer.curate.summary import summarise, table

    marks, capabilities, unfit = Counter[str](), Counter[str](), Counter[str]()

    def counted() -> Any:
        for policy, said in store.looks.curated(made.step.id):
            marks.update(each.failing.value for each in said.marks)
            capabilities.update(each.value for each in said.capabilities)
            unfit.update(_kinds(said))
            yield policy, said

    heading, *rows = table(summarise(counted()))
    waiting = Counter(
        concern
        for each in store.looks.each(made.step.id, concerning=True)
        for concern in each.look.concerns
    )
    return {
        "step": made.step.id,
        "curated": made.step.outputs,
        "rollouts": made.rollouts,
        "left": made.left,
        "attribution": [dict(zip(heading, row, strict=True)) for row in rows],
        "marks": dict(marks.most_common()),
        "capabilities": dict(capabilities.most_common()),
        "unfit": dict(unfit.most_common()),
        "review": dict(waiting.most_common()),
    }


def _kinds(said: Curated) -> list[str]:
    """Why it is unfit, without what differs from one record to the next."""
    return [each.split(":")[0].split(" as ")[0][:60] for each in said.unfit]


def _print(found: dict[str, Any]) -> None:
    done = found["rollouts"] - found["left"]
    print_text(f"{done} of {found['rollouts']} rollouts curated")
    for row in found["attribution"]:
        print_text("  " + "  ".join(f"{name} {value}" for name, value in row.items()))
    for what in ("marks", "capabilities", "unfit"):
        listed = ", ".join(f"{name} {count}" for name, count in found[what].items())
        print_text(f"{what}: {listed or 'none'}")
    held = ", ".join(f"{name} {count}" for name, count in found["review"].items())
    print_text(f"to be reviewed, by reason: {held or 'none'}")
    if found["left"]:
        print_text(f"  try: tandem-trainer curate   ({found['left']} are left)")
    else:
        then = "review list" if held else "diagnose" if done else "collect --policy oracle"
        print_text(f"  try: tandem-trainer {then}")
