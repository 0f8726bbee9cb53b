"""A stranger's JSON Schema, reduced to what a planner can be offered, or refused with a reason.

Of JSON Schema 2020-12 this much is understood: an object of named arguments; strings, choices,
numbers, whole numbers, booleans, lists and records; ``null`` as an alternative; ``$ref`` into the
schema's own ``$defs``. A pattern or a format is not carried over: the tool's owner checks those.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import JsonValue

from tandem_shared.text import one_line, visible
from tandem_shared.tools import Privacy

MOST_BYTES = 20_000
"""Size of one tool's schema, UTF-8 bytes of JSON."""
DEEPEST = 12
MOST_ARGUMENTS = 24
MOST_CHOICES = 64
LONGEST_CHOICE = 60
LONGEST_NAME = 48
LONGEST_DESCRIPTION = 120
LONGEST_VALUE = 4000
EXACT = 2**53
_LOCAL = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_OWN_REF = re.compile(r"#/(\$defs|definitions)/([^/]+)")
_SHAPING = ("patternProperties", "dependentSchemas", "if", "not", "oneOf", "anyOf", "allOf")
_REFERRING = ("$ref", "$dynamicRef", "$recursiveRef")

Node = Mapping[str, Any]


class Unsupported(ValueError):
    """The schema asks for what a planner cannot be offered; the message says why."""


@dataclass(frozen=True)
class Argument:
    """One argument: the planner's name for it, its owner's, and its schema in catalogue form.

    ``shape`` shows what a list or a record holds, since a signature line does not.
    """

    local: str
    foreign: str
    schema: dict[str, JsonValue]
    required: bool
    shape: str = ""


@dataclass(frozen=True)
class Reduced:
    """The arguments that can be offered, and what was left out."""

    arguments: tuple[Argument, ...]
    notes: tuple[str, ...]


def reduce(schema: Node) -> Reduced:
    """The arguments of a tool whose input ``schema`` a stranger wrote.

    An optional argument that cannot be offered is left out, with a note. Raises ``Unsupported``
    when a needed one cannot, or the whole is too large, too deep, or refers outside itself.
    """
    _check_size(schema)
    _check_references(schema)
    root = schema if any(word in schema for word in _SHAPING) else _resolved(schema, schema)
    properties, needed = _members(root)
    if root.get("type", "object") != "object" or any(word in root for word in _SHAPING):
        raise Unsupported("its arguments are not a plain object")
    if len(properties) > MOST_ARGUMENTS:
        raise Unsupported(f"it has {len(properties)} arguments, at most {MOST_ARGUMENTS} fit")
    arguments: list[Argument] = []
    notes: list[str] = []
    for name, node in properties.items():
        taken = {argument.local for argument in arguments}
        try:
            arguments.append(_argument(name, node, schema, name in needed, taken))
        except Unsupported as reason:
            if name in needed:
                raise Unsupported(f"it needs {one_line(name, limit=40)}: {reason}") from None
            notes.append(f"without {one_line(name, limit=40)}: {reason}")
    unknown = needed - set(properties)
    if unknown:
        raise Unsupported("it needs an argument that it does not describe")
    return Reduced(tuple(arguments), tuple(notes))


def _check_size(schema: Node) -> None:
    if not isinstance(schema, Mapping):
        raise Unsupported("its schema is no object")
    if any(depth > DEEPEST for depth, _ in _nodes(schema)):
        raise Unsupported(f"its schema is nested deeper than {DEEPEST}")
    size = len(json.dumps(schema, ensure_ascii=False).encode("utf-8", "replace"))
    if size > MOST_BYTES:
        raise Unsupported(f"its schema has {size:,} bytes, at most {MOST_BYTES:,} fit")


def _check_references(schema: Node) -> None:
    for _, node in _nodes(schema):
        for word in _REFERRING:
            target = node.get(word) if isinstance(node, Mapping) else None
            if isinstance(target, str) and not _OWN_REF.fullmatch(target):
                raise Unsupported("its schema refers outside itself")


def _nodes(root: Any) -> Iterator[tuple[int, Any]]:
    """Every value below ``root`` with its depth, without recursion: the depth is a stranger's."""
    waiting = [(0, root)]
    while waiting:
        depth, node = waiting.pop()
        yield depth, node
        if depth > DEEPEST:
            return
        inner = node.values() if isinstance(node, Mapping) else node
        if isinstance(node, Mapping | list):
            waiting += [(depth + 1, each) for each in inner]


def _resolved(node: Any, root: Node) -> Node:
    """``node`` with references followed and ``null`` taken out of its alternatives."""
    for _ in range(DEEPEST):
        if not isinstance(node, Mapping):
            raise Unsupported("it is described by no schema")
        rest = {key: value for key, value in node.items() if key not in ("$ref", "anyOf", "oneOf")}
        if isinstance(node.get("$ref"), str):
            node = {**_referred(node["$ref"], root), **rest}
        elif isinstance(found := node.get("anyOf", node.get("oneOf")), list):
            node = {**_only(found), **rest}
        elif isinstance(found := node.get("allOf"), list) and len(found) == 1:
            node = {**found[0], **{key: rest[key] for key in rest if key != "allOf"}}
        else:
            return node
    raise Unsupported("its references go in a circle")


def _referred(target: str, root: Node) -> Node:
    match = _OWN_REF.fullmatch(target)
    found = root.get(match[1], {}).get(match[2]) if match else None
    if not isinstance(found, Mapping):
        raise Unsupported("it refers to what is not there")
    return found


