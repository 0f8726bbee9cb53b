"""``tandem bench undo``: every tool with an inverse, done and undone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from tandem_edge.cli.common import common_options, json_option, print_json, print_text

if TYPE_CHECKING:
    from tandem_edge.settings import Settings


@click.command("undo")
@json_option
@common_options
def undo_restores(settings: Settings, as_json: bool) -> int:
    """Do and undo thousands of calls of every tool; is the phone exactly as it was.

    Ends with 1 when an inverse is untried or does not restore the phone.

    \b
    Example:
      tandem bench undo --json
    """
    from tandem_edge.bench.undo.measuring import measure

    found = measure()
    if as_json:
        print_json(found.as_json())
        return 0 if found.whole else 1
    print_text(f"{found.tools} tools checked, {found.tools_with_inverse} of them have an inverse")
    print_text(f"{found.tools_restored} tools restore the exact state in {found.examples} examples")
    print_text(f"{found.restored} of {found.with_inverse} actions with an inverse restore it")
    print_text(f"{found.reads} actions only read, {len(found.irreversible)} cannot be undone")
    print_text("writes without an inverse, and why:")
    for name, why in found.without_inverse.items():
        print_text(f"  {name}: {why or 'no reason is known'}")
    for fault in [*found.faults, *(f"{name}: not tried" for name in found.untried)]:
        print_text(f"fault: {fault}")
    return 0 if found.whole else 1
