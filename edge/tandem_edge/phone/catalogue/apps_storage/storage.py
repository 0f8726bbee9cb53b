"""What takes up the phone's storage, and making room."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from pydantic import JsonValue

from tandem_edge.phone.authoring import (
    ToolFailure,
    choice,
    field,
    integer,
    needs,
    number,
    tool,
)
from tandem_edge.phone.catalogue.apps_storage.applications import INSTALLED
from tandem_edge.phone.catalogue.apps_storage.stored import (
    DOWNLOADS,
    FILES,
    PHOTOS,
    TRASH,
    Photo,
    StoredFile,
    erase,
)
from tandem_edge.phone.sandbox.device import DEVICE, give_room
from tandem_edge.phone.sandbox.selection import fold
from tandem_edge.phone.sandbox.store import Store
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

CATEGORIES = (
    "apps",
    "app_data",
    "cache",
    "photos",
    "videos",
    "documents",
    "audio",
    "archives",
    "installers",
    "trash",
    "system",
)
_CATEGORY_OF = {
    "photo": "photos",
    "selfie": "photos",
    "screenshot": "photos",
    "image": "photos",
    "video": "videos",
    "audio": "audio",
    "archive": "archives",
    "installer": "installers",
}
LISTED = 8


@dataclass(frozen=True, slots=True)
class Piece:
    """Something that takes up room, and of which table's record it is a part."""

    category: str
    name: str
    megabytes: int
    made: datetime | None = None
    table: str = ""
    key: str = ""


def pieces(store: Store) -> Iterator[Piece]:
    """Everything known to take up room."""
    for key, app in store.all(INSTALLED).items():
        yield Piece("apps", app.label, app.megabytes)
        yield Piece("app_data", app.label, app.data_megabytes)
        yield Piece("cache", app.label, app.cache_megabytes, None, INSTALLED.name, key)
    for key, file in store.all(FILES).items():
        category = _CATEGORY_OF.get(file.kind, "documents")
        yield Piece(category, file.name, file.megabytes, file.modified, FILES.name, key)
    for key, photo in store.all(PHOTOS).items():
        name = photo.about or photo.name
        category = _CATEGORY_OF[photo.kind]
        yield Piece(category, name, photo.megabytes, photo.taken, PHOTOS.name, key)
    for thrown in store.all(TRASH).values():
        yield Piece("trash", thrown.name, thrown.megabytes)


@tool(
    domain=Domain.APPS_STORAGE,
    en="phone storage: total, used, free, and the largest things by category",
    zh="手机存储空间：总共、已用、剩余，各类占用和最大的东西",
    cues_en="how much space left storage full what is taking up room gigabytes breakdown biggest "
    "files disk usage memory used photos take",
    cues_zh="存储 内存还剩多少 空间不够 占了多少 什么最占地方 剩余空间 多少个G 大文件 储存 "
    "满了 容量",
    arguments=[choice("category", CATEGORIES, "only this kind of thing", "只看某一类")],
    results=[
        field("total_megabytes", "integer"),
        field("used_megabytes", "integer"),
        field("free_megabytes", "integer"),
        field("categories", "array"),
        field("largest", "array", privacy=Privacy.MESSAGE),
    ],
    effects=Effect.READ,
    mechanism=Mechanism.PROVIDER,
)
def analyse_storage(store: Store, category: str | None) -> dict[str, JsonValue]:
    """The storage by category, which add up to what is used, and what is largest."""
    device = store.only(DEVICE)
    used = device.total_mb - device.free_mb
    known = list(pieces(store))
    sums = dict.fromkeys(CATEGORIES, 0)
    for row in known:
        sums[row.category] += row.megabytes
    sums["system"] = max(0, used - sum(sums.values()))
    shown = [row for row in known if category in (None, row.category)]
    shown.sort(key=lambda row: (-row.megabytes, row.name))
    return {
        "total_megabytes": device.total_mb,
        "used_megabytes": used,
        "free_megabytes": device.free_mb,
        "categories": [
            {"category": name, "megabytes": size}
            for name, size in sums.items()
            if category in (None, name)
        ],
        "largest": [
            {"name": row.name, "category": row.category, "megabytes": row.megabytes}
            for row in shown[:LISTED]
        ],
    }


KINDS = ("junk", "cache", "installers", "duplicates", "screenshots", "downloads", "videos")


