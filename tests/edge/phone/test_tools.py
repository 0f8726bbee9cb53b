"""Every tool does what it says, fails as it says, and leaves no trace when it fails."""

from __future__ import annotations

from typing import Any

import pytest

from tandem_edge.phone.catalogue import load_catalogue
from tandem_shared.canonical import canonical_bytes
from tandem_shared.tools import Change, Effect, ToolResult
from tests.edge.phone.cases import EXAMPLES, FAULTS
from tests.edge.phone.making import Case, do, make_phone

SPECS = load_catalogue().specs
JSON_TYPES: dict[str, type | tuple[type, ...]] = {
    "string": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
    "array": list,
}


@pytest.mark.parametrize("case", EXAMPLES, ids=str)
def test_an_example_call_succeeds(case: Case) -> None:
    _, execution = case.run()
    assert execution.result.ok, execution.result.fault


@pytest.mark.parametrize("case", EXAMPLES, ids=str)
def test_a_result_holds_only_declared_fields_of_declared_types(case: Case) -> None:
    phone, execution = case.run()
    spec = phone.catalogue.spec(case.name)
    assert spec is not None
    declared: dict[str, Any] = spec.results["properties"]  # type: ignore[assignment]
    for name, value in execution.result.data.items():
        assert isinstance(value, JSON_TYPES[declared[name]["type"]]), name
    assert ToolResult.model_validate(execution.result.model_dump()) == execution.result
    for change in execution.changes:
        assert Change.model_validate(change.model_dump()) == change


@pytest.mark.parametrize("case", EXAMPLES, ids=str)
def test_a_reading_call_changes_nothing(case: Case) -> None:
    phone, execution = case.run()
    spec = phone.catalogue.spec(case.name)
    assert spec is not None
    if spec.effect_of(execution.arguments) is Effect.READ:
        assert execution.changes == ()


@pytest.mark.parametrize("case", FAULTS, ids=str)
def test_a_fault_has_its_code_and_a_sentence(case: Case) -> None:
    _, execution = case.run()
    fault = execution.result.fault
    assert fault is not None and not execution.result.ok
    assert fault.code == case.code
    assert len(fault.message) > 5


@pytest.mark.parametrize("case", FAULTS, ids=str)
def test_a_failed_call_leaves_no_trace(case: Case) -> None:
    phone = make_phone(*case.setups)
    kept, mark = phone.fork(), phone.mark()
    execution = do(phone, case.name, **case.arguments)
    assert execution.changes == ()
    assert phone.store.rows == kept.store.rows
    assert phone.mark() == mark


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.name)
def test_an_unknown_argument_is_named_with_the_known_ones(spec: Any) -> None:
    fault = do(make_phone(), spec.name, nonsense="1").result.fault
    assert fault is not None and fault.code == "invalid_argument"
    assert "nonsense" in fault.message


def test_an_unknown_tool_is_a_fault_and_not_a_crash() -> None:
    fault = do(make_phone(), "fly_rocket").result.fault
    assert fault is not None and fault.code == "unknown_tool"


STRANGE = {
    "null": None,
    "empty": "",
    "blank": "  ",
    "list": [],
    "object": {},
    "true": True,
    "negative": -1,
    "enormous": 1e308,
    "surrogate": "\ud800",
    "long": "x" * 300_000,
    "control": "a\x1b[31m[/b]\x00\u202e",
}


@pytest.mark.parametrize("value", STRANGE.values(), ids=STRANGE)
@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.name)
def test_a_strange_value_for_any_argument_is_a_result_and_not_a_crash(
    spec: Any, value: Any
) -> None:
    phone = make_phone()
    for action in spec.actions:
        given = {"action": action} if action != "*" else {}
        for name in spec.properties:
            execution = do(phone, spec.name, **(given | {name: value}))
            assert execution.result.ok or execution.result.fault
    assert canonical_bytes(phone.dump())