def _only(alternatives: list[Any]) -> Node:
    kept = [each for each in alternatives if not (_is_node(each) and each.get("type") == "null")]
    if len(kept) != 1 or not _is_node(kept[0]):
        raise Unsupported("it may take several forms")
    only: Node = kept[0]
    return only


def _is_node(value: Any) -> bool:
    return isinstance(value, Mapping)


def _members(node: Node) -> tuple[Node, set[str]]:
    properties, needed = node.get("properties", {}), node.get("required", [])
    if not isinstance(properties, Mapping) or not isinstance(needed, list):
        raise Unsupported("its arguments are not described")
    return properties, {name for name in needed if isinstance(name, str)}


def _argument(name: str, node: Any, root: Node, required: bool, taken: set[str]) -> Argument:
    node = _resolved(node, root)
    form, shape = _form(node, root)
    said = node.get("description")
    text = one_line(said, limit=LONGEST_DESCRIPTION) if isinstance(said, str) else ""
    text = text or one_line(name.replace("_", " "), limit=LONGEST_DESCRIPTION) or "argument"
    common: dict[str, JsonValue] = {
        "description": text,
        "x-zh": text,
        "x-privacy": Privacy.MESSAGE.value,
    }
    return Argument(_local(name, form, taken), name, {**form, **common}, required, shape)


def _local(name: str, form: dict[str, JsonValue], taken: set[str]) -> str:
    """A name that a prompt can hold; ``action`` is kept for a choice, as the catalogue has it."""
    kept = re.sub("[^A-Za-z0-9_]+", "_", name).strip("_")[:LONGEST_NAME]
    local = name if _LOCAL.fullmatch(name) and len(name) <= LONGEST_NAME else kept
    if not _LOCAL.fullmatch(local):
        local = f"argument_{local}".rstrip("_")[:LONGEST_NAME]
    if local == "action" and "enum" not in form:
        local = "action_"
    while local in taken:
        local = f"{local[: LONGEST_NAME - 1]}_" if len(local) < LONGEST_NAME else f"x{len(taken)}"
    return local


def _form(node: Node, root: Node) -> tuple[dict[str, JsonValue], str]:
    if "const" in node or "enum" in node:
        return _choice(node), ""
    match _type(node):
        case "string":
            longest = _whole(node.get("maxLength"))
            most = LONGEST_VALUE if longest is None else max(1, min(longest, LONGEST_VALUE))
            return {"type": "string", "x-kind": "text", "maxLength": most}, ""
        case "integer":
            return _integer(_whole(node.get("minimum")), _whole(node.get("maximum"))), ""
        case "number":
            return {"type": "number", "x-kind": "number", **_bounds(node)}, ""
        case "boolean":
            return {"type": "boolean", "x-kind": "boolean"}, ""
        case "array":
            return {"type": "array", "x-kind": "list"}, f"[{_shape(node.get('items', {}), root)}]"
        case "object":
            return {"type": "object", "x-kind": "record"}, _shape(node, root)
        case other:
            raise Unsupported(f"a {one_line(str(other), limit=40)} cannot be said")


def _type(node: Node) -> Any:
    kind = node.get("type")
    if isinstance(kind, list):
        real = [each for each in kind if each != "null"]
        kind = real[0] if len(real) == 1 else "value of several types"
    return kind or ("object" if "properties" in node else "value without a type")


def _choice(node: Node) -> dict[str, JsonValue]:
    values = [node["const"]] if "const" in node else node["enum"]
    if not isinstance(values, list) or not values or len(values) > MOST_CHOICES:
        raise Unsupported(f"it has no choice, or more than {MOST_CHOICES}")
    real = [value for value in values if value is not None]
    if all(isinstance(value, str) and _sayable(value) for value in real) and real:
        return {"type": "string", "x-kind": "choice", "enum": list(dict.fromkeys(real))}
    wholes = [_whole(value) for value in real]
    if real and all(value is not None for value in wholes):
        return _integer(min(wholes), max(wholes))  # type: ignore[type-var]
    raise Unsupported("its choices are not short texts")


def _sayable(value: str) -> bool:
    return 0 < len(value) <= LONGEST_CHOICE and one_line(value) == value and "|" not in value


def _integer(low: int | None, high: int | None) -> dict[str, JsonValue]:
    """Bounds that a signature can show, or a number that has to be whole."""
    if low is not None and high is not None and low <= high:
        kind: dict[str, JsonValue] = {"type": "integer", "x-kind": "integer", "x-unit": ""}
        return {**kind, "minimum": low, "maximum": high}
    bounds = {"minimum": low, "maximum": high}
    known: dict[str, JsonValue] = {k: v for k, v in bounds.items() if v is not None}
    return {"type": "number", "x-kind": "number", "x-whole": True, **known}


def _bounds(node: Node) -> dict[str, JsonValue]:
    return {
        key: node[key]
        for key in ("minimum", "maximum")
        if isinstance(node.get(key), int | float)
        and not isinstance(node[key], bool)
        and math.isfinite(node[key])
    }


def _whole(value: Any) -> int | None:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    whole = number and math.isfinite(value) and float(value).is_integer() and abs(value) <= EXACT
    return int(value) if whole else None


def _shape(node: Any, root: Node) -> str:
    """What is inside a list or a record, one level of it, in a signature's style."""
    try:
        inner = _resolved(node, root)
        kind = _type(inner)
        if kind != "object":
            return one_line(str(kind), limit=20) if node else "any"
        properties, needed = _members(inner)
    except Unsupported:
        return "any"
    names = [
        f"{visible(one_line(name, limit=24))}{'' if name in needed else '?'}"
        for name in list(properties)[:8]
    ]
    return "{" + ", ".join(names) + "}"
