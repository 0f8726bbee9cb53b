"""The official client against the endpoint, with a planner that follows a script."""

from __future__ import annotations

import contextlib
import json
import socket
import threading
from typing import Any

import httpx2 as httpx
import openai
import pytest

from tandem_edge.facade import Agent
from tandem_edge.harness.loop import Harness
from tandem_edge.phone.sandbox.world import SandboxPhone
from tandem_edge.planner.dialects import find_dialect
from tandem_edge.planner.protocol import Planned, Prompt, Role
from tandem_edge.serving.agent import AgentModel
from tandem_edge.serving.app import LARGEST_BODY
from tandem_edge.serving.pieces import End
from tandem_edge.serving.requests import parse
from tandem_edge.serving.running import Serving, listen
from tandem_shared.errors import CancelledError, UsageError
from tandem_shared.events import Usage
from tests.edge.serving.clients import TOKEN, WEATHER, client, function, served
from tests.fakes.planners import call, done, script

HI: list[Any] = [{"role": "user", "content": "Weather in Paris?"}]


def test_both_models_are_listed_and_shown() -> None:
    with served(script()) as serving, client(serving) as api:
        assert [model.id for model in api.models.list()] == ["tandem-planner", "tandem-agent"]
        assert api.models.retrieve("tandem-agent").owned_by == "tandem"
        with pytest.raises(openai.NotFoundError):
            api.models.retrieve("gpt-9")


def test_the_planner_answers_with_calls_in_the_clients_names() -> None:
    planner = script([call("get_weather", city="Paris", days="3")])
    with served(planner) as serving, client(serving) as api:
        answer = api.chat.completions.create(model="tandem-planner", messages=HI, tools=[WEATHER])
    (choice,) = answer.choices
    assert choice.finish_reason == "tool_calls" and choice.message.content is None
    (made,) = choice.message.tool_calls or []
    assert made.function.name == "getWeather"
    assert json.loads(made.function.arguments) == {"city": "Paris", "days": 3}
    assert answer.usage is not None and answer.usage.completion_tokens > 0
    assert "get_weather(city, days?)" in planner.prompts[0].messages[-1].text


def test_words_come_as_content_with_what_was_decided() -> None:
    steps = [done("Sunny."), [call("ask", question="Which city?")], [call("refuse", reason="No.")]]
    with served(script(*steps)) as serving, client(serving) as api:
        answers = [
            api.chat.completions.create(model="tandem-planner", messages=HI).choices[0]
            for _ in steps
        ]
    assert [each.message.content for each in answers] == ["Sunny.", "Which city?", "No."]
    assert {each.finish_reason for each in answers} == {"stop"}
    decided = [(each.message.model_extra or {})["tandem"] for each in answers]
    assert decided == [[{"decision": kind}] for kind in ("done", "ask", "refuse")]


def test_an_earlier_call_and_its_result_are_told_in_the_dialect() -> None:
    planner = script(done("Sunny."))
    made = {
        "id": "c1",
        "type": "function",
        "function": {"name": "getWeather", "arguments": '{"city": "Paris"}'},
    }
    messages: list[Any] = [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": "Hello"},
        {"role": "assistant", "content": "Hello!"},
        *HI,
        {"role": "assistant", "content": None, "tool_calls": [made]},
        {"role": "tool", "tool_call_id": "c1", "content": '{"sky": "clear"}'},
    ]
    with served(planner) as serving, client(serving) as api:
        api.chat.completions.create(model="tandem-planner", messages=messages, tools=[WEATHER])
    roles = [message.role for message in planner.prompts[0].messages]
    assert roles == [Role.USER, Role.PLANNER, Role.USER, Role.PLANNER, Role.PHONE]
    _, answered, opening, called, told = (m.text for m in planner.prompts[0].messages)
    assert json.loads(answered) == [call("done", answer="Hello!")]
    assert "Be brief." in opening and "get_weather(" in opening
    assert json.loads(called) == [call("get_weather", city="Paris")]
    assert "clear" in told


