"""The long-tail tools hold what a planner, a simulated world and a validator rely on."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tandem_edge.phone.catalogue import load_catalogue
from tandem_edge.phone.normalise import KINDS
from tandem_edge.phone.simulated.discovery import load_services, load_world_catalogue
from tandem_edge.phone.simulated.shape import answer_schema, shape_of
from tandem_shared.tools import ANY_ACTION, Effect, Privacy, ToolSpec
from tests.edge.simulated.saying import fresh

SPECS = load_services().specs
HAN = re.compile("[\u4e00-\u9fff]")
each_spec = pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.name)
RECORD_KINDS = {
    "id", "name", "note", "money", "count", "day", "moment", "clock", "status", "flag", "choice",
    "items",
}  # fmt: skip


def test_there_are_more_than_30_in_several_files_and_all_load() -> None:
    assert load_services().faults == ()
    assert len(SPECS) > 30
    assert all(spec.long_tail for spec in SPECS)


def test_the_sandbox_offers_none_of_them_and_a_simulated_world_all() -> None:
    sandbox, world = load_catalogue(), load_world_catalogue()
    assert not [spec.name for spec in sandbox.specs if spec.long_tail]
    assert set(world.tools) == set(sandbox.tools) | set(load_services().tools)
    assert not set(sandbox.tools) & set(load_services().tools)


@each_spec
def test_a_sandbox_that_is_asked_for_one_has_no_such_tool(spec: ToolSpec) -> None:
    from tandem_shared.tools import ToolCall

    result = fresh().call(ToolCall(name=spec.name)).result
    assert result.fault is not None and result.fault.code == "unknown_tool"


@each_spec
def test_descriptions_and_cues_are_in_both_languages_and_short(spec: ToolSpec) -> None:
    for text in (spec.description, spec.cues):
        assert HAN.search(text.zh) and not HAN.search(text.en)
    assert len(spec.description.en.split()) <= 12
    assert len(spec.description.zh) <= 32
    assert len(spec.cues.en.split()) >= 10
    assert len(spec.cues.zh.split()) >= 8


@pytest.mark.parametrize("language", ["en", "zh"])
def test_no_description_is_nearly_that_of_another_tool(language: str) -> None:
    world = load_world_catalogue().specs
    texts = {spec.name: _words(getattr(spec.description, language)) for spec in world}
    for spec in SPECS:
        for name, others in texts.items():
            words = texts[spec.name]
            if name != spec.name:
                assert len(words & others) / len(words | others) < 0.75, (spec.name, name)


def _words(text: str) -> set[str]:
    return set(re.findall(r"[a-z]+|[\u4e00-\u9fff]", text.lower()))


@each_spec
def test_arguments_are_few_described_and_normalisable(spec: ToolSpec) -> None:
    assert len(spec.properties) <= 5
    for name, schema in spec.properties.items():
        assert schema["x-kind"] in KINDS, name
        assert HAN.search(str(schema["x-zh"])) and schema["description"], name
        bounded = {"enum", "x-unit"} & set(schema)
        assert bounded or schema["examples"], name


@each_spec
def test_every_field_is_typed_and_has_a_privacy_class(spec: ToolSpec) -> None:
    results: dict[str, Any] = spec.results["properties"]  # type: ignore[assignment]
    plural = spec.results["x-plural"]
    for name, schema in results.items():
        assert schema["x-privacy"] in list(Privacy), name
        assert name == plural or schema["x-kind"] in RECORD_KINDS, name


@each_spec
def test_every_record_has_an_id_first_and_every_mark_names_what_is_there(spec: ToolSpec) -> None:
    for action in spec.actions:
        shape = shape_of(spec, action)
        assert shape.fields[shape.key]["x-record"] == shape.kind
        for name, schema in shape.fields.items():
            assert schema.get("x-after", name) in shape.fields, name
            assert schema.get("x-argument", "action") in {"action", *_arguments_of_kind(shape)}
        assert set(shape.does.sets) <= set(shape.fields)
        if shape.does.status:
            assert shape.does.status in shape.fields["status"]["enum"]  # type: ignore[operator]


def _arguments_of_kind(shape: Any) -> set[str]:
    """Arguments of every tool that deals with the same kind of record."""
    return {
        name
        for spec in SPECS
        if shape_of(spec, spec.actions[0]).kind == shape.kind
        for name in spec.properties
    }


@each_spec
def test_effects_follow_from_what_an_action_does(spec: ToolSpec) -> None:
    assert set(spec.effects) == set(spec.actions)
    for action, effect in spec.effects.items():
        assert (effect is Effect.READ) == (not shape_of(spec, action).writes)


@each_spec
def test_a_call_that_names_a_record_needs_its_id(spec: ToolSpec) -> None:
    for action in spec.actions:
        shape = shape_of(spec, action)
        if shape.does.verb in ("find", "update"):
            assert {shape.refers.get(name) for name in spec.required(action)} & {shape.kind}
            assert "not_found" in shape.faults


def test_an_answer_may_be_any_record_or_one_of_the_tools_own_faults() -> None:
    spec = load_services().spec("order_food")
    assert spec is not None
    result, failed = answer_schema(shape_of(spec, ANY_ACTION))["anyOf"]  # type: ignore[misc]
    record = result["properties"]["result"]
    assert "note" not in record["required"] and "total" in record["required"]
    assert not [key for key in str(record).split("'") if key.startswith("x-")]
    codes = failed["properties"]["fault"]["properties"]["code"]["enum"]
    assert codes == ["not_found", "closed", "sold_out"]
