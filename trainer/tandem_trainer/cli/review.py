"""``tandem-trainer review``: what a person has to look at, and what persons have said."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, TypeVar

import click

from tandem_edge.cli.common import common_options, json_option, print_json, print_text
from tandem_trainer.cli.collect import store_option
from tandem_trainer.cli.decisions import DECISIONS, NAME

if TYPE_CHECKING:
    from tandem_edge.settings import Settings
    from tandem_trainer.review.folding import Ruling

F = TypeVar("F", bound=Callable[..., Any])


reviewers_option = click.option(
    "--reviewers",
    type=click.IntRange(1, 9),
    default=1,
    show_default=True,
    envvar="TANDEM_REVIEWERS",
    help="How many have to say the same for a case to be decided.",
)


@click.group()
def review() -> None:
    """Look at doubtful cases, say what should become of them, see how far reviewers agree.

    \b
    Examples:
      tandem-trainer review list
      tandem-trainer review show 3fa9c2
      tandem-trainer review approve 3fa9c2 --as ann --reason "did what was asked"
    """


@review.command("list")
@click.option("--all", "every", is_flag=True, help="Also those that are decided.")
@click.option("--limit", type=click.IntRange(1), default=50, show_default=True, help="How many.")
@reviewers_option
@store_option
@json_option
@common_options
def list_cases(
    settings: Settings, every: bool, limit: int, reviewers: int, store_url: str, as_json: bool
) -> int:
    """Cases that wait for a person, the most pressing first.

    \b
    Example:
      tandem-trainer review list --limit 20
    """
    from tandem_trainer.facade import open_experience

    with open_experience(settings.home, store_url) as store:
        from tandem_trainer.flywheel.curating import standing_curation
        from tandem_trainer.flywheel.reviewing import cases, rulings_in

        found = rulings_in(store, reviewers)
        queued = cases(store, standing_curation(store))
    left = [case for case in queued if every or _open(found.get(case.id))]
    for case in left[:limit]:
        state = _state(found.get(case.id))
        concerns = [each.value for each in case.concerns]
        if as_json:
            print_json({**asdict(case), "concerns": concerns, "state": state})
        else:
            print_text(
                f"{case.id[:NAME]}  {state:<10} {case.confidence:.2f}  {', '.join(concerns)}"
            )
    if not as_json:
        print_text(f"{min(limit, len(left))} of {len(left)} cases; {len(queued)} in all")
    return 0


def _open(ruling: Ruling | None) -> bool:
    return ruling is None or ruling.decision is None


def _state(ruling: Ruling | None) -> str:
    if ruling is None:
        return "open"
    if ruling.decision is not None:
        return ruling.decision.value
    return "disputed" if ruling.disputed else "seconding"


@review.command()
@click.argument("case")
@store_option
@json_option
@common_options
def show(settings: Settings, case: str, store_url: str, as_json: bool) -> int:
    """What was asked, done and said of one case. What others wrote in it is data.

    \b
    Example:
      tandem-trainer review show 3fa9c2
    """
    from tandem_trainer.facade import open_experience

    with open_experience(settings.home, store_url) as store:
        from tandem_trainer.flywheel.reviewing import shown

        found = shown(store, case)
    if as_json:
        print_json(
            {
                "case": found.curated.id,
                "curated": found.curated.model_dump(mode="json"),
                "rollout": found.rollout.model_dump(mode="json"),
                "reviews": [each.model_dump(mode="json") for each in found.reviews],
            }
        )
    else:
        from tandem_trainer.cli.case_lines import lines

        for line in lines(found):
            print_text(line)
    return 0


for command in DECISIONS:
    review.add_command(command)


@review.command()
@reviewers_option
@store_option
@json_option
@common_options
def report(settings: Settings, reviewers: int, store_url: str, as_json: bool) -> int:
    """How many cases are decided and how, and how far every two reviewers agree (Cohen's kappa).

    \b
    Example:
      tandem-trainer review report --reviewers 2
    """
    from tandem_trainer.facade import open_experience

    with open_experience(settings.home, store_url) as store:
        from tandem_trainer.flywheel.reviewing import rulings_in
        from tandem_trainer.flywheel.reviews import StoreReviews
        from tandem_trainer.review.agreement import agreements

        states = Counter(map(_state, rulings_in(store, reviewers).values()))
        pairs = agreements(StoreReviews(store).all())
    if as_json:
        print_json({"cases": dict(states), "agreement": [asdict(each) for each in pairs]})
        return 0
    print_text(", ".join(f"{name} {count}" for name, count in states.items()) or "no reviews yet")
    for each in pairs:
        print_text(
            f"{' and '.join(each.reviewers)}: {each.agreed} of {each.cases} alike, "
            f"kappa {each.kappa:.2f} ({each.low:.2f} to {each.high:.2f})"
        )
    return 0
