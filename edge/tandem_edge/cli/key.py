"""``tandem key``: the key of the encrypted databases, and the ways in to it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tandem_edge.cli.common import (
    ErrorsAsJson,
    NamedPath,
    common_options,
    json_option,
    print_json,
    print_text,
)
from tandem_edge.cli.hints import hinted
from tandem_edge.cli.key_input import Asked, language_option, secret_options
from tandem_edge.cli.key_ways import demand_writable, new_way, other_way, rotated
from tandem_edge.languages.catalogue import _
from tandem_shared.errors import UsageError

if TYPE_CHECKING:
    from tandem_edge.settings import Settings
    from tandem_edge.vault.opening import Unlocked
    from tandem_edge.vault.rotating import Rotated

NO_PHRASE = "there is no recovery phrase: tandem key rotate --to recovery makes one"
WAYS = ("keyring", "passphrase", "key-file", "recovery")


@click.group(cls=ErrorsAsJson)
def key() -> None:
    """Make, change and recover the key of what is stored.

    What Tandem stores is encrypted with one random key, which is kept in the system's keyring, or
    opens with a passphrase or a key file. A recovery phrase of 24 words opens it when all else is
    lost. A wrong key never changes or removes anything.

    \b
    Examples:
      tandem key init
      tandem key status
      tandem key rotate --data
      tandem key recover
    """


@key.command()
@secret_options
@click.option("--passphrase", "typed", is_flag=True, help="Ask for a passphrase.")
@click.option(
    "--recovery/--no-recovery",
    default=None,
    help="Show a recovery phrase, once, to be typed back (usual: at a terminal).",
)
@language_option
@json_option
@common_options
def init(
    settings: Settings,
    asked: Asked,
    typed: bool,
    recovery: bool | None,
    language: str,
    as_json: bool,
) -> None:
    """Make the key: in the keyring, unless a passphrase or a key file is named.

    A key file that is not there yet is made. Without a keyring a passphrase is asked for; a key in
    plain text beside what it opens is never written.

    \b
    Examples:
      tandem key init
      pass show tandem | tandem key init --passphrase-stdin
      tandem key init --key-file /media/stick/tandem.key
    """
    from tandem_edge.vault.changing import create, refuse_if_made

    refuse_if_made(settings.home)
    demand_writable(settings.home)
    ways = [new_way(settings, asked, typed)]
    if asked.at_terminal() if recovery is None else recovery:
        ways.append(asked.new_phrase(settings.home, language))
    _tell_ways(create(settings.home, ways), as_json)


@key.command()
@secret_options
@json_option
@common_options
def status(settings: Settings, asked: Asked, as_json: bool) -> int:
    """Tell the ways in, what they open, and what is not right. Changes nothing.

    Ends with 6 when something is amiss. Nobody is asked for a passphrase.

    \b
    Example:
      tandem key status --json
    """
    from dataclasses import asdict

    from tandem_edge.vault.reporting import report_on

    report = report_on(settings.home, asked.given(ask=False))
    if as_json:
        print_json(asdict(report))
        return 6 if report.amiss else 0
    print_text(_("home {home}, key {number}", home=report.home[:8], number=report.generation))
    for way in report.ways:
        made = _("made {day}", day=way.made[:10])
        print_text(f"  {way.way:<10} {made}  {_(way.state)}")
    for file in report.databases:
        number = f"{file.size:>12,}"
        size = _("{number} bytes", number=number)
        print_text(f"  {file.name:<40} {size}  {_(file.state)}")
    for sentence in report.amiss:
        print_text(_("amiss: {sentence}", sentence=_(sentence)))
    return 6 if report.amiss else 0


@key.command()
@secret_options
@click.option(
    "--to", "way", type=click.Choice(WAYS), help="The way in to make anew (usual: the one used)."
)
@click.option(
    "--new-passphrase-file",
    type=NamedPath(path_type=Path),
    help="Read the new passphrase from this file.",
)
@click.option(
    "--new-key-file", type=NamedPath(path_type=Path), help="The new key file; made if need be."
)
@click.option("--data", is_flag=True, help="A new key for the databases too; encrypts them anew.")
@click.option(
    "--drop", is_flag=True, help="With --data: give up ways in that cannot be carried over."
)
@language_option
@json_option
@common_options
def rotate(
    settings: Settings,
    asked: Asked,
    way: str | None,
    new_passphrase_file: Path | None,
    new_key_file: Path | None,
    data: bool,
    drop: bool,
    language: str,
    as_json: bool,
) -> None:
    """Replace a way in, which is quick, or with --data the key itself.

    The old way works until the new one has opened everything. Take --data when somebody may have
    had the key; killed in the middle, the same command finishes it.

    \b
    Examples:
      tandem key rotate                       a new random key in the keyring
      tandem key rotate --to passphrase       a passphrase, beside the other ways
      tandem key rotate --to recovery         a new recovery phrase
      tandem key rotate --data
    """
    from tandem_edge.vault.changing import rewrap
    from tandem_edge.vault.opening import unlock

    if data and (way or new_passphrase_file or new_key_file):
        raise UsageError("--data renews the key, not a way in", hint="rotate twice, one at a time")
    demand_writable(settings.home)
    given = asked.given()
    unlocked = unlock(settings.home, given)
    if data:
        _tell_rotated(rotated(unlocked, given, asked, drop, language), as_json)
        return
    new = other_way(
        settings,
        asked,
        way or _implied(new_passphrase_file, new_key_file) or unlocked.slot.way,
        (new_passphrase_file, new_key_file),
        language,
    )
    _tell_ways(rewrap(unlocked, new), as_json)


def _implied(passphrase_file: Path | None, key_file: Path | None) -> str:
    """The way in that a file is named for."""
    return "key-file" if key_file else "passphrase" if passphrase_file else ""


@key.command()
@click.option("--phrase-stdin", is_flag=True, help="Read the phrase from the first line of stdin.")
@click.option(
    "--phrase-file", type=NamedPath(path_type=Path), help="Read the phrase from this file."
)
@secret_options
@json_option
@common_options
def recover(
    settings: Settings,
    phrase_stdin: bool,
    phrase_file: Path | None,
    asked: Asked,
    as_json: bool,
) -> None:
    """Come in by the recovery phrase, and make a new way in.

    The new way is the keyring, unless a passphrase or a key file is named. The phrase stays good.

    \b
    Examples:
      tandem key recover
      tandem key recover --key-file /media/stick/new.key
    """
    from tandem_edge.vault.changing import rewrap
    from tandem_edge.vault.opening import unlock
    from tandem_edge.vault.ways import Given

    demand_writable(settings.home)
    _demand_recovery(settings.home)
    phrase = asked.phrase(phrase_stdin, phrase_file)
    unlocked = unlock(settings.home, Given(entropy=phrase))
    _tell_ways(rewrap(unlocked, new_way(settings, asked, False)), as_json)


def _demand_recovery(home: Path) -> None:
    """Raises ``TrustError`` where there is no recovery phrase, before anybody types 24 words."""
    from tandem_edge.vault.slots import Way, read_slots
    from tandem_shared.errors import TrustError

    try:
        slots = read_slots(home)
    except TrustError:
        return  # the previous keys may open; what is wrong is told then
    if slots.slot(Way.RECOVERY) is None:
        there = ", ".join(slot.way for slot in slots.slots)
        raise TrustError(
            "no recovery phrase was made for this home",
            hint=_("nothing was changed; the ways in are: {ways}", ways=there),
        )


def _tell_ways(unlocked: Unlocked, as_json: bool) -> None:
    ways = [slot.way.value for slot in unlocked.slots.slots]
    if as_json:
        print_json({"home": unlocked.slots.home, "ways": ways})
        return
    print_text(_("the key opens by: {ways}", ways=", ".join(ways)))
    if "recovery" not in ways:
        print_text(hinted(_(NO_PHRASE)))


def _tell_rotated(done: Rotated, as_json: bool) -> None:
    ways = [slot.way.value for slot in done.unlocked.slots.slots]
    dropped = [way.value for way in done.dropped]
    if as_json:
        print_json(
            {
                "databases": done.databases,
                "ways": ways,
                "dropped": dropped,
                "resumed": done.resumed,
            }
        )
        return
    what = (
        _("the broken-off change of keys is finished") if done.resumed else _("a new key is made")
    )
    number = done.databases
    print_text(_("{what}; databases encrypted anew: {number}", what=what, number=number))
    print_text(_("the key opens by: {ways}", ways=", ".join(ways)))
    if dropped:
        print_text(_("given up: {ways}", ways=", ".join(dropped)))
