"""What a tool's specification tells a planner, a policy and a checker."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from tandem_shared.tools import (
    ANY_ACTION,
    Bilingual,
    Change,
    Domain,
    Effect,
    Mechanism,
    ToolResult,
    ToolSpec,
    catalogue_digest,
)


def spec(**changes: Any) -> ToolSpec:
    values: dict[str, Any] = {
        "name": "manage_alarm",
        "domain": Domain.TIME_MANAGEMENT,
        "description": Bilingual(en="Alarms.", zh="闹钟。"),
        "cues": Bilingual(en="wake", zh="叫醒"),
        "arguments": {
            "type": "object",
            "properties": {
                "action": {"type": "string", "enum": ["create", "list"]},
                "time": {"type": "string"},
            },
            "required": ["action"],
        },
        "required_by_action": {"create": ("time",)},
        "results": {"type": "object"},
        "effects": {"create": Effect.WRITE, "list": Effect.READ},
        "mechanism": Mechanism.PROVIDER,
    }
    return ToolSpec(**{**values, **changes})


def plain() -> ToolSpec:
    return spec(
        arguments={"type": "object", "properties": {"on": {"type": "boolean"}}},
        required_by_action={},
        effects={ANY_ACTION: Effect.WRITE},
    )


def test_a_tool_with_actions_lists_them_and_one_without_has_the_only_one() -> None:
    assert spec().actions == ("create", "list")
    assert plain().actions == (ANY_ACTION,)


def test_an_action_needs_what_always_is_needed_and_its_own_arguments() -> None:
    assert spec().required("create") == ("action", "time")
    assert spec().required("list") == ("action",)
    assert plain().required(ANY_ACTION) == ()


def test_an_argument_needed_twice_over_is_named_once() -> None:
    twice = spec(required_by_action={"create": ("action", "time")})
    assert twice.required("create") == ("action", "time")


def test_the_effect_is_the_actions_and_an_undeclared_action_is_irreversible() -> None:
    assert spec().effect_of({"action": "list"}) is Effect.READ
    assert spec().effect_of({"action": "burn"}) is Effect.IRREVERSIBLE
    assert spec().effect_of({}) is Effect.IRREVERSIBLE
    assert plain().effect_of({"on": True}) is Effect.WRITE


@pytest.mark.parametrize(
    "name", ["alarm", "Manage_alarm", "manage-alarm", "_alarm", "a_" + "b" * 60]
)
def test_a_name_is_short_snake_case_of_two_words_at_least(name: str) -> None:
    with pytest.raises(ValidationError):
        spec(name=name)


def test_a_contract_is_immutable_and_refuses_unknown_fields() -> None:
    with pytest.raises(ValidationError, match="frozen"):
        spec().name = "other_tool"  # type: ignore[misc]
    with pytest.raises(ValidationError, match="Extra inputs"):
        Change(table="alarms", key="a", colour="red")  # type: ignore[call-arg]
    with pytest.raises(ValidationError):
        Bilingual(en="only English", zh="")


def test_a_catalogue_is_known_by_its_specs_in_any_order() -> None:
    one, two = spec(), plain().model_copy(update={"name": "set_bluetooth"})
    assert catalogue_digest([one, two]) == catalogue_digest([two, one])
    assert catalogue_digest([one]) != catalogue_digest([spec(cues=Bilingual(en="up", zh="起"))])


def test_a_spec_and_a_result_survive_json() -> None:
    assert ToolSpec.model_validate_json(spec().model_dump_json()) == spec()
    result = ToolResult(ok=True, data={"名": [1, None, {"deep": True}]})
    assert ToolResult.model_validate_json(result.model_dump_json()) == result
