"""Focus modes: named sets of apps that rest while the mode runs."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random

from pydantic import JsonValue

from tandem_edge.phone.authoring import (
    ToolFailure,
    action,
    app,
    duration,
    field,
    internal,
    record_id,
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
from tandem_edge.phone.sandbox.clock import Timer
from tandem_edge.phone.sandbox.conditions import condition
from tandem_edge.phone.sandbox.device import DEVICE, Wall
from tandem_edge.phone.sandbox.notifications import notify
from tandem_edge.phone.sandbox.selection import chosen, fold, the_one
from tandem_edge.phone.sandbox.store import Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

NEEDS = ("applications",)
SETTINGS_APP = "com.android.settings"
LONGEST = 24 * 3600


@dataclass(frozen=True, slots=True)
class FocusMode:
    """``apps`` (packages) rest while it is ``active``: for good, or ``until`` a time."""

    name: str
    apps: tuple[str, ...] = ()
    active: bool = False
    until: Wall | None = None


FOCUS_MODES = Table("focus_modes", FocusMode, prefix="focus")


@condition("not_paused")
def _not_paused(store: Store, value: str) -> str:
    """Whether the app ``value`` may be used, which a running mode may forbid."""
    mode = paused_by(store, value)
    return f"{label_of(value)} rests while {mode} is on" if mode else ""


def paused_by(store: Store, package: str) -> str:
    """Name of the running mode in which ``package`` rests, or ``""``."""
    rows = store.all(FOCUS_MODES).values()
    return next((row.name for row in rows if row.active and package in row.apps), "")


@tool(
    domain=Domain.SYSTEM_SETTINGS,
    en="focus modes pausing distracting apps: start, stop, create, delete, choose apps, list",
    zh="专注模式：暂停分心应用，可开始、结束、新建、删除、选应用、查看",
    cues_en="focus mode concentrate study mode work mode block social media distracting apps "
    "pause instagram while I study for an hour deep work productivity",
    cues_zh="专注模式 专心 学习模式 工作模式 屏蔽应用 别让我刷 管住手 暂停抖音 番茄 自律 "
    "静心 戒手机",
    arguments=[
        action("start", "stop", "create", "delete", "add_app", "remove_app", "query"),
        text(
            "name",
            "which mode",
            "模式名称",
            privacy=Privacy.NONE,
            max_length=40,
            example="Study",
            required=("start", "create", "delete", "add_app", "remove_app"),
        ),
        app("app", "app that rests in it", "要暂停的应用", required=("add_app", "remove_app")),
        duration("duration", "for how long", "持续多久"),
        record_id("focus_id", "focus2"),
        internal(
            text(
                "reopened",
                "apps that were open",
                "之前开着的应用",
                privacy=Privacy.NONE,
                max_length=2000,
                example="com.instagram.android",
            )
        ),
        internal(
            text(
                "until",
                "when it was to end",
                "原定结束时间",
                privacy=Privacy.NONE,
                example="2026-03-10T10:00",
            )
        ),
    ],
    results=[
        field("focus_id", "string"),
        field("name", "string"),
        field("apps", "array"),
        field("apps_resting", "string"),
        field("active", "boolean"),
        field("until", "string"),
        field("previous_until", "string"),
        field("package", "string"),
        field("closed", "string"),
        field("changed", "boolean"),
        field("modes", "array"),
    ],
    effects={
        "start": Effect.WRITE,
        "stop": Effect.WRITE,
        "create": Effect.WRITE,
        "delete": Effect.WRITE,
        "add_app": Effect.WRITE,
        "remove_app": Effect.WRITE,
        "query": Effect.READ,
    },
    errors=["not_found", "ambiguous", "already_exists", "conflict", "not_installed"],
    inverses={
        "start": undone_by(
            "manage_focus_mode",
            action="stop",
            focus_id="$result.focus_id",
            reopened="$result.closed",
        ),
        "stop": undone_by(
            "manage_focus_mode",
            action="start",
            name="$result.name",
            focus_id="$result.focus_id",
            until="$result.previous_until",
        ),
        "create": undone_by(
            "manage_focus_mode", action="delete", name="$result.name", focus_id="$result.focus_id"
        ),
        "delete": undone_by(
            "manage_focus_mode",
            action="create",
            name="$result.name",
            reopened="$result.apps_resting",
        ),
        "add_app": undone_by(
            "manage_focus_mode",
            action="remove_app",
            name="$result.name",
            app="$result.package",
            focus_id="$result.focus_id",
            reopened="$result.closed",
        ),
        "remove_app": undone_by(
            "manage_focus_mode",
            action="add_app",
            name="$result.name",
            app="$result.package",
            focus_id="$result.focus_id",
        ),
    },
    changes=["open_app"],
    mechanism=Mechanism.UI,
)
def manage_focus_mode(
    store: Store,
    action: str,
    name: str | None,
    app: str | None,
    duration: int | None,
    focus_id: str | None,
    reopened: str | None,
    until: str | None,
) -> dict[str, JsonValue]:
    """Run, make or change focus modes; stopping without a name stops the one that runs."""
    if action == "create":
        return _create(store, str(name), (reopened or "").split())
    found = chosen(store.all(FOCUS_MODES), focus_id, name, lambda row: row.name)
    if action == "query":
        return {"modes": [_view(key, row) for key, row in found]}
    if action == "stop" and name is None and focus_id is None:
        found = [(key, row) for key, row in found if row.active]
    key, row = the_one(found, "focus mode", lambda row: row.name)
    if action == "start":
        ends = _ends(store, duration, until)
        return _start(store, key, row, ends, close=focus_id is None)
    if action == "stop":
        return _stop(store, key, row, (reopened or "").split())
    if action == "delete":
        return _delete(store, key, row)
    if action == "remove_app":
        _reopen(store, (reopened or "").split())
    return _change(store, key, row, str(app), add=action == "add_app")


def _ends(store: Store, seconds: int | None, until: str | None) -> datetime | None:
    if until:
        return datetime.fromisoformat(until)
    if seconds is None:
        return None
    if not 0 < seconds <= LONGEST:
        raise ToolFailure("invalid_argument", "a focus mode runs for a day at most")
    return store.only(DEVICE).clock + timedelta(seconds=seconds)


def _start(
    store: Store, key: str, row: FocusMode, ends: datetime | None, *, close: bool
) -> dict[str, JsonValue]:
    running = [other.name for other in store.all(FOCUS_MODES).values() if other.active]
    if row.active and ends in (None, row.until):
        return {**_view(key, row), "closed": "", "changed": False}
    if running:
        raise ToolFailure("conflict", f"{running[0]} is running: stop it first")
    after = store.update(FOCUS_MODES, key, active=True, until=ends)
    closed = [each for each in row.apps if close and _close(store, each)]
    return {**_view(key, after), "closed": " ".join(closed), "changed": True}


def _close(store: Store, package: str) -> bool:
    held = store.get(INSTALLED, package)
    if held is None or not held.running:
        return False
    store.update(INSTALLED, package, running=False)
    return True


def _stop(store: Store, key: str, row: FocusMode, reopened: list[str]) -> dict[str, JsonValue]:
    after = store.update(FOCUS_MODES, key, active=False, until=None)
    _reopen(store, reopened)
    ended = row.until.isoformat() if row.until else ""
    return {**_view(key, after), "previous_until": ended, "changed": row.active}


def _reopen(store: Store, packages: list[str]) -> None:
    for package in packages:
        if store.get(INSTALLED, package):
            store.update(INSTALLED, package, running=True)


def _create(store: Store, name: str, apps: list[str]) -> dict[str, JsonValue]:
    if any(fold(row.name) == fold(name) for row in store.all(FOCUS_MODES).values()):
        raise ToolFailure("already_exists", f"there is a focus mode {name} already")
    row = FocusMode(name, tuple(apps))
    return _view(store.add(FOCUS_MODES, row), row)


def _delete(store: Store, key: str, row: FocusMode) -> dict[str, JsonValue]:
    if row.active:
        raise ToolFailure("conflict", f"{row.name} is running: stop it first")
    store.remove(FOCUS_MODES, key)
    return {**_view(key, row), "apps_resting": " ".join(row.apps)}


def _change(store: Store, key: str, row: FocusMode, app: str, *, add: bool) -> dict[str, JsonValue]:
    package = app if app in row.apps else find_app(store, app)
    wanted = {*row.apps, package} if add else {*row.apps} - {package}
    after = store.update(FOCUS_MODES, key, apps=tuple(sorted(wanted)))
    closed = package if add and row.active and _close(store, package) else ""
    return {**_view(key, after), "package": package, "closed": closed, "changed": after != row}


def _view(key: str, row: FocusMode) -> dict[str, JsonValue]:
    return {
        "focus_id": key,
        "name": row.name,
        "apps": list(row.apps),
        "active": row.active,
        "until": row.until.strftime("%Y-%m-%dT%H:%M") if row.until else "",
    }


def _upcoming(store: Store) -> datetime | None:
    ends = (row.until for row in store.all(FOCUS_MODES).values() if row.active)
    return min((when for when in ends if when is not None), default=None)


def _happen(store: Store, when: datetime) -> None:
    for key, row in list(store.all(FOCUS_MODES).items()):
        if row.active and row.until is not None and row.until <= when:
            store.update(FOCUS_MODES, key, active=False, until=None)
            notify(store, SETTINGS_APP, f"{row.name} is over", "Your apps are back")


FOCUS_ENDS = Timer(_upcoming, _happen)
_NAMES: tuple[tuple[str, ...], ...] = (
    ("Study", "Study hall", "工作", "工作会议"),
    ("Deep work", "Deep sleep", "备考", "备课"),
    ("Reading", "Reading club", "学习", "学习英语"),
    ("Writing", "Writing sprint", "专心写作", "专心画画"),
    ("Exam prep", "Exam week", "晨读", "晨跑"),
    ("Family time", "Family dinner", "论文", "论文修改"),
    ("Coding", "Coding practice", "看书", "看剧"),
    ("Office", "Office hours", "陪娃", "陪爸妈"),
)
_DISTRACTING = (
    "com.instagram.android",
    "com.sina.weibo",
    "com.ss.android.ugc.aweme",
    "com.tencent.mm",
    "com.whatsapp",
    "com.xingin.xhs",
    "com.zhiliaoapp.musically",
    "tv.danmaku.bili",
)


@when_uninstalled
def _forget(store: Store, package: str) -> None:
    for key, row in list(store.all(FOCUS_MODES).items()):
        if package in row.apps:
            kept = tuple(each for each in row.apps if each != package)
            store.update(FOCUS_MODES, key, apps=kept)


def populate(store: Store, random: Random, cast: Cast) -> None:
    """Two pairs of modes with look-alike names, one a language, resting some of the usual apps."""
    here = [package for package in _DISTRACTING if store.get(INSTALLED, package)]
    for name in random.choice(cast.of(_NAMES)):
        apps = tuple(sorted(random.sample(here, min(len(here), random.randrange(1, 4)))))
        store.add(FOCUS_MODES, FocusMode(name, apps))
