"""A language model behind HTTP: real sockets, a server on the loopback."""

from __future__ import annotations

from random import Random

import pytest

from tandem_edge.bench.simulated_runs import attempt
from tandem_edge.llm.endpoint import EndpointModel
from tandem_edge.llm.fake_endpoint import FakeEndpoint
from tandem_edge.phone.simulated.discovery import load_services
from tandem_edge.phone.simulated.fake import Bookkeeper
from tandem_edge.phone.simulated.llm import ModelFailed
from tandem_shared.errors import UsageError
from tests.edge.simulated.saying import fresh

SCHEMA = {"type": "object"}


def echo(prompt: str, schema: dict[str, object]) -> str:
    return f"you said {prompt}"


def model_at(endpoint: FakeEndpoint, **more: object) -> tuple[EndpointModel, list[float]]:
    pauses: list[float] = []
    return EndpointModel(endpoint.url, "some-model", pause=pauses.append, **more), pauses  # type: ignore[arg-type]


def test_the_prompt_and_the_schema_go_out_and_the_text_comes_back() -> None:
    with FakeEndpoint(echo) as endpoint:
        model, _ = model_at(endpoint, key="secret")
        assert model.complete("你好", SCHEMA) == "you said 你好"
        model.close()
    (body,) = endpoint.requests
    assert body["model"] == "some-model" and body["temperature"] == 0
    assert body["response_format"]["json_schema"]["schema"] == SCHEMA
    assert endpoint.keys == ["Bearer secret"]


def test_what_may_pass_is_tried_again_after_a_growing_pause() -> None:
    with FakeEndpoint(echo, trouble=[503, 429]) as endpoint:
        model, pauses = model_at(endpoint)
        assert model.complete("x", SCHEMA) == "you said x"
        model.close()
    assert pauses == [1.0, 2.0] and len(endpoint.requests) == 3


def test_what_does_not_pass_is_given_up() -> None:
    with FakeEndpoint(echo, trouble=[500] * 3) as endpoint:
        model, _ = model_at(endpoint)
        with pytest.raises(ModelFailed, match=r"failed \(500\): not now"):
            model.complete("x", SCHEMA)
        model.close()
    assert len(endpoint.requests) == 3


@pytest.mark.parametrize("status", [400, 401, 404, 302])
def test_what_will_not_change_is_asked_once(status: int) -> None:
    with FakeEndpoint(echo, trouble=[status]) as endpoint:
        model, pauses = model_at(endpoint)
        with pytest.raises(ModelFailed, match=str(status)):
            model.complete("x", SCHEMA)
        model.close()
    assert pauses == [] and len(endpoint.requests) == 1


@pytest.mark.parametrize(
    "reply", [b"no json", b"{}", b'{"choices": []}', b'{"choices": [{"message": {"content": 1}}]}']
)
def test_a_reply_that_is_no_completion_is_an_error(reply: bytes) -> None:
    with FakeEndpoint(echo, trouble=[reply]) as endpoint:
        model, _ = model_at(endpoint)
        with pytest.raises(ModelFailed):
            model.complete("x", SCHEMA)
        model.close()


def test_a_reply_without_end_is_cut_off() -> None:
    with FakeEndpoint(echo, trouble=[b"x" * 3_000_000] * 3) as endpoint:
        model, _ = model_at(endpoint)
        with pytest.raises(ModelFailed, match="no reply"):
            model.complete("x", SCHEMA)
        model.close()


def test_nobody_there_is_an_error_that_says_so() -> None:
    with FakeEndpoint(echo) as endpoint:
        url = endpoint.url
    model = EndpointModel(url, "m", pause=lambda seconds: None)
    with pytest.raises(ModelFailed, match=r"no reply.*ConnectError") as error:
        model.complete("x", SCHEMA)
    assert "is it running" in error.value.hint
    model.close()


def test_another_machine_is_never_spoken_to_in_clear_text() -> None:
    with pytest.raises(UsageError, match="clear text"):
        EndpointModel("http://models.example/v1", "m", key="secret")
    assert "secret" not in repr(EndpointModel("https://models.example/v1", "m", key="secret"))


def test_a_world_behind_http_is_the_world_in_this_process() -> None:
    spec = load_services().spec("order_food")
    assert spec is not None
    with FakeEndpoint(Bookkeeper(4).complete) as endpoint:
        model, _ = model_at(endpoint)
        far = attempt(spec, fresh(), model, Random(2), calls=6)
        model.close()
    assert far == attempt(spec, fresh(), Bookkeeper(4), Random(2), calls=6)
