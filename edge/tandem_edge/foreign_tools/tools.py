"""A stranger's tool as a ``ToolSpec``, and a planner's call as its owner expects it."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import count
from typing import Any

import jsonschema
from pydantic import JsonValue

from tandem_edge.foreign_tools.schemas import Argument, Unsupported, reduce
from tandem_edge.phone.normalise import BadArgument
from tandem_shared.text import one_line, visible
from tandem_shared.tools import ANY_ACTION, Bilingual, Domain, Effect, Mechanism, ToolSpec

LONGEST_TOOL = 48
LONGEST_DESCRIPTION = 120
LONGEST_FOREIGN = 200
_NAME = re.compile(r"[a-z]+(_[a-z0-9]+)+")


@dataclass(frozen=True)
class ForeignTool:
    """A tool as a planner is offered it, and how to say a call to its owner.

    ``foreign`` is its owner's name for it, ``arguments`` are those of ``spec`` with theirs;
    ``notes`` say what was left out.
    """

    spec: ToolSpec
    foreign: str
    arguments: tuple[Argument, ...]
    notes: tuple[str, ...]

    def to_owner(self, given: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
        """A call's arguments under the owner's names, as their schema has them.

        ``None`` and blank texts count as absent; a number or a yes said as text is read. Raises
        ``BadArgument``.
        """
        by_name = {argument.local: argument for argument in self.arguments}
        unknown = [name for name in given if name not in by_name]
        if unknown:
            known = ", ".join(by_name) or "none"
            said = one_line(unknown[0], limit=40)
            raise BadArgument(f"{self.spec.name} has no argument {said}; it has {known}")
        said_values = {
            name: _read(given[name], argument.schema)
            for name, argument in by_name.items()
            if name in given and not _absent(given[name])
        }
        missing = [each.local for each in self.arguments if each.required]
        missing = [name for name in missing if name not in said_values]
        if missing:
            raise BadArgument(f"{self.spec.name} needs {', '.join(missing)}", "missing_argument")
        for name, value in said_values.items():
            _check(name, value, by_name[name].schema)
        return {by_name[name].foreign: value for name, value in said_values.items()}

    def from_owner(self, arguments: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
        """Arguments under their owner's names as a planner would have written them."""
        local = {argument.foreign: argument.local for argument in self.arguments}
        return {local.get(name, name): value for name, value in arguments.items()}


def convert(
    name: str, description: str, schema: Mapping[str, Any], *, local: str, effect: Effect
) -> ForeignTool:
    """The tool ``name``, called ``local`` here. Descriptions are cleaned, put on one line and cut.

    Raises ``Unsupported``.
    """
    if not 0 < len(name) <= LONGEST_FOREIGN or not _NAME.fullmatch(local):
        raise Unsupported("its name cannot be used")
    reduced = reduce(schema)
    text = _described(name, description, reduced.arguments)
    words = one_line(re.sub("[^A-Za-z0-9\u3400-\u9fff]+", " ", name), limit=80) or local
    spec = ToolSpec(
        name=local,
        domain=Domain.UTILITIES_PRODUCTIVITY,
        description=Bilingual(en=text, zh=text),
        cues=Bilingual(en=words, zh=words),
        arguments={
            "type": "object",
            "properties": {each.local: each.schema for each in reduced.arguments},
            "required": [each.local for each in reduced.arguments if each.required],
            "additionalProperties": False,
        },
        results={"type": "object", "properties": {}},
        effects={ANY_ACTION: effect},
        errors=("invalid_argument", "missing_argument", "tool_failed"),
        mechanism=Mechanism.NONE,
    )
    return ForeignTool(spec, name, reduced.arguments, reduced.notes)


def local_names(names: Iterable[str], prefix: str) -> dict[str, str]:
    """Each name in the catalogue's form, behind ``prefix``; no two are ever the same.

    A name that has that form already is kept. What has to be changed so that it meets another
    gets a piece of its digest: which names go together does not depend on their order.
    """
    plain = {name: _slug(name, prefix) for name in sorted(set(names))}
    met = Counter(plain.values())
    kept = {name: slug for name, slug in plain.items() if slug == f"{prefix}{name}"}
    kept |= {name: slug for name, slug in plain.items() if met[slug] == 1}
    for name, slug in plain.items():
        if name not in kept:
            kept[name] = _told_apart(name, slug, set(kept.values()))
    return kept


def _told_apart(name: str, slug: str, taken: set[str]) -> str:
    for turn in count():
        found = _digested(slug, f"{name}#{turn}")
        if found not in taken:
            return found
    raise AssertionError("unreachable")


def _slug(name: str, prefix: str) -> str:
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()
    slug = prefix + (re.sub("[^a-z0-9]+", "_", words).strip("_") or "tool")
    if not _NAME.fullmatch(slug):
        slug = f"tool_{slug}"
    return slug if len(slug) <= LONGEST_TOOL else _digested(slug, name)


def _digested(slug: str, name: str) -> str:
    digest = hashlib.sha256(name.encode("utf-8", "replace")).hexdigest()[:8]
    return f"{slug[: LONGEST_TOOL - 9].rstrip('_')}_{digest}"


def _described(name: str, description: str, arguments: tuple[Argument, ...]) -> str:
    text = one_line(description, limit=LONGEST_DESCRIPTION)
    text = text or one_line(name, limit=LONGEST_DESCRIPTION) or "a tool"
    shapes = [f"{each.local}: {each.shape}" for each in arguments if each.shape]
    return f"{text} ({'; '.join(shapes)})" if shapes else text


def _absent(value: Any) -> bool:
    return value is None or (isinstance(value, str) and not value.strip())


def _read(value: JsonValue, schema: dict[str, JsonValue]) -> JsonValue:
    if isinstance(value, str):
        return _from_text(value, schema)
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if is_number and schema["type"] == "string":
        return str(value)
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value


def _from_text(value: str, schema: dict[str, JsonValue]) -> JsonValue:
    if schema["type"] == "boolean" and value.strip().lower() in ("true", "false"):
        return value.strip().lower() == "true"
    if schema["type"] in ("number", "integer"):
        try:
            return _read(float(value), schema)
        except ValueError:
            return value
    return visible(value)


def _check(name: str, value: JsonValue, schema: dict[str, JsonValue]) -> None:
    if schema.get("x-whole") and not (isinstance(value, int) and not isinstance(value, bool)):
        raise BadArgument(f"{name} is not a whole number")
    fault = jsonschema.exceptions.best_match(
        jsonschema.Draft202012Validator(schema).iter_errors(value)
    )
    if fault is not None:
        raise BadArgument(f"{name}: {one_line(fault.message, limit=120)}")
