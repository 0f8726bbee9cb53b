"""What every on/off tool shares: its effects, results, inverses and transition."""

from __future__ import annotations

from typing import Any

from pydantic import JsonValue

from tandem_edge.phone.authoring import field, undone_by
from tandem_edge.phone.sandbox.store import Singleton, Store
from tandem_shared.tools import Effect, Inverse

ACTIONS = ("enable", "disable", "query")
EFFECTS = {"enable": Effect.WRITE, "disable": Effect.WRITE, "query": Effect.READ}
RESULTS = (field("enabled", "boolean"), field("changed", "boolean"))


def each_other(tool_name: str) -> dict[str, Inverse]:
    """``enable`` and ``disable`` undo one another."""
    return {
        "enable": undone_by(tool_name, action="disable"),
        "disable": undone_by(tool_name, action="enable"),
    }


def switch(store: Store, table: Singleton[Any], name: str, action: str) -> dict[str, JsonValue]:
    """Carry out ``action`` on the yes/no field ``name``; repeating it changes nothing."""
    before = getattr(store.only(table), name)
    after = before if action == "query" else action == "enable"
    store.update(table, **{name: after})
    return switched(before, after)


def switched(before: bool, after: bool) -> dict[str, JsonValue]:
    """The result of a switch."""
    return {"enabled": after, "changed": before != after}
