"""Chat completions over real sockets, with a far end that is slow, dying, lying or flooding."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tandem_edge.llm.chat import EndpointFailed, usage_of
from tandem_edge.llm.fake_endpoint import (
    Body,
    FakeEndpoint,
    dies,
    drips,
    floods,
    hangs,
    limits,
    prompt_of,
    redirects,
    says,
)
from tandem_shared.errors import CancelledError
from tests.edge.llm.far import MODEL, Far

KEY = "sk-far-1234567890"


def echo(body: Body) -> str:
    return f"you said {prompt_of(body)}"


def test_the_body_goes_out_and_the_text_comes_back(tmp_path: Path) -> None:
    with FakeEndpoint(echo) as endpoint, Far(endpoint, tmp_path, key=KEY) as far:
        assert far.say("你好", temperature=0).text == "you said 你好"
    (body,) = endpoint.requests
    assert body["model"] == MODEL and body["temperature"] == 0 and body["max_tokens"] == 50
    assert endpoint.keys == [f"Bearer {KEY}"]


def test_calls_come_back_as_they_were_written(tmp_path: Path) -> None:
    calls = [("set_alarm", {"time": "七点"}), ("done", {"answer": "x"})]
    with FakeEndpoint(lambda body: calls) as endpoint, Far(endpoint, tmp_path) as far:
        made = far.say()
    assert made.calls == (("set_alarm", '{"time": "七点"}'), ("done", '{"answer": "x"}'))
    assert made.text == ""


def test_tokens_are_counted_cached_and_thinking_ones_apart(tmp_path: Path) -> None:
    usage = {
        "prompt_tokens": 100,
        "completion_tokens": 40,
        "prompt_tokens_details": {"cached_tokens": 80},
        "completion_tokens_details": {"reasoning_tokens": 30},
    }
    with FakeEndpoint(echo, usage=usage) as endpoint, Far(endpoint, tmp_path) as far:
        used = far.say().usage
    assert (used.prompt_tokens, used.reused_tokens, used.new_tokens) == (100, 80, 20)
    assert (used.output_tokens, used.thinking_tokens) == (40, 30)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)
NAMES = ["prompt_tokens", "completion_tokens", "prompt_tokens_details", "cached_tokens"]


@given(JSON | st.dictionaries(st.sampled_from(NAMES), JSON), st.integers(0, 9999), st.text())
def test_no_claim_makes_an_impossible_usage(claimed: Any, size: int, text: str) -> None:
    used = usage_of(claimed, size, (text, ()))
    assert 0 <= used.reused_tokens <= used.prompt_tokens
    assert 0 <= used.thinking_tokens <= used.output_tokens
    assert used.prompt_tokens >= size // 16
    assert used.output_tokens >= len(text.encode("utf-8", "replace")) // 16


def test_what_may_pass_is_tried_again_after_a_growing_pause(tmp_path: Path) -> None:
    with FakeEndpoint(echo, trouble=[503, 500]) as endpoint, Far(endpoint, tmp_path) as far:
        assert far.say("x").text == "you said x"
        assert far.pauses == [1.0, 2.0] and len(endpoint.requests) == 3


def test_a_storm_of_429_is_waited_for_as_told_and_then_given_up(tmp_path: Path) -> None:
    storm = [limits(7)] * 9
    with FakeEndpoint(echo, trouble=storm) as endpoint, Far(endpoint, tmp_path) as far:
        with pytest.raises(EndpointFailed, match="429: slow down"):
            far.say()
        assert far.pauses == [7.0, 7.0] and len(endpoint.requests) == 3


def test_no_pause_is_longer_than_the_time_that_is_left(tmp_path: Path) -> None:
    trouble = [limits(99999)] * 3
    with FakeEndpoint(echo, trouble=trouble) as endpoint, Far(endpoint, tmp_path) as far:
        with pytest.raises(EndpointFailed):
            far.say(deadline_s=5)
        assert all(pause <= 5 for pause in far.pauses)


@pytest.mark.parametrize("status", [401, 403, 404, 501])
def test_what_will_not_change_is_asked_once(tmp_path: Path, status: int) -> None:
    with FakeEndpoint(echo, trouble=[status]) as endpoint, Far(endpoint, tmp_path) as far:
        with pytest.raises(EndpointFailed, match=str(status)):
            far.say()
        assert far.pauses == [] and len(endpoint.requests) == 1


def test_what_an_endpoint_does_not_know_is_left_out_from_then_on(tmp_path: Path) -> None:
    trouble = [
        says(b"unknown parameter: 'max_tokens'", status=400),
        says(b"response_format is not supported", status=422),
    ]
    with FakeEndpoint(echo, trouble=trouble) as endpoint, Far(endpoint, tmp_path) as far:
        far.say(response_format={"type": "json_object"}, temperature=0)
        far.say(response_format={"type": "json_object"}, temperature=0)
        first, *_, last, later = endpoint.requests
    assert first["max_tokens"] == 50 and "response_format" in first
    for body in (last, later):
        assert body["max_completion_tokens"] == 50 and "max_tokens" not in body
        assert "response_format" not in body and body["temperature"] == 0


def test_a_complaint_about_nothing_we_could_leave_out_is_final(tmp_path: Path) -> None:
    trouble = [says(b"messages: too long", status=400)]
    with FakeEndpoint(echo, trouble=trouble) as endpoint, Far(endpoint, tmp_path) as far:
        with pytest.raises(EndpointFailed, match="400: messages: too long"):
            far.say()
        assert len(endpoint.requests) == 1


@pytest.mark.parametrize("trouble", [hangs(), drips()], ids=["silent", "dripping"])
def test_a_reply_is_not_waited_for_beyond_the_deadline(tmp_path: Path, trouble: Any) -> None:
    with FakeEndpoint(echo) as endpoint, Far(endpoint, tmp_path) as far:
        far.say()  # connected
        endpoint.trouble = [trouble]
        assert "not done within" in far.fails(deadline_s=0.3)
        endpoint.trouble.clear()  # on a busy machine the request may not have got there
        assert far.say("still there").text == "you said still there"


@pytest.mark.parametrize("trouble", [hangs(), drips()], ids=["silent", "dripping"])
def test_a_cancel_ends_the_waiting(tmp_path: Path, trouble: Any) -> None:
    cancel = threading.Event()
    with FakeEndpoint(echo, trouble=[trouble]) as endpoint, Far(endpoint, tmp_path) as far:
        threading.Timer(0.2, cancel.set).start()
        with pytest.raises(CancelledError):
            far.say(deadline_s=120, cancel=cancel)


def test_a_far_end_that_dies_in_the_reply_is_asked_again(tmp_path: Path) -> None:
    with FakeEndpoint(echo, trouble=[dies()]) as endpoint, Far(endpoint, tmp_path) as far:
        assert far.say("x").text == "you said x"
    with FakeEndpoint(echo, trouble=[dies()] * 3) as endpoint, Far(endpoint, tmp_path) as far:
        assert "in the middle of the reply" in far.fails()


def test_fifty_megabytes_are_cut_off_at_the_first(tmp_path: Path) -> None:
    with FakeEndpoint(echo, trouble=[floods()]) as endpoint, Far(endpoint, tmp_path) as far:
        with pytest.raises(EndpointFailed, match=r"a reply of over 1 MB"):
            far.say()
        assert len(endpoint.requests) == 1


@pytest.mark.parametrize(
    "reply",
    [
        b"no json",
        b"{}",
        b'{"choices": []}',
        b'{"choices": [{"message": 7}]}',
        b"[" * 100_000,
        b'{"choices": [{"message": {"tool_calls": [7]}}]}',
        b'{"choices": [{"message": {"tool_calls": 7}}]}',
        b"\xff\xfe",
    ],
    ids=lambda reply: repr(reply[:30]),
)
def test_a_reply_that_is_no_completion_is_an_error(tmp_path: Path, reply: bytes) -> None:
    with FakeEndpoint(echo, trouble=[reply]) as endpoint, Far(endpoint, tmp_path) as far:
        assert "no chat completion" in far.fails()


def test_a_page_instead_of_json_is_named(tmp_path: Path) -> None:
    page = says(b"<html>log in</html>", content_type="text/html; charset=utf-8")
    with FakeEndpoint(echo, trouble=[page]) as endpoint, Far(endpoint, tmp_path) as far:
        assert "it answers with text/html" in far.fails()


def test_a_compressed_reply_is_not_unpacked(tmp_path: Path) -> None:
    bomb = says(b"\x1f\x8b" + b"x" * 100, Content_Encoding="gzip")
    with FakeEndpoint(echo, trouble=[bomb]) as endpoint, Far(endpoint, tmp_path) as far:
        assert "compressed" in far.fails()


def test_no_redirect_is_followed_so_no_key_goes_elsewhere(tmp_path: Path) -> None:
    with FakeEndpoint(echo) as other:
        trouble = [redirects(f"{other.url}/chat/completions")]
        with (
            FakeEndpoint(echo, trouble=trouble) as endpoint,
            Far(endpoint, tmp_path, key=KEY) as far,
        ):
            assert "307" in far.fails()
    assert other.requests == [] and other.keys == []


def test_nobody_there_is_an_error_that_says_so(tmp_path: Path) -> None:
    with FakeEndpoint(echo) as endpoint:
        url = endpoint.url
    with (
        Far(url, tmp_path) as far,
        pytest.raises(EndpointFailed, match=r"no reply: Connect") as error,
    ):
        far.say()
    assert "is it running" in error.value.hint


def test_a_key_that_the_far_end_repeats_is_hidden_everywhere(tmp_path: Path) -> None:
    trouble = [says(f"bad key {KEY}".encode(), status=401)]
    answer = lambda body: f"your key is {KEY}"  # noqa: E731
    with FakeEndpoint(answer, trouble=trouble) as endpoint, Far(endpoint, tmp_path, key=KEY) as far:
        with pytest.raises(EndpointFailed) as error:
            far.say()
        assert KEY not in str(error.value) and "[key]" in str(error.value)
        assert far.say().text == "your key is [key]"
        assert KEY not in repr(far.chat)


def test_closing_twice_and_without_a_request_is_fine(tmp_path: Path) -> None:
    far = Far("http://127.0.0.1:9/v1", tmp_path)
    far.chat.close()
    far.chat.close()
