"""What the catalogues have to hold, gathered from the source. Needs the ``dev`` extra."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from pathlib import Path

import click

import tandem_edge

ROOT = Path(tandem_edge.__file__).parent
SOURCES = (
    "cli/memory*.py",
    "cli/key*.py",
    *(f"cli/{name}.py" for name in ("asking", "common", "hints", "spoken", "widths")),
    "memory/[!pt]*.py",
    "memory/lifecycle/*.py",
    "cli/phone*.py",
    "phone/android/link/*.py",
    "memory/store/*.py",
    "vault/*.py",
    "settings.py",
)
"""Files whose texts reach who uses ``tandem memory``, ``tandem key`` and ``tandem phone``."""
GROUPS = ("memory", "key", "phone")
LIBRARY = ("core", "decorators", "exceptions", "formatting", "parser", "termui", "types")
"""Modules of click that say something."""
KEYWORDS = {"_": None, "ngettext": (1, 2)}
WORDS = (
    "pinned",
    "standing",
    "[OPTIONS]",
    "COMMAND [ARGS]...",
    "older copies of this memory (in backups)",
    "shared lessons",
    "opens",
    "does not open",
    "asks",
    "empty",
    "locked",
    "does not open with this key",
    "is damaged or was altered",
    "what it rests on is not kept",
    "the keyring does not hold it",
    "another key",
    "that is a folder",
    "No such file or directory",
    "Permission denied",
    "Is a directory",
    "Not a directory",
    "File exists",
    "Read-only file system",
    "No space left on device",
    "File name too long",
    "keyring",
    "passphrase",
    "key-file",
    "key file",
    "recovery",
)
"""Texts that are told by their value, where no marking shows it."""
Message = str | tuple[str, ...]
"""A text, or its singular and plural."""


def gathered() -> dict[Message, list[tuple[str, int]]]:
    """Every message, with where it stands: file and line."""
    found: dict[Message, list[tuple[str, int]]] = {}
    for place, message in (*_marked(), *_raised(), *_words(), *_helps()):
        found.setdefault(message, []).append(place)
    return found


def _files() -> Iterator[Path]:
    for pattern in SOURCES:
        yield from sorted(ROOT.glob(pattern))
    library = Path(click.__file__).parent
    yield from (library / f"{name}.py" for name in LIBRARY)


def _named(path: Path) -> str:
    inside = path.is_relative_to(ROOT)
    return f"tandem_edge/{path.relative_to(ROOT).as_posix()}" if inside else f"click/{path.name}"


Found = Iterator[tuple[tuple[str, int], Message]]


def _marked() -> Found:
    """What the source gives to ``_`` and ``ngettext``."""
    from babel.messages.extract import extract

    for path in _files():
        with path.open("rb") as file:
            for line, message, _comments, _context in extract("python", file, keywords=KEYWORDS):
                yield (_named(path), line), message


def _raised() -> Found:
    """What the errors say whose texts have no values in them, and the constants that hold texts:
    they are translated where they are told."""
    trees = {
        path: ast.parse(path.read_text("utf-8")) for path in _files() if path.is_relative_to(ROOT)
    }
    every = {
        name: text for tree in trees.values() for name, text in _constants(tree) if name.isupper()
    }
    for path, tree in trees.items():
        constants = every | dict(_constants(tree))
        for line, text in _told(tree, constants):
            yield (_named(path), line), text


def _constants(tree: ast.AST) -> Iterator[tuple[str, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and (text := _text(node.value)):
            yield from ((each.id, text) for each in node.targets if isinstance(each, ast.Name))


def _told(tree: ast.AST, constants: Mapping[str, str]) -> Iterator[tuple[int, str]]:
    """What errors are made of, and what is given to ``_`` by the name of a constant."""
    for node in ast.walk(tree):
        name = _name(node.func) if isinstance(node, ast.Call) else ""
        if not isinstance(node, ast.Call) or not (name == "_" or name.endswith("Error")):
            continue
        given = [*node.args[:1], *(each.value for each in node.keywords if each.arg == "hint")]
        for each in given if name != "ValueError" else []:
            text = constants.get(each.id, "") if isinstance(each, ast.Name) else _text(each)
            if text:
                yield each.lineno, text


def _text(node: ast.expr) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else ""


def _words() -> Found:
    """What is shown of the memory's own words: kinds, origins, what became of a memory."""
    from tandem_edge.memory.lifecycle.never import Sort
    from tandem_shared.memory import Kind, Origin, Status

    values = [each.value for sort in (Kind, Origin, Status, Sort) for each in sort]
    for value in (*values, *WORDS, *_reasons()):
        yield ("tandem_edge/languages/gathering.py", 0), value


def _reasons() -> Iterator[str]:
    """Why a unit does not come into a kind of memory."""
    for path in sorted(ROOT.glob("memory/kinds/*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Return) and node.value is not None:
                yield from filter(None, map(_text, _branches(node.value)))


def _branches(node: ast.expr) -> list[ast.expr]:
    return [node.body, node.orelse] if isinstance(node, ast.IfExp) else [node]


def _helps() -> Found:
    """The help of every command."""
    for name in GROUPS:
        group = getattr(import_module(f"tandem_edge.cli.{name}"), name)
        for command in _commands([group]):
            place = (f"tandem_edge/cli/{name}.py", 0)
            yield from ((place, text) for text in _said_by(command) if text)


def _said_by(command: click.Command) -> list[str]:
    from tandem_edge.cli.spoken import translated

    said: list[str] = []

    def note(text: str) -> str:
        said.append(text)
        return text

    translated(command, note)
    return said


def _commands(commands: Iterable[click.Command]) -> Iterator[click.Command]:
    for command in commands:
        yield command
        if isinstance(command, click.Group):
            yield from _commands(command.commands.values())
