"""The local planner's file plays the services, in its child process."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tandem_edge.llm.local import LocalModel, spelt_out
from tandem_edge.llm.role import ModelFailed, Question
from tandem_edge.models.resolve import ModelFile
from tandem_edge.phone.simulated.world import SimulatedPhone
from tandem_edge.planner.local import LocalPlanner
from tandem_shared.errors import CancelledError
from tests.edge.simulated.saying import call, fresh

pytestmark = pytest.mark.planner


@pytest.fixture
def model(default_model: ModelFile) -> Iterator[LocalModel]:
    planner = LocalPlanner(
        name=default_model.name,
        path=default_model.path,
        turns=default_model.turns,
        threads=1,
        context=4096,
        load_s=120.0,
        prefixes=Path("/dev/null/nowhere"),
        identity=default_model.sha256,
    )
    model = LocalModel(planner)
    yield model
    model.close()


@pytest.mark.slow
def test_a_real_model_answers_within_the_tools_schema(model: LocalModel) -> None:
    phone = SimulatedPhone(fresh(), model, task="See whether my parcel has come.", deadline_s=240.0)
    execution = phone.call(call("manage_parcel", action="query", parcel_id="P3301"))
    assert execution.result.ok or execution.result.fault.code != "simulator_failed"  # type: ignore[union-attr]
    if execution.result.ok:
        assert execution.result.data["parcel_id"] == "P3301"
    assert model.name == "qwen2.5-coder-0.5b"


def test_a_cancelled_answer_is_no_fault_of_the_tool(model: LocalModel) -> None:
    phone = SimulatedPhone(fresh(), model)
    phone.cancel.set()
    with pytest.raises(CancelledError):
        phone.call(call("manage_parcel", action="list"))
    assert phone.answers == []


def test_a_prompt_that_is_too_long_is_a_failed_model(model: LocalModel) -> None:
    with pytest.raises(ModelFailed):
        question = Question("", "word " * 20_000, {"type": "object"})
        model.ask(question, deadline_s=60, cancel=threading.Event())


@pytest.mark.slow
def test_an_answer_says_what_it_cost(model: LocalModel) -> None:
    schema = {"type": "object", "properties": {"city": {"enum": ["Paris", "Rome"]}}}
    question = Question("Answer in JSON.", "Capital of France?", schema | {"required": ["city"]})  # type: ignore[arg-type]
    reply = model.ask(question, deadline_s=240, cancel=threading.Event())
    assert reply.value in ({"city": "Paris"}, {"city": "Rome"}) and reply.tries == 1
    assert reply.usage.prompt_tokens > 5 and reply.usage.output_tokens > 3
    assert model.destination == ""


def test_short_ranges_of_numbers_become_the_numbers_themselves() -> None:
    count = {"type": "integer", "minimum": 1, "maximum": 3}
    wide = {"type": "number", "minimum": 0, "maximum": 5000}
    schema = {"anyOf": [{"type": "object", "properties": {"minimum": count, "total": wide}}]}
    fields = spelt_out(schema)["anyOf"][0]["properties"]  # type: ignore[arg-type, index, call-overload]
    assert fields == {"minimum": {"enum": [1, 2, 3]}, "total": wide}
    assert json.dumps(spelt_out({"type": "string", "maxLength": 5}))
