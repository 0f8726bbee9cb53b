"""Specs and situations that the policy's tests share."""

from __future__ import annotations

from typing import Any

from tandem_edge.harness.ports import Situation
from tandem_edge.phone.catalogue import load_catalogue
from tandem_shared.tools import ToolCall, ToolSpec


def spec(name: str) -> ToolSpec:
    return load_catalogue().tools[name].spec


def call(name: str, /, **arguments: Any) -> ToolCall:
    return ToolCall(name=name, arguments=arguments)


CLEAN = Situation("talk")
TAINTED = Situation("talk", tainted_by=("read_messages",))
READ = call("manage_alarm", action="query")
WRITE = call("manage_alarm", action="create", time="7:30")
FINAL = call("send_message", person="Mira Kovač", text="Hi")
