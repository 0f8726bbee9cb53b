"""What every app may do, who used it when, and how that is changed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from random import Random
from typing import get_args

from pydantic import JsonValue

from tandem_edge.phone.authoring import (
    ToolFailure,
    action,
    app,
    choice,
    field,
    needs,
    tool,
    undone_by,
)
from tandem_edge.phone.catalogue.apps_storage.applications import (
    INSTALLED,
    find_app,
    when_uninstalled,
)
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.device import DEVICE, Wall
from tandem_edge.phone.sandbox.permissions import (
    ASSISTANT,
    PERMISSION_NAMES,
    PERMISSIONS,
    Grant,
    Permission,
    PermissionName,
    grant_of,
    permission_key,
    set_grant,
)
from tandem_edge.phone.sandbox.store import Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism

NEEDS = ("applications",)
GRANTS: tuple[Grant, ...] = get_args(Grant)
WHILE_IN_USE: tuple[PermissionName, ...] = ("camera", "location", "microphone")
"""The permissions that may be limited to the time an app is on the screen."""
VIEWS = ("allowed", "used_today", "never_used")
SHOWN = 40
_OWN_NAMES = {ASSISTANT, "tandem", "assistant", "the assistant"}


@dataclass(frozen=True, slots=True)
class PermissionUse:
    """The last time an app used one of its permissions."""

    app: str
    name: PermissionName
    at: Wall
    background: bool = False


PERMISSION_USES = Table("permission_uses", PermissionUse, prefix="use")


def forget_permissions(store: Store) -> None:
    """Make every app but the assistant ask again."""
    for key, row in list(store.all(PERMISSIONS).items()):
        if row.app != ASSISTANT:
            store.remove(PERMISSIONS, key)


@tool(
    domain=Domain.SECURITY_PRIVACY,
    en="one app's permissions: allow, deny, limit, check",
    zh="单个应用的权限：允许、拒绝、限制、查看",
    cues_en="permission allow deny let app use camera microphone location contacts photos "
    "access stop it from reading revoke grant while using ask every time what can it see",
    cues_zh="应用权限 权限 允许 禁止 不让它用 摄像头 麦克风 定位 通讯录 相册 仅使用期间 "
    "每次询问 收回权限",
    arguments=[
        action("set", "query"),
        app("app", "which app", "哪个应用", required=("set", "query")),
        choice(
            "permission", PERMISSION_NAMES, "permission for what", "哪项权限", required=("set",)
        ),
        choice("grant", GRANTS, "what it may", "授权方式", required=("set",)),
    ],
    results=[
        field("app", "string"),
        field("package", "string"),
        field("permission", "string"),
        field("grant", "string"),
        field("previous_grant", "string"),
        field("changed", "boolean"),
        field("permissions", "array"),
    ],
    effects={"set": Effect.WRITE, "query": Effect.READ},
    preconditions=[needs("unlocked", code="locked", on=("set",))],
    errors=["not_installed", "protected"],
    inverses={
        "set": undone_by(
            "manage_app_permission",
            action="set",
            app="$result.package",
            permission="$result.permission",
            grant="$result.previous_grant",
        ),
    },
    changes=["audit_permissions"],
    mechanism=Mechanism.SHELL,
)
def manage_app_permission(
    store: Store, action: str, app: str, permission: str | None, grant: str | None
) -> dict[str, JsonValue]:
    """Set or list what one app may do. Whatever it was never asked for, it has to ask."""
    if app in _OWN_NAMES:
        package, label = ASSISTANT, "Tandem"
    else:
        package = find_app(store, app)
        label = store.all(INSTALLED)[package].label
    if action == "query" or permission is None or grant is None:
        return {"app": label, "package": package, "permissions": _held(store, package, permission)}
    if package == ASSISTANT:
        raise ToolFailure("protected", "nothing may change its own permissions")
    if grant == "while_in_use" and permission not in WHILE_IN_USE:
        raise ToolFailure("invalid_argument", f"{permission} cannot be limited to use")
    before = set_grant(store, package, permission, grant)
    return {
        "app": label,
        "package": package,
        "permission": permission,
        "grant": grant,
        "previous_grant": before,
        "changed": before != grant,
    }


def _held(store: Store, package: str, only: str | None) -> list[JsonValue]:
    names = PERMISSION_NAMES if only is None else (only,)
    found = [(name, grant_of(store, package, name)) for name in names]
    return [
        {"permission": name, "grant": grant}
        for name, grant in found
        if only is not None or grant != "ask"
    ]


@tool(
    domain=Domain.SECURITY_PRIVACY,
    en="privacy report over all apps: who may use a permission, who did",
    zh="隐私报告：哪些应用有某权限、今天谁用过、谁从没用过",
    cues_en="which apps can see my location who has access to camera microphone spying listening "
    "used today in the background privacy dashboard never used permissions audit",
    cues_zh="哪些应用 谁能 谁在用 偷听 偷看 定位记录 今天用过麦克风 后台调用 隐私 权限记录 "
    "多余的权限 审查",
    arguments=[
        choice("permission", PERMISSION_NAMES, "only this one", "只看某项权限"),
        choice(
            "view",
            VIEWS,
            "who may, who did today, who never did",
            "有权限、今天用过、从没用过",
            default="allowed",
        ),
    ],
    results=[field("entries", "array"), field("total", "integer")],
    effects=Effect.READ,
    preconditions=[needs("unlocked", code="locked")],
    mechanism=Mechanism.SHELL,
)
def audit_permissions(store: Store, permission: str | None, view: str) -> dict[str, JsonValue]:
    """List apps by permission: those allowed, those that used it, those that never did."""
    uses = {(row.app, row.name): row for row in store.all(PERMISSION_USES).values()}
    today = store.only(DEVICE).clock.date()
    found: list[JsonValue] = []
    for row in store.all(PERMISSIONS).values():
        use = uses.get((row.app, row.name))
        if permission not in (None, row.name) or row.grant not in ("allowed", "while_in_use"):
            continue
        if view == "used_today" and (use is None or use.at.date() != today):
            continue
        if store.get(INSTALLED, row.app) and not (view == "never_used" and use):
            found.append(_entry(store, row, use))
    return {"entries": found[:SHOWN], "total": len(found)}


def _entry(store: Store, row: Permission, use: PermissionUse | None) -> dict[str, JsonValue]:
    owner = store.get(INSTALLED, row.app)
    return {
        "app": owner.label if owner else row.app,
        "permission": row.name,
        "grant": row.grant,
        "last_used": use.at.strftime("%Y-%m-%dT%H:%M") if use else "",
        "in_background": bool(use and use.background),
    }


@when_uninstalled
def _forget(store: Store, package: str) -> None:
    """What an app was allowed goes with it."""
    for key in [key for key, row in store.all(PERMISSIONS).items() if row.app == package]:
        store.remove(PERMISSIONS, key)
    for key in [key for key, row in store.all(PERMISSION_USES).items() if row.app == package]:
        store.remove(PERMISSION_USES, key)


_SOCIAL: tuple[PermissionName, ...] = ("camera", "contacts", "location", "microphone", "photos",
                                       "notifications")  # fmt: skip
_USUAL: dict[str, tuple[PermissionName, ...]] = {
    "com.tencent.mm": _SOCIAL,
    "com.whatsapp": _SOCIAL,
    "com.instagram.android": _SOCIAL,
    "com.ss.android.ugc.aweme": _SOCIAL,
    "com.zhiliaoapp.musically": _SOCIAL,
    "com.sina.weibo": _SOCIAL,
    "com.xingin.xhs": _SOCIAL,
    "com.android.camera": ("camera", "microphone", "location", "photos"),
    "com.android.gallery": ("photos", "files", "location"),
    "com.android.contacts": ("contacts", "phone"),
    "com.android.dialer": ("phone", "call_log", "contacts", "microphone"),
    "com.android.messaging": ("sms", "contacts", "notifications"),
    "com.android.calendar": ("calendar", "notifications"),
    "com.android.files": ("files", "photos"),
    "com.android.weather": ("location", "notifications"),
    "com.gotokeep.keep": ("health", "location", "notifications"),
    "com.sdu.didi.psnger": ("location", "phone", "notifications"),
    "com.ubercab": ("location", "contacts", "notifications"),
    "com.google.android.apps.maps": ("location", "microphone", "nearby_devices"),
    "com.autonavi.minimap": ("location", "microphone", "nearby_devices"),
    "com.eg.android.AlipayGphone": ("camera", "location", "contacts", "phone"),
}
_OTHERS: tuple[PermissionName, ...] = ("notifications", "photos")


def populate(store: Store, random: Random, cast: Cast) -> None:
    """Permissions as people have given them in passing, and when each was last used."""
    now = store.only(DEVICE).clock
    held = {
        permission_key(package, name): Permission(package, name, _drawn(random, name))
        for package in store.all(INSTALLED)
        for name in _USUAL.get(package, _OTHERS)
        if random.random() < 0.85
    }
    for key in sorted(held, key=lambda key: (len(key), key)):
        row = held[key]
        store.put(PERMISSIONS, key, row)
        if row.grant != "denied" and random.random() < 0.6:
            at = now - timedelta(minutes=random.choice((random.randrange(400), 9000)))
            use = PermissionUse(row.app, row.name, at, random.random() < 0.25)
            store.add(PERMISSION_USES, use)


def _drawn(random: Random, name: PermissionName) -> Grant:
    if random.random() < 0.2:
        return "denied"
    return "while_in_use" if name in WHILE_IN_USE and random.random() < 0.6 else "allowed"
