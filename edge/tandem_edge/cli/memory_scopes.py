"""``tandem memory scopes``: whose memories there are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from tandem_edge.cli.common import common_options, json_option, print_json, print_text
from tandem_edge.cli.memory_opening import scope_flags, scope_options
from tandem_edge.cli.spoken import SpokenCommand
from tandem_edge.languages.catalogue import _

if TYPE_CHECKING:
    from tandem_edge.settings import Settings


@click.command(cls=SpokenCommand)
@scope_options
@json_option
@common_options
def scopes(settings: Settings, as_json: bool) -> None:
    """List whose memories this home has: a user's, in a workspace, with an agent.

    Each is a file of its own, and nothing is ever found across them. The one that is used is
    marked; --user, --workspace and --agent name another, and so do the settings memory_user,
    memory_workspace and memory_agent.

    \b
    Examples:
      tandem memory scopes
      tandem memory add "The demo is on Friday" --workspace work
    """
    from tandem_edge.memory.room import database_of
    from tandem_edge.memory.scopes import scopes_in

    present = settings.memory_scope
    found = scopes_in(settings.home)
    sizes = [database_of(settings.home, scope).stat().st_size for scope in found]
    if as_json:
        rows = [
            {**scope.model_dump(), "bytes": size, "present": scope == present}
            for scope, size in zip(found, sizes, strict=True)
        ]
        print_json({"scopes": rows, "present": present.model_dump()})
        return
    for scope, size in zip(found, sizes, strict=True):
        mark = "*" if scope == present else " "
        print_text(f"{mark} {scope_flags(scope)}  ({size / 1e6:.1f} MB)")
    if present not in found:
        told = f"{present.user}, {present.workspace}, {present.agent}"
        print_text(_("nothing is kept yet for {scope}", scope=told))