@tool(
    domain=Domain.APPS_STORAGE,
    en="make room by deleting for good: caches, installers, duplicates, old downloads...",
    zh="清理手机腾空间，彻底删除缓存、安装包、重复文件、旧下载等",
    cues_en="free up space clean up phone make room delete junk clear all caches duplicates old "
    "screenshots running out of storage need gigabytes cleaner",
    cues_zh="清理手机 腾空间 清垃圾 释放空间 内存不足 清理一下 重复照片 安装包 清所有缓存 "
    "旧截图 扫垃圾 大扫除",
    arguments=[
        choice("kind", KINDS, "what to delete", "删什么", default="junk"),
        integer("days", 1, 3650, "only what is older", "只删多少天以前的", unit="days"),
        number("gigabytes", "stop when so much is freed", "腾出多少 GB 就停", example=2),
    ],
    results=[
        field("freed_megabytes", "integer"),
        field("free_megabytes", "integer"),
        field("count", "integer"),
        field("reached", "boolean"),
        field("changed", "boolean"),
    ],
    effects=Effect.IRREVERSIBLE,
    preconditions=[
        needs("unlocked", code="locked"),
        needs("permission", "files", code="no_permission"),
    ],
    changes=["analyse_storage", "find_files", "find_photos"],
    mechanism=Mechanism.SHELL,
)
def free_up_space(
    store: Store, kind: str, days: int | None, gigabytes: float | None
) -> dict[str, JsonValue]:
    """Delete the largest first, until ``gigabytes`` are freed; ``reached`` tells if they are."""
    goal = None if gigabytes is None else _goal(gigabytes)
    before = store.only(DEVICE).clock - timedelta(days=days or 0)
    useless = [row for row in _useless(store, kind) if row.made is None or row.made <= before]
    useless.sort(key=lambda row: (-row.megabytes, row.table, row.key))
    freed = count = 0
    for row in useless:
        if goal is not None and freed >= goal:
            break
        _discard(store, row)
        freed, count = freed + row.megabytes, count + 1
    return {
        "freed_megabytes": freed,
        "free_megabytes": store.only(DEVICE).free_mb,
        "count": count,
        "reached": freed >= (goal or 0),
        "changed": count > 0,
    }


def _goal(gigabytes: float) -> int:
    if not 0 < gigabytes <= 1000:
        raise ToolFailure("invalid_argument", "say between 0 and 1000 GB")
    return round(gigabytes * 1000)


def _useless(store: Store, kind: str) -> list[Piece]:
    """What ``kind`` names. Junk is what nobody misses: caches, installers, duplicates."""
    known = [row for row in pieces(store) if row.table and row.megabytes]
    doubles = _doubles(store) if kind in ("junk", "duplicates") else set()
    kinds = ("cache", "installers", "duplicates") if kind == "junk" else (kind,)
    return [row for row in known if any(_is(store, row, each, doubles) for each in kinds)]


def _is(store: Store, row: Piece, kind: str, doubles: set[str]) -> bool:
    if kind == "duplicates":
        return row.key in doubles
    if kind == "screenshots":
        return row.table == PHOTOS.name and store.all(PHOTOS)[row.key].kind == "screenshot"
    if kind == "downloads":
        return row.table == FILES.name and store.all(FILES)[row.key].folder == DOWNLOADS
    return row.category == kind


def _doubles(store: Store) -> set[str]:
    """Ids of files and photos of which an earlier one is the same but for a number."""
    seen: set[tuple[object, ...]] = set()
    doubles = set()
    items: list[tuple[str, StoredFile | Photo]] = [*store.all(FILES).items()]
    for key, row in [*items, *store.all(PHOTOS).items()]:
        same = _sameness(row)
        if same in seen:
            doubles.add(key)
        seen.add(same)
    return doubles


def _sameness(row: StoredFile | Photo) -> tuple[object, ...]:
    if isinstance(row, Photo):
        return fold(row.about), row.place, row.kind, row.taken
    return fold(re.sub(r"\s*\(\d+\)(?=\.)", "", row.name)), row.folder, row.megabytes


def _discard(store: Store, row: Piece) -> None:
    if row.table == INSTALLED.name:
        store.update(INSTALLED, row.key, cache_megabytes=0)
        give_room(store, row.megabytes)
    elif row.table == FILES.name:
        erase(store, FILES, [row.key])
    else:
        erase(store, PHOTOS, [row.key])
