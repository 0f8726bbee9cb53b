"""``tandem memory export`` and ``import``: one encrypted file, under a passphrase of its own."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tandem_edge.cli.common import (
    NamedPath,
    common_options,
    json_option,
    print_json,
    print_text,
)
from tandem_edge.cli.key_input import Asked, secret_options
from tandem_edge.cli.memory_opening import now, opened, scope_options
from tandem_edge.memory.wording import told_turns, told_units
from tandem_shared.errors import UsageError

if TYPE_CHECKING:
    from tandem_edge.settings import Settings
    from tandem_edge.vault.secret import Secret

FILE = NamedPath(path_type=Path, dir_okay=False)
passphrase_option = click.option(
    "--export-passphrase-file",
    "file",
    type=NamedPath(path_type=Path),
    help="Read the export's passphrase from the first line of this file (usual: ask, or stdin).",
)


@click.command()
@click.argument("path", metavar="FILE", type=FILE)
@passphrase_option
@scope_options
@secret_options
@json_option
@common_options
def export(settings: Settings, asked: Asked, path: Path, file: Path | None, as_json: bool) -> None:
    """Write everything that is remembered to one encrypted FILE.

    It opens with a passphrase of its own, anywhere, without this home's key. What was withdrawn is
    left out. With --passphrase-stdin the export's passphrase is the second line.

    \b
    Example:
      tandem memory export ~/memory.tandem
    """
    from tandem_edge.memory.exporting import export_memory

    given = asked.given()
    passphrase = asked.new_passphrase(file, again=True)
    with opened(settings, given) as room:
        turns, units = export_memory(room, path, passphrase)
    if as_json:
        print_json({"file": str(path), "turns": turns, "units": units})
    else:
        print_text(f"{path}: {told_turns(turns)}, {told_units(units)}")


@click.command("import")
@click.argument("path", metavar="FILE", type=FILE)
@click.option("--foreign", is_flag=True, help="It is somebody else's: nothing in it is your word.")
@passphrase_option
@scope_options
@secret_options
@json_option
@common_options
def import_(
    settings: Settings,
    asked: Asked,
    path: Path,
    foreign: bool,
    file: Path | None,
    as_json: bool,
) -> None:
    """Take in an export of your own; once more changes nothing.

    What it says is weighed against what is believed here. Say --foreign for somebody else's: its
    words are kept as foreign, and nothing is learned from them.

    \b
    Example:
      tandem memory import ~/memory.tandem
    """
    from dataclasses import asdict

    from tandem_edge.memory.importing import import_memory

    _demand_there(path)
    given = asked.given()
    passphrase = _passphrase(asked, file)
    with opened(settings, given, make=True) as room:
        done = import_memory(room, path, passphrase, now(), own=not foreign)
    if as_json:
        print_json(asdict(done))
        return
    print_text(f"new: {told_turns(done.turns)}, {told_units(done.units)}")
    print_text(f"known already: {told_turns(done.known_turns)}, {told_units(done.known_units)}")
    if done.refused_turns or done.refused_units:
        why = "somebody else's" if foreign else "never to be remembered"
        refused = f"{told_turns(done.refused_turns)}, {told_units(done.refused_units)}"
        print_text(f"refused, since {why}: {refused}")


def _demand_there(path: Path) -> None:
    from tandem_edge.files import why_unread

    try:
        there = path.exists()
    except OSError as error:
        raise UsageError(
            f"{path} cannot be read: {why_unread(error)}", hint="name another file"
        ) from error
    if not there:
        raise UsageError(f"there is no {path}", hint="tandem memory export FILE")


def _passphrase(asked: Asked, file: Path | None) -> Secret:
    """The passphrase of an export that is there: from a file, stdin's next line, or asked once."""
    source = Asked(None, file, file is None and not asked.at_terminal())
    given = source.given()
    if given.passphrase is not None:
        return given.passphrase
    if given.ask is None:
        raise UsageError(
            "the export's passphrase is missing",
            hint="--export-passphrase-file FILE, or its line on stdin",
        )
    return given.ask()