def test_calls_and_words_are_streamed() -> None:
    planner = script([call("get_weather", city="Paris")], done("Sunny."))
    with served(planner) as serving, client(serving) as api:
        stream = api.chat.completions.create(
            model="tandem-planner",
            messages=HI,
            tools=[WEATHER],
            stream=True,
            stream_options={"include_usage": True},
        )
        chunks = list(stream)
        more = api.chat.completions.create(model="tandem-planner", messages=HI, stream=True)
        words = "".join(chunk.choices[0].delta.content or "" for chunk in more)
    calls = [c for chunk in chunks for each in chunk.choices for c in each.delta.tool_calls or []]
    assert calls[0].function is not None and calls[0].function.name == "getWeather"
    assert [each.finish_reason for chunk in chunks for each in chunk.choices][-1] == "tool_calls"
    assert chunks[-1].usage is not None and chunks[-1].choices == []
    assert words == "Sunny."


def test_a_tool_that_cannot_be_offered_is_left_out_and_said_to_be() -> None:
    odd = function("odd", {"a": {"type": ["string", "array"]}}, "a")
    planner = script(done())
    with served(planner) as serving, client(serving) as api:
        answer = api.chat.completions.create(model="tandem-planner", messages=HI, tools=[odd])
    extra = (answer.choices[0].message.model_extra or {})["tandem"]
    assert extra[0] == {"left_out": {"odd": "it needs a: a value of several types cannot be said"}}
    assert "odd" not in planner.prompts[0].messages[-1].text


def test_an_answer_that_is_cut_off_says_so() -> None:
    with served(script('[{"name": "done", "argum')) as serving, client(serving) as api:
        choice = api.chat.completions.create(model="tandem-planner", messages=HI).choices[0]
    assert choice.finish_reason == "length"


def test_the_agent_acts_on_the_phone_and_tells_its_steps() -> None:
    planner = script([call("toggle_bluetooth", action="enable")], done("It is on."))
    with served(planner) as serving, client(serving) as api:
        answer = api.chat.completions.create(
            model="tandem-agent", messages=[{"role": "user", "content": "Turn on Bluetooth"}]
        )
    (choice,) = answer.choices
    assert (choice.message.content, choice.finish_reason) == ("It is on.", "stop")
    assert choice.message.tool_calls is None
    events = (choice.message.model_extra or {})["tandem"]
    kinds = [event["type"] for event in events]
    assert kinds[0] == "turn_started" and kinds[-1] == "turn_ended"
    assert "call_finished" in kinds


def test_the_agents_steps_are_streamed_as_they_happen() -> None:
    with served(script(done("Hi."))) as serving, client(serving) as api:
        chunks = list(
            api.chat.completions.create(
                model="tandem-agent", messages=[{"role": "user", "content": "Hi"}], stream=True
            )
        )
    events = [(chunk.choices[0].delta.model_extra or {}).get("tandem") for chunk in chunks]
    kinds = [event["type"] for event in events if event]
    assert kinds == ["turn_started", "step_started", "step_planned", "turn_ended"]
    assert "".join(chunk.choices[0].delta.content or "" for chunk in chunks) == "Hi."


def test_a_reply_to_the_agents_question_goes_on_with_the_same_conversation() -> None:
    planner = script([call("ask", question="Which one?")], done("Done."), done("New."))
    first: list[Any] = [{"role": "user", "content": "Delete the alarm"}]
    reply: list[Any] = [
        *first,
        {"role": "assistant", "content": "Which one?"},
        {"role": "user", "content": "The early one"},
    ]
    with served(planner) as serving, client(serving) as api:
        for messages in (first, reply, first):
            api.chat.completions.create(model="tandem-agent", messages=messages)
    lengths = [len(prompt.messages) for prompt in planner.prompts]
    assert lengths == [1, 3, 1]


def raw(serving: Serving, body: bytes, token: str = TOKEN) -> httpx.Response:
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    return httpx.post(
        f"{serving.address}/chat/completions", content=body, headers=headers, timeout=60
    )


