"""The trash: what was thrown away waits there for thirty days, and still takes up room."""

from __future__ import annotations

from datetime import datetime, timedelta

from pydantic import JsonValue

from tandem_edge.phone.authoring import (
    ToolFailure,
    action,
    choice,
    field,
    internal,
    moment,
    needs,
    record_id,
    text,
    tool,
    undone_by,
)
from tandem_edge.phone.catalogue.apps_storage.stored import (
    TRASH,
    Trashed,
    bring_back,
    erase,
    folder_at,
    mentions,
    refuse_double,
    throw_away,
)
from tandem_edge.phone.sandbox.clock import Timer
from tandem_edge.phone.sandbox.selection import fold, the_one
from tandem_edge.phone.sandbox.store import Store
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

KEPT = timedelta(days=30)
KINDS = ("file", "photo")


@tool(
    domain=Domain.APPS_STORAGE,
    en="trash of deleted files and photos: list, restore, delete for good, empty",
    zh="回收站里删掉的文件和照片：查看、恢复、彻底删除、清空",
    cues_en="trash bin recycle bin recently deleted restore bring back undelete recover deleted by "
    "mistake permanently empty the bin get rid of for ever",
    cues_zh="回收站 垃圾桶 废纸篓 最近删除 找回 恢复 误删 删错了 捞回来 彻底删 永久删除 清空 倒掉",
    arguments=[
        action("query", "restore", "delete", "empty"),
        text(
            "item",
            "which file or photo",
            "哪个文件或照片",
            max_length=120,
            example="Lease",
            required=("restore", "delete"),
        ),
        choice("kind", KINDS, "only files or photos", "只看文件或照片"),
        record_id("item_id", "file3"),
        internal(moment("deleted", "when it was deleted", "删除时间", finds=("restore",))),
    ],
    results=[
        field("item_id", "string"),
        field("name", "string", privacy=Privacy.MESSAGE),
        field("kind", "string"),
        field("deleted", "string"),
        field("freed_megabytes", "integer"),
        field("count", "integer"),
        field("items", "array", privacy=Privacy.MESSAGE),
    ],
    effects={
        "query": Effect.READ,
        "restore": Effect.WRITE,
        "delete": Effect.IRREVERSIBLE,
        "empty": Effect.IRREVERSIBLE,
    },
    preconditions=[
        needs("unlocked", code="locked"),
        needs("permission", "files", code="no_permission"),
    ],
    errors=["not_found", "ambiguous", "folder_missing", "already_exists"],
    inverses={
        "restore": undone_by(
            "manage_trash",
            action="restore",
            item="$result.name",
            item_id="$result.item_id",
            deleted="$result.deleted",
        ),
    },
    changes=["find_files", "find_photos", "analyse_storage"],
    mechanism=Mechanism.PROVIDER,
)
def manage_trash(
    store: Store,
    action: str,
    item: str | None,
    kind: str | None,
    item_id: str | None,
    deleted: str | None,
) -> dict[str, JsonValue]:
    """List, restore or destroy; restoring is undone with ``deleted``, which throws it away."""
    if item_id is not None and deleted is not None and store.get(TRASH, item_id) is None:
        return _trash_view(item_id, _throw_again(store, item_id, deleted))
    rows = {key: row for key, row in store.all(TRASH).items() if kind in (None, _kind(row))}
    if action == "query":
        found = [item for item in _called(rows, item) if item_id in (None, item[0])]
        found.sort(key=lambda item: (item[1].deleted, item[0]), reverse=True)
        return {"items": [_trash_view(key, row) for key, row in found], "count": len(found)}
    if action == "empty":
        return {"count": len(rows), "freed_megabytes": erase(store, TRASH, rows)}
    key, row = _find(rows, item, item_id)
    if action == "delete":
        return {**_trash_view(key, row), "freed_megabytes": erase(store, TRASH, [key])}
    if row.file is not None:
        if not folder_at(store, row.file.folder):
            raise ToolFailure("folder_missing", f"its folder {row.file.folder} is gone: create it")
        refuse_double(store, row.file.name, row.file.folder)
    return _trash_view(key, bring_back(store, key))


def _throw_again(store: Store, key: str, deleted: str) -> Trashed:
    try:
        return throw_away(store, key, datetime.fromisoformat(deleted))
    except (KeyError, ValueError):
        raise ToolFailure("not_found", f"there is no {key} to throw away") from None


def _find(rows: dict[str, Trashed], item: str | None, key: str | None) -> tuple[str, Trashed]:
    found = _called(rows, item) if key is None else [(key, rows[key])] if key in rows else []
    return the_one(found, "item in the trash", lambda row: f"{row.name} ({row.deleted:%m-%d})")


def _called(rows: dict[str, Trashed], said: str | None) -> list[tuple[str, Trashed]]:
    """By the whole name, with its ending or without, else by words in it."""
    if said is None:
        return list(rows.items())
    exact = [
        (key, row) for key, row in rows.items() if fold(said) in (fold(row.name), fold(row.stem))
    ]
    return exact or [(key, row) for key, row in rows.items() if mentions(said, row.name)]


def _kind(row: Trashed) -> str:
    return "file" if row.file is not None else "photo"


def _trash_view(key: str, row: Trashed) -> dict[str, JsonValue]:
    return {
        "item_id": key,
        "name": row.name,
        "kind": _kind(row),
        "deleted": row.deleted.strftime("%Y-%m-%dT%H:%M"),
    }


def _next_purge(store: Store) -> datetime | None:
    return min((row.deleted + KEPT for row in store.all(TRASH).values()), default=None)


def _purge(store: Store, when: datetime) -> None:
    over = [key for key, row in store.all(TRASH).items() if row.deleted + KEPT <= when]
    erase(store, TRASH, over)


PURGE = Timer(upcoming=_next_purge, happen=_purge)
