"""Reading scenario files: tasks written by hand, see ``docs/writing-tasks.md``."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any, Literal

from tandem_shared.tasks import (
    CANARY,
    Capability,
    Checker,
    Dimension,
    Fact,
    Friction,
    Groups,
    Memory,
    Patch,
    Split,
)
from tandem_shared.tools import ToolCall


class ScenarioError(ValueError):
    """A line of a scenario file that cannot be read or built; says which and why."""


@dataclass(frozen=True, slots=True)
class Move:
    """One thing the oracle does in a turn, and what the criteria make of it."""

    kind: Literal["call", "ask", "refuse", "remember", "replace", "forget", "hand_off"]
    call: ToolCall | None = None
    together: bool = False
    """In one step with the move before."""
    about: Groups = ()
    text: str = ""
    key: str = ""


@dataclass
class Turn:
    """One user turn as written."""

    said: str
    moves: list[Move] = field(default_factory=list)
    reply: Groups = ()


@dataclass
class Draft:
    """One task as written, before anything was carried out."""

    family: str
    dimension: Dimension
    split: Split
    capability: Capability
    checker: Checker
    difficulty: int
    language: Literal["en", "zh"]
    number: int
    where: str
    turns: list[Turn] = field(default_factory=list)
    seed: int | None = None
    clock: str = ""
    zone: str = ""
    patches: list[Patch] = field(default_factory=list)
    calls: list[ToolCall] = field(default_factory=list)
    friction: list[Friction] = field(default_factory=list)
    memories: list[Memory] = field(default_factory=list)
    facts: list[Fact] = field(default_factory=list)
    equal: list[tuple[str, ...]] = field(default_factory=list)
    loads: list[str] = field(default_factory=list)
    shelf: list[str] = field(default_factory=list)
    """Skills that have to be among those offered beside what is opened."""
    recalls: list[str] = field(default_factory=list)
    never: list[ToolCall] = field(default_factory=list)
    tools: list[str] = field(default_factory=list)

    @property
    def name(self) -> str:
        """The task's id."""
        return f"{self.dimension}.{self.split}.{self.family}.{self.language}{self.number}"

    @property
    def declines(self) -> bool:
        """Whether the right thing is to ask or to refuse."""
        return any(move.kind in ("ask", "refuse") for turn in self.turns for move in turn.moves)


def read_scenarios(text: str, name: str, dimension: Dimension, split: Split) -> Iterator[Draft]:
    """The tasks of one file's ``text``. Raises ``ScenarioError``."""
    head: tuple[str, Capability, Checker, int] | None = None
    draft: Draft | None = None
    counts: dict[str, int] = {}
    for number, raw in enumerate(text.splitlines(), 1):
        line, where = raw.strip(), f"{name}:{number}"
        if not line or line.startswith("#"):
            continue
        if line.startswith("==="):
            if draft:
                yield draft
            head, draft, counts = _head(line.strip("= "), where), None, {}
        elif line.startswith("---"):
            if draft:
                yield draft
            draft = _begin(line.strip("- "), head, counts, where, dimension, split)
        elif draft is None:
            raise ScenarioError(f"{where}: a line before '--- en' or '--- zh'")
        else:
            _directive(draft, line, where)
    if draft:
        yield draft


def all_drafts(split: Split) -> list[Draft]:
    """Every task written for ``split``, in file order."""
    folder = files("tandem_edge.bench.tasks.scenarios") / split.value
    found: list[Draft] = []
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        if not file.name.endswith(".txt"):
            continue
        text = file.read_text("utf-8")
        if CANARY not in text:
            raise ScenarioError(f"{file.name}: the canary string is missing")
        dimension = Dimension(file.name.split("_")[0].split(".")[0])
        found += read_scenarios(text, f"{split.value}/{file.name}", dimension, split)
    return found


def _head(text: str, where: str) -> tuple[str, Capability, Checker, int]:
    parts = [part.strip() for part in text.split("|")]
    try:
        family, capability, checker, difficulty = parts
        return family, Capability(capability), Checker(checker), int(difficulty)
    except ValueError as error:
        raise ScenarioError(f"{where}: write === family | capability | checker | 1-3") from error


def _begin(
    language: str, head: Any, counts: dict[str, int], where: str, dimension: Dimension, split: Split
) -> Draft:
    if head is None or language not in ("en", "zh"):
        raise ScenarioError(f"{where}: write --- en or --- zh below a === line")
    counts[language] = counts.get(language, 0) + 1
    family, capability, checker, difficulty = head
    return Draft(
        family,
        dimension,
        split,
        capability,
        checker,
        difficulty,
        language,  # type: ignore[arg-type]
        counts[language],
        where,
    )


def _directive(draft: Draft, line: str, where: str) -> None:
    word, _, rest = line.partition(" ")
    handler = _DIRECTIVES.get(word)
    if handler is None:
        raise ScenarioError(f"{where}: {word!r} is not a directive")
    try:
        handler(draft, rest.strip())
    except ScenarioError as error:
        raise ScenarioError(f"{where}: {error}") from error
    except (ValueError, IndexError) as error:
        raise ScenarioError(f"{where}: cannot read {line!r}: {error}") from error


