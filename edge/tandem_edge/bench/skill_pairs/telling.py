"""What a prompt tells a planner that only reads: tools on offer, results, loaded instructions."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from pydantic import JsonValue

from tandem_edge.planner.protocol import Prompt

_OUTCOME = re.compile(r"^[a-z0-9_]+: (?:ok (\{.*\})|failed, ([a-z_]+): .*)$", re.MULTILINE)
_LISTED = re.compile(r"^(skill__[a-z0-9_]+)\(\) (.+)$", re.MULTILINE)


@dataclass(frozen=True)
class Seen:
    """What the last call came to: its data, or the code it failed with."""

    data: dict[str, Any] = field(default_factory=dict)
    code: str = ""


def offered(prompt: Prompt) -> frozenset[str]:
    """Names that the answer's schema lets a planner call."""
    return frozenset(_names(prompt.schema))


def _names(schema: JsonValue) -> Iterator[str]:
    match schema:
        case {"name": {"const": str(name)}}:
            yield name
        case dict():
            for value in schema.values():
                yield from _names(value)
        case list():
            for value in schema:
                yield from _names(value)


def seen(prompt: Prompt) -> Seen:
    """The last call's outcome, as the last message puts it."""
    said = prompt.messages[-1].text.partition("\n\n")[0]
    outcomes = _OUTCOME.findall(said)
    if not outcomes:
        return Seen(code="unreadable")
    data, code = outcomes[-1]
    return Seen(code=code) if code else Seen(json.loads(data))


def instructions(prompt: Prompt) -> str:
    """What the last message gives below its results: a loaded skill, or nothing."""
    return prompt.messages[-1].text.partition("\n\n")[2]


def listed_skills(prompt: Prompt) -> list[tuple[str, str]]:
    """Name and purpose of each tool that loads one skill, as the request's message lists them."""
    return list(_LISTED.findall(prompt.messages[0].text))
