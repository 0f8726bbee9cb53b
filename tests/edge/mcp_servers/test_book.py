"""The file of configured servers: what may stand in it, and what it survives."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from pydantic import ValidationError

from tandem_edge.mcp_servers.book import MOST_SERVERS, ListedTool, McpServer, ServerBook
from tandem_shared.errors import UsageError


@pytest.fixture
def book(tmp_path: Path) -> ServerBook:
    return ServerBook(tmp_path / "home" / "mcp-servers.json")


def server(name: str = "time", **fields: object) -> McpServer:
    return McpServer(name=name, **(fields or {"command": ("mcp-server-time",)}))


def test_servers_are_kept_in_name_order_in_a_file_only_the_owner_reads(book: ServerBook) -> None:
    book.add(server("time"))
    book.add(server("git"))
    assert [each.name for each in book.servers()] == ["git", "time"]
    assert book.path.stat().st_mode & 0o777 == 0o600


def test_a_name_is_taken_once_and_unknown_ones_are_said_to_be(book: ServerBook) -> None:
    book.add(server())
    with pytest.raises(UsageError, match="already"):
        book.add(server())
    book.remove("time")
    for gone in (book.get, book.remove):
        with pytest.raises(UsageError, match="no server"):
            gone("time")


def test_there_is_an_end_to_servers(book: ServerBook) -> None:
    for place in range(MOST_SERVERS):
        book.add(server(f"s{place}"))
    with pytest.raises(UsageError, match="at most"):
        book.add(server("more"))


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"command": ("a",), "url": "https://x.example"},
        {"command": ("",)},
        {"command": ("a\0b",)},
        {"url": "ftp://x.example"},
        {"url": "http://x.example/mcp"},
        {"url": "https://user:key@x.example/mcp"},
        {"url": "https://x.example/mcp?key=1"},
        {"url": "https://[::1"},
        {"command": ("a",), "env": {"A=B": "env:X"}},
        {"command": ("a",), "env": {"A": "the secret itself"}},
        {"url": "https://x.example", "headers": {"A\nB": "env:X"}},
        {"command": ("a",), "call_s": 0},
    ],
)
def test_what_cannot_be_reached_safely_cannot_be_configured(fields: dict[str, object]) -> None:
    with pytest.raises((ValidationError, UsageError)):
        McpServer(name="s", **fields)


@pytest.mark.parametrize("name", ["", "a_b", "Time", "1a", "../x", "a" * 13, "中"])
def test_a_name_is_small_letters_and_digits(name: str) -> None:
    with pytest.raises(ValidationError):
        server(name)


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[]", b'{"servers": [{"name": "a"}]}', b"\xff", b'{"other": 1}']
)
def test_a_damaged_file_is_said_to_be_and_left_alone(book: ServerBook, content: bytes) -> None:
    book.path.parent.mkdir()
    book.path.write_bytes(content)
    with pytest.raises(UsageError, match="cannot be read"):
        book.servers()
    with pytest.raises(UsageError, match="cannot be read"):
        book.add(server())
    assert book.path.read_bytes() == content


def test_two_servers_of_one_name_in_a_file_edited_by_hand_are_refused(book: ServerBook) -> None:
    book.add(server("time"))
    raw = json.loads(book.path.read_text("utf-8"))
    book.path.write_text(json.dumps({"servers": raw["servers"] * 2}), "utf-8")
    with pytest.raises(UsageError, match="same name"):
        book.servers()


def test_the_pin_follows_what_is_said_and_not_its_order() -> None:
    one, two = ListedTool(name="a"), ListedTool(name="b", description="x")
    pins = {
        server(command=("x",), approved=tools).pin
        for tools in (
            (one, two),
            (two, one),
            (one,),
            (one, two.model_copy(update={"says_read": True})),
        )
    }
    assert len(pins) == 3


def test_an_address_of_this_machine_is_no_destination() -> None:
    assert server(url="http://127.0.0.1:8000/mcp").destination == ""
    assert server(url="http://[::1]:8000/mcp").destination == ""
    assert server(url="https://Mcp.Example/mcp").destination == "mcp.example"
    assert server(url="https://127.0.0.1.evil.example/").destination == "127.0.0.1.evil.example"


def test_no_secret_ever_stands_in_the_file(
    book: ServerBook, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOKEN", "s3cret")
    book.add(server(url="https://x.example/mcp", headers={"Authorization": "env:TOKEN"}))
    assert "s3cret" not in book.path.read_text()
    assert json.loads(book.path.read_text())["servers"][0]["headers"] == {
        "Authorization": "env:TOKEN"
    }
