"""An inverse puts back exactly what its call changed."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import JsonValue

from tandem_edge.phone.protocol import Execution
from tandem_edge.phone.sandbox.world import SandboxPhone
from tandem_shared.canonical import canonical_bytes
from tandem_shared.tools import ANY_ACTION, Inverse, ToolCall
from tests.edge.phone.cases import EXAMPLES
from tests.edge.phone.making import Case, make_phone


def differing(one: SandboxPhone, other: SandboxPhone) -> list[str]:
    """Tables that differ; ids of numbered tables do not count, since none is used twice."""
    tables = one.store.tables
    unlike = [name for name in tables if one.store.rows[name] != other.store.rows[name]]
    return [name for name in unlike if records(one, name) != records(other, name)]


def state(phone: SandboxPhone) -> dict[str, list[bytes]]:
    """Every record of every table."""
    return {name: records(phone, name) for name in phone.store.tables}


def records(phone: SandboxPhone, name: str) -> list[bytes]:
    table = phone.store.tables[name]
    return sorted(
        canonical_bytes(
            [("" if table.prefix else key), table.adapter.dump_python(row, mode="json")]
        )
        for key, row in phone.store.rows[name].items()
    )


def inverse_of(phone: SandboxPhone, case: Case, execution: Execution) -> Inverse | None:
    spec = phone.catalogue.spec(case.name)
    assert spec is not None
    action = spec.action_of(execution.arguments)
    return spec.inverses.get(action) or spec.inverses.get(ANY_ACTION)


def filled(inverse: Inverse, execution: Execution) -> ToolCall:
    sources: dict[str, Any] = {
        "$result": execution.result.data,
        "$argument": execution.arguments,
    }

    def value(written: JsonValue) -> JsonValue:
        source, _, name = str(written).partition(".")
        return sources[source][name] if source in sources else written

    arguments = {name: value(written) for name, written in inverse.arguments.items()}
    return ToolCall(name=inverse.tool, arguments=arguments)


def _invertible() -> list[Case]:
    ran = ((case, *case.run()) for case in EXAMPLES)
    return [case for case, phone, execution in ran if inverse_of(phone, case, execution)]


@pytest.mark.parametrize("case", _invertible(), ids=str)
def test_doing_and_undoing_restores_the_phone_exactly(case: Case) -> None:
    phone = make_phone(*case.setups)
    before = phone.fork()
    execution = phone.call(ToolCall(name=case.name, arguments=case.arguments))
    inverse = inverse_of(phone, case, execution)
    assert inverse is not None
    if execution.changes:
        undone = phone.call(filled(inverse, execution))
        assert undone.result.ok, undone.result.fault
    assert differing(phone, before) == []


def test_every_inverse_is_tried_by_an_example_that_changes_something() -> None:
    tried = set()
    for case in EXAMPLES:
        phone, execution = case.run()
        if execution.changes:
            spec = phone.catalogue.spec(case.name)
            assert spec is not None
            tried.add((case.name, spec.action_of(execution.arguments)))
    declared = {
        (spec.name, action) for spec in make_phone().catalogue.specs for action in spec.inverses
    }
    assert declared <= tried
