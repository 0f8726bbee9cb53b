"""Hints whose command lines work as they stand: with the options that the owner came in by."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

import click
from click.core import ParameterSource

from tandem_edge.languages.catalogue import _
from tandem_shared.errors import TandemError

HOME = "--home"
CARRIED = (
    HOME,
    "--user",
    "--workspace",
    "--agent",
    "--key-file",
    "--passphrase-file",
    "--export-passphrase-file",
)
"""Options that say whose memory it is and what opens it."""
_COMMAND = re.compile(r"\btandem((?: [a-z][a-z-]*)+)")


def hinted(text: str) -> str:
    """``text`` whose command lines have the options that this command was given."""
    return completed(text, click.get_current_context())


@contextmanager
def completing() -> Iterator[None]:
    """Complete the hint of an error that passes."""
    try:
        yield
    except TandemError as error:
        error.hint = hinted(_(error.hint))
        raise


def completed(text: str, context: click.Context) -> str:
    """``text`` in which every command line has those options of ``context`` that it takes."""
    given = _given(context)
    if not given:
        return text
    root = context.find_root().command
    return _COMMAND.sub(lambda found: _with_options(root, found[1].split(), given), text)


def _given(context: click.Context | None) -> dict[str, str]:
    """The options that were typed, here or before the command's name."""
    found: dict[str, str] = {}
    while context is not None:
        for param in context.command.params:
            flag = next((each for each in param.opts if each in CARRIED), "")
            source = context.get_parameter_source(param.name or "")
            value = context.params.get(param.name or "")
            if flag and value is not None and source is ParameterSource.COMMANDLINE:
                found.setdefault(flag, str(value))
        context = context.parent
    return found


def _with_options(root: click.Command, words: Sequence[str], given: Mapping[str, str]) -> str:
    command, named = _command_of(root, words)
    takes = {flag for param in command.params for flag in param.opts}
    options = [
        f"{flag} {shlex.quote(given[flag])}" for flag in CARRIED if flag in takes and flag in given
    ]
    before: list[str] = []
    if HOME in given and HOME not in takes:
        before = [f"{HOME} {shlex.quote(given[HOME])}"]
    if not named:
        return " ".join(["tandem", *words])
    return " ".join(["tandem", *before, *words[:named], *options, *words[named:]])


def _command_of(root: click.Command, words: Sequence[str]) -> tuple[click.Command, int]:
    """The command that ``words`` begin with, and how many of them name it."""
    command, named = root, int(words[0] == root.name)
    for word in words[named:]:
        group = command if isinstance(command, click.Group) else None
        there = group.get_command(click.Context(group), word) if group else None
        if there is None:
            break
        command, named = there, named + 1
    return command, named
