"""A server behind HTTP: limits, deadlines, redirects, keys and consent."""

from __future__ import annotations

import threading
from collections.abc import Collection
from pathlib import Path

import pytest

from tandem_edge.mcp_servers.book import McpServer
from tandem_edge.mcp_servers.checking import ServerUnusable, look
from tandem_edge.mcp_servers.fake import FakeWebServer
from tandem_edge.mcp_servers.provider import McpProvider, nobody
from tandem_edge.outbound.destinations import Purpose
from tandem_shared.errors import MissingError, PrivacyError
from tandem_shared.tools import Privacy
from tests.edge.mcp_servers.servers import approved, ask, code

ways = pytest.mark.parametrize("stream", [False, True], ids=["json", "events"])


def provider(web: FakeWebServer, tmp_path: Path) -> McpProvider:
    return McpProvider(approved(McpServer(name="fake", url=web.url), tmp_path), tmp_path)


@ways
def test_a_tool_is_called(stream: bool, tmp_path: Path) -> None:
    with FakeWebServer(stream=stream) as web:
        one = provider(web, tmp_path)
        assert ask(one, text="你好").result.data == {"text": "你好"}
        one.close()


@ways
def test_fifty_megabytes_are_refused_and_the_server_is_asked_on(
    stream: bool, tmp_path: Path
) -> None:
    with FakeWebServer("huge", stream=stream) as web:
        one = provider(web, tmp_path)
        assert code(ask(one)) == "result_too_large"
        assert code(ask(one, "mcp_fake_add_note", text="after")) == "ok"
        one.close()


@pytest.mark.parametrize("trouble", ["hang", "drip"])
def test_silence_and_dripping_meet_the_deadline(trouble: str, tmp_path: Path) -> None:
    with FakeWebServer(trouble) as web:
        one = provider(web, tmp_path)
        assert code(ask(one, deadline_s=2.0)) == "timed_out"
        one.close()


def test_a_reply_that_is_cut_is_a_death_and_the_next_call_begins_anew(tmp_path: Path) -> None:
    with FakeWebServer("cut") as web:
        one = provider(web, tmp_path)
        first = ask(one).result.fault
        assert first is not None and (first.code, first.retryable) == ("server_died", True)
        assert code(ask(one)) == "server_died"
        one.close()


def test_a_server_that_is_not_there_is_said_to_be(tmp_path: Path) -> None:
    with FakeWebServer() as web:
        one = provider(web, tmp_path)
    assert code(ask(one)) in {"unreachable", "server_died"}


def test_a_redirect_to_another_host_is_not_followed(tmp_path: Path) -> None:
    with FakeWebServer("redirecting") as web, pytest.raises(ServerUnusable, match="not followed"):
        look(McpServer(name="fake", url=web.url), tmp_path, nobody, threading.Event())


def test_a_header_comes_from_the_environment_and_a_bare_token_is_a_bearer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NOTES_TOKEN", "s3cret")
    with FakeWebServer() as web:
        headers = {"Authorization": "env:NOTES_TOKEN"}
        look(
            McpServer(name="fake", url=web.url, headers=headers),
            tmp_path,
            nobody,
            threading.Event(),
        )
        assert {each["authorization"] for each in web.headers} == {"Bearer s3cret"}
        assert {each["accept-encoding"] for each in web.headers} == {"identity"}
        monkeypatch.setenv("NOTES_TOKEN", "two\nlines")
        with pytest.raises(MissingError, match="control character"):
            look(
                McpServer(name="fake", url=web.url, headers=headers),
                tmp_path,
                nobody,
                threading.Event(),
            )


def test_another_machine_is_not_even_looked_at_without_consent(tmp_path: Path) -> None:
    far = McpServer(name="far", url="https://mcp.example/mcp")
    with pytest.raises(PrivacyError, match=r"mcp\.example"):
        look(far, tmp_path, nobody, threading.Event())


def test_a_call_to_another_machine_needs_consent_for_words(tmp_path: Path) -> None:
    asked: list[tuple[str, Purpose, Collection[Privacy]]] = []

    def require(destination: str, purpose: Purpose, private: Collection[Privacy]) -> None:
        asked.append((destination, purpose, private))
        raise PrivacyError("no")

    with FakeWebServer() as web:
        seen = approved(McpServer(name="fake", url=web.url), tmp_path)
    far = seen.model_copy(update={"url": "https://mcp.example:8443/mcp"})
    assert code(ask(McpProvider(far, tmp_path, require))) == "not_consented"
    assert asked == [("mcp.example:8443", Purpose.MCP, {Privacy.MESSAGE})]
