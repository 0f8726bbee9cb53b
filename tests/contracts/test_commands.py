"""Help is documentation: every command and option has it, and the docs know every command."""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator

import click
import pytest

from tandem_trainer.cli.main import trainer
from tandem_tui.commands import tandem
from tandem_tui.main import COMMANDS, SHELVES
from tests.contracts.repo import ROOT

WIDTH, HEIGHT = 80, 24


def command_named(name: str) -> click.Command:
    module, _, attribute = COMMANDS[name][0].partition(":")
    command = getattr(importlib.import_module(module), attribute)
    assert isinstance(command, click.Command)
    return command


def tree(path: str, command: click.Command) -> Iterator[tuple[str, click.Command]]:
    """A command and everything below it, each with the words to type."""
    yield path, command
    if isinstance(command, click.Group):
        for name, child in command.commands.items():
            yield from tree(f"{path} {name}", child)


def under(name: str) -> list[tuple[str, click.Command]]:
    """All commands of one entry of the table, or of the trainer."""
    if name == "tandem-trainer":
        return list(tree(name, trainer))
    return list(tree(f"tandem {name}", command_named(name)))


EVERY = [*COMMANDS, "tandem-trainer"]


def first_line(command: click.Command) -> str:
    return (command.help or "").strip().partition("\n")[0]


def documentation() -> str:
    pages = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    return "\n".join(page.read_text("utf-8") for page in pages if page.exists())


@pytest.mark.parametrize("name", COMMANDS)
def test_the_table_says_what_the_command_itself_says(name: str) -> None:
    assert first_line(command_named(name)) == COMMANDS[name][1]


@pytest.mark.parametrize("name", EVERY)
def test_every_command_has_help(name: str) -> None:
    assert [path for path, command in under(name) if not first_line(command)] == []


@pytest.mark.parametrize("name", EVERY)
def test_every_option_has_help(name: str) -> None:
    silent = [
        f"{path} {option.opts[0]}"
        for path, command in under(name)
        for option in command.params
        if isinstance(option, click.Option) and not option.hidden and not option.help
    ]
    assert silent == []


@pytest.mark.parametrize("name", EVERY)
def test_every_command_stands_in_the_readme_or_the_docs(name: str) -> None:
    text = documentation()
    missing = [
        path for path, _ in under(name) if not re.search(rf"{re.escape(path)}(?![\w-])", text)
    ]
    assert missing == []


def test_every_command_stands_on_one_shelf_of_the_help() -> None:
    shelved = [name for names in SHELVES.values() for name in names]
    assert sorted(shelved) == sorted(COMMANDS)


def test_help_fits_on_a_screen() -> None:
    with click.Context(tandem, info_name="tandem", terminal_width=WIDTH) as context:
        lines = tandem.get_help(context).splitlines()
    assert len(lines) <= HEIGHT
    assert all(len(line) <= WIDTH for line in lines)
