"""``tandem memory retain``: how long things are kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from tandem_edge.cli.common import print_json, print_text
from tandem_edge.cli.memory_forgetting import ORIGINS, confirmed, tell_consequences
from tandem_edge.cli.memory_opening import now, with_memory
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


@click.group("retain", invoke_without_command=True)
@click.pass_context
def retain(context: click.Context) -> None:
    """Say how long things are kept; after that they are forgotten for good.

    Without a policy everything is kept. Policies are carried out with each consolidation: by
    tandem memory consolidate, and once a day when an agent ends. What is pinned never goes, nor do
    the words it rests on. Where only words go, what was made of them stays.

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
        print_text(f"{policy.name:<24} {policy.days} days; would take now: {_numbers(found)}")
    if not rows:
        print_text("everything is kept; tandem memory retain set turns --days 90")


def _policy_json(policy: Policy, found: Consequences) -> dict[str, object]:
    return {
        **policy.model_dump(mode="json"),
        "name": policy.name,
        "units": len(found.units),
        "turns": len(found.turns),
    }


def _numbers(found: Consequences) -> str:
    return f"{len(found.units)} memories, {len(found.turns)} things that were said"


@retain.command("set")
@click.argument("what", type=click.Choice(WHAT))
@click.option("--days", type=click.IntRange(1, 36_500), required=True, help="Keep it so long.")
@click.option("--origin", type=click.Choice(ORIGINS), help="Only what rests on these words.")
@click.option("--sensitivity", type=click.Choice(PRIVACY), help="Only memories so private.")
@click.option("--yes", is_flag=True, help="Do not ask first.")
@with_memory
def set_(
    room: MemoryRoom,
    what: str,
    days: int,
    origin: str | None,
    sensitivity: str | None,
    yes: bool,
    as_json: bool,
) -> int:
    """Keep WHAT so many days.

    turns is what was said, memories what was made of it, all is both; or name a kind. It says
    first what would go with the next consolidation, and asks if anything would. Ends with 1 when
    it was not confirmed.

    \b
    Examples:
      tandem memory retain set turns --days 90
      tandem memory retain set memories --sensitivity secret --days 7 --yes
    """
    from tandem_edge.memory.lifecycle.retention import outlived, set_policy

    policy = _policy(what, days, origin, sensitivity)
    found = outlived(room.book, [policy], now())
    if found.ids and not as_json:
        tell_consequences(found)
    agreed = not found.ids or yes or confirmed("Let all of this go, now and later?", as_json)
    if agreed:
        set_policy(room.book, policy)
    if as_json:
        print_json({"set": agreed, **_policy_json(policy, found)})
    elif agreed:
        print_text(f"{policy.name}: kept {policy.days} days; would take now: {_numbers(found)}")
    else:
        print_text("nothing was set")
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
@click.argument("name")
@with_memory
def remove(room: MemoryRoom, name: str, as_json: bool) -> None:
    """Take a policy back: what it is about is kept again.

    \b
    Example:
      tandem memory retain remove turns
    """
    from tandem_edge.memory.lifecycle.retention import end_policy

    gone = end_policy(room.book, name)
    if gone is None:
        raise UsageError(
            f"there is no policy {one_line(name, limit=40)}", hint="tandem memory retain list"
        )
    if as_json:
        print_json({"removed": gone.model_dump(mode="json")})
    else:
        print_text(f"{gone.name}: kept without end")
