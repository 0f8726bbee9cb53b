"""Icons on the home screen, and shortcuts into one part of an app."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from pydantic import JsonValue

from tandem_edge.phone.authoring import (
    ToolFailure,
    action,
    app,
    field,
    needs,
    text,
    tool,
    undone_by,
)
from tandem_edge.phone.catalogue.apps_storage.applications import (
    INSTALLED,
    find_app,
    when_uninstalled,
)
from tandem_edge.phone.language.apps import label_of
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.selection import fold
from tandem_edge.phone.sandbox.store import Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

NEEDS = ("applications",)


@dataclass(frozen=True, slots=True)
class PinnedIcon:
    """An app's icon on the home screen or, with ``shortcut``, the way into one part of it."""

    app: str
    shortcut: str = ""


PINNED = Table("pinned_icons", PinnedIcon, prefix="pinned")
SHORTCUTS = {
    "com.tencent.mm": "Scan|扫一扫;Pay code|付款码;Mini programs|小程序",
    "com.eg.android.AlipayGphone": "Scan|扫一扫;Pay code|付款码;Transport code|乘车码",
    "com.whatsapp": "New chat|新聊天;Camera|拍照",
    "com.google.android.apps.maps": "Home|回家;Work|去公司",
    "com.autonavi.minimap": "Home|回家;Work|去公司;Bus|公交",
    "com.google.android.youtube": "Subscriptions|订阅;Search|搜索",
    "com.spotify.music": "Search|搜索;Liked songs|喜欢的歌曲",
    "com.netease.cloudmusic": "Private FM|私人漫游;Liked songs|喜欢的音乐",
    "com.google.android.gm": "Compose|写邮件",
    "com.ubercab": "Ride home|打车回家",
    "com.sdu.didi.psnger": "Ride home|打车回家",
    "com.android.chrome": "New tab|新标签页;Incognito tab|无痕标签页",
    "com.android.notes": "New note|新建便签",
    "com.android.camera": "Selfie|自拍;Video|录像",
    "com.android.contacts": "New contact|新建联系人",
    "com.android.calendar": "New event|新建日程",
    "com.android.deskclock": "New alarm|新建闹钟",
}
"""App to the shortcuts it offers, each with its English and its Chinese name."""


@tool(
    domain=Domain.APPS_STORAGE,
    en="app icons and shortcuts pinned on the home screen: pin, unpin, list",
    zh="桌面上的应用图标和快捷方式：添加、移除、查看",
    cues_en="home screen icon shortcut pin put on my home screen one tap scan pay code new note "
    "remove icon from desktop launcher quick access",
    cues_zh="桌面图标 快捷方式 放到桌面 添加到主屏幕 一点就能 扫一扫 付款码 乘车码 "
    "从桌面拿掉 快捷入口 钉",
    arguments=[
        action("pin", "unpin", "query"),
        app("app", "which app", "哪个应用", required=("pin", "unpin")),
        text(
            "shortcut",
            "part of the app, its icon if absent",
            "应用里的功能，缺省为图标",
            privacy=Privacy.NONE,
            max_length=40,
            example="Scan",
        ),
    ],
    results=[
        field("app", "string"),
        field("package", "string"),
        field("shortcut", "string"),
        field("changed", "boolean"),
        field("pinned", "array"),
        field("offered", "array"),
    ],
    effects={"pin": Effect.WRITE, "unpin": Effect.WRITE, "query": Effect.READ},
    preconditions=[needs("unlocked", code="locked", on=("pin", "unpin"))],
    errors=["not_installed", "not_found"],
    inverses={
        "pin": undone_by(
            "manage_app_shortcut",
            action="unpin",
            app="$result.package",
            shortcut="$result.shortcut",
        ),
        "unpin": undone_by(
            "manage_app_shortcut",
            action="pin",
            app="$result.package",
            shortcut="$result.shortcut",
        ),
    },
    mechanism=Mechanism.UI,
)
def manage_app_shortcut(
    store: Store, action: str, app: str | None, shortcut: str | None
) -> dict[str, JsonValue]:
    """Pin, unpin or list; what is pinned already stays, and so does what never was."""
    key = None if app is None else find_app(store, app)
    if action == "query" or key is None:
        pinned = [row for row in store.all(PINNED).values() if key in (None, row.app)]
        return {"pinned": [_icon_view(row) for row in pinned], "offered": _offered(key)}
    icon = PinnedIcon(key, _shortcut(key, shortcut))
    there = [each for each, row in store.all(PINNED).items() if row == icon]
    if action == "pin" and not there:
        store.add(PINNED, icon)
    elif action == "unpin":
        for each in there:
            store.remove(PINNED, each)
    return {**_icon_view(icon), "package": key, "changed": (action == "pin") != bool(there)}


def _shortcut(package: str, said: str | None) -> str:
    """The English name of the shortcut meant. Raises ``not_found`` with those there are."""
    if said is None:
        return ""
    for names in SHORTCUTS.get(package, "").split(";"):
        if fold(said) in fold(names).split("|"):
            return names.partition("|")[0]
    offered = ", ".join(map(str, _offered(package))) or "none"
    raise ToolFailure("not_found", f"{label_of(package)} has no shortcut {said}; it has {offered}")


def _offered(package: str | None) -> list[JsonValue]:
    names = SHORTCUTS.get(package or "", "")
    return [each.partition("|")[0] for each in names.split(";")] if names else []


def _icon_view(icon: PinnedIcon) -> dict[str, JsonValue]:
    return {"app": label_of(icon.app), "shortcut": icon.shortcut}


@when_uninstalled
def _take_down(store: Store, package: str) -> None:
    """No icon of an app that is gone stays on the home screen."""
    for key, icon in list(store.all(PINNED).items()):
        if icon.app == package:
            store.remove(PINNED, key)


def populate(store: Store, random: Random, cast: Cast) -> None:
    """Icons on the first page, and two shortcuts."""
    for key in random.sample(sorted(store.all(INSTALLED)), 8):
        store.add(PINNED, PinnedIcon(key))
    with_shortcuts = [key for key in sorted(SHORTCUTS) if store.get(INSTALLED, key)]
    for key in random.sample(with_shortcuts, 2):
        store.add(PINNED, PinnedIcon(key, SHORTCUTS[key].partition("|")[0]))
