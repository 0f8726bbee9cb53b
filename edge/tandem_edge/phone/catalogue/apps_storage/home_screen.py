"""Folders on the home screen, which group the icons of apps."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random

from pydantic import JsonValue

from tandem_edge.phone.authoring import (
    ToolFailure,
    action,
    app,
    choice,
    field,
    internal,
    needs,
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
from tandem_edge.phone.catalogue.apps_storage.listings import CATEGORIES, in_category
from tandem_edge.phone.language.apps import label_of
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.selection import chosen, fold, the_one
from tandem_edge.phone.sandbox.store import Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

NEEDS = ("applications",)


@dataclass(frozen=True, slots=True)
class HomeFolder:
    """Some app icons under one name; ``apps`` are package names in order."""

    name: str
    apps: tuple[str, ...] = ()


HOME_FOLDERS = Table("home_folders", HomeFolder, prefix="homefolder")


@tool(
    domain=Domain.APPS_STORAGE,
    en="home screen folders of app icons: create, rename, delete, fill, list",
    zh="桌面文件夹：把应用图标归到一起，可新建、改名、删除、加减、查看",
    cues_en="home screen folder group my apps tidy icons put together sort all games into one "
    "launcher desktop clean up add to folder take out of folder",
    cues_zh="桌面文件夹 图标 归类 整理桌面 放到一起 收进文件夹 把游戏都放 拖进去 拿出来 "
    "应用分组 主屏幕",
    arguments=[
        action("create", "rename", "delete", "add", "remove", "query"),
        text(
            "folder",
            "its name",
            "文件夹名",
            max_length=40,
            example="Games",
            required=("create", "rename", "delete", "add", "remove"),
        ),
        app("app", "which app", "哪个应用"),
        choice("category", CATEGORIES, "every app of a kind", "某一类的所有应用"),
        text(
            "new_name",
            "changed name",
            "新名字",
            max_length=40,
            example="Play",
            required=("rename",),
        ),
        record_id("folder_id", "homefolder2"),
        internal(
            text(
                "packages",
                "apps put back",
                "恢复的应用",
                privacy=Privacy.NONE,
                max_length=6000,
                example="com.x",
            )
        ),
    ],
    results=[
        field("folder_id", "string"),
        field("name", "string", privacy=Privacy.MESSAGE),
        field("previous_name", "string", privacy=Privacy.MESSAGE),
        field("apps", "array"),
        field("packages", "string"),
        field("changed", "boolean"),
        field("folders", "array", privacy=Privacy.MESSAGE),
    ],
    effects={
        "create": Effect.WRITE,
        "rename": Effect.WRITE,
        "delete": Effect.WRITE,
        "add": Effect.WRITE,
        "remove": Effect.WRITE,
        "query": Effect.READ,
    },
    preconditions=[needs("unlocked", code="locked")],
    errors=["already_exists", "not_found", "ambiguous", "not_installed", "missing_argument"],
    inverses={
        "create": undone_by(
            "manage_home_folder",
            action="delete",
            folder="$result.name",
            folder_id="$result.folder_id",
        ),
        "rename": undone_by(
            "manage_home_folder",
            action="rename",
            folder="$result.name",
            folder_id="$result.folder_id",
            new_name="$result.previous_name",
        ),
        "delete": undone_by(
            "manage_home_folder",
            action="create",
            folder="$result.name",
            packages="$result.packages",
        ),
        "add": undone_by(
            "manage_home_folder",
            action="remove",
            folder="$result.name",
            folder_id="$result.folder_id",
            packages="$result.packages",
        ),
        "remove": undone_by(
            "manage_home_folder",
            action="add",
            folder="$result.name",
            folder_id="$result.folder_id",
            packages="$result.packages",
        ),
    },
    mechanism=Mechanism.UI,
)
def manage_home_folder(
    store: Store,
    action: str,
    folder: str | None,
    app: str | None,
    category: str | None,
    new_name: str | None,
    folder_id: str | None,
    packages: str | None,
) -> dict[str, JsonValue]:
    """Group icons. ``packages`` in a result are those that were added, removed or deleted."""
    wanted = _wanted(store, app, category, packages)
    if action == "create":
        _refuse_double(store, str(folder))
        made = HomeFolder(str(folder), tuple(sorted(wanted)))
        return _changed(store.add(HOME_FOLDERS, made), made, wanted)
    found = chosen(store.all(HOME_FOLDERS), folder_id, folder, lambda row: row.name)
    if action == "query":
        return {"folders": [_folder_view(row) for _, row in found if not wanted - set(row.apps)]}
    key, row = the_one(found, "home screen folder", lambda row: row.name)
    if action == "delete":
        return _changed(key, store.remove(HOME_FOLDERS, key), row.apps)
    if action == "rename":
        return _rename(store, key, row, str(new_name))
    if not wanted:
        raise ToolFailure("missing_argument", "say which app or which kind of apps")
    return _fill(store, key, row, wanted, add=action == "add")


def _wanted(store: Store, app: str | None, category: str | None, packages: str | None) -> set[str]:
    if packages is not None:
        return set(packages.split())
    one = set() if app is None else {find_app(store, app)}
    if category is None:
        return one
    return one | {key for key in store.all(INSTALLED) if in_category(key, category)}


def _refuse_double(store: Store, name: str) -> None:
    if any(fold(row.name) == fold(name) for row in store.all(HOME_FOLDERS).values()):
        raise ToolFailure("already_exists", f"there is a folder {name} already")


def _rename(store: Store, key: str, row: HomeFolder, name: str) -> dict[str, JsonValue]:
    if fold(name) != fold(row.name):
        _refuse_double(store, name)
    after = store.update(HOME_FOLDERS, key, name=name)
    return {
        **_changed(key, after, ()),
        "previous_name": row.name,
        "changed": name != row.name,
    }


def _fill(
    store: Store, key: str, row: HomeFolder, wanted: set[str], *, add: bool
) -> dict[str, JsonValue]:
    inside = set(row.apps)
    moved = wanted - inside if add else wanted & inside
    after = inside | moved if add else inside - moved
    return _changed(key, store.update(HOME_FOLDERS, key, apps=tuple(sorted(after))), moved)


def _changed(key: str, row: HomeFolder, moved: Iterable[str]) -> dict[str, JsonValue]:
    packages = " ".join(sorted(moved))
    return {**_folder_view(row), "folder_id": key, "packages": packages, "changed": bool(packages)}


def _folder_view(row: HomeFolder) -> dict[str, JsonValue]:
    return {"name": row.name, "apps": [label_of(package) for package in row.apps]}


@when_uninstalled
def _take_out(store: Store, package: str) -> None:
    """An app that is gone is in no folder."""
    for key, row in list(store.all(HOME_FOLDERS).items()):
        if package in row.apps:
            kept = tuple(each for each in row.apps if each != package)
            store.update(HOME_FOLDERS, key, apps=kept)


_FOLDERS = (
    "Social:social|Work chat:work",
    "出行:travel|旅行 App:travel",
    "Shopping:shopping|Shopping abroad:shopping",
    "学习:learning|学习资料:tools",
    "Money:finance|Money and tax:tools",
    "影音:video|音乐:music",
    "Fitness:health|Fit kids:games",
    "工作:work|工作备用:tools",
)


def populate(store: Store, random: Random, cast: Cast) -> None:
    """A few folders, some with nearly the same name."""
    for entry in cast.of(_FOLDERS):
        for each in entry.split("|"):
            name, _, category = each.partition(":")
            apps = [key for key in sorted(store.all(INSTALLED)) if in_category(key, category)]
            store.add(HOME_FOLDERS, HomeFolder(name, tuple(apps[:5])))
