"""``tandem memory export`` and ``import``: one encrypted file, under a passphrase of its own."""

from __future__ import annotations

import sys
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
from tandem_edge.cli.spoken import SpokenCommand
from tandem_edge.languages.catalogue import _
from tandem_edge.memory.wording import told_turns, told_units
from tandem_shared.errors import UsageError
from tandem_shared.text import one_line

if TYPE_CHECKING:
    from typing import TextIO

    from tandem_edge.memory.exporting import Exported
    from tandem_edge.settings import Settings
    from tandem_edge.vault.secret import Secret

FILE = NamedPath(dir_okay=False)
DASH = "-"
"""What stands for stdout or stdin; a file of that name is ``./-``."""
passphrase_option = click.option(
    "--export-passphrase-file",
    "file",
    type=NamedPath(path_type=Path),
    help="Read the export's passphrase from the first line of this file (usual: ask, or stdin).",
)


@click.command(cls=SpokenCommand)
@click.argument("path", metavar="FILE", type=FILE)
@passphrase_option
@scope_options
@secret_options
@json_option
@common_options
def export(settings: Settings, asked: Asked, path: str, file: Path | None, as_json: bool) -> None:
    """Write everything that is remembered to one encrypted FILE; - writes it to stdout.

    It opens with a passphrase of its own, anywhere, without this home's key. What was withdrawn is
    left out. With --passphrase-stdin the export's passphrase is the second line. Where the export
    goes to stdout, what is told of it goes to stderr.

    \b
    Examples:
      tandem memory export ~/memory.tandem
      tandem memory export - --export-passphrase-file words | ssh server "cat > memory.tandem"
    """
    from tandem_edge.memory.exporting import export_memory, seal_memory

    if path == DASH:
        _demand_pipe(
            sys.stdout,
            _("an export is no text to read, and - is the terminal here"),
            "tandem memory export FILE",
        )
    given = asked.given()
    passphrase = asked.new_passphrase(file, again=True)
    with opened(settings, given, looks=True) as room:
        if path == DASH:
            made = seal_memory(room, passphrase)
            sys.stdout.buffer.write(made.data)
            sys.stdout.buffer.flush()
        else:
            made = export_memory(room, Path(path), passphrase)
    _tell_exported(made, path, as_json)


def _tell_exported(made: Exported, path: str, as_json: bool) -> None:
    apart = path == DASH
    if as_json:
        counts = {"turns": made.turns, "units": made.units, "never": made.unwanted}
        print_json({"file": None if apart else path, **counts}, err=apart)
        return
    name = "stdout" if apart else path
    print_text(f"{name}: {_counts(made.turns, made.units)}", err=apart)
    if made.unwanted:
        print_text(
            _(
                "{number} of them fit what is never to be remembered: an import leaves these out",
                number=made.unwanted,
            ),
            err=apart,
        )


@click.command("import", cls=SpokenCommand)
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
    path: str,
    foreign: bool,
    file: Path | None,
    as_json: bool,
) -> None:
    """Take in an export of your own, from FILE or, by -, from stdin; once more changes nothing.

    What it says is weighed against what is believed here. Say --foreign for somebody else's: its
    words are kept as foreign, and nothing is learned from them. What is never to be remembered,
    here or where the export was made, is left out and told.

    \b
    Examples:
      tandem memory import ~/memory.tandem
      tandem memory import - --export-passphrase-file words < memory.tandem
    """
    from dataclasses import asdict

    from tandem_edge.memory.importing import import_data, import_memory

    data = _from_stdin(asked, file) if path == DASH else None
    if data is None:
        _demand_there(Path(path))
    given = asked.given()
    passphrase = _passphrase(asked, file)
    with opened(settings, given, make=True) as room:
        if data is None:
            done = import_memory(room, Path(path), passphrase, now(), own=not foreign)
        else:
            done = import_data(room, data, passphrase, now(), own=not foreign)
    if as_json:
        print_json(asdict(done))
        return
    print_text(_("new: {counts}", counts=_counts(done.turns, done.units)))
    known = _counts(done.known_turns, done.known_units)
    print_text(_("known already: {counts}", counts=known))
    if done.refused_turns or done.refused_units:
        why = _("somebody else's") if foreign else _("never to be remembered")
        refused = _counts(done.refused_turns, done.refused_units)
        print_text(_("refused, since {why}: {counts}", why=why, counts=refused))
    for each in done.never:
        fitting = _counts(each.turns, each.units)
        print_text(f"  {each.sort} {one_line(each.text, limit=80)}: {fitting}")


def _counts(turns: int, units: int) -> str:
    return _("{turns}, {units}", turns=told_turns(turns), units=told_units(units))


def _demand_pipe(stream: TextIO, what: str, hint: str) -> None:
    """Raises ``UsageError`` where ``-`` would mean the terminal."""
    if stream.isatty():
        raise UsageError(what, hint=hint)


def _from_stdin(asked: Asked, file: Path | None) -> bytes:
    """An export that comes by stdin, which can bring no passphrase then. Raises ``UsageError``."""
    from tandem_edge.memory.sealing import LARGEST

    _demand_pipe(
        sys.stdin,
        _("an export is read from stdin, and - is the terminal here"),
        "tandem memory import - < FILE",
    )
    if file is None or asked.passphrase_stdin:
        raise UsageError(
            "stdin brings the export, so no passphrase can come by it",
            hint="--export-passphrase-file FILE, and --passphrase-file FILE for the home's own",
        )
    data = sys.stdin.buffer.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise UsageError(
            _("that is over {limit:g} MB", limit=LARGEST / 1e6), hint="no export is that large"
        )
    return data


def _demand_there(path: Path) -> None:
    from tandem_edge.files import why_unread

    try:
        there = path.exists()
    except OSError as error:
        raise UsageError(
            _("{file} cannot be read: {why}", file=path, why=_(why_unread(error))),
            hint="name another file",
        ) from error
    if not there:
        raise UsageError(
            _("there is no {file}", file=path),
            hint="name the file that an export was written to: tandem memory export FILE",
        )


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
