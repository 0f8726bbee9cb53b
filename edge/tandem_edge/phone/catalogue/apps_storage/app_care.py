"""What an app has gathered, and which app opens what."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from pydantic import JsonValue

from tandem_edge.phone.authoring import (
    ALWAYS,
    ToolFailure,
    action,
    app,
    choice,
    field,
    internal,
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
from tandem_edge.phone.sandbox.device import give_room
from tandem_edge.phone.sandbox.store import Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

NEEDS = ("applications",)
ABLE = {
    "browser": "com.android.browser com.android.chrome org.mozilla.firefox com.microsoft.emmx "
    "com.opera.browser com.quark.browser com.UCMobile",
    "email": "com.google.android.gm com.microsoft.office.outlook com.tencent.androidqqmail "
    "com.netease.mail",
    "maps": "com.autonavi.minimap com.google.android.apps.maps com.baidu.BaiduMap com.tencent.map",
    "music": "com.android.music com.spotify.music com.netease.cloudmusic com.tencent.qqmusic",
    "video": "com.android.gallery org.videolan.vlc tv.danmaku.bili",
    "photos": "com.android.gallery com.google.android.apps.photos",
    "messages": "com.android.messaging org.thoughtcrime.securesms",
    "documents": "cn.wps.moffice_eng com.microsoft.office.word com.adobe.reader com.quark.browser",
}
"""Role to the apps that can have it, the phone's own first."""


@dataclass(frozen=True, slots=True)
class DefaultApp:
    """The app that opens everything of one role; kept under the role."""

    package: str


DEFAULTS = Table("default_apps", DefaultApp)


@tool(
    domain=Domain.APPS_STORAGE,
    en="what one app stored: clear its cache, or wipe its data",
    zh="某个应用存下的东西：清缓存，或清空全部数据",
    cues_en="clear cache wipe app data reset the app log out start fresh as new keeps crashing "
    "acting up bloated temporary files of an app factory state",
    cues_zh="清缓存 清理缓存 清数据 清除数据 恢复成刚装的样子 老闪退 卡住 重置应用 缓存太大 "
    "清空 存的东西",
    arguments=[
        action("clear_cache", "clear_data"),
        app("app", "which app", "哪个应用", required=ALWAYS),
    ],
    results=[
        field("app", "string"),
        field("package", "string"),
        field("freed_megabytes", "integer"),
        field("changed", "boolean"),
    ],
    effects={"clear_cache": Effect.WRITE, "clear_data": Effect.IRREVERSIBLE},
    preconditions=[needs("unlocked", code="locked")],
    errors=["not_installed", "protected"],
    changes=["close_app", "manage_default_app", "analyse_storage"],
    mechanism=Mechanism.SHELL,
)
def clear_app_data(store: Store, action: str, app: str) -> dict[str, JsonValue]:
    """Clear the cache, or everything: the app then closes and is as when it was installed."""
    key = find_app(store, app)
    row = store.all(INSTALLED)[key]
    freed = row.cache_megabytes
    if action == "clear_data":
        if row.built_in:
            raise ToolFailure("protected", f"{row.label} is part of the system")
        freed += row.data_megabytes
        store.update(INSTALLED, key, data_megabytes=0, running=False)
        _forget_default(store, key)
    store.update(INSTALLED, key, cache_megabytes=0)
    give_room(store, freed)
    changed = store.all(INSTALLED)[key] != row
    return {"app": row.label, "package": key, "freed_megabytes": freed, "changed": changed}


@tool(
    domain=Domain.APPS_STORAGE,
    en="default app for links, mail, maps...: set, reset to ask, query",
    zh="默认应用：打开网页、邮件、地图等用哪个，可设置、取消、查询",
    cues_en="default browser open links with always use by default handler make it my default "
    "mail client instead of ask me every time which app opens pdf",
    cues_zh="默认浏览器 默认打开 默认用 设为默认 以后都用 打开链接用 打开方式 每次都问 "
    "默认播放器 取消默认",
    arguments=[
        action("set", "reset", "query"),
        choice("role", tuple(ABLE), "for what", "用途", required=("set", "reset")),
        app("app", "which app", "哪个应用", required=("set",)),
        internal(
            text(
                "package", "the default before", "之前的默认", privacy=Privacy.NONE, example="com.x"
            )
        ),
    ],
    results=[
        field("role", "string"),
        field("app", "string"),
        field("package", "string"),
        field("previous_package", "string"),
        field("changed", "boolean"),
        field("defaults", "array"),
    ],
    effects={"set": Effect.WRITE, "reset": Effect.WRITE, "query": Effect.READ},
    errors=["not_installed", "unsuitable"],
    inverses={
        "set": undone_by(
            "manage_default_app",
            action="reset",
            role="$result.role",
            package="$result.previous_package",
        ),
        "reset": undone_by(
            "manage_default_app",
            action="reset",
            role="$result.role",
            package="$result.previous_package",
        ),
    },
    mechanism=Mechanism.SHELL,
)
def manage_default_app(
    store: Store, action: str, role: str | None, app: str | None, package: str | None
) -> dict[str, JsonValue]:
    """Set, reset or tell the default apps. Reset with ``package`` puts that one back."""
    if action == "query" or role is None:
        asked = [role] if role else list(ABLE)
        return {"defaults": [_default_view(store, each) for each in asked]}
    wanted = package or ""
    if action == "set":
        wanted = find_app(store, str(app))
        if wanted not in ABLE[role].split():
            raise ToolFailure("unsuitable", f"{label_of(wanted)} cannot be the app for {role}")
    before = _default(store, role)
    _set_default(store, role, wanted)
    view = _default_view(store, role)
    return {**view, "previous_package": before, "changed": before != wanted}


def _default(store: Store, role: str) -> str:
    kept = store.get(DEFAULTS, role)
    return kept.package if kept else ""


def _set_default(store: Store, role: str, package: str) -> None:
    if package:
        store.put(DEFAULTS, role, DefaultApp(package))
    elif store.get(DEFAULTS, role) is not None:
        store.remove(DEFAULTS, role)


def _default_view(store: Store, role: str) -> dict[str, JsonValue]:
    package = _default(store, role)
    return {"role": role, "app": label_of(package), "package": package}


@when_uninstalled
def _forget_default(store: Store, package: str) -> None:
    """A role whose app is gone is asked about again."""
    for role, kept in list(store.all(DEFAULTS).items()):
        if kept.package == package:
            store.remove(DEFAULTS, role)


def populate(store: Store, random: Random, cast: Cast) -> None:
    """Most roles have a default, often the phone's own app."""
    for role, packages in ABLE.items():
        able = [package for package in packages.split() if store.get(INSTALLED, package)]
        if able and random.random() < 0.75:
            store.put(DEFAULTS, role, DefaultApp(random.choice((able[0], *able))))
