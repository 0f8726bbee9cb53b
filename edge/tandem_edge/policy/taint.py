"""Whose words the conversation's context holds: the owner's alone, or foreign text as well.

Foreign text may hold instructions (indirect prompt injection: Greshake et al., arXiv 2302.12173).
It cannot be told from harmless text by looking at it, so what counts is only where it came from.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any
from zoneinfo import available_timezones

from tandem_edge.harness.toolbox import Toolbox
from tandem_edge.phone.catalogue import load_catalogue, load_tables
from tandem_edge.phone.language.apps import APPS
from tandem_edge.phone.protocol import Execution
from tandem_edge.policy.matching import privacy_of
from tandem_shared.tools import Privacy, ToolCall, ToolSpec

OUR_WORDS = frozenset(
    {
        "cancelled",
        "expired",
        "invalid_argument",
        "missing_argument",
        "not_allowed",
        "not_confirmed",
        "not_found",
        "phone_failed",
        "tool_broke",
        "try_again",
        "unknown_tool",
    }
)
"""Faults whose message holds nothing but Tandem's words and what the planner itself wrote."""
THIRD_PARTY = "mcp:"
"""Providers of this prefix describe their tools themselves."""
_TOKEN = re.compile(r"[A-Za-z0-9_.,:;+\-/%°#]{0,40}")
_ENDING = re.compile(r"\.[a-z0-9]{2,4}$")
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")
LONGEST_WORD = 20
DAYS = frozenset({"mon", "tue", "wed", "thu", "fri", "sat", "sun"})


def carries_foreign_text(
    spec: ToolSpec, call: ToolCall, execution: Execution, said: Iterable[str] = ()
) -> bool:
    """Whether a phone tool's result brings words that neither the owner nor Tandem wrote.

    Every text in the result counts unless it is one token of a field declared free of private
    data, the name of an app that Tandem knows, or something that stands in the call's own
    arguments or in ``said``, the owner's words. A field that is not declared counts, and so does
    a fault's message that may name a record: it fails closed.
    """
    fault = execution.result.fault
    if fault is not None:
        ours = {*OUR_WORDS, *(condition.code for condition in spec.preconditions)}
        return fault.code not in ours
    known = [_folded(text) for text in said]
    known += [_folded(text) for text in _texts([call.arguments, execution.arguments])]
    declared: Any = spec.results.get("properties", {})
    return any(
        _is_foreign(text, privacy_of(declared.get(name)), known)
        for name, value in execution.result.data.items()
        for text in _texts(value, keys=not isinstance(value, list))
    )


@dataclass
class Taint:
    """Whose foreign text a conversation has taken in. It only ever grows."""

    said: list[str] = field(default_factory=list)
    """The owner's words so far."""
    sources: list[str] = field(default_factory=list)

    def hear(self, words: str) -> None:
        """Take in what the owner said."""
        self.said.append(words)

    def add(self, source: str) -> None:
        """From now on the context holds foreign text of ``source``."""
        if source not in self.sources:
            self.sources.append(source)

    def offer(self, tools: Toolbox, candidates: Iterable[ToolSpec]) -> None:
        """The planner is shown ``candidates``: a third party's tool brings its own description."""
        for spec in candidates:
            owner = tools.owners.get(spec.name)
            if owner is not None and owner.name.startswith(THIRD_PARTY):
                self.add(owner.name)

    def observe(
        self, tools: Toolbox, call: ToolCall, spec: ToolSpec | None, execution: Execution
    ) -> None:
        """The planner is shown what came of ``call``, which the phone or a provider has said."""
        owner = tools.owners.get(call.name)
        if spec is None or (owner is not None and owner.trusted):
            return
        if owner is None:
            if carries_foreign_text(spec, call, execution, self.said):
                self.add(spec.name)
        elif execution.result.fault is not None or any(_texts(execution.result.data)):
            self.add(owner.name)


@dataclass
class Untainted(Taint):
    """Sabotage for benchmarks: notices nothing."""

    def add(self, source: str) -> None:
        """Nothing."""


def _is_foreign(text: str, privacy: Privacy, known: list[str]) -> bool:
    folded = _folded(text)
    if not folded or any(folded in each for each in known):
        return False
    if privacy is not Privacy.NONE:
        return True
    return not (_says_nothing(text) or folded in _app_names())


def _says_nothing(text: str) -> bool:
    """Whether ``text`` is one token that is too little to hold an instruction.

    It is an id, a moment, one word, or a token of several words that is Tandem's own: a name that
    somebody gave to a device or a list (``delete-all-alarms``) is read as a sentence by a planner.
    """
    if not _TOKEN.fullmatch(text):
        return False
    words = [word for word in _WORD.findall(_ENDING.sub("", text)) if len(word) > 1]
    if not words or {word.casefold() for word in words} <= DAYS:
        return True
    if len(words) == 1 and len(words[0]) <= LONGEST_WORD:
        return True
    ours = {text, text.rstrip("0123456789")} & _our_tokens()
    return bool(ours) or ("/" in text and text in _zones())


def _texts(value: Any, *, keys: bool = True) -> Iterator[str]:
    """Every text in a JSON value, keys of inner objects among them.

    Without ``keys``, those of a list's records are left out: they are the tool's own words.
    """
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, item in value.items():
            if keys:
                yield str(key)
            yield from _texts(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _texts(item, keys=keys)


def _folded(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text).casefold().split())


@lru_cache(maxsize=1)
def _app_names() -> frozenset[str]:
    return frozenset(_folded(name) for names in APPS.values() for name in names)


@lru_cache(maxsize=1)
def _our_tokens() -> frozenset[str]:
    """What the catalogue itself writes: choices, fields, tools, beginnings of ids, packages."""
    specs = load_catalogue().specs
    found = {word for spec in specs for word in _declared([spec.arguments, spec.results])}
    named = {spec.name for spec in specs} | {table.prefix for table in load_tables().values()}
    return frozenset(found | named | APPS.keys())


def _declared(schema: Any) -> Iterator[str]:
    """Choices and names of fields in JSON Schemas."""
    if isinstance(schema, dict):
        yield from (str(choice) for choice in schema.get("enum") or ())
        yield from schema.get("properties") or ()
        for part in schema.values():
            yield from _declared(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from _declared(part)


@lru_cache(maxsize=1)
def _zones() -> frozenset[str]:
    return frozenset(available_timezones())
