"""The words of a reviewer on a case: ``tandem-trainer review approve`` and its like."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from tandem_edge.cli.common import common_options, json_option, print_json, print_text
from tandem_trainer.cli.collect import store_option

if TYPE_CHECKING:
    from tandem_edge.settings import Settings
    from tandem_shared.experience import Decision
    from tandem_trainer.flywheel.reviewing import Correction

F = TypeVar("F", bound=Callable[..., Any])
NAME = 12
"""Digits of a name that are shown."""


def person_options(function: F) -> F:
    """Give a command ``--as`` and ``--reason``."""
    named = click.option("--as", "person", required=True, help="Who says so: your name.")
    reasoned = click.option("--reason", required=True, help="Why, in a few words.")
    return named(reasoned(function))


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


@click.command()
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


DECISIONS = (
    _deciding("approve", "Let a case stand as the rules have it."),
    correct,
    _deciding("reject", "Have nothing learned from a case."),
    _deciding("quarantine", "Keep a case apart, to be looked into."),
)
