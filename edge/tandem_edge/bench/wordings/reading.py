"""Reading wording files: sections of requests that share a call."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.resources import files
from typing import Any

from tandem_shared.tasks import Friction
from tandem_shared.tools import ToolCall

LANGUAGES = ("en", "zh")
SLOT = re.compile(r"\{([a-z_0-9]+)\}")
_HEAD = re.compile(r"(\w+)\s*(\{.*\})?\s*$")
_VALUES = re.compile(r"(\w+)\s*(=|<)\s*(.+)$")
_IMPLIED = re.compile(r"\s*=>\s*(\{.*\})\s*$")


class WordingError(ValueError):
    """A line of a wording file that cannot be read; says which."""


@dataclass(frozen=True, slots=True)
class Listed:
    """Values written out for a slot."""

    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Drawn:
    """A slot whose values come from records on the phone, those that have ``where``."""

    table: str
    field: str
    where: tuple[str, str] | None = None


Source = Listed | Drawn


@dataclass(frozen=True, slots=True)
class Wording:
    """One request with slots, the call it means, where slots come from, what comes before."""

    text: str
    call: ToolCall
    sources: Mapping[str, Source]
    before: tuple[ToolCall, ...]
    friction: tuple[Friction, ...]
    where: str
    """File and line, for messages."""

    @property
    def slots(self) -> tuple[str, ...]:
        """Names of the slots in the text, each once, in order."""
        return tuple(dict.fromkeys(SLOT.findall(self.text)))

    @property
    def skeleton(self) -> str:
        """The words that are left without slots, case, punctuation and white space."""
        return re.sub(r"[\W_]+", "", SLOT.sub("", self.text).casefold())


def read_wordings(text: str, name: str) -> Iterator[Wording]:
    """The wordings of one file's ``text``. Raises ``WordingError``."""
    section: ToolCall | None = None
    sources: dict[str, Source] = {}
    before: list[ToolCall] = []
    friction: list[Friction] = []
    for number, raw in enumerate(text.splitlines(), 1):
        line, where = raw.strip(), f"{name}:{number}"
        mark, rest = line[:1], line[1:].strip()
        if not line or mark == "#":
            continue
        if line.startswith("=="):
            section, sources, before, friction = _call(line.strip("= "), where), {}, [], []
        elif section is None:
            raise WordingError(f"{where}: a line before the first section")
        elif mark == "@" and (source := _VALUES.match(rest)):
            sources = {**sources, source[1]: _source(source[2], source[3], where)}
        elif mark == "~":
            kind, _, value = rest.partition(" ")
            friction = [*friction, Friction(name=kind, value=value.strip())]
        elif mark == "!":
            before = [*before, _call(rest, where)]
        else:
            said = _wording(line, section, sources, where)
            yield replace(said, before=tuple(before), friction=tuple(friction))


@lru_cache(maxsize=1)
def train_wordings() -> tuple[Wording, ...]:
    """Every wording of the training split, in file order."""
    folder = files("tandem_edge.bench.wordings") / "train"
    found: list[Wording] = []
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        if file.name.endswith(".txt"):
            found += read_wordings(file.read_text("utf-8"), file.name)
    return tuple(found)


def language_of_file(wording: Wording) -> str:
    """``en`` or ``zh``, from the name of the file it stands in."""
    return wording.where.split(":")[0].split(".")[-2]


def _wording(line: str, section: ToolCall, sources: Mapping[str, Source], where: str) -> Wording:
    implied = _IMPLIED.search(line)
    text = line[: implied.start()] if implied else line
    more = _json(implied[1], where) if implied else {}
    arguments = {**section.arguments, **more}
    for slot in dict.fromkeys(SLOT.findall(text)):
        arguments.setdefault(slot, f"{{{slot}}}")
    call = ToolCall(name=section.name, arguments=arguments)
    return Wording(text.strip(), call, sources, (), (), where)


def _source(kind: str, values: str, where: str) -> Source:
    if kind == "=":
        return Listed(tuple(value.strip() for value in values.split("|") if value.strip()))
    drawn, _, condition = values.partition(" where ")
    table, _, field = drawn.strip().partition(".")
    if not field:
        raise WordingError(f"{where}: write where values come from as table.field")
    name, _, value = condition.partition("=")
    return Drawn(table, field, (name.strip(), value.strip()) if name else None)


def _call(text: str, where: str) -> ToolCall:
    head = _HEAD.match(text)
    if head is None:
        raise WordingError(f"{where}: write a call as tool_name {{arguments}}")
    return ToolCall(name=head[1], arguments=_json(head[2] or "{}", where))


def _json(text: str, where: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except ValueError as error:
        raise WordingError(f"{where}: {error}") from error
    if not isinstance(value, dict):
        raise WordingError(f"{where}: arguments are an object")
    return value
