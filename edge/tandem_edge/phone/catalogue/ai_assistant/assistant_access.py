"""What the assistant itself may look at and use."""

from __future__ import annotations

from typing import Any

from pydantic import JsonValue

from tandem_edge.phone.authoring import action, choice, field, needs, tool, undone_by
from tandem_edge.phone.sandbox.permissions import (
    ASSISTANT,
    PERMISSION_NAMES,
    PERMISSIONS,
    Grant,
    Permission,
    permission_key,
)
from tandem_edge.phone.sandbox.snapshots import STATE, packed, put_back, state_argument
from tandem_edge.phone.sandbox.store import Store
from tandem_shared.tools import Domain, Effect, Mechanism


@tool(
    domain=Domain.AI_ASSISTANT,
    en="what this assistant itself may access: allow, deny, check",
    zh="助手自己的权限：允许或禁止你看我的数据，查看现状",
    cues_en="you may not look at my stop reading my don't touch give yourself access take away "
    "your access what can you see privacy you're allowed to hands off assistant permission",
    cues_zh="不许你看 别碰我的 允许你看 让你用 你能看到什么 你有什么权限 收回你的权限 别读我的 "
    "准你 助手权限 你别看",
    arguments=[
        action("allow", "deny", "query"),
        choice("access", PERMISSION_NAMES, "to what", "哪种数据或功能", required=("allow", "deny")),
        state_argument(),
    ],
    results=[
        field("access", "string"),
        field("grant", "string"),
        field("changed", "boolean"),
        field("grants", "array"),
        STATE,
    ],
    effects={"allow": Effect.WRITE, "deny": Effect.WRITE, "query": Effect.READ},
    preconditions=[needs("unlocked", code="locked", on=("allow", "deny"))],
    inverses={
        name: undone_by(
            "manage_assistant_access",
            action="allow",
            access="$result.access",
            state="$result.previous",
        )
        for name in ("allow", "deny")
    },
    mechanism=Mechanism.SHELL,
)
def manage_assistant_access(
    store: Store, action: str, access: str | None, state: str | None
) -> dict[str, JsonValue]:
    """Allow or deny the assistant one thing, or tell what it may; other tools then heed it."""
    if state is not None:
        put_back(store, state, PERMISSIONS)
        return {"access": access, "changed": True}
    if action == "query" or access is None:
        names = PERMISSION_NAMES if access is None else (access,)
        return {"grants": [{"access": name, "grant": _grant(store, name)} for name in names]}
    key, before = permission_key(ASSISTANT, access), _grant(store, access)
    previous = packed(store, (PERMISSIONS, key))
    grant: Grant = "allowed" if action == "allow" else "denied"
    if before != grant:
        name: Any = access
        store.put(PERMISSIONS, key, Permission(ASSISTANT, name, grant))
    return {"access": access, "grant": grant, "changed": before != grant, "previous": previous}


def _grant(store: Store, name: str) -> str:
    """One without a record is allowed."""
    held = store.get(PERMISSIONS, permission_key(ASSISTANT, name))
    return "allowed" if held is None else held.grant
