"""The catalogue holds what a planner, a checker, a policy and a scrubber rely on."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import chain
from typing import Any

import pytest

from tandem_edge.phone.catalogue import load_catalogue, load_tables
from tandem_edge.phone.normalise import KINDS, normalise
from tandem_edge.phone.sandbox.conditions import CHECKS
from tandem_edge.phone.sandbox.world import SandboxPhone
from tandem_shared.tools import ANY_ACTION, Effect, Privacy, ToolSpec
from tests.edge.phone.cases import EXAMPLES, FAULTS

CATALOGUE = load_catalogue()
SPECS = CATALOGUE.specs
HAN = re.compile("[\u4e00-\u9fff]")
each_spec = pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.name)


def fields_of(spec: ToolSpec) -> Iterator[tuple[str, dict[str, Any]]]:
    results: dict[str, Any] = spec.results["properties"]  # type: ignore[assignment]
    yield from chain(spec.properties.items(), results.items())


def test_every_family_loads() -> None:
    assert CATALOGUE.faults == ()


def test_there_are_at_least_24_tools_over_8_families_and_5_domains() -> None:
    families = {tool.act.__module__ for tool in CATALOGUE.tools.values()}
    assert len(SPECS) >= 24
    assert len(families) >= 8
    assert len({spec.domain for spec in SPECS}) >= 5


def test_every_table_of_every_family_has_a_distinct_prefix() -> None:
    prefixes = [table.prefix for table in load_tables().values() if table.prefix]
    assert len(prefixes) == len(set(prefixes))


@each_spec
def test_descriptions_and_cues_are_in_both_languages(spec: ToolSpec) -> None:
    for text in (spec.description, spec.cues):
        assert HAN.search(text.zh)
        assert not HAN.search(text.en)
    assert len(spec.cues.en.split()) >= 10
    assert len(spec.cues.zh.split()) >= 8


@each_spec
def test_a_description_is_short_enough_for_a_prompt(spec: ToolSpec) -> None:
    assert len(spec.description.en.split()) <= 12
    assert len(spec.description.zh) <= 32


def _words(text: str) -> set[str]:
    return set(re.findall(r"[a-z]+|[\u4e00-\u9fff]", text.lower()))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_no_two_descriptions_are_near_duplicates(language: str) -> None:
    texts = {spec.name: _words(getattr(spec.description, language)) for spec in SPECS}
    for name, words in texts.items():
        for other, others in texts.items():
            if name < other:
                assert len(words & others) / len(words | others) < 0.75, (name, other)


@each_spec
def test_every_argument_is_described_in_both_languages(spec: ToolSpec) -> None:
    for name, schema in spec.properties.items():
        assert schema["description"] and not HAN.search(str(schema["description"])), name
        assert HAN.search(str(schema["x-zh"])), name


@each_spec
def test_every_argument_can_be_normalised(spec: ToolSpec) -> None:
    for name, schema in spec.properties.items():
        assert schema["x-kind"] in KINDS, name


@each_spec
def test_quantities_have_units_and_free_arguments_have_examples(spec: ToolSpec) -> None:
    for name, schema in spec.properties.items():
        assert "x-unit" in schema or schema["type"] != "integer", name
        bounded = "enum" in schema or "x-unit" in schema or schema["type"] == "boolean"
        assert bounded or schema["examples"], name


@each_spec
def test_every_example_of_an_argument_is_one_that_normalises(spec: ToolSpec) -> None:
    now = SandboxPhone.generate(1).now()
    for name, schema in spec.properties.items():
        for example in schema.get("examples", []):  # type: ignore[union-attr]
            assert KINDS[str(schema["x-kind"])](example, schema, now) is not None, (name, example)


@each_spec
def test_every_field_has_a_privacy_class(spec: ToolSpec) -> None:
    for name, schema in fields_of(spec):
        assert schema["x-privacy"] in list(Privacy), name


@each_spec
def test_an_effect_is_declared_for_every_action_and_for_nothing_else(spec: ToolSpec) -> None:
    assert set(spec.effects) == set(spec.actions)
    assert set(spec.required_by_action) <= set(spec.actions)
    assert set(spec.inverses) <= set(spec.actions)


def test_messages_and_calls_cannot_be_taken_back() -> None:
    for name in ("send_message", "make_call"):
        spec = CATALOGUE.spec(name)
        assert spec is not None and spec.effects == {ANY_ACTION: Effect.IRREVERSIBLE}
        assert not spec.inverses


@each_spec
def test_only_writes_have_inverses(spec: ToolSpec) -> None:
    assert all(spec.effects[action] is Effect.WRITE for action in spec.inverses)


@each_spec
def test_preconditions_name_checks_that_exist_and_actions_of_the_tool(spec: ToolSpec) -> None:
    for precondition in spec.preconditions:
        assert precondition.kind in CHECKS
        assert set(precondition.actions) <= {ANY_ACTION, *spec.actions}
        assert precondition.code in spec.errors


@each_spec
def test_inverses_call_existing_tools_with_their_arguments(spec: ToolSpec) -> None:
    results: dict[str, Any] = spec.results["properties"]  # type: ignore[assignment]
    for inverse in spec.inverses.values():
        target = CATALOGUE.spec(inverse.tool)
        assert target is not None
        assert set(inverse.arguments) <= set(target.properties)
        action = target.action_of(inverse.arguments)
        assert action in target.actions
        assert set(target.required(action)) <= set(inverse.arguments)
        for written in map(str, inverse.arguments.values()):
            source, _, name = written.partition(".")
            assert source != "$result" or name in results
            assert source != "$argument" or name in spec.properties


@each_spec
def test_neighbours_named_as_conflicts_or_changes_exist(spec: ToolSpec) -> None:
    for name in (*spec.conflicts, *spec.changes):
        assert CATALOGUE.spec(name) is not None
        assert name != spec.name


def test_every_tool_action_and_enumeration_value_has_an_example() -> None:
    now = SandboxPhone.generate(1).now()
    used: dict[tuple[str, str], set[Any]] = defaultdict(set)
    for case in EXAMPLES:
        spec = CATALOGUE.spec(case.name)
        assert spec is not None
        for name, value in normalise(spec, case.arguments, now).items():
            used[case.name, name].add(value)
    for spec in SPECS:
        for name, schema in spec.properties.items():
            assert used[spec.name, name] >= set(schema.get("enum", [])), (spec.name, name)  # type: ignore[arg-type]
            assert used[spec.name, name], (spec.name, name)
    assert {case.name for case in EXAMPLES} == set(CATALOGUE.tools)


def test_every_error_code_is_raised_by_a_case() -> None:
    raised = defaultdict(set)
    for case in FAULTS:
        raised[case.name].add(case.code)
    for spec in SPECS:
        assert raised[spec.name] | {"invalid_argument"} == set(spec.errors), spec.name


def test_cues_carry_the_words_of_natural_requests() -> None:
    wanted = {
        "manage_alarm": ("wake", "叫我起床"),
        "control_flashlight": ("torch", "手电筒"),
        "manage_do_not_disturb": ("dnd", "免打扰"),
        "manage_contact": ("phonebook", "通讯录"),
        "manage_bluetooth": ("earbuds", "蓝牙"),
        "make_call": ("dial", "拨"),
    }
    for name, words in wanted.items():
        spec = CATALOGUE.spec(name)
        assert spec is not None
        assert words[0] in spec.cues.en and words[1] in spec.cues.zh
