"""The signature dialect: what a planner is shown, what it may answer, how that is read."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tandem_edge.phone.catalogue import load_catalogue
from tandem_edge.planner.actions import Ask, Calls, Done, Refuse
from tandem_edge.planner.dialects import Misread, find_dialect
from tandem_edge.planner.dialects.signatures import DIALECT, brief, signature, signatures
from tandem_edge.planner.protocol import Role
from tandem_shared.errors import UsageError
from tandem_shared.harness import Limit
from tandem_shared.tools import ToolCall, ToolFault, ToolResult

SPECS = load_catalogue().specs
ALARM = next(spec for spec in SPECS if spec.name == "manage_alarm")
VOLUME = next(spec for spec in SPECS if spec.name == "set_volume")


def forms(schema: dict[str, Any], tool: str) -> list[dict[str, Any]]:
    """The argument schemas offered for ``tool``."""
    items = [form for array in schema["anyOf"] for form in array["items"]["anyOf"]]
    named = [form for form in items if form["properties"]["name"]["const"] == tool]
    return [form["properties"]["arguments"] for form in named]


def test_a_signature_is_one_line_with_choices_and_options_marked() -> None:
    assert signature(ALARM, "en") == (
        "manage_alarm(action:create|delete|enable|disable|query, time?:when, label?, "
        "repeat?:once|daily|weekdays|weekends) alarms ringing at a clock time"
    )
    assert signature(ALARM, "zh").endswith(") 闹钟")


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.name)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_signature_is_a_single_short_line(spec: Any, language: str) -> None:
    line = signature(spec, language)
    assert "\n" not in line
    assert len(line) < 400


def test_a_signature_costs_a_fraction_of_the_json_schema() -> None:
    compact = sum(len(signature(spec, "en")) for spec in SPECS)
    whole = sum(len(json.dumps(spec.arguments)) for spec in SPECS)
    assert compact * 5 < whole


def test_an_action_can_only_be_answered_with_what_it_needs() -> None:
    create = next(
        form
        for form in forms(DIALECT.schema([ALARM]), "manage_alarm")
        if "create" in form["properties"]["action"]["enum"]
    )
    assert create["properties"]["action"]["enum"] == ["create"]
    assert set(create["required"]) == {"action", "time"}


def test_arguments_that_serve_undo_are_not_offered() -> None:
    assert "enabled" in ALARM.properties
    for form in forms(DIALECT.schema([ALARM]), "manage_alarm"):
        assert "enabled" not in form["properties"]


def test_only_the_candidates_and_the_three_endings_can_be_answered() -> None:
    schema: dict[str, Any] = DIALECT.schema([VOLUME])
    items = [form for array in schema["anyOf"] for form in array["items"]["anyOf"]]
    names = {form["properties"]["name"]["const"] for form in items}
    assert names == {"set_volume", "done", "ask", "refuse"}


@pytest.mark.parametrize(
    ("text", "step"),
    [
        ('[{"name": "done", "arguments": {"answer": "Set."}}]', Done("Set.")),
        ('[{"name": "ask", "arguments": {"question": "几点？"}}]', Ask("几点？")),
        ('[{"name": "refuse", "arguments": {"reason": "No."}}]', Refuse("No.")),
        ('[{"name": "done", "arguments": {}}]', Done("")),
        ('[{"name": "done", "arguments": {"answer": "a\\u001b[2Jb"}}]', Done("ab")),
        (
            '[{"name": "open_app", "arguments": {}}, {"name": "done", "arguments": {}}]',
            Calls((ToolCall(name="open_app"),)),
        ),
        (
            '[{"name": "open_app", "arguments": {"app": "微信"}}]',
            Calls((ToolCall(name="open_app", arguments={"app": "微信"}),)),
        ),
    ],
)
def test_an_answer_is_read_as_what_it_says(text: str, step: object) -> None:
    assert DIALECT.read(text) == step


def test_an_endpoint_without_a_grammar_gets_no_more_calls_into_a_step() -> None:
    step = DIALECT.read(json.dumps([{"name": "open_app", "arguments": {}}] * 1000))
    assert step == Calls((ToolCall(name="open_app"),) * 6)


@given(st.text(max_size=80))
def test_any_text_is_read_or_misread_and_nothing_else(text: str) -> None:
    try:
        DIALECT.read(text)
    except Misread as error:
        assert str(error)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=12,
)


@given(JSON)
def test_any_json_is_read_or_misread_and_nothing_else(value: object) -> None:
    try:
        DIALECT.read(json.dumps(value))
    except Misread as error:
        assert str(error)


@given(st.dictionaries(st.text(max_size=30), JSON, max_size=5))
def test_an_observation_is_short_valid_and_free_of_controls(data: dict[str, Any]) -> None:
    call = ToolCall(name="open_app")
    text = DIALECT.observation([(call, ToolResult(ok=True, data=data))])
    json.loads(text.removeprefix("open_app: ok "))
    assert not any(ord(character) < 32 or 127 <= ord(character) < 160 for character in text)


def test_long_results_are_cut_by_structure() -> None:
    data = {"contacts": [{"name": "王" * 500} for _ in range(50)]}
    call = ToolCall(name="manage_contact")
    text = DIALECT.observation([(call, ToolResult(ok=True, data=data))])  # type: ignore[arg-type]
    shown = json.loads(text.removeprefix("manage_contact: ok "))["contacts"]
    assert shown[-1] == "44 more"
    assert len(shown[0]["name"]) == 100


def test_a_fault_is_told_with_its_code() -> None:
    fault = ToolFault(code="not_found", message="no alarm matches")
    told = DIALECT.observation([(ToolCall(name="manage_alarm"), ToolResult(ok=False, fault=fault))])
    assert told == 'manage_alarm: failed, not_found: "no alarm matches"'


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_example_is_a_valid_exchange_over_tools_that_no_phone_has(language: str) -> None:
    asked, acted, told, ended = DIALECT.examples(language)
    assert [m.role for m in (asked, acted, told, ended)] == [
        Role.USER,
        Role.PLANNER,
        Role.PHONE,
        Role.PLANNER,
    ]
    step = DIALECT.read(acted.text)
    assert isinstance(step, Calls)
    assert step.calls[0].name in asked.text
    assert step.calls[0].name not in {spec.name for spec in SPECS}
    assert isinstance(DIALECT.read(ended.text), Done)


def test_rules_and_example_are_the_same_bytes_each_time() -> None:
    for language in ("en", "zh"):
        assert DIALECT.rules(language) == DIALECT.rules(language)
        assert DIALECT.examples(language) == DIALECT.examples(language)


def test_braces_in_a_request_are_text() -> None:
    assert DIALECT.request("{tools} {0}", [VOLUME], "en", "").text.endswith("Request: {tools} {0}")


def test_an_unknown_dialect_names_the_known_ones() -> None:
    with pytest.raises(UsageError) as caught:
        find_dialect("klingon")
    assert "signatures" in caught.value.hint


@pytest.mark.parametrize("language", ["en", "zh"])
@given(data=st.data())
def test_an_offer_keeps_its_limits_and_names_every_tool(language: str, data: Any) -> None:
    specs = data.draw(st.lists(st.sampled_from(SPECS), unique_by=lambda spec: spec.name))
    limit = data.draw(
        st.builds(Limit, items=st.integers(0, 20), en=st.integers(0, 2000), zh=st.integers(0, 2000))
    )
    lines = signatures(specs, language, limit)
    least = [brief(spec, language) for spec in specs]
    in_full = sum(line != short for line, short in zip(lines, least, strict=True))
    assert in_full <= limit.items
    assert sum(map(len, lines)) <= max(limit.characters(language), sum(map(len, least)))
    assert all(line.startswith(f"{spec.name}(") for line, spec in zip(lines, specs, strict=True))


def test_the_first_tools_are_told_in_full_and_the_others_by_what_they_are_for() -> None:
    limit = Limit(items=1, en=2000, zh=2000)
    purpose = "set the loudness of one stream: media, ringtone, alarm, notification, call"
    told = signatures([ALARM, VOLUME], "en", limit)
    assert told == (signature(ALARM, "en"), f"set_volume(percent, …) {purpose}")


def test_a_tool_with_many_choices_is_told_with_a_few_where_all_have_no_room() -> None:
    tile = next(spec for spec in SPECS if spec.name == "manage_quick_tile")
    whole = signature(tile, "en")
    (line,) = signatures([tile], "en", Limit(items=1, en=len(whole) - 1, zh=0))
    assert "tile?:wifi|bluetooth|mobile_data|flashlight|…" in line
    assert "action:add|remove|move|query" in line


def test_without_an_offer_every_tool_is_told_in_full() -> None:
    assert signatures(SPECS, "zh") == tuple(signature(spec, "zh") for spec in SPECS)
