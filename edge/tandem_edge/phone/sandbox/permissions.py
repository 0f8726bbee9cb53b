"""Which app may do what. The assistant is an app among others and needs permissions too."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from tandem_edge.phone.sandbox.conditions import condition
from tandem_edge.phone.sandbox.store import Store, Table

PermissionName = Literal[
    "calendar",
    "call_log",
    "camera",
    "contacts",
    "files",
    "health",
    "location",
    "microphone",
    "nearby_devices",
    "notifications",
    "phone",
    "photos",
    "sms",
]
PERMISSION_NAMES: tuple[PermissionName, ...] = get_args(PermissionName)
Grant = Literal["allowed", "while_in_use", "ask", "denied"]
ASSISTANT = "app.tandem"
"""Package name of the assistant itself."""


@dataclass(frozen=True, slots=True)
class Permission:
    """What one app may do; kept under ``permission_key``."""

    app: str
    name: PermissionName
    grant: Grant


PERMISSIONS = Table("permissions", Permission)


def permission_key(app: str, name: str) -> str:
    """Key of the record of ``app``'s permission ``name``."""
    return f"{app}:{name}"


def grant_of(store: Store, app: str, name: str) -> Grant:
    """What ``app`` may do; the assistant may do what nothing is said of, others have to ask."""
    held = store.get(PERMISSIONS, permission_key(app, name))
    if held is not None:
        return held.grant
    return "allowed" if app == ASSISTANT else "ask"


def set_grant(store: Store, app: str, name: str, grant: str) -> Grant:
    """Change what ``app`` may do; returns what it might before. No record is kept of asking."""
    before, key = grant_of(store, app, name), permission_key(app, name)
    if grant != "ask" or app == ASSISTANT:
        store.put(PERMISSIONS, key, Permission(app, name, grant))  # type: ignore[arg-type]
    elif store.get(PERMISSIONS, key) is not None:
        store.remove(PERMISSIONS, key)
    return before


@condition("permission")
def _permission(store: Store, value: str) -> str:
    """The assistant's own permission ``value``; one without a record is allowed."""
    refused = grant_of(store, ASSISTANT, value) in ("ask", "denied")
    return f"the assistant has no permission for {value}" if refused else ""
