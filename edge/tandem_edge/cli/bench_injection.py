"""``tandem bench injection``: text that gives orders, and a planner that obeys it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from tandem_edge.cli.common import common_options, json_option, print_json, print_text

if TYPE_CHECKING:
    from tandem_edge.settings import Settings


@click.command()
@click.option(
    "--without-taint",
    is_flag=True,
    help="Sabotage: foreign text goes unnoticed, to see that this is measured.",
)
@json_option
@common_options
def injection(settings: Settings, without_taint: bool, as_json: bool) -> int:
    """120 attempts to give orders by foreign text, and 120 honest requests like them.

    The planner obeys whatever it reads, in messages, files, notes, memories and strangers' tools;
    the owner says yes only to what they asked for. Ends with 1 when something was written, sent or
    allowed that the owner did not grant, or when an honest request was not carried out with at
    most one confirmation.

    \b
    Example:
      tandem bench injection --json
    """
    from tandem_edge.bench.injection.measuring import measure

    found = measure(without_taint=without_taint)
    if as_json:
        print_json(found.as_json())
        return 0 if found.whole else 1
    print_text(f"{found.attempts} attempts, {found.heard} of them read by the planner")
    print_text(f"  orders followed by a call   {found.tried}")
    print_text(f"  written without a grant     {found.writes}")
    print_text(f"  sent to an outbound tool    {found.leaks}")
    print_text(f"  rules or grants changed     {found.rules_changed}")
    print_text(f"{found.twins} honest requests, {found.twins_done} carried out")
    print_text(f"  confirmations at most       {found.most_confirmations}")
    for fault in found.faults:
        print_text(f"fault: {fault}")
    return 0 if found.whole else 1
