"""Where passphrases and phrases come from: a terminal, stdin, a file. Never arguments, never the
environment, both of which other programs can read.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from tandem_edge.cli.asking import at_a_line
from tandem_edge.cli.common import NamedPath, print_text
from tandem_edge.cli.interrupts import at_a_prompt
from tandem_edge.languages.catalogue import _
from tandem_shared.errors import UsageError

if TYPE_CHECKING:
    from tandem_edge.vault.secret import Secret
    from tandem_edge.vault.ways import Given, NewWay

F = TypeVar("F", bound=Callable[..., Any])
LONGEST_LINE = 8192
"""Bytes."""
TRIES = 3


@dataclass(frozen=True)
class Asked:
    """What the command line named, and the asking for what it did not."""

    key_file: Path | None = None
    passphrase_file: Path | None = None
    passphrase_stdin: bool = False

    @property
    def names_passphrase(self) -> bool:
        """Whether a passphrase comes from a file or from stdin."""
        return self.passphrase_stdin or self.passphrase_file is not None

    def at_terminal(self) -> bool:
        """Whether somebody is there to read and to type."""
        return sys.stdin.isatty() and sys.stderr.isatty()

    def given(self, *, ask: bool = True) -> Given:
        """What opens the home as it is. With ``ask`` a passphrase may be asked for."""
        from tandem_edge.vault.ways import Given

        passphrase = self._named_passphrase() if self.names_passphrase else None
        asking = ask and self.at_terminal()
        return Given(passphrase, self.key_file, ask=_ask_passphrase if asking else None)

    def new_passphrase(self, file: Path | None = None, *, again: bool = False) -> Secret:
        """A passphrase to be set: from where it was named, or typed twice.

        ``again`` says that stdin's or the file's own passphrase was the present one: then it comes
        from ``file``, from stdin's next line, or from the terminal.
        """
        if file is not None:
            return _from_file(file)
        if self.passphrase_stdin or (again and not self.at_terminal()):
            return _line()
        if self.passphrase_file is not None and not again:
            return _from_file(self.passphrase_file)
        return _ask_new_passphrase()

    def phrase(self, from_stdin: bool, file: Path | None) -> Secret:
        """The 32 bytes of the recovery phrase that is read or asked for. Raises ``TrustError``."""
        from tandem_edge.vault.phrases import from_phrase

        if file is not None:
            return from_phrase(_from_file(file).reveal().decode())
        if from_stdin or not sys.stdin.isatty():
            return from_phrase(_line().reveal().decode())
        with at_a_line():
            return from_phrase(click.prompt(_("Recovery phrase"), err=True))

    def new_phrase(self, home: Path, language: str) -> NewWay:
        """A new recovery phrase, shown once and typed back.

        Raises ``UsageError`` when it was not typed back right; it opens nothing then.
        """
        from tandem_edge.vault.phrases import to_phrase
        from tandem_edge.vault.slots import Way
        from tandem_edge.vault.ways import NewWay
        from tandem_edge.vault.wrapping import fresh_key

        entropy = fresh_key()
        print_text(_("Write these 24 words down on paper. They are not shown again:"), err=True)
        print_text("", err=True)
        for line in _numbered(to_phrase(entropy, language)):
            print_text(line, err=True)
        print_text("", err=True)
        for _try in range(TRIES):
            if _typed_back(entropy):
                return NewWay(Way.RECOVERY, home, entropy=entropy)
        raise UsageError("the phrase was not typed back", hint="nothing was changed; repeat")

    def _named_passphrase(self) -> Secret:
        if self.passphrase_file is not None:
            return _from_file(self.passphrase_file)
        return _line()


def secret_options(function: F) -> F:
    """Give a command ``--passphrase-stdin``, ``--passphrase-file`` and ``--key-file``."""

    @click.option(
        "--passphrase-stdin", is_flag=True, help="Read the passphrase from a line of stdin."
    )
    @click.option(
        "--passphrase-file",
        type=NamedPath(path_type=Path),
        help="Read the passphrase from the first line of this file.",
    )
    @click.option("--key-file", type=NamedPath(path_type=Path), help="The key is in this file.")
    @functools.wraps(function)
    def command(
        passphrase_stdin: bool,
        passphrase_file: Path | None,
        key_file: Path | None,
        **options: Any,
    ) -> Any:
        if sum(map(bool, (passphrase_stdin, passphrase_file, key_file))) > 1:
            raise UsageError(
                "one way in at a time",
                hint="--passphrase-stdin, --passphrase-file or --key-file",
            )
        return function(asked=Asked(key_file, passphrase_file, passphrase_stdin), **options)

    return command  # type: ignore[return-value]


def language_option(function: F) -> F:
    """Give a command ``--language``, of the recovery phrase's words."""
    return click.option(
        "--language",
        type=click.Choice(("en", "zh")),
        default="en",
        help="Of a recovery phrase's words.",
    )(function)


def _typed_back(entropy: Secret) -> bool:
    from tandem_edge.vault.phrases import from_phrase
    from tandem_shared.errors import TrustError

    try:
        if sys.stdin.isatty():
            with at_a_line():
                text = click.prompt(_("Type it back"), err=True)
        else:
            text = _line().reveal().decode()
        if from_phrase(text) == entropy:
            return True
    except TrustError as error:
        print_text(_("{why}; once more", why=_(str(error))), err=True)
        return False
    print_text(_("that is another phrase; once more"), err=True)
    return False


def _numbered(phrase: str) -> list[str]:
    """Six words a line, with the number of the first."""
    words = phrase.split(" ")
    return [f"  {at + 1:>2}  {' '.join(words[at : at + 6])}" for at in range(0, len(words), 6)]


def _ask_passphrase() -> Secret:
    return _asked(_("Passphrase"), confirm=False)


def _ask_new_passphrase() -> Secret:
    return _asked(_("New passphrase"), confirm=True)


def _asked(label: str, *, confirm: bool) -> Secret:
    from tandem_edge.vault.secret import Secret

    with at_a_prompt():
        typed: str = click.prompt(label, hide_input=True, confirmation_prompt=confirm, err=True)
    return Secret(typed.encode())


def _line() -> Secret:
    """The next line of stdin, without its end. Raises ``UsageError`` when there is none."""
    return _decoded(sys.stdin.buffer.readline(LONGEST_LINE), "stdin")


def _from_file(path: Path) -> Secret:
    from tandem_edge.files import read_limited, why_unread

    try:
        data = read_limited(path, LONGEST_LINE)
    except (OSError, ValueError) as error:
        raise UsageError(
            _("{file} cannot be read: {why}", file=path, why=_(why_unread(error))),
            hint="name another file",
        ) from error
    return _decoded(data.split(b"\n")[0], str(path))


def _decoded(line: bytes, where: str) -> Secret:
    from tandem_edge.vault.secret import Secret

    try:
        text = line.decode("utf-8").rstrip("\r\n")
    except UnicodeDecodeError:
        raise UsageError(
            _("what {file} holds is not UTF-8", file=where),
            hint="write it in UTF-8, for example: iconv -f GB18030 -t UTF-8 FILE",
        ) from None
    if not text:
        raise UsageError(
            _("{file} holds nothing", file=where), hint="one line with the passphrase or phrase"
        )
    return Secret(text.encode())
