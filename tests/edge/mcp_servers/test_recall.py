"""Servers' tools come up beside the phone's when a request speaks of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tandem_edge.harness.recall import Recall
from tandem_edge.mcp_servers.book import ListedTool, McpServer
from tandem_edge.mcp_servers.provider import McpProvider
from tandem_edge.mcp_servers.recall import MOST, WithServers
from tandem_edge.phone.catalogue import load_catalogue

TOOLS = (
    ListedTool(name="git_log", description="Shows the commit logs"),
    ListedTool(name="git_status", description="Shows the working tree"),
    ListedTool(name="查天气", description="查询城市天气"),
    *(ListedTool(name=f"other_{place}", description="Sends a parcel") for place in range(9)),
)


@pytest.fixture
def recall(tmp_path: Path) -> WithServers:
    server = McpServer(name="dev", command=("x",), approved=TOOLS)
    phone = Recall(load_catalogue().specs)
    return WithServers(phone, [McpProvider(server, tmp_path)])


@pytest.mark.parametrize(
    ("request_", "name"),
    [
        ("Show me the last commits of the repository", "mcp_dev_git_log"),
        ("What is the state of my working tree?", "mcp_dev_git_status"),
        ("上海天气怎么样", "mcp_dev_tool"),
    ],
)
def test_a_request_that_shares_words_with_a_servers_tool_is_offered_it(
    recall: WithServers, request_: str, name: str
) -> None:
    names = [spec.name for spec in recall.top(request_, 15)]
    assert names[15] == name


def test_the_phones_tools_are_what_they_were_and_servers_add_a_few_at_most(
    recall: WithServers,
) -> None:
    request = "Send the parcel"
    with_servers = recall.top(request, 15)
    assert with_servers[:15] == recall.inner.top(request, 15)
    assert len(with_servers) == 15 + MOST


def test_a_request_that_shares_no_word_is_offered_none(recall: WithServers) -> None:
    assert len(recall.top("Turn on Bluetooth", 15)) == 15
