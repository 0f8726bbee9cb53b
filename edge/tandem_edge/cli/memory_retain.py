"""``tandem memory retain``: how long things are kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from tandem_edge.cli.asking import ONCE_MORE, confirmed
from tandem_edge.cli.common import print_json, print_text
from tandem_edge.cli.hints import hinted
from tandem_edge.cli.memory_consequences import tell_consequences
from tandem_edge.cli.memory_forgetting import ORIGINS, whole_option
from tandem_edge.cli.memory_opening import changing_memory, making_memory, now, with_memory
from tandem_edge.cli.spoken import SpokenGroup
from tandem_edge.languages.catalogue import _
from tandem_edge.memory.wording import told_days, told_turns, told_units
from tandem_shared.errors import UsageError
from tandem_shared.text import one_line

if TYPE_CHECKING:
    from tandem_edge.memory.lifecycle.forgetting import Consequences
    from tandem_edge.memory.lifecycle.retention import Policy
    from tandem_edge.memory.room import MemoryRoom

WHAT = (
    "all",
    "turns",
    "memories",
    "profile",
    "episodic",
    "long_term",
    "prospective",
    "review",
)
PRIVACY = ("plain", "personal", "secret")


@click.group("retain", cls=SpokenGroup, invoke_without_command=True)
@click.pass_context
def retain(context: click.Context) -> None:
    """Say how long things are kept; after that they are forgotten for good.

    Without a policy everything is kept. Policies are carried out with each consolidation: by
    tandem memory consolidate, and once a day when an agent ends. What is pinned never goes, nor do
    the words it rests on. Where only words go, what was made of them stays. Older copies of the
    memory go along with whatever goes.

    \b
    Examples:
      tandem memory retain set turns --days 90
      tandem memory retain set all --origin external --days 30
      tandem memory retain list
    """
    if context.invoked_subcommand is None:
        context.invoke(list_policies)


@retain.command("list")
@with_memory
def list_policies(room: MemoryRoom, as_json: bool) -> None:
    """List the policies, and how much each would take now.

    \b
    Example:
      tandem memory retain list --json
    """
    from tandem_edge.memory.lifecycle.retention import outlived, policies_of

    rows = [(policy, outlived(room.book, [policy], now())) for policy in policies_of(room.book)]
    if as_json:
        print_json({"policies": [_policy_json(policy, found) for policy, found in rows]})
        return
    for policy, found in rows:
        print_text(f"{policy.name:<24} {_takes(policy, found)}")
    if not rows:
        print_text(hinted(_("everything is kept; tandem memory retain set turns --days 90")))


def _policy_json(policy: Policy, found: Consequences) -> dict[str, object]:
    return {
        **policy.model_dump(mode="json"),
        "name": policy.name,
        "units": len(found.units),
        "turns": len(found.turns),
    }


def _takes(policy: Policy, found: Consequences) -> str:
    return _(
        "{days}; would take now: {units}, {turns}",
        days=told_days(policy.days),
        units=told_units(len(found.units)),
        turns=told_turns(len(found.turns)),
    )


@retain.command("set")
@click.argument("what", type=click.Choice(WHAT))
@click.option("--days", type=click.IntRange(1, 36_500), required=True, help="Keep it so long.")
@click.option("--origin", type=click.Choice(ORIGINS), help="Only what rests on these words.")
@click.option("--sensitivity", type=click.Choice(PRIVACY), help="Only memories so private.")
@whole_option
@click.option("--yes", is_flag=True, help="Do not ask first.")
@making_memory
def set_(
    room: MemoryRoom,
    what: str,
    days: int,
    origin: str | None,
    sensitivity: str | None,
    whole: bool,
    yes: bool,
    as_json: bool,
) -> int:
    """Keep WHAT so many days.

    turns is what was said, memories what was made of it, all is both; or name a kind. It says
    first what would go with the next consolidation, and asks if anything would; --json without
    --yes says it and sets nothing. Ends with 1 when it was not confirmed.

    \b
    Examples:
      tandem memory retain set turns --days 90
      tandem memory retain set memories --sensitivity secret --days 7 --yes
    """
    from tandem_edge.memory.lifecycle.forgetting import with_elsewhere
    from tandem_edge.memory.lifecycle.retention import outlived, set_policy

    policy = _policy(what, days, origin, sensitivity)
    found = with_elsewhere(outlived(room.book, [policy], now()), room.elsewhere)
    if found.ids and not as_json:
        tell_consequences(found, whole=whole)
    question = _("Let all of this go, now and later?")
    agreed = not found.ids or yes or confirmed(question, as_json)
    if agreed:
        set_policy(room.book, policy)
    if as_json:
        more = {} if agreed else {"ids": list(found.ids), "next": ONCE_MORE}
        print_json({"set": agreed, **_policy_json(policy, found), **more})
    elif agreed:
        print_text(_("{policy}: kept {rest}", policy=policy.name, rest=_takes(policy, found)))
    else:
        print_text(_("nothing was set"))
    return 0 if agreed else 1


def _policy(what: str, days: int, origin: str | None, sensitivity: str | None) -> Policy:
    from tandem_edge.memory.lifecycle.retention import Policy, What
    from tandem_shared.memory import Origin, Sensitivity

    if what == "turns" and sensitivity:
        raise UsageError(
            "what was said has no sensitivity of its own",
            hint="tandem memory retain set memories --sensitivity secret takes its words along",
        )
    return Policy(
        what=What(what),
        days=days,
        origin=Origin(origin) if origin else None,
        sensitivity=Sensitivity(sensitivity) if sensitivity else None,
    )


@retain.command()
@click.argument("name", nargs=-1, required=True)
@click.option("--origin", type=click.Choice(ORIGINS), help="The one about these words.")
@click.option(
    "--sensitivity", type=click.Choice(PRIVACY), help="The one about memories so private."
)
@changing_memory
def remove(
    room: MemoryRoom,
    name: tuple[str, ...],
    origin: str | None,
    sensitivity: str | None,
    as_json: bool,
) -> None:
    """Take a policy back: what it is about is kept again.

    NAME is as the list tells it, or as it was set.

    \b
    Examples:
      tandem memory retain remove turns
      tandem memory retain remove all.external
      tandem memory retain remove all --origin external
    """
    from tandem_edge.memory.lifecycle.retention import end_policy, policies_of

    named = " ".join([*name, *filter(None, (origin, sensitivity))])
    gone = end_policy(room.book, named)
    if gone is None:
        shown = one_line(named, limit=40)
        there = ", ".join(policy.name for policy in policies_of(room.book)) or _("none at all")
        raise UsageError(
            _("there is no policy {name}, but {there}", name=shown, there=there),
            hint="tandem memory retain list",
        )
    if as_json:
        print_json({"removed": gone.model_dump(mode="json")})
    else:
        print_text(_("{policy}: kept without end", policy=gone.name))
