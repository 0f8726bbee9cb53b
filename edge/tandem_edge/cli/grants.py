"""``tandem grants``: what the owner has allowed, to which calls, and for how long."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

import click

from tandem_edge.cli.common import NumberRange, common_options, json_option, print_json, print_text
from tandem_shared.errors import UsageError

if TYPE_CHECKING:
    from tandem_edge.policy.grants import Grants
    from tandem_edge.settings import Settings


@click.group()
def grants() -> None:
    """What was allowed, to whom, for how long.

    \b
    Examples:
      tandem grants list
      tandem grants allow manage_note --argument action=create --for 24
      tandem grants revoke g0042
    """


@grants.command("list")
@json_option
@common_options
def list_grants(settings: Settings, as_json: bool) -> None:
    """Show every grant that is in force.

    \b
    Example:
      tandem grants list --json
    """
    from tandem_edge.policy.grants import grant_text

    kept = _open(settings).all()
    if as_json:
        print_json({"grants": [each.model_dump(mode="json") for each in kept]})
        return
    for each in kept:
        print_text(f"{each.id}  {each.granted.astimezone():%Y-%m-%d %H:%M}  {grant_text(each)}")
    if not kept:
        print_text("nothing is allowed beyond the rules")


@grants.command()
@click.argument("tool")
@click.option(
    "--argument",
    "arguments",
    multiple=True,
    metavar="NAME=PATTERN",
    help="Only with this argument; * stands for anything.",
)
@click.option("--for", "hours", type=NumberRange(0, min_open=True), help="So many hours.")
@click.option("--until", type=click.DateTime(), help="Until this local time.")
@click.option("--once", is_flag=True, help="For one call.")
@click.option("--irreversible", is_flag=True, help="Also what cannot be undone.")
@click.option(
    "--after-foreign-text",
    "foreign",
    is_flag=True,
    help="Also when messages, files or other text that is not yours have been read.",
)
@json_option
@common_options
def allow(
    settings: Settings,
    tool: str,
    arguments: tuple[str, ...],
    hours: float | None,
    until: datetime | None,
    once: bool,
    irreversible: bool,
    foreign: bool,
    as_json: bool,
) -> None:
    """Allow the calls of TOOL (a name or a pattern) without being asked, in every conversation.

    \b
    Examples:
      tandem grants allow manage_note --argument action=create
      tandem grants allow send_message --argument "person=Mira Kovač" --irreversible --once
    """
    from tandem_edge.policy.grants import Grant, grant_text, now_utc
    from tandem_edge.policy.naming import check_names

    now = now_utc()
    ends = _ends(now, until, hours)
    pairs = dict(_pair(each) for each in arguments)
    check_names(tool, pairs)
    kept = _open(settings).add(
        Grant(
            id="",
            tool=tool,
            arguments=pairs,
            until=ends,
            uses=1 if once else None,
            irreversible=irreversible,
            foreign=foreign,
            typed=True,
            granted=now,
        )
    )
    if as_json:
        print_json({"grant": kept.model_dump(mode="json")})
    else:
        print_text(f"allowed as {kept.id}: {grant_text(kept)}")


@grants.command()
@click.argument("ids", nargs=-1)
@click.option("--all", "every", is_flag=True, help="Every grant.")
@json_option
@common_options
def revoke(settings: Settings, ids: tuple[str, ...], every: bool, as_json: bool) -> None:
    """Take grants back; it holds at once, also for a request that is running.

    \b
    Examples:
      tandem grants revoke g0042
      tandem grants revoke --all
    """
    if bool(ids) == every:
        raise UsageError("say which grants", hint="tandem grants list, then revoke ID, or --all")
    gone = _open(settings).revoke(*ids)
    if as_json:
        print_json({"revoked": [each.id for each in gone]})
    else:
        print_text(f"revoked: {len(gone)}")


def _ends(now: datetime, until: datetime | None, hours: float | None) -> datetime | None:
    from datetime import timedelta

    try:
        ends = until.astimezone() if until is not None else None
        if hours is not None:
            ends = now + timedelta(hours=hours)
    except (ValueError, OverflowError):
        raise UsageError("that time is out of reach", hint="--for 24, or no end at all") from None
    if ends is not None and ends <= now:
        raise UsageError("that time has passed", hint="--until with a later time, or --for HOURS")
    return ends


def _pair(written: str) -> tuple[str, str]:
    name, equals, pattern = written.partition("=")
    if not (name and equals) or not written.isprintable():
        raise UsageError(f"{written} is no argument", hint="--argument NAME=PATTERN")
    return name, pattern


def _open(settings: Settings) -> Grants:
    from tandem_edge.policy.grants import GRANTS_NAME, Grants

    return Grants(settings.home / GRANTS_NAME)
