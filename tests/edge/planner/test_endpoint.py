"""A planner behind HTTP: what goes out, what comes back, and what never goes out."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tandem_edge.doctor import examine
from tandem_edge.llm.fake_endpoint import FakeEndpoint, drips, floods, says
from tandem_edge.outbound.consents import Consent
from tandem_edge.outbound.destinations import Purpose
from tandem_edge.outbound.endpoints import Mode
from tandem_edge.outbound.gate import Outbound
from tandem_edge.outbound.privacy import EVERY
from tandem_edge.phone.catalogue import load_catalogue
from tandem_edge.planner.actions import Ask, Calls, Done
from tandem_edge.planner.dialects import Misread, find_dialect
from tandem_edge.planner.endpoint import EndpointPlanner, private_in
from tandem_edge.planner.protocol import Message, Planned, Prompt, Role
from tandem_edge.settings import Settings
from tandem_shared.errors import CancelledError, PlannerError, PrivacyError
from tandem_shared.tools import Privacy
from tests.edge.llm.far import Far

ALARM = load_catalogue().tools["manage_alarm"].spec
NATIVE = find_dialect("native")
CALL = '[{"name": "manage_alarm", "arguments": {"action": "query"}}]'


def prompt(*messages: Message, **more: Any) -> Prompt:
    return Prompt("RULES", (), messages or (said("wake me"),), more.pop("schema", {}), 99, (ALARM,))


def said(text: str) -> Message:
    return Message(Role.USER, text)


@contextmanager
def planner_at(
    answer: Any, home: Path, mode: Mode = Mode.TOOLS, *, made_up: bool = False, **more: Any
) -> Iterator[tuple[EndpointPlanner, FakeEndpoint, Far]]:
    trouble = more.pop("trouble", ())
    with FakeEndpoint(answer, trouble) as endpoint, Far(endpoint, home, **more) as far:
        yield EndpointPlanner(far.chat, mode, made_up), endpoint, far


def step(planner: EndpointPlanner, asked: Prompt, deadline_s: float = 20.0) -> Planned:
    return planner.step(asked, deadline_s=deadline_s, cancel=threading.Event())


def test_native_calls_are_read_by_the_native_dialect(tmp_path: Path) -> None:
    calls = [("manage_alarm", {"action": "create", "time": "七点"}), ("turn_on", {})]
    with planner_at(lambda body: calls, tmp_path) as (planner, endpoint, far):
        planned = step(planner, prompt())
        assert planner.name == f"some-model @ {far.destination.name}"
    read = NATIVE.read(planned.text)
    assert isinstance(read, Calls)
    assert [(call.name, call.arguments) for call in read.calls] == calls
    assert planned.usage.prompt_tokens > 0 and planned.token_ids == ()
    (body,) = endpoint.requests
    assert [tool["function"]["name"] for tool in body["tools"]] == [
        "manage_alarm",
        "done",
        "ask",
        "refuse",
    ]
    assert body["tool_choice"] == "required"
    assert [each["content"] for each in body["messages"]] == ["RULES", "wake me"]


def test_the_tools_are_described_in_the_language_of_the_request(tmp_path: Path) -> None:
    with planner_at(lambda body: [("done", {"answer": "好"})], tmp_path) as (planner, endpoint, _):
        step(planner, prompt(said("叫我起床")))
    function = endpoint.requests[0]["tools"][0]["function"]
    assert function["description"] == ALARM.description.zh
    assert function["parameters"]["properties"]["time"]["description"] == "响铃时间"


@pytest.mark.parametrize(
    ("words", "read"),
    [("All set.", Done("All set.")), ("At what time?", Ask("At what time?"))],
)
def test_words_without_a_call_are_an_answer_or_a_question(
    tmp_path: Path, words: str, read: object
) -> None:
    with planner_at(lambda body: words, tmp_path) as (planner, _, _far):
        assert NATIVE.read(step(planner, prompt()).text) == read


@pytest.mark.parametrize("arguments", ["[1]", "7", "no json", '"x"', '{"a": NaN}'])
def test_arguments_that_are_no_object_are_a_misreading_not_a_crash(
    tmp_path: Path, arguments: str
) -> None:
    message = {"tool_calls": [{"function": {"name": "manage_alarm", "arguments": arguments}}]}
    reply = json.dumps({"choices": [{"message": message}]}).encode()
    with planner_at(lambda body: "", tmp_path, trouble=[reply]) as (planner, _, _far):
        planned = step(planner, prompt())
    with pytest.raises(Misread):
        NATIVE.read(planned.text)


def test_every_call_of_the_history_has_its_result_by_id(tmp_path: Path) -> None:
    two = '[{"name": "a_b", "arguments": {}}, {"name": "c_d", "arguments": {"x": 1}}]'
    history = (
        said("first"),
        Message(Role.PLANNER, two),
        Message(Role.PHONE, '{"ok": 1}\n{"ok": 2}\n\nGuidance: be brief', private=frozenset()),
        Message(Role.PLANNER, '[{"name": "done", "arguments": {"answer": "x"}}]'),
        said("second"),
        Message(Role.PLANNER, "garbage"),
        Message(Role.PHONE, "not understood: garbage", private=frozenset()),
    )
    with planner_at(lambda body: "ok", tmp_path) as (planner, endpoint, _):
        step(planner, prompt(*history))
    messages = endpoint.requests[0]["messages"]
    assert [each["role"] for each in messages] == (
        "system user assistant tool tool user assistant tool user assistant user".split()
    )
    open_ids: list[str] = []
    for each in messages:
        if each["role"] == "tool":
            assert each["tool_call_id"] == open_ids.pop(0)
        else:
            assert open_ids == []
        open_ids += [call["id"] for call in each.get("tool_calls", ())]
    assert [each["content"] for each in messages if each["role"] == "tool"] == [
        '{"ok": 1}',
        '{"ok": 2}',
        "ok",
    ]
    assert messages[5]["content"] == "Guidance: be brief"


def test_plain_text_sends_the_dialects_words_and_schema(tmp_path: Path) -> None:
    schema = {"type": "array"}
    with planner_at(lambda body: CALL, tmp_path, Mode.TEXT) as (planner, endpoint, _):
        assert step(planner, prompt(schema=schema)).text == CALL
        step(planner, prompt())
    first, second = endpoint.requests
    assert first["response_format"]["json_schema"]["schema"] == schema and "tools" not in first
    assert "response_format" not in second


def test_an_endpoint_without_schemas_is_spoken_with_without_them(tmp_path: Path) -> None:
    refuses = says(b'{"error": "response_format json_schema: not supported"}', status=400)
    with planner_at(lambda body: CALL, tmp_path, Mode.TEXT, trouble=[refuses]) as (planner, at, _):
        assert step(planner, prompt(schema={"type": "array"})).text == CALL
    assert "response_format" not in at.requests[1]


@pytest.mark.parametrize(
    "trouble", [[floods()], [401], [b"<html>"], [500] * 3], ids=["flood", "key", "page", "down"]
)
def test_a_far_end_that_fails_is_a_planner_that_fails(tmp_path: Path, trouble: Any) -> None:
    with planner_at(lambda body: "x", tmp_path, trouble=trouble) as (planner, _, _far):
        with pytest.raises(PlannerError) as error:
            step(planner, prompt())
        assert error.value.hint and error.value.exit_code == 5
        assert step(planner, prompt()).text  # and can be asked again


def test_a_dripping_far_end_is_left_at_the_deadline(tmp_path: Path) -> None:
    with (
        planner_at(lambda body: "x", tmp_path, trouble=[drips()]) as (planner, _, _far),
        pytest.raises(PlannerError, match="not done within"),
    ):
        step(planner, prompt(), deadline_s=1.0)


def test_a_cancelled_step_ends_at_once(tmp_path: Path) -> None:
    cancel = threading.Event()
    cancel.set()
    with planner_at(lambda body: "x", tmp_path) as (planner, endpoint, _):
        with pytest.raises(CancelledError):
            planner.step(prompt(), deadline_s=20, cancel=cancel)
        assert endpoint.requests == []


# ---- what never goes out


def told(*classes: Privacy, known: bool = True) -> Message:
    return Message(Role.PHONE, "Anna", private=frozenset(classes) if known else None)


def test_what_the_phone_said_without_saying_of_what_kind_may_be_of_any() -> None:
    assert private_in([told(known=False)]) == EVERY
    assert private_in([said("x"), told()]) == frozenset()
    assert private_in([told(Privacy.PERSON), told(Privacy.OTP)]) == {Privacy.PERSON, Privacy.OTP}


def test_private_results_stay_here_until_their_class_is_allowed(tmp_path: Path) -> None:
    asked = prompt(said("x"), Message(Role.PLANNER, CALL), told(Privacy.PERSON))
    with planner_at(lambda body: "x", tmp_path, leaves=True) as (planner, endpoint, far):
        with pytest.raises(PrivacyError, match="is not allowed as planner"):
            step(planner, prompt())
        far.allow()
        step(planner, prompt())
        with pytest.raises(PrivacyError, match=r"private fields .*: person"):
            step(planner, asked)
        assert len(endpoint.requests) == 1
        far.allow(Privacy.PERSON)
        step(planner, asked)
        assert planner.destination == far.destination.name


def test_what_is_made_up_needs_consent_to_the_destination_only(tmp_path: Path) -> None:
    asked = prompt(said("x"), told(known=False))
    with planner_at(lambda body: "x", tmp_path, leaves=True, made_up=True) as (planner, _, far):
        with pytest.raises(PrivacyError):
            step(planner, asked)
        far.allow()
        step(planner, asked)


def test_what_was_spent_is_what_was_used(tmp_path: Path) -> None:
    usage = {"prompt_tokens": 100, "completion_tokens": 10}
    with FakeEndpoint(lambda body: "x", usage=usage) as at, Far(at, tmp_path, leaves=True) as far:
        far.allow(cap_usd=1)
        step(EndpointPlanner(far.chat, Mode.TEXT), prompt())
        assert far.spent == 200


def test_the_doctor_says_that_a_planner_elsewhere_is_not_allowed(tmp_path: Path) -> None:
    settings = Settings(home=tmp_path, planner="openai:https://api.example.com/v1#m")
    (finding,) = [one for one in examine(settings) if one.name == "planner"]
    assert (finding.state, finding.exit_code) == ("FAIL", 7) and "outbound allow" in finding.fix
    outbound = Outbound(tmp_path)
    outbound.consents.allow(
        Consent(destination="api.example.com", purpose=Purpose.PLANNER, since="now")
    )
    (finding,) = [one for one in examine(settings) if one.name == "planner"]
    assert finding.state == "ok" and "leave this device" in finding.fact
