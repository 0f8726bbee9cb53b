"""A running endpoint on the loopback with a scripted planner, and the official client to it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import openai

from tandem_edge.facade import Agent
from tandem_edge.harness.loop import Harness
from tandem_edge.phone.sandbox.world import SandboxPhone
from tandem_edge.planner.dialects import find_dialect
from tandem_edge.planner.protocol import Planner
from tandem_edge.serving.agent import AgentModel
from tandem_edge.serving.app import make_app
from tandem_edge.serving.planner import PlannerModel
from tandem_edge.serving.running import Serving, listen
from tandem_edge.serving.tokens import Token

TOKEN = "a-token-for-the-tests"


@contextmanager
def served(planner: Planner, *, queue: int = 4, wait_s: float = 60.0) -> Iterator[Serving]:
    """Both models over ``planner``."""
    dialect = find_dialect("signatures")
    agent = Agent(Harness(planner=planner, phone=SandboxPhone.generate(7), dialect=dialect))
    models = (PlannerModel(planner, dialect, 120.0), AgentModel(agent))
    app = make_app(
        {model.name: model for model in models}, Token(TOKEN), queue=queue, wait_s=wait_s
    )
    with Serving(app, listen("127.0.0.1", 0)) as serving:
        yield serving


@contextmanager
def client(serving: Serving, **more: Any) -> Iterator[openai.OpenAI]:
    """The official client, without its retries."""
    options = {"api_key": TOKEN, "max_retries": 0, "timeout": 120, **more}
    with openai.OpenAI(base_url=serving.address, **options) as made:
        yield made


def function(name: str, properties: dict[str, Any], *required: str) -> dict[str, Any]:
    """A tool as OpenAI's API has it."""
    parameters = {"type": "object", "properties": properties, "required": list(required)}
    described = {"name": name, "description": f"does {name}", "parameters": parameters}
    return {"type": "function", "function": described}


WEATHER = function("getWeather", {"city": {"type": "string"}, "days": {"type": "integer"}}, "city")
