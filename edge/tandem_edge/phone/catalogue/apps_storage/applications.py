"""Installed apps: opening, closing, uninstalling, and what they use."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Annotated

from pydantic import Field, JsonValue

from tandem_edge.phone.authoring import (
    ALWAYS,
    ToolFailure,
    action,
    app,
    field,
    needs,
    tool,
    undone_by,
)
from tandem_edge.phone.catalogue.display_sound.display import DISPLAY
from tandem_edge.phone.language.apps import APPS, label_of
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.conditions import condition
from tandem_edge.phone.sandbox.selection import fold
from tandem_edge.phone.sandbox.store import Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism

Amount = Annotated[int, Field(ge=0)]


@dataclass(frozen=True, slots=True)
class App:
    """An installed app, kept under its package name. A ``built_in`` one cannot be removed."""

    label: str
    built_in: bool
    megabytes: Amount
    minutes_today: Amount = 0
    running: bool = False


INSTALLED = Table("apps", App)


@condition("app")
def _app(store: Store, value: str) -> str:
    installed = store.get(INSTALLED, value) is not None
    return "" if installed else f"{label_of(value)} is not installed"


CAMERA = "com.android.camera"


@condition("app_closed")
def _app_closed(store: Store, value: str) -> str:
    found = store.get(INSTALLED, value)
    return f"{found.label} is open" if found is not None and found.running else ""


def _find(store: Store, package: str) -> str:
    rows = store.all(INSTALLED)
    if package in rows:
        return package
    for key, row in rows.items():
        if fold(package) in (fold(row.label), key.casefold()):
            return key
    raise ToolFailure("not_installed", f"{label_of(package)} is not installed")


def _run(store: Store, package: str, running: bool) -> dict[str, JsonValue]:
    key = _find(store, package)
    before = store.all(INSTALLED)[key]
    store.update(INSTALLED, key, running=running)
    return {"app": before.label, "package": key, "changed": before.running != running}


_RESULTS = [field("app", "string"), field("package", "string"), field("changed", "boolean")]


@tool(
    domain=Domain.APPS_STORAGE,
    en="open an installed app",
    zh="打开一个已安装的应用",
    cues_en="open launch start fire up bring up pull up go into switch to app show me take me to "
    "use run",
    cues_zh="打开 启动 进入 点开 上 刷 逛 切到 调出 应用 软件 弄出来 看看",
    arguments=[app("app", "which app", "哪个应用", required=ALWAYS)],
    results=_RESULTS,
    effects=Effect.WRITE,
    preconditions=[needs("unlocked", code="locked")],
    errors=["not_installed", "conflict"],
    inverses=undone_by("close_app", app="$result.package"),
    conflicts=["control_flashlight"],
    mechanism=Mechanism.INTENT,
)
def open_app(store: Store, app: str) -> dict[str, JsonValue]:
    """Open an app; one that is open already stays so. The camera needs the lamp."""
    if _find(store, app) == CAMERA and store.only(DISPLAY).flashlight:
        raise ToolFailure("conflict", "the flashlight is on, and the camera needs its lamp")
    return _run(store, app, running=True)


@tool(
    domain=Domain.APPS_STORAGE,
    en="close a running app, also in the background",
    zh="关闭一个正在运行的应用，包括后台",
    cues_en="close quit exit kill shut force stop end app frozen background swipe away get me out "
    "of done with",
    cues_zh="关闭 退出 关掉 杀后台 强制结束 划掉 退了 不刷了 叉掉 卡死 后台",
    arguments=[app("app", "which app", "哪个应用", required=ALWAYS)],
    results=_RESULTS,
    effects=Effect.WRITE,
    errors=["not_installed"],
    inverses=undone_by("open_app", app="$result.package"),
    mechanism=Mechanism.SHELL,
)
def close_app(store: Store, app: str) -> dict[str, JsonValue]:
    """Close an app; one that is closed already stays so."""
    return _run(store, app, running=False)


@tool(
    domain=Domain.APPS_STORAGE,
    en="uninstall an app, or query apps' storage and usage",
    zh="卸载应用，或查看应用占用空间和使用时长",
    cues_en="uninstall remove delete app get rid of app installed apps list storage megabytes "
    "screen time usage how long did I use how big biggest",
    cues_zh="卸载 删掉应用 删除软件 装了哪些应用 占多少空间 占内存 用了多久 使用时长 "
    "哪个应用最大 有没有装",
    arguments=[
        action("uninstall", "query"),
        app("app", "which app, all if absent", "哪个应用，缺省为全部", required=("uninstall",)),
    ],
    results=[
        field("app", "string"),
        field("package", "string"),
        field("freed_megabytes", "integer"),
        field("apps", "array"),
    ],
    effects={"uninstall": Effect.IRREVERSIBLE, "query": Effect.READ},
    preconditions=[needs("unlocked", code="locked", on=("uninstall",))],
    errors=["not_installed", "protected"],
    changes=["open_app", "close_app", "play_music"],
    mechanism=Mechanism.SHELL,
)
def manage_app(store: Store, action: str, app: str | None) -> dict[str, JsonValue]:
    """Uninstall an app, or tell what one or all of them use, the largest first."""
    key = None if app is None else _find(store, app)
    if action == "query" or key is None:
        rows = store.all(INSTALLED)
        found = list(rows.items()) if key is None else [(key, rows[key])]
        found.sort(key=lambda item: (-item[1].megabytes, item[0]))
        return {"apps": [_view(package, row) for package, row in found]}
    row = store.all(INSTALLED)[key]
    if row.built_in:
        raise ToolFailure("protected", f"{row.label} is part of the system")
    store.remove(INSTALLED, key)
    return {"app": row.label, "package": key, "freed_megabytes": row.megabytes}


def _view(package: str, row: App) -> dict[str, JsonValue]:
    return {
        "app": row.label,
        "package": package,
        "megabytes": row.megabytes,
        "minutes_today": row.minutes_today,
        "running": row.running,
    }


_REMOVABLE_SYSTEM = {"com.android.music", "com.android.notes", "com.android.weather"}
_USUAL = {"com.tencent.mm", "com.eg.android.AlipayGphone", "com.whatsapp", "com.spotify.music"}


def populate(store: Store, random: Random, cast: Cast) -> None:
    """The phone's own apps, a few that everyone has, and a choice of the others."""
    for package in sorted(APPS):
        built_in = package.startswith("com.android.") and package not in _REMOVABLE_SYSTEM
        usual = built_in or package in _USUAL | _REMOVABLE_SYSTEM
        size, minutes = random.randrange(20, 1800), random.randrange(0, 90)
        if usual or random.random() < 0.6:
            running = package != CAMERA and random.random() < 0.2
            row = App(label_of(package), built_in, size, minutes, running)
            store.put(INSTALLED, package, row)
