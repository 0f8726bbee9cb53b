"""A language model that proposes requests for one tool at a time, in a form that a small one keeps.

What it answers is turned into scenario text, so that it passes where every proposal has to.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from pydantic import JsonValue

from tandem_edge.llm.role import LanguageModel, ModelFailed, Question
from tandem_edge.phone.catalogue import load_catalogue
from tandem_shared.text import one_line
from tandem_shared.tools import Effect, Frozen, ToolSpec

DEADLINE_S = 240.0
TOKENS_A_TASK = 110
LONGEST = 300
"""Characters of one request."""
_LANGUAGES = {"en": "English", "zh": "Chinese (用中文写)"}
_KEPT = ("type", "enum", "minimum", "maximum", "minLength", "maxLength", "items")


class ToolRequest(Frozen):
    """``count`` requests in one language that ``tool`` answers."""

    tool: str
    language: str
    count: int


def requests_for(tools: Sequence[str], seed: int, count: int) -> Iterator[ToolRequest]:
    """Requests without end, in both languages alike; tools come in an order of chance."""
    names = list(tools) or [spec.name for spec in load_catalogue().specs if not spec.long_tail]
    random = Random(f"proposals/{seed}")
    while True:
        random.shuffle(names)
        for name in names:
            for language in ("en", "zh"):
                yield ToolRequest(tool=name, language=language, count=count)


@dataclass
class ModelProposer:
    """Proposals of ``model``."""

    model: LanguageModel

    @property
    def name(self) -> str:
        """As it stands in the source of tasks."""
        return self.model.name

    def propose(self, request: ToolRequest) -> str:
        """Scenario text; empty where the model gave no answer that can be read.

        Raises ``PrivacyError``, ``CapReached`` and what else is not the model's weakness.
        """
        spec = load_catalogue().spec(request.tool)
        if spec is None:
            return ""
        question = Question(
            instructions=_INSTRUCTIONS,
            text=_asked(spec, request),
            schema=_schema(spec, request.count),
            max_tokens=100 + TOKENS_A_TASK * request.count,
            private=frozenset(),
        )
        try:
            reply = self.model.ask(question, deadline_s=DEADLINE_S, cancel=threading.Event())
        except ModelFailed:
            return ""
        return scenarios(spec, request.language, reply.value)


_INSTRUCTIONS = (
    "You write what people say to their phone. Each request is one sentence of daily life, each in "
    "other words than the others, with the call that does exactly what it says. Every value in the "
    "call has to be said in the request."
)


def _asked(spec: ToolSpec, request: ToolRequest) -> str:
    arguments = {name: schema.get("description", "") for name, schema in spec.offered.items()}
    return (
        f"Write {request.count} requests in {_LANGUAGES[request.language]} for the tool "
        f"{spec.name}: {spec.description.en} / {spec.description.zh}\n"
        f"Its arguments: {json.dumps(arguments, ensure_ascii=False)}"
    )


def _schema(spec: ToolSpec, count: int) -> dict[str, JsonValue]:
    properties: dict[str, JsonValue] = {
        name: {key: value for key, value in schema.items() if key in _KEPT}
        for name, schema in spec.offered.items()
    }
    always: list[JsonValue] = [*spec.arguments.get("required", [])]  # type: ignore[misc]
    said: dict[str, JsonValue] = {"type": "string", "minLength": 4, "maxLength": 120}
    one: dict[str, JsonValue] = {
        "type": "object",
        "properties": {
            "says": said,
            "arguments": {
                "type": "object",
                "properties": properties,
                "required": always,
                "additionalProperties": False,
            },
        },
        "required": ["says", "arguments"],
        "additionalProperties": False,
    }
    many: dict[str, JsonValue] = {"type": "array", "items": one, "minItems": 1, "maxItems": count}
    return {
        "type": "object",
        "properties": {"requests": many},
        "required": ["requests"],
        "additionalProperties": False,
    }


def scenarios(spec: ToolSpec, language: str, value: JsonValue) -> str:
    """An answer as scenario text, one family a request; what has another form is left out."""
    return "".join(_scenarios(spec, language, value))


def _scenarios(spec: ToolSpec, language: str, value: Any) -> Iterator[str]:
    listed = value.get("requests") if isinstance(value, Mapping) else None
    for each in listed if isinstance(listed, list) else ():
        arguments = each.get("arguments") if isinstance(each, Mapping) else None
        if not isinstance(arguments, dict):
            continue
        said = one_line(str(each.get("says", "")), limit=LONGEST)
        reads = spec.effect_of(arguments) is Effect.READ
        checker = "calls" if reads else "state"
        call = json.dumps(arguments, ensure_ascii=False)
        yield (
            f"=== {spec.name} | grounding | {checker} | 1\n--- {language}\n"
            f"> {said}\n$ {spec.name} {call}\n"
        )
