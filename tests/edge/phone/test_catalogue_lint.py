"""The catalogue holds what a planner, a checker, a policy and a scrubber rely on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import Any

import pytest

from tandem_edge.phone.catalogue import Catalogue, load_catalogue, load_tables
from tandem_edge.phone.lint import FEWEST, lint, sets_one_field
from tandem_edge.phone.normalise import KINDS, normalise
from tandem_edge.phone.reference import reference
from tandem_edge.phone.sandbox.world import SandboxPhone
from tandem_shared.tools import ANY_ACTION, Effect, ToolSpec
from tests.edge.phone.cases import EXAMPLES, FAULTS

CATALOGUE = load_catalogue()
SPECS = CATALOGUE.specs
each_spec = pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.name)


def test_the_catalogue_is_sound() -> None:
    assert lint(CATALOGUE) == []


def test_there_are_at_least_212_tools_in_13_domains() -> None:
    assert len(SPECS) >= sum(FEWEST.values()) == 212
    assert len({spec.domain for spec in SPECS}) == 13


def changed(name: str, **fields: Any) -> Catalogue:
    """The catalogue with one tool's spec changed."""
    tools = dict(CATALOGUE.tools)
    spec = tools[name].spec.model_copy(update=fields)
    tools[name] = type(tools[name])(spec, tools[name].act)
    return Catalogue(tools)


def argument(name: str, which: str, **fields: Any) -> Catalogue:
    """The catalogue with one argument's schema changed; ``None`` removes a field."""
    spec = CATALOGUE.tools[name].spec
    schema = {**spec.properties[which], **fields}
    kept = {key: value for key, value in schema.items() if value is not None}
    arguments = {**spec.arguments, "properties": {**spec.properties, which: kept}}
    return changed(name, arguments=arguments)


def without(prefix: str) -> Catalogue:
    return Catalogue({n: t for n, t in CATALOGUE.tools.items() if not n.startswith(prefix)})


ALARM = CATALOGUE.tools["manage_alarm"].spec
COUNTDOWN = CATALOGUE.tools["manage_countdown"].spec
BROKEN: dict[str, Callable[[], Catalogue]] = {
    "described nearly alike (en)": lambda: changed(
        "manage_alarm", description=COUNTDOWN.description
    ),
    "not translated": lambda: changed(
        "manage_alarm", description=ALARM.description.model_copy(update={"zh": "alarm"})
    ),
    "too long for a prompt": lambda: changed(
        "manage_alarm", description=ALARM.description.model_copy(update={"en": "alarm " * 13})
    ),
    "too few cues": lambda: changed(
        "manage_alarm", cues=ALARM.cues.model_copy(update={"en": "wake up"})
    ),
    "cannot be normalised": lambda: argument("manage_alarm", "label", **{"x-kind": "mood"}),
    "not described in Chinese": lambda: argument("manage_alarm", "label", **{"x-zh": "label"}),
    "has no example": lambda: argument("manage_alarm", "label", examples=None),
    "has no unit": lambda: argument("set_brightness", "percent", **{"x-unit": None}),
    "nothing to choose from": lambda: argument("manage_alarm", "repeat", enum=["once"]),
    "none of its values": lambda: argument("manage_alarm", "repeat", default="hourly"),
    "no privacy class": lambda: argument("manage_alarm", "label", **{"x-privacy": None}),
    "has no effect": lambda: changed("manage_alarm", effects={"create": Effect.WRITE}),
    "is no other tool": lambda: changed("manage_alarm", conflicts=("no_such_tool",)),
    "is no tool": lambda: without(
        next(i.tool for s in SPECS for i in s.inverses.values() if i.tool != s.name)
    ),
    "only set one field": lambda: Catalogue(
        {name: tool for name, tool in CATALOGUE.tools.items() if sets_one_field(tool.spec)}
    ),
    "are wanted": lambda: without("manage_alarm"),
}


@pytest.mark.parametrize("fault", BROKEN)
def test_the_lint_finds(fault: str) -> None:
    assert any(fault in line for line in lint(BROKEN[fault]()))


def test_at_most_a_third_of_the_tools_only_ever_change_one_field() -> None:
    """Held against what the examples really change, not against what the specs say."""
    changed: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for case in EXAMPLES:
        for change in case.run()[1].changes:
            before, after = change.before or {}, change.after or {}
            assert isinstance(before, dict) and isinstance(after, dict)
            differ = {name for name in {*before, *after} if before.get(name) != after.get(name)}
            changed[case.name] |= {(change.table, name) for name in differ}
    setters = [name for name, fields in changed.items() if len(fields) == 1]
    assert len(setters) <= len(SPECS) / 3, setters


def test_the_reference_page_has_every_tool() -> None:
    page = reference(SPECS)
    assert all(f"### {spec.name}\n" in page for spec in SPECS)
    assert all(spec.description.zh in page for spec in SPECS)


def test_every_table_of_every_family_has_a_distinct_prefix() -> None:
    prefixes = [table.prefix for table in load_tables().values() if table.prefix]
    assert len(prefixes) == len(set(prefixes))


@each_spec
def test_every_example_of_an_argument_is_one_that_normalises(spec: ToolSpec) -> None:
    now = SandboxPhone.generate(1).now()
    for name, schema in spec.properties.items():
        for example in schema.get("examples", []):  # type: ignore[union-attr]
            assert KINDS[str(schema["x-kind"])](example, schema, now) is not None, (name, example)


def test_messages_and_calls_cannot_be_taken_back() -> None:
    for name in ("send_message", "make_call"):
        spec = CATALOGUE.spec(name)
        assert spec is not None and spec.effects == {ANY_ACTION: Effect.IRREVERSIBLE}
        assert not spec.inverses


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