@pytest.mark.parametrize("token", ["", "wrong", TOKEN[:-1], f"{TOKEN}x", "ÿ"])
def test_a_wrong_token_is_refused_whatever_is_asked(token: str) -> None:
    with served(script()) as serving:
        headers = {"Authorization": f"Bearer {token}".strip().encode()}
        for path in ("/models", "/models/tandem-agent"):
            reply = httpx.get(serving.address + path, headers=headers)
            assert reply.status_code == 401
            assert reply.json()["error"]["code"] == "invalid_api_key"
        with client(serving, api_key="wrong-key") as api, pytest.raises(openai.AuthenticationError):
            api.chat.completions.create(model="tandem-planner", messages=HI)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"\xff\xfe",
        b'{"model": "tandem-planner", "messages": []}',
        b'{"model": "tandem-planner", "messages": [{"role": "king", "content": "x"}]}',
        b'{"model": "tandem-planner", "messages": [{"role": "system", "content": "x"}]}',
        b'{"model": "tandem-planner", "messages": [{"role": "user", "content": "x"}], "n": 2}',
        b'{"model": "tandem-planner", "messages": [{"role": "user", "content": '
        b'[{"type": "image_url", "image_url": {"url": "x"}}]}]}',
        b'{"model": "tandem-planner", "messages": [{"role": "user", "content": "x"}, '
        b'{"role": "tool", "tool_call_id": "none", "content": "x"}]}',
        b"[" * 100_000,
    ],
)
def test_what_cannot_be_answered_is_400_in_openais_form(body: bytes) -> None:
    with served(script()) as serving:
        reply = raw(serving, body)
    assert reply.status_code == 400
    error = reply.json()["error"]
    assert error["type"] == "invalid_request_error" and error["message"]


def test_an_unknown_model_and_an_unknown_address_are_404() -> None:
    with served(script()) as serving, client(serving) as api:
        with pytest.raises(openai.NotFoundError) as caught:
            api.chat.completions.create(model="gpt-9", messages=HI)
        assert caught.value.code == "model_not_found"
        assert httpx.get(f"{serving.address}/nothing").json()["error"]["message"]


@pytest.mark.parametrize("size", [LARGEST_BODY + 1, 50_000_000])
def test_a_body_that_is_too_large_is_413_and_the_next_request_is_served(size: int) -> None:
    with served(script(done("Here."))) as serving, client(serving) as api:
        reply = raw(serving, b" " * size)
        assert (reply.status_code, reply.json()["error"]["code"]) == (413, "too_large")
        answer = api.chat.completions.create(model="tandem-planner", messages=HI)
        assert answer.choices[0].message.content == "Here."


class Patient:
    """A planner that thinks until it is cancelled or let go."""

    name = "patient"

    def __init__(self) -> None:
        self.begun = threading.Semaphore(0)
        self.go = threading.Event()
        self.cancelled = threading.Event()

    def step(self, prompt: Prompt, *, deadline_s: float, cancel: threading.Event) -> Planned:
        self.begun.release()
        while not self.go.wait(0.01):
            if cancel.is_set():
                self.cancelled.set()
                raise CancelledError("stopped")
        return Planned('[{"name": "done", "arguments": {"answer": "At last."}}]', (), Usage())

    def close(self) -> None:
        pass


def test_who_hangs_up_before_the_agent_has_begun_finds_nothing_done() -> None:
    planner = script([call("toggle_bluetooth", action="enable")], done("It is on."))
    phone = SandboxPhone.generate(7)
    agent = Agent(Harness(planner=planner, phone=phone, dialect=find_dialect("signatures")))
    said = [{"role": "user", "content": "Turn on Bluetooth"}]
    asked = parse(json.dumps({"model": "tandem-agent", "messages": said}).encode())
    mark, gone = phone.mark(), threading.Event()
    gone.set()
    *_, end = AgentModel(agent).answer(asked, gone)
    assert isinstance(end, End)
    assert (len(planner.prompts), phone.changes_since(mark)) == (0, ())


