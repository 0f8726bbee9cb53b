"""Installed apps: opening, closing, uninstalling, and what they use."""

from __future__ import annotations

from collections.abc import Callable
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
from tandem_edge.phone.catalogue.apps_storage.listings import (
    FIRST,
    LISTINGS,
    SINCE,
    listing_of,
)
from tandem_edge.phone.catalogue.display_sound.display import DISPLAY
from tandem_edge.phone.language.apps import APPS, label_of
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.conditions import condition
from tandem_edge.phone.sandbox.device import give_room
from tandem_edge.phone.sandbox.selection import fold
from tandem_edge.phone.sandbox.store import Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism

Amount = Annotated[int, Field(ge=0)]


@dataclass(frozen=True, slots=True)
class App:
    """An installed app, kept under its package name. A ``built_in`` one cannot be removed.

    ``megabytes`` is the app alone, without its data and its cache. ``limit_minutes`` is how long
    it may be used a day, 0 for no limit.
    """

    label: str
    built_in: bool
    megabytes: Amount
    minutes_today: Amount = 0
    running: bool = False
    data_megabytes: Amount = 0
    cache_megabytes: Amount = 0
    version: str = "1.0"
    limit_minutes: Amount = 0

    @property
    def all_megabytes(self) -> int:
        """What it takes up altogether."""
        return self.megabytes + self.data_megabytes + self.cache_megabytes

    @property
    def used_up(self) -> bool:
        """Whether it was used today for as long as it may be."""
        return 0 < self.limit_minutes <= self.minutes_today


INSTALLED = Table("apps", App)
Farewell = Callable[[Store, str], None]
FAREWELLS: list[Farewell] = []


def when_uninstalled(clear: Farewell) -> Farewell:
    """Register what another family does when an app goes: ``clear(store, package)``."""
    FAREWELLS.append(clear)
    return clear


@condition("app")
def _app(store: Store, value: str) -> str:
    installed = store.get(INSTALLED, value) is not None
    return "" if installed else f"{label_of(value)} is not installed"


CAMERA = "com.android.camera"


@condition("app_closed")
def _app_closed(store: Store, value: str) -> str:
    found = store.get(INSTALLED, value)
    return f"{found.label} is open" if found is not None and found.running else ""


def find_app(store: Store, package: str) -> str:
    """The key of the installed app meant by a normalised name. Raises ``not_installed``."""
    rows = store.all(INSTALLED)
    if package in rows:
        return package
    for key, row in rows.items():
        if fold(package) in (fold(row.label), key.casefold()):
            return key
    raise ToolFailure("not_installed", f"{label_of(package)} is not installed")


def _run(store: Store, package: str, running: bool) -> dict[str, JsonValue]:
    key = find_app(store, package)
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
    errors=["not_installed", "conflict", "limit_reached"],
    inverses=undone_by("close_app", app="$result.package"),
    conflicts=["control_flashlight", "manage_app_limit"],
    mechanism=Mechanism.INTENT,
)
def open_app(store: Store, app: str) -> dict[str, JsonValue]:
    """Open an app; one that is open already stays so. The camera needs the lamp."""
    key = find_app(store, app)
    row = store.all(INSTALLED)[key]
    if key == CAMERA and store.only(DISPLAY).flashlight:
        raise ToolFailure("conflict", "the flashlight is on, and the camera needs its lamp")
    if row.used_up and not row.running:
        raise ToolFailure("limit_reached", f"{row.label} has had its {row.limit_minutes} minutes")
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
    en="uninstall an app, or query installed apps, their storage, usage today",
    zh="卸载应用，或查看装了哪些应用、占用空间和今天用时",
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
    changes=[
        "open_app",
        "close_app",
        "play_music",
        "manage_default_app",
        "manage_home_folder",
        "manage_app_shortcut",
    ],
    mechanism=Mechanism.SHELL,
)
def manage_app(store: Store, action: str, app: str | None) -> dict[str, JsonValue]:
    """Uninstall an app, or tell what one or all of them use, the largest first."""
    key = None if app is None else find_app(store, app)
    if action == "query" or key is None:
        rows = store.all(INSTALLED)
        found = list(rows.items()) if key is None else [(key, rows[key])]
        found.sort(key=lambda item: (-item[1].all_megabytes, item[0]))
        return {"apps": [_view(package, row) for package, row in found]}
    row = store.all(INSTALLED)[key]
    if row.built_in:
        raise ToolFailure("protected", f"{row.label} is part of the system")
    store.remove(INSTALLED, key)
    give_room(store, row.all_megabytes)
    for clear in FAREWELLS:
        clear(store, key)
    return {"app": row.label, "package": key, "freed_megabytes": row.all_megabytes}


def _view(package: str, row: App) -> dict[str, JsonValue]:
    return {
        "app": row.label,
        "package": package,
        "megabytes": row.all_megabytes,
        "data_megabytes": row.data_megabytes,
        "cache_megabytes": row.cache_megabytes,
        "minutes_today": row.minutes_today,
        "running": row.running,
    }


_REMOVABLE_SYSTEM = {"com.android.music", "com.android.notes", "com.android.weather"}
_USUAL = {"com.tencent.mm", "com.eg.android.AlipayGphone", "com.whatsapp", "com.spotify.music"}


_HUNGRY = {"social": 3, "video": 2, "music": 2, "games": 2, "travel": 1, "work": 1}
_ONLY_IN_STORE = {"com.king.candycrushsaga", "com.mojang.minecraftpe", "com.citymapper.app.release"}
"""Always left to be installed."""


def populate(store: Store, random: Random, cast: Cast) -> None:
    """The phone's own apps, a few that everyone has, and a choice of the others."""
    for package in sorted(FIRST):
        built_in = package.startswith("com.android.") and package not in _REMOVABLE_SYSTEM
        usual = built_in or package in _USUAL | _REMOVABLE_SYSTEM
        size, minutes = random.randrange(20, 1800), random.randrange(0, 90)
        if usual or random.random() < 0.6:
            running = package != CAMERA and random.random() < 0.2
            store.put(INSTALLED, package, _installed(package, size, minutes, built_in, running))
    for package in sorted(set(SINCE) - _ONLY_IN_STORE):
        size, minutes = random.randrange(20, 900), random.randrange(0, 60)
        if random.random() < 0.35:
            store.put(INSTALLED, package, _installed(package, size, minutes))
    for package in sorted(set(APPS) - set(LISTINGS)):
        if package.startswith("com.android."):
            store.put(INSTALLED, package, _installed(package, 20, 0))


def _installed(
    package: str, size: int, minutes: int, built_in: bool = False, running: bool = False
) -> App:
    """An app that was used for a while: ``size`` says how much has gathered in it."""
    listing = listing_of(package)
    data = size * _HUNGRY.get(listing.category, 0) // 2
    old = size % 2 == 0 and package in LISTINGS
    return App(
        label_of(package),
        built_in,
        listing.megabytes,
        minutes,
        running,
        data_megabytes=data,
        cache_megabytes=size // 5,
        version=_last_version(listing.version) if old else listing.version,
    )


def _last_version(version: str) -> str:
    """The version before: ``8.0.61`` came after ``8.0.60``."""
    first, dot, last = version.rpartition(".")
    return f"{first}{dot}{int(last) - 1}" if int(last) else f"{version}-beta"
