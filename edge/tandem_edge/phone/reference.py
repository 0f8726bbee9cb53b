"""The catalogue as a page to read: every tool with its arguments, effects and errors."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from tandem_shared.tools import ANY_ACTION, Domain, ToolSpec


def reference(specs: Iterable[ToolSpec]) -> str:
    """The whole catalogue in Markdown, a chapter a domain."""
    return "\n".join(_page(tuple(specs))).rstrip() + "\n"


def entry(spec: ToolSpec) -> Iterator[str]:
    """One tool in Markdown."""
    yield from (f"### {spec.name}", "", f"{spec.description.en}  ", spec.description.zh, "")
    if spec.offered:
        yield from ("| argument | values | |", "|---|---|---|")
        for name, schema in spec.offered.items():
            told = f"{schema['description']} / {schema['x-zh']}"
            yield f"| `{name}` | {_values(schema)}{_needed(spec, name)} | {told} |"
        yield ""
    yield f"- Effect: {_by_action(spec.effects)}"
    results: dict[str, Any] = spec.results["properties"]  # type: ignore[assignment]
    private = [
        f"{name} ({s['x-privacy']})" for name, s in results.items() if s["x-privacy"] != "none"
    ]
    yield "- Gives: " + ", ".join(f"`{name}`" for name in results)
    if private:
        yield "- Private: " + ", ".join(private)
    if spec.preconditions:
        yield "- Needs: " + ", ".join(_condition(each) for each in spec.preconditions)
    yield "- Errors: " + ", ".join(spec.errors)
    if spec.inverses:
        yield "- Undone by: " + _by_action({a: i.tool for a, i in spec.inverses.items()})
    for title, names in (("Conflicts with", spec.conflicts), ("Changes", spec.changes)):
        if names:
            yield f"- {title}: {', '.join(names)}"
    yield from (f"- On a real phone: {spec.mechanism.value}", "")


def _page(specs: tuple[ToolSpec, ...]) -> Iterator[str]:
    yield from ("# The phone's tools", "")
    yield f"{len(specs)} tools in {len({spec.domain for spec in specs})} domains. This page is"
    yield from ("generated: `tandem phone tools --markdown`.", "")
    for domain in Domain:
        chapter = [spec for spec in specs if spec.domain is domain]
        if chapter:
            yield from (f"## {domain.value} ({len(chapter)})", "")
            for spec in chapter:
                yield from entry(spec)


def _values(schema: dict[str, Any]) -> str:
    if "enum" in schema:
        return ", ".join(schema["enum"])
    if schema["type"] == "integer":
        return f"{schema['minimum']} to {schema['maximum']} {schema['x-unit']}"
    examples = ", ".join(map(str, schema.get("examples", [])))
    return f"{schema['x-kind']}" + (f": {examples}" if examples else "")


def _needed(spec: ToolSpec, name: str) -> str:
    if name in spec.required(ANY_ACTION):
        return "; always"
    actions = [action for action, names in spec.required_by_action.items() if name in names]
    return f"; for {', '.join(actions)}" if actions else ""


def _condition(each: Any) -> str:
    name = f"{each.kind} {each.value}".strip()
    return name if ANY_ACTION in each.actions else f"{name} (to {', '.join(each.actions)})"


def _by_action(values: dict[str, Any]) -> str:
    if set(values) == {ANY_ACTION}:
        return str(values[ANY_ACTION])
    groups: dict[str, list[str]] = {}
    for action, value in values.items():
        groups.setdefault(str(value), []).append(action)
    return "; ".join(f"{', '.join(actions)}: {value}" for value, actions in groups.items())
