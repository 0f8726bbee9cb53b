"""What a catalogue has to hold for planners, checkers, policies and scrubbers to rely on it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import chain, combinations
from typing import Any

from tandem_edge.phone.catalogue import Catalogue
from tandem_edge.phone.normalise import KINDS
from tandem_edge.phone.sandbox.conditions import CHECKS
from tandem_shared.tools import ANY_ACTION, Domain, Effect, Privacy, ToolSpec

LONGEST_EN, LONGEST_ZH = 12, 32
"""Words of an English description, characters of a Chinese one: they go into every prompt."""
FEWEST_CUES_EN, FEWEST_CUES_ZH = 10, 8
MOST_ALIKE = 0.75
"""Share of words (Jaccard) from which two descriptions count as near-duplicates."""
MOST_SETTERS = 1 / 3
"""Share of tools that may only set one field."""
FEWEST: Mapping[Domain, int] = {
    Domain.AUDIO_ENTERTAINMENT: 25,
    Domain.APPS_STORAGE: 23,
    Domain.DISPLAY_SOUND: 22,
    Domain.SYSTEM_SETTINGS: 22,
    Domain.TIME_MANAGEMENT: 16,
    Domain.AI_ASSISTANT: 16,
    Domain.CALLS_COMMUNICATION: 15,
    Domain.NETWORK_CONNECTIVITY: 14,
    Domain.TRAVEL_LIFESTYLE: 13,
    Domain.DEVICES: 13,
    Domain.INPUT_INTERACTION: 12,
    Domain.UTILITIES_PRODUCTIVITY: 11,
    Domain.SECURITY_PRIVACY: 10,
}
"""Tools of each domain in MobilePA-Bench (arXiv 2608.23035): 212 in all."""
_HAN = re.compile("[\u4e00-\u9fff]")

Rule = Callable[[ToolSpec], Iterator[str]]


def lint(catalogue: Catalogue) -> list[str]:
    """One line for each fault of the catalogue; none when it is sound."""
    specs = catalogue.specs
    each = (f"{spec.name}: {fault}" for spec in specs for rule in RULES for fault in rule(spec))
    whole = chain(_alike(specs), _neighbours(catalogue), _setters(specs), _domains(specs))
    return [*catalogue.faults, *each, *whole]


def sets_one_field(spec: ToolSpec) -> bool:
    """Whether a tool that writes does no more than give one field a value.

    It takes at most one value beside ``action``, names no record, and returns no list.
    """
    values = [name for name in spec.properties if name != "action"]
    results: dict[str, Any] = spec.results["properties"]  # type: ignore[assignment]
    lists = any(schema["type"] == "array" for schema in results.values())
    writes = any(effect is not Effect.READ for effect in spec.effects.values())
    return writes and len(values) <= 1 and not lists and not spec.required_by_action


def _texts(spec: ToolSpec) -> Iterator[str]:
    for name in ("description", "cues"):
        text = getattr(spec, name)
        if not _HAN.search(text.zh):
            yield f"its {name} is not translated into Chinese"
        if _HAN.search(text.en):
            yield f"its English {name} holds Chinese"
    if len(spec.description.en.split()) > LONGEST_EN or len(spec.description.zh) > LONGEST_ZH:
        yield "its description is too long for a prompt"
    cues = len(spec.cues.en.split()), len(spec.cues.zh.split())
    if cues[0] < FEWEST_CUES_EN or cues[1] < FEWEST_CUES_ZH:
        yield "it has too few cues"


def _arguments(spec: ToolSpec) -> Iterator[str]:
    for name, schema in spec.properties.items():
        if not schema["description"] or _HAN.search(str(schema["description"])):
            yield f"{name} is not described in English"
        if not _HAN.search(str(schema["x-zh"])):
            yield f"{name} is not described in Chinese"
        if schema["x-kind"] not in KINDS:
            yield f"{name} cannot be normalised: no kind {schema['x-kind']}"
        if schema["type"] == "integer" and "x-unit" not in schema:
            yield f"{name} has no unit"
        bounded = "enum" in schema or "x-unit" in schema or schema["type"] == "boolean"
        if not bounded and not schema.get("examples"):
            yield f"{name} has no example"


def _enumerations(spec: ToolSpec) -> Iterator[str]:
    for name, schema in spec.properties.items():
        values: list[Any] = schema.get("enum", [])  # type: ignore[assignment]
        if "enum" in schema and len(values) < 2:
            yield f"{name} has nothing to choose from"
        if len(values) != len(set(values)):
            yield f"{name} offers a value twice"
        if "default" in schema and values and schema["default"] not in values:
            yield f"the default of {name} is none of its values"


def _privacy(spec: ToolSpec) -> Iterator[str]:
    results: dict[str, Any] = spec.results["properties"]  # type: ignore[assignment]
    for name, schema in chain(spec.properties.items(), results.items()):
        if schema.get("x-privacy") not in list(Privacy):
            yield f"{name} has no privacy class"


def _actions(spec: ToolSpec) -> Iterator[str]:
    if set(spec.effects) != set(spec.actions):
        yield "an action has no effect, or an effect no action"
    for name, keyed in (("needs", spec.required_by_action), ("inverses", spec.inverses)):
        if not set(keyed) <= set(spec.actions):
            yield f"its {name} name an action that it has not"
    if any(spec.effects.get(action) is not Effect.WRITE for action in spec.inverses):
        yield "an action that is no write has an inverse"


def _conditions(spec: ToolSpec) -> Iterator[str]:
    for precondition in spec.preconditions:
        if precondition.kind not in CHECKS:
            yield f"no phone checks {precondition.kind}"
        if not set(precondition.actions) <= {ANY_ACTION, *spec.actions}:
            yield f"{precondition.kind} guards an action that it has not"
        if precondition.code not in spec.errors:
            yield f"{precondition.code} is not among its errors"


RULES: tuple[Rule, ...] = (_texts, _arguments, _enumerations, _privacy, _actions, _conditions)
"""What each tool has to satisfy by itself."""


def _alike(specs: tuple[ToolSpec, ...]) -> Iterator[str]:
    for language in ("en", "zh"):
        words = [(spec.name, _words(getattr(spec.description, language))) for spec in specs]
        for (name, one), (other, two) in combinations(words, 2):
            if len(one & two) / len(one | two) >= MOST_ALIKE:
                yield f"{name} and {other} are described nearly alike ({language})"


def _words(text: str) -> set[str]:
    return set(re.findall(r"[a-z]+|[\u4e00-\u9fff]", text.lower()))


def _neighbours(catalogue: Catalogue) -> Iterator[str]:
    for spec in catalogue.specs:
        for name in (*spec.conflicts, *spec.changes):
            if catalogue.spec(name) is None or name == spec.name:
                yield f"{spec.name}: {name} is no other tool"
        for inverse in spec.inverses.values():
            target = catalogue.spec(inverse.tool)
            if target is None:
                yield f"{spec.name}: its inverse {inverse.tool} is no tool"
            elif not set(inverse.arguments) <= set(target.properties):
                yield f"{spec.name}: its inverse gives {inverse.tool} what it does not take"
            elif not set(target.required(target.action_of(inverse.arguments))) <= set(
                inverse.arguments
            ):
                yield f"{spec.name}: its inverse leaves out what {inverse.tool} needs"


def _setters(specs: tuple[ToolSpec, ...]) -> Iterator[str]:
    setters = [spec.name for spec in specs if sets_one_field(spec)]
    if len(setters) > MOST_SETTERS * len(specs):
        yield f"{len(setters)} of {len(specs)} tools only set one field: {', '.join(setters)}"


def _domains(specs: tuple[ToolSpec, ...]) -> Iterator[str]:
    counts = Counter(spec.domain for spec in specs)
    for domain, fewest in FEWEST.items():
        if counts[domain] < fewest:
            yield f"{domain.value} has {counts[domain]} tools, {fewest} are wanted"
