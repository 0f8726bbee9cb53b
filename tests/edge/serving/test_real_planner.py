"""The official client against the endpoint with the default planner: an outside program's view."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tandem_edge.facade import open_planner
from tandem_edge.models.resolve import ModelFile
from tandem_edge.planner.protocol import Planner
from tandem_edge.settings import Settings
from tests.edge.serving.clients import client, function, served

pytestmark = [pytest.mark.slow, pytest.mark.planner]

TOOLS = [
    function("getWeather", {"city": {"type": "string", "description": "name of a city"}}, "city"),
    function(
        "set_light",
        {"room": {"type": "string"}, "state": {"enum": ["on", "off"]}},
        "room",
        "state",
    ),
]


@pytest.fixture(scope="module")
def planner(default_model: ModelFile) -> Iterator[Planner]:
    one = open_planner(Settings(planner_threads=1, step_s=200))
    yield one
    one.close()


def test_it_calls_a_strangers_tool_and_answers_from_its_result(planner: Planner) -> None:
    messages: list[Any] = [{"role": "user", "content": "What is the weather in Paris?"}]
    with served(planner) as serving, client(serving, timeout=280) as api:
        first = api.chat.completions.create(
            model="tandem-planner", messages=messages, tools=TOOLS, max_tokens=80
        ).choices[0]
        (made,) = first.message.tool_calls or []
        assert made.function.name == "getWeather"
        assert "paris" in json.loads(made.function.arguments)["city"].lower()
        messages += [
            {"role": "assistant", "tool_calls": [made.model_dump()]},
            {"role": "tool", "tool_call_id": made.id, "content": '{"sky": "clear", "degrees": 21}'},
        ]
        stream = api.chat.completions.create(
            model="tandem-planner", messages=messages, tools=TOOLS, max_tokens=80, stream=True
        )
        chunks = [chunk.choices[0] for chunk in stream]
    assert chunks[-1].finish_reason in {"stop", "tool_calls"}
    assert any(chunk.delta.content or chunk.delta.tool_calls for chunk in chunks)


def test_without_tools_it_can_only_speak(planner: Planner) -> None:
    with served(planner) as serving, client(serving, timeout=280) as api:
        choice = api.chat.completions.create(
            model="tandem-planner",
            messages=[{"role": "user", "content": "你好"}],
            max_tokens=60,
        ).choices[0]
    assert choice.message.tool_calls is None
    assert choice.finish_reason in {"stop", "length"}
