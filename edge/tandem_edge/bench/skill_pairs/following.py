"""Carrying out one written step: whether its conditions hold, and its blanks filled in."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from tandem_edge.bench.skill_pairs.telling import Seen
from tandem_edge.skills.procedures import Condition, Form, Step

Said = Mapping[str, str | int | float | tuple[str, ...]]
"""What the request gives, by the names that skills use; of several values, once for each."""
_BLANK = re.compile(r"\{([a-z_][a-z0-9_.\[\]]*)\}")
_PLACE = re.compile(r"[a-z_][a-z0-9_]*|\[\d+\]")
_COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "=": lambda one, two: bool(one == two),
    "!=": lambda one, two: bool(one != two),
    "<": lambda one, two: bool(one < two),
    ">": lambda one, two: bool(one > two),
    "<=": lambda one, two: bool(one <= two),
    ">=": lambda one, two: bool(one >= two),
}


def holds(step: Step, last: Seen) -> bool:
    """Whether ``step`` is to be done after ``last``.

    After a failure only a step that names its code; a step that names codes only after a failure.
    """
    if last.code or step.codes:
        return last.code in step.codes and bool(last.code)
    return all(_true(test, last.data) for test in step.tests)


def filled(form: Form, said: Said, data: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The arguments of ``form``, once for each of several values said.

    What was said comes before what the last result holds; an argument that neither gives is left
    out.
    """
    blanks = {name for value in form.arguments.values() for name in _BLANK.findall(value)}
    several = {name: value for name in blanks if isinstance(value := said.get(name), tuple)}
    for value in next(iter(several.values()), ("",)):
        known = {**said, **dict.fromkeys(several, value)}
        made = {name: _filled(text, known, data) for name, text in form.arguments.items()}
        yield {name: value for name, value in made.items() if value is not None}


def _filled(text: str, said: Mapping[str, Any], data: Mapping[str, Any]) -> Any:
    """A literal, or text with its blanks filled in; ``None`` when one of them is not known."""
    found = {name: said.get(name, look_up(data, name)) for name in _BLANK.findall(text)}
    if any(value is None for value in found.values()):
        return None
    if not found:
        return _literal(text)
    if text == f"{{{next(iter(found))}}}":
        return next(iter(found.values()))
    return _BLANK.sub(lambda match: str(found[match[1]]), text)


def look_up(data: Any, path: str) -> Any:
    """What ``path`` (``devices[0].name``) stands for in a result, or ``None``."""
    for place in _PLACE.findall(path):
        match data:
            case dict():
                data = data.get(place)
            case list() if place[0] == "[" and int(place[1:-1]) < len(data):
                data = data[int(place[1:-1])]
            case _:
                return None
    return data


def _true(test: Condition, data: Mapping[str, Any]) -> bool:
    value, wanted = look_up(data, test.field), _literal(test.value)
    if value is None:
        return False
    try:
        return _COMPARE[test.operator](value, wanted)
    except TypeError:
        return False


def _literal(text: str) -> Any:
    """Numbers, booleans and lists as JSON has them; all else is text."""
    try:
        value = json.loads(text)
    except ValueError:
        return text
    return value if isinstance(value, int | float | bool | list) else text
