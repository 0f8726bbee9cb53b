"""What to type: taken from the goal by rule, else asked of the language model and checked."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from pydantic import JsonValue

from tandem_edge.phone.sandbox.screens.elements import Element, Keeps, Takes
from tandem_edge.subagents.desk import Desk
from tandem_edge.subagents.words import phrase_of_kind, quoted, supported, value_in
from tandem_shared.tools import ToolSpec

BY_RULE = frozenset({"moment", "clock", "day", "duration", "phone", "choice"})
"""Kinds of argument whose phrases are recognised as such."""
TEXTS = frozenset({"text", "person"})
LONGEST = 200

_ASK = {
    "en": (
        "Fill in a form on a phone from the goal. Copy the goal's own words. Leave a field empty "
        "when the goal does not say it."
    ),
    "zh": "根据目标填写手机上的表单，照抄目标里的原话。目标没说的留空。",
}


def fill(
    desk: Desk,
    goal: str,
    facts: Sequence[str],
    fields: Sequence[Element],
    spec: ToolSpec,
    now: datetime,
) -> dict[str, str]:
    """Text for each field by the field's id; a field that nothing is said about is left out."""
    quotes, typed = quoted(goal), dict[str, str]()
    rest = goal
    for element in fields:
        schema = _schema(spec, element)
        kind = str(schema.get("x-kind"))
        if kind in TEXTS and quotes:
            typed[element.id] = quotes.pop(0)
        elif kind in BY_RULE and (phrase := phrase_of_kind(_unquoted(rest), schema, now)):
            typed[element.id] = phrase
            rest = rest.replace(phrase, " ", 1)
    open_fields = [each for each in fields if each.id not in typed and _asks(spec, each, typed)]
    if open_fields and desk.model is not None:
        typed |= _asked(desk, goal, facts, open_fields)
    return typed


def number_for(desk: Desk, goal: str, element: Element) -> str:
    """The number that a slider is set to; ``""`` when the goal says none."""
    value = value_in(goal)
    if value is not None:
        return str(value)
    if desk.model is None:
        return ""
    answered = _asked(desk, goal, (), [element])
    return answered.get(element.id, "")


def _asked(
    desk: Desk, goal: str, facts: Sequence[str], fields: Sequence[Element]
) -> dict[str, str]:
    properties: dict[str, JsonValue] = {
        each.id: {"type": "string", "maxLength": LONGEST} for each in fields
    }
    schema: dict[str, JsonValue] = {
        "type": "object",
        "properties": properties,
        "required": [*properties],
        "additionalProperties": False,
    }
    listed = "\n".join(f"{each.id}: {each.label}" for each in fields)
    known = "\n".join(facts)
    answer = desk.ask(_ASK[desk.language], f"{known}\n\n{listed}\n\n{goal}".strip(), schema)
    assert isinstance(answer, dict)
    sources = (goal, *facts)
    return {
        name: said.strip()
        for name, said in answer.items()
        if isinstance(said, str) and said.strip() and supported(said, sources)
    }


def _schema(spec: ToolSpec, element: Element) -> dict[str, JsonValue]:
    does = element.does
    name = does.argument if isinstance(does, Keeps | Takes) else element.id
    return spec.properties.get(name, {})


def _asks(spec: ToolSpec, element: Element, typed: dict[str, str]) -> bool:
    """Whether a field is worth a question: a text that matters, or one that must be there."""
    schema = _schema(spec, element)
    must = any(element.id in names for names in spec.required_by_action.values())
    must = must or element.id in spec.required("*")
    return must or (str(schema.get("x-kind")) in TEXTS and not typed)


def _unquoted(text: str) -> str:
    for each in quoted(text):
        text = text.replace(each, " ")
    return text
