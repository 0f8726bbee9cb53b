"""``tandem outbound``: what may leave the device, where to, for what price, with which keys."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from tandem_edge.cli.common import NumberRange, common_options, json_option, print_json, print_text
from tandem_shared.errors import UsageError

if TYPE_CHECKING:
    from tandem_edge.outbound.consents import Consent
    from tandem_edge.outbound.gate import Outbound
    from tandem_edge.settings import Settings

PURPOSES = ("planner", "language-model", "mcp", "agent")
FIELDS = ("person", "phone", "address", "location", "message", "otp", "secret")
USUAL_CAP_USD = 5.0
MOST_CAP_USD = 1e6
MOST_KEY = 10_000


@click.group()
def outbound() -> None:
    """Say what may leave this device.

    Nothing leaves before its destination is allowed for the purpose at hand. Private fields of the
    phone go along only if their class was allowed too.

    \b
    Examples:
      tandem outbound list
      tandem outbound allow api.example.com --for planner --field person --cap 2
      tandem outbound key set api.example.com
    """


@outbound.command("list")
@json_option
@common_options
def list_destinations(settings: Settings, as_json: bool) -> None:
    """List what is allowed, and what was spent this month.

    \b
    Example:
      tandem outbound list
    """
    from tandem_edge.facade import open_outbound

    door = open_outbound(settings)
    allowed = [_row(door, consent) for consent in door.consents.every()]
    if as_json:
        print_json({"allowed": allowed})
        return
    for row in allowed:
        print_text(f"{row['destination']}  as {row['purpose']}, since {row['since'][:10]}")
        print_text(f"  private fields: {', '.join(row['fields']) or 'none'}")
        print_text(f"  this month: {_money(row)}")
        print_text(f"  key: {row['key']}")
    if not allowed:
        print_text("nothing may leave this device")


@outbound.command()
@click.argument("destination")
@click.option(
    "--for", "purpose", type=click.Choice(PURPOSES), required=True, help="What it is used for."
)
@click.option(
    "--field",
    "fields",
    type=click.Choice(FIELDS),
    multiple=True,
    help="A class of private fields that may go there; may be given more than once.",
)
@click.option("--all-fields", is_flag=True, help="Every class but otp and secret.")
@click.option("--cap", type=NumberRange(min=0), help="US dollars a month at most (usual: 5).")
@click.option("--no-cap", is_flag=True, help="No limit on what is spent there.")
@json_option
@common_options
def allow(
    settings: Settings,
    destination: str,
    purpose: str,
    fields: tuple[str, ...],
    all_fields: bool,
    cap: float | None,
    no_cap: bool,
    as_json: bool,
) -> None:
    """Allow a destination for one purpose.

    DESTINATION is a host, or an address of which the host counts. What was allowed there for the
    same purpose before is replaced.

    \b
    Example:
      tandem outbound allow api.example.com --for planner --all-fields --cap 2
    """
    from datetime import UTC, datetime

    from tandem_edge.facade import open_outbound
    from tandem_edge.outbound.consents import NAMED_ONLY, Consent
    from tandem_edge.outbound.destinations import Purpose, destination_named
    from tandem_shared.tools import Privacy

    if cap is not None and not cap <= MOST_CAP_USD:
        raise UsageError(f"a cap of {cap:g} is none", hint="give --cap USD or --no-cap")
    if cap is not None and no_cap:
        raise UsageError("a cap and no cap", hint="give --cap USD or --no-cap")
    named = frozenset(map(Privacy, fields))
    every = frozenset(Privacy) - NAMED_ONLY - {Privacy.NONE} if all_fields else frozenset()
    consent = Consent(
        destination=destination_named(destination),
        purpose=Purpose(purpose),
        fields=named | every,
        cap_usd=None if no_cap else USUAL_CAP_USD if cap is None else cap,
        since=datetime.now(UTC).isoformat(timespec="seconds"),
    )
    door = open_outbound(settings)
    door.consents.allow(consent)
    row = _row(door, consent)
    if as_json:
        print_json({"allowed": [row]})
        return
    with_fields = ", ".join(row["fields"]) or "no private fields"
    print_text(f"{consent.destination} is allowed as {purpose}, with {with_fields}")
    print_text(f"  this month: {_money(row)}")


@outbound.command()
@click.argument("destination")
@click.option("--for", "purpose", type=click.Choice(PURPOSES), help="Only for this purpose.")
@json_option
@common_options
def revoke(settings: Settings, destination: str, purpose: str | None, as_json: bool) -> None:
    """Take back what was allowed; what has been sent cannot be.

    \b
    Example:
      tandem outbound revoke api.example.com
    """
    from tandem_edge.facade import open_outbound
    from tandem_edge.outbound.destinations import Purpose, destination_named

    name = destination_named(destination)
    gone = open_outbound(settings).consents.revoke(name, Purpose(purpose) if purpose else None)
    if not gone:
        raise UsageError(f"{name} is not allowed anyway", hint="tandem outbound list")
    if as_json:
        print_json({"revoked": [{"destination": name, "purpose": one.purpose} for one in gone]})
        return
    for one in gone:
        print_text(f"{name} is no longer allowed as {one.purpose}")


@outbound.group()
def key() -> None:
    """Keep API keys in the system's keyring."""


@key.command("set")
@click.argument("destination")
@common_options
def set_key(settings: Settings, destination: str) -> None:
    """Keep the key for a destination; it is read from stdin, or asked for.

    \b
    Examples:
      tandem outbound key set api.example.com
      pass show example | tandem outbound key set api.example.com
    """
    from tandem_edge.outbound.destinations import destination_named
    from tandem_edge.outbound.keys import store_key

    name = destination_named(destination)
    store_key(name, _typed_key(name))
    print_text(f"the key for {name} is in the keyring")


@key.command("remove")
@click.argument("destination")
@common_options
def remove(settings: Settings, destination: str) -> None:
    """Take the key for a destination out of the keyring."""
    from tandem_edge.outbound.destinations import destination_named
    from tandem_edge.outbound.keys import remove_key

    name = destination_named(destination)
    if not remove_key(name):
        raise UsageError(f"the keyring holds no key for {name}", hint="tandem outbound list")
    print_text(f"the key for {name} is gone from the keyring")


def _typed_key(name: str) -> str:
    if sys.stdin.isatty():
        from tandem_edge.cli.interrupts import at_a_prompt

        with at_a_prompt():
            typed: str = click.prompt(f"Key for {name}", hide_input=True)
        return typed
    return sys.stdin.buffer.read(MOST_KEY).decode("utf-8", "replace").strip()


def _row(door: Outbound, consent: Consent) -> dict[str, Any]:
    spent = door.spend.spent(consent.destination, consent.purpose)
    return {
        "destination": consent.destination,
        "purpose": consent.purpose.value,
        "fields": sorted(consent.fields),
        "cap_usd": consent.cap_usd,
        "spent_usd": spent / 1_000_000,
        "since": consent.since,
        "key": _where_key_is(consent.destination),
    }


def _where_key_is(destination: str) -> str:
    """Where the key is; never the key."""
    import os

    from tandem_edge.outbound.keys import key_of, variable_of
    from tandem_shared.errors import TandemError

    if os.environ.get(variable_of(destination)):
        return "in the environment"
    try:
        return "in the keyring" if key_of(destination) else "none"
    except TandemError as error:
        return str(error)


def _money(row: dict[str, Any]) -> str:
    cap = "no cap" if row["cap_usd"] is None else f"cap ${row['cap_usd']:.2f}"
    return f"${row['spent_usd']:.4f} spent or reserved, {cap}"
