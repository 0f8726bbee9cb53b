"""The parts of the endpoint by themselves: tokens, dialects, schemas."""

from __future__ import annotations

import json
import pkgutil
import socket
from pathlib import Path

import pytest

from tandem_edge.planner import dialects
from tandem_edge.planner.dialects import find_dialect
from tandem_edge.serving.planner import possible, written
from tandem_edge.serving.requests import parse
from tandem_edge.serving.running import PortTaken, address_of, listen
from tandem_edge.serving.tokens import Token, find_token
from tandem_shared.errors import MissingError, UsageError
from tandem_shared.tools import ToolCall

DIALECTS = [info.name for info in pkgutil.iter_modules(dialects.__path__)]


@pytest.mark.parametrize("name", DIALECTS)
@pytest.mark.parametrize(
    "call",
    [
        ToolCall(name="get_weather", arguments={"city": "巴黎"}),
        ToolCall(name="done", arguments={"answer": "[1] Sunny, {really}."}),
        ToolCall(name="ask", arguments={"question": "Which city?"}),
    ],
)
def test_an_earlier_step_is_written_so_that_its_dialect_reads_it_back(
    name: str, call: ToolCall
) -> None:
    dialect = find_dialect(name)
    again = dialect.read(written(dialect, [call]))
    assert again == dialect.read(written(dialect, [call]))
    assert next(iter(call.arguments.values())) in str(again)


def test_without_tools_a_schema_offers_no_calls() -> None:
    schema = possible(find_dialect("signatures").schema([]))
    assert len(schema["anyOf"]) == 1  # type: ignore[arg-type]
    assert "done" in json.dumps(schema)


def test_a_schema_that_can_be_satisfied_is_left_as_it_is() -> None:
    schema = {"anyOf": [{"type": "array", "items": {"anyOf": [{"const": 1}]}}, {"const": None}]}
    assert possible(schema) == schema


def test_a_token_is_made_once_and_kept_for_the_owner_alone(tmp_path: Path) -> None:
    first = find_token(tmp_path)
    again = find_token(tmp_path)
    assert (first.made, again.made) == (True, False) and first.value == again.value
    assert (tmp_path / "serve-token").stat().st_mode & 0o777 == 0o600
    assert find_token(tmp_path, new=True).value != first.value


def test_a_token_of_the_environment_is_used_and_an_empty_or_short_one_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MY_TOKEN", "a-token-of-my-own")
    assert find_token(tmp_path, "MY_TOKEN") == Token("a-token-of-my-own")
    monkeypatch.setenv("MY_TOKEN", "short")
    with pytest.raises(UsageError, match="16 characters"):
        find_token(tmp_path, "MY_TOKEN")
    monkeypatch.delenv("MY_TOKEN")
    with pytest.raises(MissingError):
        find_token(tmp_path, "MY_TOKEN")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("content", [b"", b"\xff\xff", b"two words of a token", b"x" * 2000])
def test_a_damaged_token_file_is_never_a_token(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "serve-token").write_bytes(content)
    with pytest.raises(UsageError):
        find_token(tmp_path)


@pytest.mark.parametrize("shown", ["", "Bearer", "Bearer ", "Basic secret-of-16-chars", "secret"])
def test_only_the_token_as_a_bearer_opens(shown: str) -> None:
    token = Token("secret-of-16-chars")
    assert not token.shown_by(shown)
    assert token.shown_by("Bearer secret-of-16-chars") and token.shown_by(
        "bearer secret-of-16-chars"
    )


def test_a_port_that_is_taken_is_said_to_be() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        with pytest.raises(PortTaken):
            listen("127.0.0.1", other.getsockname()[1])
        assert address_of(other).startswith("http://127.0.0.1:")


def test_a_long_answer_is_cut_to_what_a_planner_may_write() -> None:
    body = {"model": "m", "messages": [{"role": "user", "content": "x"}], "max_tokens": 10**9}
    assert parse(json.dumps(body).encode()).tokens == 1024
    body["max_completion_tokens"] = 7
    assert parse(json.dumps(body).encode()).tokens == 7
