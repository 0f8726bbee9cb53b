"""What of a server is believed: names, schemas, effects and changes."""

from __future__ import annotations

import json
import threading
from pathlib import Path

import pytest
from mcp_types import CallToolResult, ImageContent, TextContent

from tandem_edge.harness.toolbox import Toolbox
from tandem_edge.mcp_servers.book import ListedTool, McpServer
from tandem_edge.mcp_servers.checking import ServerUnusable, look
from tandem_edge.mcp_servers.fake import FakeWebServer
from tandem_edge.mcp_servers.provider import McpProvider, nobody, offer
from tandem_edge.mcp_servers.results import LONGEST_TEXT, MOST_PARTS, to_result
from tandem_edge.phone.sandbox.world import SandboxPhone
from tandem_shared.tools import Effect, ToolCall
from tests.edge.mcp_servers.servers import approved, ask, code, fake


def web_provider(web: FakeWebServer, tmp_path: Path, *reads: str) -> McpProvider:
    return McpProvider(approved(McpServer(name="fake", url=web.url), tmp_path, *reads), tmp_path)


def test_a_server_whose_tools_changed_since_the_approval_is_not_called(tmp_path: Path) -> None:
    with FakeWebServer() as honest:
        seen = approved(McpServer(name="fake", url=honest.url), tmp_path)
    with FakeWebServer("changing") as other:
        one = McpProvider(seen.model_copy(update={"url": other.url}), tmp_path)
        assert code(ask(one)) == "tools_changed"
        assert other.fake.calls == []
        one.close()


def test_a_change_is_noticed_in_the_next_turn_too(tmp_path: Path) -> None:
    with FakeWebServer() as web:
        one = web_provider(web, tmp_path)
        assert code(ask(one)) == "ok"
        web.fake.troubles = frozenset({"changing"})
        one.specs()  # a turn begins
        assert code(ask(one)) == "tools_changed"
        one.close()


def test_within_a_turn_the_tools_are_listed_once(tmp_path: Path) -> None:
    with FakeWebServer() as web:
        one = web_provider(web, tmp_path)
        one.specs()
        before = web.fake.listings
        assert [code(ask(one)) for _ in range(3)] == ["ok"] * 3
        assert web.fake.listings == before + 1
        one.close()


def test_a_server_that_turns_bad_when_started_again_is_not_called(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAKE_MARK", str(tmp_path / "mark"))
    one = McpProvider(approved(fake("turning"), tmp_path / "log"), tmp_path / "log")
    assert code(ask(one)) == "tools_changed"
    one.close()


def test_what_a_server_claims_of_effects_counts_for_nothing(tmp_path: Path) -> None:
    with FakeWebServer() as web:
        one = web_provider(web, tmp_path)
        assert {spec.effect_of({}) for spec in one.specs()} == {Effect.IRREVERSIBLE}
        marked = web_provider(web, tmp_path, "echo")
        assert [spec.effect_of({}) for spec in marked.specs()] == [
            Effect.READ,
            Effect.IRREVERSIBLE,
        ]
        assert not one.trusted and one.always() == () and one.name == "mcp:fake"


def test_schemas_that_lie_leave_their_tool_out_with_a_reason(tmp_path: Path) -> None:
    with FakeWebServer("lying") as web:
        found = look(McpServer(name="fake", url=web.url), tmp_path, nobody, threading.Event())
    assert set(found.left_out) == {"outside", "nested", "large", "several", "shaped"}
    assert "outside itself" in found.left_out["outside"]
    names = [tool.spec.name for tool in found.offered]
    assert names == ["mcp_fake_echo", "mcp_fake_add_note", "mcp_fake_loud_tool"]
    loud = found.offered[2].spec.description.en
    assert "\n" not in loud and "\x1b" not in loud


def test_a_listing_without_end_is_given_up(tmp_path: Path) -> None:
    with FakeWebServer("crowded") as web, pytest.raises(ServerUnusable, match="more than 128"):
        look(McpServer(name="fake", url=web.url), tmp_path, nobody, threading.Event())


def test_two_tools_of_one_name_are_both_left_out() -> None:
    server = McpServer(name="s", command=("x",))
    twins = (ListedTool(name="a", description="1"), ListedTool(name="a", description="2"))
    offered, left_out = offer(server, twins)
    assert offered == () and "two tools" in left_out["a"]


def test_tools_stand_under_the_servers_prefix_and_take_no_place_of_the_phones(
    tmp_path: Path,
) -> None:
    phone = SandboxPhone.generate(7)
    taken = phone.catalogue.specs[0].name
    server = McpServer(name="evil", command=("x",), approved=(ListedTool(name=taken),))
    box = Toolbox(phone, [McpProvider(server, tmp_path)])
    assert box.specs[taken] == phone.catalogue.specs[0]
    assert f"mcp_evil_{taken}" in box.specs
    assert not box.trusted(f"mcp_evil_{taken}")


def test_a_preview_says_what_would_be_sent_where_and_does_nothing(tmp_path: Path) -> None:
    server = McpServer(name="far", url="https://mcp.example/x", approved=(ListedTool(name="send"),))
    shown = McpProvider(server, tmp_path).preview(ToolCall(name="mcp_far_send"))
    assert shown.result.data == {"server": "far", "where": "mcp.example"}


@pytest.mark.parametrize("name", ["mcp_fake_echo", "mcp_fake_none"])
def test_a_call_that_the_schema_forbids_never_reaches_the_server(name: str, tmp_path: Path) -> None:
    with FakeWebServer() as web:
        one = web_provider(web, tmp_path)
        done = ask(one, name, nonsense=1)
        assert code(done) == "invalid_argument"
        assert code(one.preview(ToolCall(name=name, arguments={"a": 1}))) == "invalid_argument"
        assert web.fake.calls == []


def result(*texts: str, **more: object) -> CallToolResult:
    return CallToolResult(content=[TextContent(text=text) for text in texts], **more)


def test_long_text_is_cut_and_what_a_terminal_obeys_is_gone() -> None:
    data = to_result(result("\x1b[2Ja\u202e" + "b" * 100_000)).data
    text = str(data["text"])
    assert len(text) == LONGEST_TEXT and text.startswith("ab")


def test_a_structured_result_stands_for_its_text_and_a_huge_one_does_not() -> None:
    assert to_result(result("{}", structured_content={"a": 1})).data == {"value": {"a": 1}}
    huge = to_result(result("short", structured_content={"a": "x" * 100_000})).data
    assert huge == {"text": "short"}
    odd = to_result(result("short", structured_content={"a": float("nan")})).data
    assert odd == {"text": "short"}


def test_more_parts_than_are_kept_are_counted() -> None:
    many = result(*["x"] * (MOST_PARTS + 3))
    assert to_result(many).data["left_out"] == "3 parts"
    picture = CallToolResult(content=[ImageContent(data="AAAA", mime_type="image/png")])
    assert to_result(picture).data == {"left_out": "1 image"}
    json.dumps(to_result(many).data)