@pytest.mark.parametrize("stream", ["true", "false"])
@pytest.mark.parametrize("model", ["tandem-planner", "tandem-agent"])
def test_a_client_that_hangs_up_stops_the_planner(model: str, stream: str) -> None:
    planner = Patient()
    with served(planner) as serving:
        host, port = serving.listening.getsockname()
        body = (
            f'{{"model": "{model}", "stream": {stream}, '
            '"messages": [{"role": "user", "content": "Hi"}]}'
        ).encode()
        head = (
            f"POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {TOKEN}\r\n"
            f"Content-Length: {len(body)}\r\n\r\n"
        )
        with socket.create_connection((host, port)) as line:
            line.sendall(head.encode() + body)
            assert planner.begun.acquire(timeout=60)
        assert planner.cancelled.wait(60)
        planner.go.set()
        with client(serving) as api:
            answer = api.chat.completions.create(model="tandem-planner", messages=HI)
            assert answer.choices[0].message.content == "At last."


def test_requests_wait_their_turn_and_too_many_are_429() -> None:
    planner = Patient()
    answers: list[str | None] = []

    def ask(serving: Serving) -> None:
        with client(serving) as api:
            answer = api.chat.completions.create(model="tandem-planner", messages=HI)
            answers.append(answer.choices[0].message.content)

    with served(planner, queue=0) as serving:
        first = threading.Thread(target=ask, args=(serving,))
        first.start()
        assert planner.begun.acquire(timeout=60)
        with client(serving) as api, pytest.raises(openai.RateLimitError) as caught:
            api.chat.completions.create(model="tandem-planner", messages=HI)
        assert caught.value.code == "queue_full"
        planner.go.set()
        first.join()
    assert answers == ["At last."]


def test_a_turn_that_does_not_come_in_time_is_503() -> None:
    planner = Patient()
    with served(planner, wait_s=0.2) as serving, client(serving) as api:
        body = json.dumps({"model": "tandem-planner", "messages": HI}).encode()
        first = threading.Thread(target=raw, args=(serving, body))
        first.start()
        assert planner.begun.acquire(timeout=60)
        with pytest.raises(openai.InternalServerError) as caught:
            api.chat.completions.create(model="tandem-planner", messages=HI)
        assert caught.value.code == "queue_timeout"
        planner.go.set()
        first.join()


def test_a_planner_that_fails_is_500_and_in_a_stream_an_error_too() -> None:
    with served(script()) as serving, client(serving) as api:
        with pytest.raises(openai.InternalServerError) as caught:
            api.chat.completions.create(model="tandem-planner", messages=HI)
        assert caught.value.code == "planner_failed"
        with pytest.raises(openai.APIError):
            list(api.chat.completions.create(model="tandem-agent", messages=HI, stream=True))


class Broken(Patient):
    def step(self, prompt: Prompt, *, deadline_s: float, cancel: threading.Event) -> Planned:
        raise ZeroDivisionError("secret words of the owner")


def test_what_breaks_inside_is_said_without_its_words() -> None:
    with served(Broken()) as serving:
        reply = raw(serving, json.dumps({"model": "tandem-planner", "messages": HI}).encode())
    assert reply.status_code == 500 and "secret" not in reply.text


def test_stopping_the_server_stops_the_planner() -> None:
    planner = Patient()
    with served(planner) as serving:
        body = json.dumps({"model": "tandem-planner", "messages": HI}).encode()
        thread = threading.Thread(target=_unanswered, args=(serving, body))
        thread.start()
        assert planner.begun.acquire(timeout=60)
    assert planner.cancelled.is_set()
    thread.join()


def _unanswered(serving: Serving, body: bytes) -> None:
    with contextlib.suppress(httpx.HTTPError):
        raw(serving, body)


def test_other_machines_are_let_in_only_when_that_is_said() -> None:
    with pytest.raises(UsageError, match="other machines"):
        listen("0.0.0.0", 0)
    listen("0.0.0.0", 0, remote=True).close()
