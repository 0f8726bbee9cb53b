"""What tasks have about them that some policies fail at, told by how they are done."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache

from tandem_edge.bench.tasks.building import Built
from tandem_edge.phone.catalogue import load_catalogue
from tandem_shared.experience import Trait
from tandem_shared.tools import ToolCall

_MINUTES = re.compile(r"^[^\s分]+\s*-?\s*(?:minutes?|mins?|min|分钟?)$", re.IGNORECASE)
_COMPOUND = re.compile(r"hour|second|sec|day|week|half|quarter|小时|钟头|秒|天|半|刻|周")


def has(trait: Trait, built: Built) -> bool:
    """Whether the task has ``trait``."""
    return TRAITS[trait](built)


def _units(built: Built) -> bool:
    return any(_converted(call, built.task.turns[turn]) for turn, call in _calls(built))


def _later_turn(built: Built) -> bool:
    return any(turn > 0 for turn, _ in _calls(built))


TRAITS: Mapping[Trait, Callable[[Built], bool]] = {
    Trait.UNITS: _units,
    Trait.LATER_TURN: _later_turn,
}


def _calls(built: Built) -> Iterator[tuple[int, ToolCall]]:
    """The oracle's calls, each with the place of its turn."""
    last, turn = len(built.task.turns) - 1, 0
    for step in built.plan.steps:
        yield from ((turn, call) for call in step.calls)
        if step.kind in ("done", "refuse"):
            turn = min(turn + 1, last)


def _converted(call: ToolCall, said: str) -> bool:
    """Whether a value of ``call`` has to be brought to the tool's unit."""
    for name, value in call.arguments.items():
        kind, unit = _measured(call.name).get(name, ("", ""))
        if kind == "duration" and isinstance(value, str) and _odd_length(value):
            return True
        if unit and isinstance(value, int) and not isinstance(value, bool):
            numbers = [int(each) for each in re.findall(r"\d+", said)]
            if numbers and value not in numbers:
                return True
    return False


def _odd_length(length: str) -> bool:
    """Whether a length of time is not a plain number of minutes."""
    return bool(_COMPOUND.search(length)) or not _MINUTES.match(length)


@lru_cache(maxsize=1024)
def _measured(tool: str) -> Mapping[str, tuple[str, str]]:
    """The tool's arguments that are lengths of time or have a unit: kind and unit."""
    spec = load_catalogue().spec(tool)
    schemas = spec.properties.items() if spec else ()
    found = {
        name: (str(schema.get("x-kind", "")), str(schema.get("x-unit", "")))
        for name, schema in schemas
    }
    return {name: each for name, each in found.items() if each[0] == "duration" or each[1]}


@lru_cache(maxsize=1)
def tools_with_lengths() -> tuple[str, ...]:
    """Tools that take a length of time, which people say in every unit."""
    return tuple(
        spec.name
        for spec in load_catalogue().specs
        if any(kind == "duration" for kind, _ in _measured(spec.name).values())
    )
