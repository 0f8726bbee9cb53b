"""``tandem-trainer review``: what a person has to look at, and what persons have said."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, TypeVar

import click

from tandem_edge.cli.common import common_options, json_option, print_json, print_text
from tandem_trainer.cli.collect import store_option

if TYPE_CHECKING:
    from tandem_edge.settings import Settings
    from tandem_shared.experience import Decision
    from tandem_trainer.flywheel.reviewing import Correction, Shown
    from tandem_trainer.review.folding import Ruling

F = TypeVar("F", bound=Callable[..., Any])
NAME = 12
"""Digits of a name that are shown."""


def person_options(function: F) -> F:
    """Give a command ``--as`` and ``--reason``."""
    named = click.option("--as", "person", required=True, help="Who says so: your name.")
    reasoned = click.option("--reason", required=True, help="Why, in a few words.")
    return named(reasoned(function))


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
        for line in lines(found):
            print_text(line)
    return 0


def lines(found: Shown) -> Iterable[str]:
    """A case for a terminal."""
    said, rollout = found.curated, found.rollout
    yield f"case {found.curated.id}"
    yield f"task {rollout.task.id}, by {rollout.policy.name}, source {rollout.source or 'here'}"
    for turn in rollout.trajectory.turns:
        yield f"user: {turn.said}"
        for step in turn.steps:
            for record in step.calls:
                result = "ok" if record.result.ok else str(record.result.fault)
                yield f"  {record.call.name} {dict(record.call.arguments)} -> {result}"
        yield f"  {turn.outcome.value}: {turn.text}"
    verdict = rollout.verdict
    yield f"checker: {'invalid' if verdict is None else 'passed' if verdict.passed else 'failed'}"
    yield from (f"  {reason}" for reason in (verdict.reasons if verdict else ()))
    yield (
        f"rules: completed {said.completed}, suitable {said.suitable}, "
        f"failing {said.failing or 'none'}, confidence {said.confidence:.2f}"
    )
    yield from (f"  {each}" for each in (*said.doubts, *said.unfit))
    for each in found.reviews:
        yield f"{each.at:%Y-%m-%d} {each.reviewer}: {each.decision.value} ({each.reason})"


def _decide(
    settings: Settings,
    store_url: str,
    case: str,
    decision: Decision,
    said: tuple[str, str],
    as_json: bool,
    correction: Correction | None = None,
) -> int:
    from datetime import UTC, datetime

    from tandem_trainer.facade import open_experience

    person, reason = said
    with open_experience(settings.home, store_url) as store:
        from tandem_trainer.flywheel.reviewing import decide

        made = decide(
            store,
            case,
            decision,
            reviewer=person,
            reason=reason,
            at=datetime.now(UTC),
            correction=correction,
        )
    if as_json:
        print_json({"id": made.id, **made.model_dump(mode="json")})
    else:
        print_text(f"{made.decision.value}: case {made.case[:NAME]}, by {made.reviewer}")
    return 0


def _deciding(name: str, says: str) -> click.Command:
    """A command that keeps one decision on one case."""

    @click.command(
        name,
        help=f"{says}\n\n\b\nExample:\n  tandem-trainer review {name} 3fa9c2 "
        '--as ann --reason "looked at it"',
    )
    @click.argument("case")
    @person_options
    @store_option
    @json_option
    @common_options
    def command(
        settings: Settings, case: str, person: str, reason: str, store_url: str, as_json: bool
    ) -> int:
        from tandem_shared.experience import Decision

        return _decide(settings, store_url, case, Decision(name), (person, reason), as_json)

    return command


review.add_command(_deciding("approve", "Let a case stand as the rules have it."))
review.add_command(_deciding("reject", "Have nothing learned from a case."))
review.add_command(_deciding("quarantine", "Keep a case apart, to be looked into."))


@review.command()
@click.argument("case")
@click.option("--failing", help="What the failure is put down to; empty for none.")
@click.option("--suitable/--unfit", default=None, help="Whether to learn from it.")
@click.option("--completed/--not-completed", default=None, help="Whether the task was done.")
@person_options
@store_option
@json_option
@common_options
def correct(
    settings: Settings,
    case: str,
    failing: str | None,
    suitable: bool | None,
    completed: bool | None,
    person: str,
    reason: str,
    store_url: str,
    as_json: bool,
) -> int:
    """Say what should stand of a case in place of what the rules said.

    \b
    Example:
      tandem-trainer review correct 3fa9c2 --failing routing --as ann --reason "wrong tool"
    """
    from tandem_shared.errors import UsageError
    from tandem_shared.experience import Decision, Failing
    from tandem_trainer.facade import open_experience

    if failing and failing not in {each.value for each in Failing}:
        raise UsageError(f"there is no failing {failing!r}", hint=", ".join(Failing))
    with open_experience(settings.home, store_url):
        from tandem_trainer.flywheel.reviewing import Correction
    found = Correction(failing, suitable, completed)
    said = person, reason
    return _decide(settings, store_url, case, Decision.CORRECT, said, as_json, found)


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
