"""``tandem mcp`` from a shell: two public servers as they are, and one that turns bad."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from tandem_edge.mcp_servers.book import ServerBook
from tandem_edge.mcp_servers.provider import McpProvider
from tandem_shared.tools import ToolCall, ToolResult
from tests.fakes.planners import call, done
from tests.journeys.commands import Ran, tandem

BIN = Path(sys.executable).parent
FAKE = (sys.executable, "-m", "tandem_edge.mcp_servers.fake")


def said(ran: Ran) -> Any:
    assert ran.code == 0, ran.err
    return json.loads(ran.out)


def configured(home: Path, name: str, *command: str) -> McpProvider:
    """A server added, checked and approved by commands, as the agent would open it."""
    said(tandem(home, "mcp", "add", name, "--json", "--", *command))
    said(tandem(home, "mcp", "check", name, "--yes", "--json"))
    server = ServerBook(home / "mcp-servers.json").get(name)
    return McpProvider(server, home / "logs" / f"mcp-{name}.log")


def result(provider: McpProvider, name: str, **arguments: Any) -> ToolResult:
    asked = ToolCall(name=name, arguments=arguments)
    return provider.call(asked, deadline_s=60, cancel=threading.Event()).result


def test_the_public_time_server_tells_the_time(tmp_path: Path) -> None:
    provider = configured(tmp_path, "time", str(BIN / "mcp-server-time"))
    try:
        names = [spec.name for spec in provider.specs()]
        assert names == ["mcp_time_get_current_time", "mcp_time_convert_time"]
        told = result(
            provider,
            "mcp_time_convert_time",
            source_timezone="Asia/Shanghai",
            time="09:30",
            target_timezone="UTC",
        )
        assert "01:30" in json.dumps(told.data)
        wrong = result(provider, "mcp_time_get_current_time", timezone="Nowhere/At_all")
        assert wrong.fault is not None and wrong.fault.code == "tool_failed"
    finally:
        provider.close()


def test_the_public_git_server_reads_and_changes_a_repository(tmp_path: Path) -> None:
    repository = tmp_path / "repository"
    subprocess.run(["git", "init", "-q", str(repository)], check=True)
    (repository / "notes.txt").write_text("买牛奶\n", "utf-8")
    provider = configured(tmp_path / "home", "git", str(BIN / "mcp-server-git"))
    try:
        where = str(repository)
        added = result(provider, "mcp_git_git_add", repo_path=where, files=["notes.txt"])
        assert added.ok, added
        status = result(provider, "mcp_git_git_status", repo_path=where)
        assert "notes.txt" in str(status.data["text"])
    finally:
        provider.close()


def test_a_server_that_turned_bad_is_refused_until_it_is_checked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mark = tmp_path / "mark"
    monkeypatch.setenv("FAKE_MARK", str(mark))
    arguments = ("--json", "--env", "FAKE_MARK", "--", *FAKE, "turning")
    said(tandem(tmp_path, "mcp", "add", "fake", *arguments))
    assert tandem(tmp_path, "mcp", "check", "fake").code == 6  # nobody said yes
    mark.unlink()
    said(tandem(tmp_path, "mcp", "check", "fake", "--yes", "--json"))
    said(tandem(tmp_path, "mcp", "allow", "fake", "echo", "--read", "--json"))
    looked = tandem(tmp_path, "mcp", "check", "fake", "--json")
    assert looked.code == 6
    found = json.loads(looked.out)
    assert (found["different"], found["approved"]) == (["echo"], False)
    again = said(tandem(tmp_path, "mcp", "check", "fake", "--yes", "--json"))
    assert again["approved"]
    (server,) = said(tandem(tmp_path, "mcp", "list", "--json"))["servers"]
    assert server["reads"] == []  # what changed is asked about again


def test_mistakes_are_said_in_a_sentence(tmp_path: Path) -> None:
    ways = {
        2: [
            ("mcp", "add", "Bad_Name", "--", "x"),
            ("mcp", "add", "both", "--url", "https://x.example", "--", "x"),
            ("mcp", "add", "clear", "--url", "http://x.example/mcp"),
            ("mcp", "add", "token", "--url", "https://x.example", "--header", "Authorization=abc"),
            ("mcp", "check", "none"),
            ("mcp", "remove", "none"),
            ("mcp", "allow", "none", "x"),
        ],
    }
    for code, commands in ways.items():
        for command in commands:
            ran = tandem(tmp_path, *command)
            assert (ran.code, ran.out) == (code, ""), command
            assert ran.err.startswith("error: ") and "Traceback" not in ran.err
    said(tandem(tmp_path, "mcp", "add", "gone", "--json", "--", "/nowhere/at-all"))
    assert tandem(tmp_path, "mcp", "check", "gone").code == 1
    said(tandem(tmp_path, "mcp", "add", "far", "--json", "--url", "https://mcp.example/mcp"))
    assert tandem(tmp_path, "mcp", "check", "far").code == 7
    assert said(tandem(tmp_path, "mcp", "remove", "far", "--json"))["removed"] == "far"


def test_an_agent_uses_an_approved_servers_tool(tmp_path: Path) -> None:
    home = tmp_path / "home"
    said(tandem(home, "mcp", "add", "fake", "--json", "--", *FAKE))
    said(tandem(home, "mcp", "check", "fake", "--yes", "--json"))
    said(tandem(home, "mcp", "allow", "fake", "echo", "--read", "--json"))
    steps = [[call("mcp_fake_echo", text="hello")], done("It said hello.")]
    (tmp_path / "script.json").write_text(json.dumps(steps), "utf-8")
    script = f"scripted:{tmp_path / 'script.json'}"
    request = ("ask", "Let the fake server echo hello", "--planner", script, "--json")
    ran = tandem(home, *request, "--yes")
    assert ran.code == 0, ran.err
    started = next(event for event in ran.events if event["type"] == "turn_started")
    assert "mcp_fake_echo" in started["candidates"]
    finished = next(event for event in ran.events if event["type"] == "call_finished")
    assert finished["result"]["data"] == {"text": "hello"}


def test_an_unmarked_tool_waits_for_the_owner_and_nothing_is_started(tmp_path: Path) -> None:
    home = tmp_path / "home"
    said(tandem(home, "mcp", "add", "fake", "--json", "--", *FAKE))
    said(tandem(home, "mcp", "check", "fake", "--yes", "--json"))
    (home / "logs" / "mcp-fake.log").unlink()
    steps = [[call("mcp_fake_add_note", text="hello")], done("Not done.")]
    (tmp_path / "script.json").write_text(json.dumps(steps), "utf-8")
    script = f"scripted:{tmp_path / 'script.json'}"
    ran = tandem(home, "ask", "Let the fake server add a note", "--planner", script, "--json")
    finished = next(event for event in ran.events if event["type"] == "call_finished")
    assert finished["result"]["fault"]["code"] == "not_confirmed"
    assert not (home / "logs" / "mcp-fake.log").exists()
