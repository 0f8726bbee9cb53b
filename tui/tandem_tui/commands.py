"""The ``tandem`` command: opens the screens, or hands over to one of the edge's commands."""

from __future__ import annotations

import importlib

import click

from tandem_edge.cli.common import NamedPath
from tandem_tui.main import COMMANDS, SHELVES

EXAMPLES = """\b
Examples:
  tandem                                                   open the screens
  tandem ask "Set an alarm for 7:30 tomorrow"              one request
  tandem ask "把王小明的电话存一下：13800138000"
  tandem doctor                                            what is missing
"""


class LazyGroup(click.Group):
    """A group whose commands are imported only when called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Names in table order."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return a command."""
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name][0].partition(":")
        command: click.Command = getattr(importlib.import_module(module), name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The names by shelf, without importing the commands."""
        with formatter.section("Commands (tandem COMMAND --help tells more)"):
            formatter.write_dl([(shelf, ", ".join(names)) for shelf, names in SHELVES.items()])


@click.group(cls=LazyGroup, invoke_without_command=True, help=EXAMPLES)
@click.version_option(package_name="tandem-phone", prog_name="tandem")
@click.option("--home", type=NamedPath(), help="Folder that holds all state.")
@click.pass_context
def tandem(ctx: click.Context, home: str | None) -> None:
    """Open the screens when no command is named."""
    if ctx.invoked_subcommand is None:
        from tandem_tui.wiring.screens import open_screens

        open_screens(home)