def _phone(draft: Draft, rest: str) -> None:
    what, _, value = rest.partition(" ")
    if what == "clock":
        draft.clock = value.strip()
    elif what == "zone":
        draft.zone = value.strip()
    elif what == "seed":
        draft.seed = int(value)
    elif what == "patch":
        table, key, fields = value.split(" ", 2)
        draft.patches.append(Patch(table=table, key=key, fields=_json(fields)))
    elif what == "add":
        table, fields = value.split(" ", 1)
        draft.patches.append(Patch(table=table, key="", fields=_json(fields)))
    elif what == "remove":
        table, key = value.split(" ")
        draft.patches.append(Patch(table=table, key=key, fields=None))
    else:
        raise ScenarioError(f"& takes clock, zone, seed, patch, add or remove, not {what!r}")


def _said(draft: Draft, rest: str) -> None:
    draft.turns.append(Turn(rest))


def _gold(together: bool) -> Callable[[Draft, str], None]:
    def handler(draft: Draft, rest: str) -> None:
        _turn(draft).moves.append(Move("call", _call(rest), together))

    return handler


def _ends(kind: Literal["ask", "refuse"]) -> Callable[[Draft, str], None]:
    def handler(draft: Draft, rest: str) -> None:
        about = _groups(rest)
        _turn(draft).moves.append(Move(kind, about=about, text=_sentence(about)))

    return handler


def _fact(draft: Draft, rest: str) -> None:
    about, _, answer = rest.partition("=>")
    draft.facts.append(Fact(about=_alternatives(about), answer=answer.strip()))


def _reply(draft: Draft, rest: str) -> None:
    _turn(draft).reply = _groups(rest)


def _memory(draft: Draft, rest: str) -> None:
    key, _, text = rest.partition("=")
    key, _, by = key.partition(" by ")
    draft.memories.append(Memory(key=key.strip(), text=text.strip(), by=by.strip()))


def _remember(draft: Draft, rest: str) -> None:
    text, about = _quoted(rest)
    _turn(draft).moves.append(Move("remember", text=text, about=about))


def _replace(draft: Draft, rest: str) -> None:
    key, _, rest = rest.partition(" ")
    text, about = _quoted(rest)
    _turn(draft).moves.append(Move("replace", text=text, about=about, key=key))


def _forget(draft: Draft, rest: str) -> None:
    _turn(draft).moves.append(Move("forget", key=rest))


def _hand(draft: Draft, rest: str) -> None:
    agent, _, rest = rest.partition(" ")
    text, about = _quoted(rest)
    _turn(draft).moves.append(Move("hand_off", text=text, about=about, key=agent))


def _friction(draft: Draft, rest: str) -> None:
    name, _, value = rest.partition(" ")
    draft.friction.append(Friction(name=name, value=value.strip()))


_DIRECTIVES: dict[str, Callable[[Draft, str], None]] = {
    "&": _phone,
    "!": lambda draft, rest: draft.calls.append(_call(rest)),
    "~": _friction,
    "%": lambda draft, rest: draft.equal.append(tuple(each.strip() for each in rest.split("|"))),
    ">": _said,
    "?": _fact,
    "$": _gold(together=False),
    "+": _gold(together=True),
    "ask": _ends("ask"),
    "refuse": _ends("refuse"),
    "say": _reply,
    "never": lambda draft, rest: draft.never.append(_call(rest)),
    "memory": _memory,
    "recall": lambda draft, rest: draft.recalls.append(rest),
    "remember": _remember,
    "replace": _replace,
    "forget": _forget,
    "load": lambda draft, rest: draft.loads.append(rest),
    "shelf": lambda draft, rest: draft.shelf.extend(rest.split()),
    "hand": _hand,
    "tools": lambda draft, rest: draft.tools.extend(rest.split()),
}


def _turn(draft: Draft) -> Turn:
    if not draft.turns:
        raise ScenarioError("this belongs below a '>' line")
    return draft.turns[-1]


def _groups(text: str) -> Groups:
    groups = tuple(_alternatives(part) for part in text.split("&"))
    if not all(groups):
        raise ScenarioError("write words as this|or this & and|also")
    return groups


def _alternatives(text: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in text.split("|") if word.strip())


def _sentence(about: Groups) -> str:
    return " ".join(group[0] for group in about)


def _quoted(rest: str) -> tuple[str, Groups]:
    match = re.match(r'"(.*)"\s*:\s*(.+)$', rest)
    if match is None:
        raise ScenarioError('write "the text" : words|or these & and these')
    return match[1], _groups(match[2])


def _call(text: str) -> ToolCall:
    name, _, arguments = text.partition(" ")
    return ToolCall(name=name, arguments=_json(arguments or "{}"))


def _json(text: str) -> dict[str, Any]:
    value = json.loads(text)
    if not isinstance(value, dict):
        raise ScenarioError("an object is wanted")
    return value
