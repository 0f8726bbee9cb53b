"""A language model behind HTTP: the role's promises over real sockets."""

from __future__ import annotations

import threading
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tandem_edge.bench.simulated_runs import attempt
from tandem_edge.llm.endpoint import EndpointModel
from tandem_edge.llm.fake_endpoint import (
    Body,
    FakeEndpoint,
    drips,
    floods,
    prompt_of,
    schema_of,
)
from tandem_edge.llm.role import InvalidAnswer, ModelFailed, Question
from tandem_edge.outbound.destinations import Purpose
from tandem_edge.phone.simulated.discovery import load_services
from tandem_edge.phone.simulated.fake import Bookkeeper
from tandem_shared.errors import PrivacyError
from tandem_shared.tools import Privacy
from tests.edge.llm.far import Far
from tests.edge.simulated.saying import fresh

SCHEMA: dict[str, Any] = {"type": "object", "properties": {"x": {"type": "integer"}}}
QUESTION = Question("Count.", "how many?", SCHEMA, private=frozenset())


def asked(far: Far, question: Question = QUESTION, deadline_s: float = 20.0) -> Any:
    model = EndpointModel(far.chat)
    return model.ask(question, deadline_s=deadline_s, cancel=threading.Event())


def test_instructions_text_and_schema_go_out_and_a_value_comes_back(tmp_path: Path) -> None:
    with FakeEndpoint(lambda body: '{"x": 3}') as endpoint, Far(endpoint, tmp_path) as far:
        reply = asked(far)
    assert reply.value == {"x": 3} and reply.tries == 1 and reply.usage.output_tokens > 0
    (body,) = endpoint.requests
    assert [each["content"] for each in body["messages"]] == ["Count.", "how many?"]
    assert schema_of(body) == SCHEMA


def test_a_server_that_lies_about_the_schema_is_told_once_and_then_given_up(
    tmp_path: Path,
) -> None:
    with (
        FakeEndpoint(lambda body: '{"x": "three"}') as endpoint,
        Far(endpoint, tmp_path) as far,
        pytest.raises(InvalidAnswer, match="x: 'three' is not of type 'integer'"),
    ):
        asked(far)
    first, second = endpoint.requests
    assert "NOT VALID: x: 'three'" in prompt_of(second) and "NOT" not in prompt_of(first)


@pytest.mark.parametrize("trouble", [floods(), 401, b"{}"], ids=["flood", "refused", "no choices"])
def test_what_goes_wrong_is_a_failed_model(tmp_path: Path, trouble: Any) -> None:
    with (
        FakeEndpoint(lambda body: "{}", trouble=[trouble]) as endpoint,
        Far(endpoint, tmp_path) as far,
        pytest.raises(ModelFailed) as error,
    ):
        asked(far)
    assert error.value.exit_code == 5 and error.value.hint


def test_the_deadline_is_over_both_tries(tmp_path: Path) -> None:
    with FakeEndpoint(lambda body: "no JSON") as endpoint, Far(endpoint, tmp_path) as far:
        endpoint.trouble = [b'{"choices": [{"message": {"content": "?"}}]}', drips()]
        with pytest.raises(ModelFailed, match="not done within"):
            asked(far, deadline_s=0.5)


def test_a_question_elsewhere_needs_consent_to_what_is_in_it(tmp_path: Path) -> None:
    with (
        FakeEndpoint(lambda body: "{}") as endpoint,
        Far(endpoint, tmp_path, leaves=True, purpose=Purpose.LANGUAGE_MODEL) as far,
    ):
        unknown = Question("", "who?", SCHEMA)
        with pytest.raises(PrivacyError, match="is not allowed as language-model"):
            asked(far)
        far.allow(Privacy.PERSON)
        with pytest.raises(PrivacyError, match="private fields"):
            asked(far, unknown)
        assert endpoint.requests == []
        assert asked(far).value == {}
        assert asked(far, Question("", "who?", SCHEMA, private=frozenset({Privacy.PERSON})))
        assert EndpointModel(far.chat).destination == far.destination.name != ""


def test_a_world_behind_http_is_the_world_in_this_process(tmp_path: Path) -> None:
    spec = load_services().spec("order_food")
    assert spec is not None
    books = Bookkeeper(4)

    def answer(body: Body) -> str:
        return books.write(prompt_of(body), schema_of(body))

    with FakeEndpoint(answer) as endpoint, Far(endpoint, tmp_path) as far:
        away = attempt(spec, fresh(), EndpointModel(far.chat), Random(2), calls=6)
    assert away == attempt(spec, fresh(), Bookkeeper(4), Random(2), calls=6)
