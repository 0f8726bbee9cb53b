"""Seeded calls of any tool, made up from its spec alone: load for worlds, not skill."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from pydantic import JsonValue

from tandem_shared.tools import ToolCall, ToolSpec

_SPOKEN = {
    "moment": ("tomorrow 9:30", "后天下午三点", "Friday 18:00", "in 2 hours"),
    "clock": ("7:15", "晚上十点半", "noon"),
    "day": ("tomorrow", "后天", "next Friday", "2026-12-01"),
    "duration": ("20 minutes", "一刻钟", "2 h"),
}
UNKNOWN_ID = 0.04
"""Share of ids that no record has."""


@dataclass
class Caller:
    """Makes calls up. ``ids`` holds the ids seen so far, by kind of record."""

    random: Random
    ids: dict[str, list[str]] = field(default_factory=dict)

    def call(self, spec: ToolSpec, action: str) -> ToolCall | None:
        """A call of ``action``; ``None`` when it needs an id and none has been seen."""
        arguments: dict[str, JsonValue] = {}
        needed = spec.required(action)
        for name, schema in spec.offered.items():
            if name == "action":
                arguments[name] = action
            elif name in needed or (self._wanted(spec, name) and self.random.random() < 0.4):
                value = self._value(schema)
                if value is None and name in needed:
                    return None
                arguments[name] = value
        return ToolCall(name=spec.name, arguments=arguments)

    def any_call(self, specs: Sequence[ToolSpec]) -> ToolCall:
        """A call of some tool that needs no id."""
        while True:
            spec = self.random.choice(specs)
            made = self.call(spec, self.random.choice(spec.actions))
            if made is not None:
                return made

    def _wanted(self, spec: ToolSpec, name: str) -> bool:
        """Whether an optional argument makes sense with any action that is not named after it."""
        return not any(name in names for names in spec.required_by_action.values())

    def _value(self, schema: Mapping[str, Any]) -> JsonValue:
        if kind := schema.get("x-refers"):
            seen = self.ids.get(kind, [])
            return self._id(seen) if seen else None
        if "enum" in schema:
            return str(self.random.choice(schema["enum"]))
        if schema["type"] == "boolean":
            return self.random.random() < 0.5
        if schema["type"] == "integer":
            return self.random.randint(schema["minimum"], schema["maximum"])
        phrases = _SPOKEN.get(schema["x-kind"], ())
        found: JsonValue = self.random.choice([*schema.get("examples", ()), *phrases])
        return found

    def _id(self, seen: Sequence[str]) -> str:
        return "Z999999" if self.random.random() < UNKNOWN_ID else self.random.choice(seen)
