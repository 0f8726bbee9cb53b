"""Which call of an attempt was meant for a thing that is missing, and how it missed.

A wanted call is told by its tool. A wanted change is told by its table, since any way to bring it
about would do: calls that changed the table, and calls of the tools whose family works on it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pydantic import JsonValue

from tandem_edge.bench.saying import says
from tandem_edge.phone.catalogue import load_catalogue
from tandem_shared.tools import Change, ToolSpec
from tandem_trainer.curate.case import Case, Placed, fields_set, strings
from tandem_trainer.curate.surroundings import (
    CALLS_WRONG,
    DELEGATE,
    MAKING,
    MEMORY_WRITERS,
    NAMING,
    NO_TOOL,
    main_writers,
    writers,
)

COPIED = 0.8
"""Share of a request from which on a part of it is the request rather than a name in it."""
UNCLEAR = "ambiguous"
"""Code of a fault that says that what was named could be any of several."""


@dataclass(frozen=True)
class Missing:
    """Something wanted that is missing: what, and tools of which any brings it about."""

    what: str
    tools: frozenset[str]
    change: Change | None = None
    task_turn: int | None = None
    values: tuple[str, ...] = ()
    """Texts that were wanted of it."""
    action: str = ""
    """The action that a wanted call asks for."""


def missing_of(case: Case) -> Iterator[Missing]:
    """Everything that was to be done and is not."""
    for call in case.missing_calls:
        texts = tuple(strings(dict(call.arguments)))
        action = str(call.arguments.get("action", ""))
        yield Missing(
            f"a call of {call.name}", frozenset([call.name]), None, call.turn, texts, action
        )
    for change in case.missing_changes:
        tools = _tools_for(case, change.table)
        texts = tuple(strings(dict(fields_set(change))))
        yield Missing(f"a change of {change.table}", tools, change, None, texts)
    if case.memory[0]:
        wanted = {_memory_tool(each.key, bool(each.about)) for each in case.task.criteria.memory}
        yield Missing("a change of memory", frozenset(wanted))
    if case.lacks_brief:
        yield Missing("a brief for a sub-agent", frozenset([DELEGATE]))


def hits(case: Case, missing: Missing) -> list[Placed]:
    """Calls that carried something out and were meant for ``missing``, but missed it."""
    found = [call for call in case.calls if call.record.result.ok and call.name in missing.tools]
    return [call for call in found if _may_have_missed(case, call, missing)]


def failed(case: Case, missing: Missing) -> list[Placed]:
    """Calls meant for ``missing`` that met a fault which was not mended."""
    meant = [call for call in case.calls if call.code and call.name in missing.tools]
    return [call for call in meant if not mended(case, call)]


def mended(case: Case, slip: Placed) -> bool:
    """Whether a later call of the turn did what a failed one was for: of the same tool, or, where
    there is no such tool, of any; and one that was wanted, or at least not unwanted."""
    return any(
        call.place > slip.place
        and call.task_turn == slip.task_turn
        and call.record.result.ok
        and (call.name == slip.name or slip.code == NO_TOOL)
        and call not in case.unwanted_writes
        and (not case.missing_calls or _wanted(case, call))
        for call in case.calls
    )


def faulty(case: Case, call: Placed, missing: Missing) -> bool:
    """Whether a failed call was wrong as written, rather than hindered by the phone.

    A name that the phone does not know, or knows twice, is wrong unless the user or an earlier
    result said just that; a whole request is no name. So is a call that names nothing, where the
    phone cannot tell what is meant, and an action that looks for a record where one had to be
    made, or makes one where one had to go.
    """
    fault, spec = call.record.result.fault, load_catalogue().spec(call.name)
    if call.code in CALLS_WRONG or call.code == NO_TOOL:
        return True
    hindered = {each.code for each in spec.preconditions} if spec else set()
    if fault is None or fault.retryable or call.code in hindered:
        return False
    if _against(call, missing) or not _names_are_known(case, call, spec):
        return True
    return fault.code == UNCLEAR and _names_nothing(call, spec)


def _against(call: Placed, missing: Missing) -> bool:
    change, action = missing.change, str(call.record.call.arguments.get("action", ""))
    if change is None:
        return bool(action and missing.action and action != missing.action)
    made, gone = change.before is None, change.after is None
    return bool(action) and ((made and action not in MAKING) or (gone and action in MAKING))


def _names_are_known(case: Case, call: Placed, spec: ToolSpec | None) -> bool:
    said = "\n".join([*(turn.said for turn in case.attempt.turns), *case.memories])
    known = f"{said}\n{case.results_before(call.place)}"
    return all(
        says(known, value) and not any(_copies(value, turn) for turn in case.task.turns)
        for name, value in call.record.call.arguments.items()
        if isinstance(value, str) and (spec is None or kind_of(spec, name) in NAMING)
    )


def _copies(value: str, request: str) -> bool:
    return len(value) >= COPIED * len(request) and value in request


def _names_nothing(call: Placed, spec: ToolSpec | None) -> bool:
    """Whether a tool that takes a name was given none."""
    takes = [name for name in spec.properties if kind_of(spec, name) in NAMING] if spec else []
    return bool(takes) and not any(_given(call, name) for name in takes)


def kind_of(spec: ToolSpec, name: str) -> str:
    """How an argument of a tool is normalised, or ``""``."""
    return str(spec.properties.get(name, {}).get("x-kind", ""))


def repeated(case: Case, call: Placed) -> bool:
    """Whether the very same call was made before in this turn and failed as well."""
    return any(
        other.place < call.place
        and other.task_turn == call.task_turn
        and other.record.call == call.record.call
        and other.code == call.code
        for other in case.calls
    )


def came_about(case: Case, change: Change) -> Placed | None:
    """The call that brought a missing change about, which another one then undid."""
    for call in case.calls:
        for made in call.record.changes:
            same_record = made.table == change.table and (
                made.key == change.key or change.before is None
            )
            if same_record and case.same.value(made.after) == case.same.value(change.after):
                return call
    return None


def _memory_tool(key: str, kept: bool) -> str:
    save, replace, forget = MEMORY_WRITERS
    if not key:
        return save
    return replace if kept else forget


def _tools_for(case: Case, table: str) -> frozenset[str]:
    """Tools that bring a change of ``table`` about: of those offered that do so first of all, else
    of all; and those that were seen to, unless on the side."""
    every, main = writers().get(table, frozenset()), main_writers(table)
    seen = frozenset(
        call.name
        for call in case.calls
        if any(change.table == table for change in call.record.changes)
    )
    if main & set(case.task.tools):
        return main | (seen - every)
    return every | seen


def _may_have_missed(case: Case, call: Placed, missing: Missing) -> bool:
    """Whether ``call`` is not one of the wanted ones: it wrote too much, or nothing at all."""
    if missing.change is None:
        return not _wanted(case, call)
    missed = call in case.unwanted_writes or not call.record.changes
    return missed or _left_out(case, call, missing.change)


def _left_out(case: Case, call: Placed, change: Change) -> bool:
    """Whether ``call`` wrote the record of ``change`` and was not given an argument that sets what
    is still missing: one of the field's name, or one that takes the value."""
    spec = load_catalogue().spec(call.name)
    mine = [each for each in call.record.changes if (each.table, each.key) == _place(change)]
    if spec is None or not mine or not isinstance(mine[-1].after, dict):
        return False
    made = mine[-1].after
    absent = {name: value for name, value in fields_set(change) if made.get(name) != value}
    unset = {name: schema for name, schema in spec.offered.items() if not _given(call, name)}
    return any(
        field in unset or any(value in _choices(schema) for schema in unset.values())
        for field, value in absent.items()
    )


def _place(change: Change) -> tuple[str, str]:
    return change.table, change.key


def _given(call: Placed, name: str) -> bool:
    return call.record.call.arguments.get(name) is not None


def _choices(schema: dict[str, JsonValue]) -> list[JsonValue]:
    choices = schema.get("enum")
    return choices if isinstance(choices, list) else []


def _wanted(case: Case, call: Placed) -> bool:
    return any(
        wanted.name == call.name and case.same.arguments(wanted.arguments, call.record.arguments)
        for wanted in case.task.criteria.calls
    )
