"""Which way in a command line means, and what a new key does to the others."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tandem_edge.cli.common import print_text
from tandem_edge.files import writable
from tandem_edge.languages.catalogue import _
from tandem_shared.errors import MissingError, TandemError, UsageError

if TYPE_CHECKING:
    from tandem_edge.cli.key_input import Asked
    from tandem_edge.settings import Settings
    from tandem_edge.vault.opening import Unlocked
    from tandem_edge.vault.rotating import Rotated
    from tandem_edge.vault.ways import Given, NewWay


def demand_writable(home: Path) -> None:
    """Raises ``TandemError`` where a home is there and may not be written, before anybody is asked
    or shown anything."""
    if home.exists() and not writable(home):
        raise TandemError(
            _("{folder} cannot be written, so its keys can only be looked at", folder=home),
            hint="nothing was changed; see that the home folder is yours to write",
        )


def new_way(settings: Settings, asked: Asked, typed: bool) -> NewWay:
    """The way that was named; else the keyring; where there is none, a passphrase that is asked."""
    from tandem_edge.vault.ring import NONE_HERE, ring_is_there
    from tandem_edge.vault.slots import Way
    from tandem_edge.vault.ways import NewWay

    if asked.key_file is not None:
        return NewWay(Way.KEY_FILE, settings.home, key_file=asked.key_file)
    if typed or asked.names_passphrase:
        return NewWay(Way.PASSPHRASE, settings.home, passphrase=asked.new_passphrase())
    if ring_is_there():
        return NewWay(Way.KEYRING, settings.home)
    if not asked.at_terminal():
        raise MissingError("there is no keyring on this machine", hint=NONE_HERE)
    print_text(_("there is no keyring on this machine, so a passphrase is needed"), err=True)
    return NewWay(Way.PASSPHRASE, settings.home, passphrase=asked.new_passphrase())


def other_way(
    settings: Settings,
    asked: Asked,
    way: str,
    files: tuple[Path | None, Path | None],
    language: str,
) -> NewWay:
    """The new way in of the kind ``way``; ``files`` are the new passphrase's and the key file.

    Raises ``UsageError`` when it is not said where a key file is to be.
    """
    from tandem_edge.vault.slots import Way
    from tandem_edge.vault.ways import NewWay

    passphrase_file, key_file = files
    if way == Way.RECOVERY:
        return asked.new_phrase(settings.home, language)
    if way == Way.PASSPHRASE:
        new = asked.new_passphrase(passphrase_file, again=True)
        return NewWay(Way.PASSPHRASE, settings.home, passphrase=new)
    if way == Way.KEY_FILE:
        if key_file is None:
            raise UsageError("where is the new key file to be?", hint="--new-key-file PATH")
        return NewWay(Way.KEY_FILE, settings.home, key_file=key_file)
    return NewWay(Way.KEYRING, settings.home)


def rotated(unlocked: Unlocked, given: Given, asked: Asked, drop: bool, language: str) -> Rotated:
    """Make a new data key, with a new recovery phrase where there was one.

    Raises ``UsageError`` when a way in would be lost and ``drop`` does not say that it may.
    """
    from tandem_edge.vault.rotating import lost_by, rotate_data
    from tandem_edge.vault.slots import Way

    lost = lost_by(unlocked, given) if unlocked.former is None else ()
    others = [way for way in lost if way is not Way.RECOVERY]
    if others and not drop:
        raise UsageError(
            _("a new key cannot be given to: {ways}", ways=", ".join(others)),
            hint="come in with it, or give it up with --drop and make it again afterwards",
        )
    if Way.RECOVERY not in lost:
        return rotate_data(unlocked, given)
    if not (asked.at_terminal() or drop):
        raise UsageError(
            "a new key needs a new recovery phrase, which is shown at a terminal",
            hint="repeat it there, or give the phrase up with --drop",
        )
    added = [asked.new_phrase(unlocked.folder, language)] if asked.at_terminal() else []
    return rotate_data(unlocked, given, added)
