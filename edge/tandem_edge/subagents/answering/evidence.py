"""Passages that may hold an answer: from a text, or from what the phone's reading tools return."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pydantic import JsonValue

from tandem_edge.harness.recall import Recall, terms
from tandem_edge.subagents.gate import Gate
from tandem_edge.subagents.words import phrase_of_kind, phrases
from tandem_shared.text import one_line
from tandem_shared.tools import Effect, ToolCall, ToolSpec

LONGEST_PASSAGE = 240
MOST_TOOLS = 3
"""Reading tools that one question makes use of."""
MOST_ROWS = 60
QUERY = "query"
TEXT = "text"
"""Source of a passage from the hand-off; any other is the tool that returned a record."""
_BREAK = re.compile(r"(?<=[.!?。！？；;])\s+|(?<=[。！？；])|\n+")
_NARROWS = ("day", "person", "app", "choice")
"""Kinds of optional argument that a phrase of the question may give."""


@dataclass(frozen=True)
class Passage:
    """A few sentences or one record, and where it is from."""

    text: str
    source: str


def from_text(text: str) -> list[Passage]:
    """A text sentence by sentence, each line apart."""
    pieces = (one_line(piece).strip() for piece in _BREAK.split(text))
    return [
        Passage(piece[start : start + LONGEST_PASSAGE], TEXT)
        for piece in pieces
        for start in range(0, len(piece), LONGEST_PASSAGE)
    ]


def from_phone(gate: Gate, question: str, language: str) -> list[Passage]:
    """What the reading tools that fit ``question`` return, a passage a record."""
    specs = tuple(spec for spec in gate.phone.catalogue.specs if _reads(spec) is not None)
    found: list[Passage] = []
    for spec in Recall(specs).top(question, MOST_TOOLS):
        title = _title(spec, language)
        for call in _calls(gate, spec, question):
            result = gate.call(call).result
            if result.ok:
                rows = _rows(result.data)
                found += [Passage(f"{title}: {row}", spec.name) for row in rows]
                break
    return found[: MOST_TOOLS * MOST_ROWS]


def best(passages: Sequence[Passage], question: str, count: int) -> list[Passage]:
    """The ``count`` passages that share the rarest terms with ``question``, best first."""
    asked = set(terms(question))
    held = [set(terms(each.text)) for each in passages]
    seen = Counter(term for each in held for term in each)
    weight = {term: math.log(1 + len(passages) / seen[term]) for term in asked if term in seen}
    scored = [
        (sum(weight[term] for term in sorted(asked & each)) / math.sqrt(8 + len(each)), -place)
        for place, each in enumerate(held)
    ]
    ranked = sorted(scored, reverse=True)
    return [passages[-place] for score, place in ranked[:count] if score > 0]


def _reads(spec: ToolSpec) -> dict[str, JsonValue] | None:
    """The arguments with which a tool only reads, or ``None``."""
    if QUERY in spec.actions and spec.effects.get(QUERY) is Effect.READ:
        return {"action": QUERY}
    return {} if spec.effect_of({}) is Effect.READ and "action" not in spec.properties else None


def _calls(gate: Gate, spec: ToolSpec, question: str) -> Iterator[ToolCall]:
    """The narrowest call first, then the wide one."""
    fixed = _reads(spec)
    if fixed is None:
        return
    narrow = {**fixed, **_narrowing(gate, spec, question)}
    needed = spec.required(spec.action_of(fixed))
    if all(name in narrow for name in needed):
        yield ToolCall(name=spec.name, arguments=narrow)
    if all(name in fixed for name in needed):
        yield ToolCall(name=spec.name, arguments=fixed)


def _narrowing(gate: Gate, spec: ToolSpec, question: str) -> dict[str, JsonValue]:
    narrow: dict[str, JsonValue] = {}
    for name, schema in spec.offered.items():
        kind = str(schema["x-kind"])
        if name == "action" or kind not in _NARROWS:
            continue
        phrase = (
            _person(gate, question)
            if kind == "person"
            else phrase_of_kind(question, schema, gate.now())
        )
        if phrase:
            narrow[name] = phrase
    return narrow


def _person(gate: Gate, question: str) -> str | None:
    """The longest phrase of the question that is a contact's name."""
    call = ToolCall(name="manage_contact", arguments={"action": QUERY})
    people = gate.call(call).result.data.get("contacts")
    rows = people if isinstance(people, list) else []
    names = {str(row["name"]).casefold() for row in rows if isinstance(row, dict)}
    return next((one for one in phrases(question) if one.casefold() in names), None)


def _title(spec: ToolSpec, language: str) -> str:
    """What the tool is about, without the list of what it can do."""
    said = spec.description.zh if language == "zh" else spec.description.en
    return re.split("[:：]", said)[0]


def _rows(data: dict[str, JsonValue]) -> list[str]:
    """Each record of a result on a line, then its single values on one."""
    lists = [value for value in data.values() if isinstance(value, list)]
    rows = [_line(each) for value in lists for each in value[:MOST_ROWS]]
    single: dict[str, JsonValue] = {
        key: value for key, value in data.items() if not isinstance(value, list)
    }
    return rows + ([_line(single)] if single else [])


def _line(value: JsonValue) -> str:
    if isinstance(value, dict):
        parts = [(key.replace("_", " "), each) for key, each in value.items()]
        said = ", ".join(f"{key} {_line(each)}" for key, each in parts if each not in ("", None))
        return one_line(said, limit=LONGEST_PASSAGE)
    if isinstance(value, list):
        return ", ".join(map(_line, value))
    return one_line(str(value), limit=LONGEST_PASSAGE)
