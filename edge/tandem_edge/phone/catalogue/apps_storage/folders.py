"""Folders for files: making, renaming, moving and throwing away, and what is in them."""

from __future__ import annotations

from dataclasses import replace

from pydantic import JsonValue

from tandem_edge.phone.authoring import (
    ToolFailure,
    action,
    boolean,
    field,
    internal,
    needs,
    record_id,
    text,
    tool,
    undone_by,
)
from tandem_edge.phone.catalogue.apps_storage.files import file_view
from tandem_edge.phone.catalogue.apps_storage.stored import (
    FILES,
    FOLDERS,
    TRASH,
    Folder,
    bring_back,
    erase,
    files_below,
    files_in,
    find_folder,
    folder_at,
    is_below,
    throw_away,
)
from tandem_edge.phone.sandbox.store import Store
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

_AGAIN = {"folder": "$result.name", "folder_id": "$result.folder_id"}


@tool(
    domain=Domain.APPS_STORAGE,
    en="file folders: create, rename, move, delete, list contents",
    zh="存文件的文件夹：新建、改名、移动、删除、查看里面",
    cues_en="folder directory new folder make a folder for documents rename subfolder what's in "
    "the folder how many files delete whole folder file manager",
    cues_zh="文件夹 目录 新建文件夹 建个文件夹 子文件夹 里面有什么 多少个文件 整个删掉 "
    "文件管理 改文件夹名",
    arguments=[
        action("create", "rename", "move", "delete", "query"),
        text(
            "folder",
            "which folder",
            "哪个文件夹",
            max_length=80,
            example="Invoices",
            required=("create", "rename", "move", "delete"),
        ),
        text(
            "into",
            "folder it goes into",
            "放到哪个文件夹里",
            max_length=80,
            example="Documents",
        ),
        text(
            "new_name",
            "changed name",
            "新名字",
            max_length=60,
            example="Bills",
            required=("rename",),
        ),
        record_id("folder_id", "folder3"),
        internal(
            text(
                "file_ids",
                "files put back",
                "恢复的文件",
                privacy=Privacy.NONE,
                max_length=20_000,
                example="file3",
            )
        ),
        internal(boolean("for_good", "past the trash", "不经回收站")),
    ],
    results=[
        field("folder_id", "string"),
        field("name", "string", privacy=Privacy.MESSAGE),
        field("parent", "string", privacy=Privacy.MESSAGE),
        field("previous_name", "string", privacy=Privacy.MESSAGE),
        field("previous_parent", "string", privacy=Privacy.MESSAGE),
        field("file_ids", "string"),
        field("changed", "boolean"),
        field("folders", "array", privacy=Privacy.MESSAGE),
        field("files", "array", privacy=Privacy.MESSAGE),
        field("megabytes", "integer"),
    ],
    effects={
        "create": Effect.WRITE,
        "rename": Effect.WRITE,
        "move": Effect.WRITE,
        "delete": Effect.WRITE,
        "query": Effect.READ,
    },
    preconditions=[
        needs("unlocked", code="locked"),
        needs("permission", "files", code="no_permission"),
    ],
    errors=["not_found", "ambiguous", "already_exists", "protected", "not_empty"],
    inverses={
        "create": undone_by("manage_folder", action="delete", for_good=True, **_AGAIN),
        "rename": undone_by(
            "manage_folder", action="rename", new_name="$result.previous_name", **_AGAIN
        ),
        "move": undone_by("manage_folder", action="move", into="$result.previous_parent", **_AGAIN),
        "delete": undone_by(
            "manage_folder",
            action="create",
            folder="$result.name",
            into="$result.parent",
            file_ids="$result.file_ids",
        ),
    },
    changes=["manage_file", "manage_trash"],
    mechanism=Mechanism.PROVIDER,
)
def manage_folder(
    store: Store,
    action: str,
    folder: str | None,
    into: str | None,
    new_name: str | None,
    folder_id: str | None,
    file_ids: str | None,
    for_good: bool,
) -> dict[str, JsonValue]:
    """Make, rename, move or throw away a folder, or list it; without ``into`` it is at the top."""
    if action == "query":
        return _contents(store, "" if folder is None else find_folder(store, folder)[1].path)
    parent = "" if into is None else find_folder(store, into)[1].path
    if action == "create":
        return _create(store, Folder(_plain(str(folder)), parent), (file_ids or "").split())
    key, row = find_folder(store, str(folder), folder_id)
    if row.system:
        raise ToolFailure("protected", f"{row.name} belongs to the system")
    if action == "delete":
        return _delete(store, key, row, for_good=for_good)
    name, parent = (_plain(str(new_name)), row.parent) if action == "rename" else (row.name, parent)
    return _rearrange(store, key, row, replace(row, name=name, parent=parent))


def _plain(name: str) -> str:
    if "/" in name:
        raise ToolFailure("invalid_argument", "a folder's name has no / in it")
    return name


def _create(store: Store, folder: Folder, file_ids: list[str]) -> dict[str, JsonValue]:
    _refuse_double(store, folder.path)
    key = store.add(FOLDERS, folder)
    for file_id in file_ids:
        if store.get(TRASH, file_id) is not None:
            bring_back(store, file_id)
    return _folder_result(key, folder, folder, changed=True)


def _refuse_double(store: Store, path: str) -> None:
    if folder_at(store, path):
        raise ToolFailure("already_exists", f"there is a folder {path} already")


def _delete(store: Store, key: str, row: Folder, *, for_good: bool) -> dict[str, JsonValue]:
    if any(other.parent == row.path for other in store.all(FOLDERS).values()):
        raise ToolFailure("not_empty", f"{row.path} holds other folders: delete those first")
    inside = [file_id for file_id, _ in files_in(store, row.path)]
    if for_good:
        erase(store, FILES, inside)
    else:
        for file_id in inside:
            throw_away(store, file_id)
    store.remove(FOLDERS, key)
    return {**_folder_result(key, row, row, changed=True), "file_ids": " ".join(inside)}


def _rearrange(store: Store, key: str, row: Folder, after: Folder) -> dict[str, JsonValue]:
    """Everything inside goes along, and what was thrown away from there is restored there."""
    if after.path != row.path:
        if is_below(after.parent, row.path):
            raise ToolFailure("invalid_argument", "a folder cannot go into itself")
        _refuse_double(store, after.path)
    store.put(FOLDERS, key, after)
    for each, folder in list(store.all(FOLDERS).items()):
        store.update(FOLDERS, each, parent=_moved(folder.parent, row.path, after.path))
    for each, file in list(store.all(FILES).items()):
        store.update(FILES, each, folder=_moved(file.folder, row.path, after.path))
    for each, thrown in list(store.all(TRASH).items()):
        if thrown.file is not None:
            path = _moved(thrown.file.folder, row.path, after.path)
            store.update(TRASH, each, file=replace(thrown.file, folder=path))
    return _folder_result(key, after, row, changed=after != row)


def _moved(path: str, before: str, after: str) -> str:
    """``path`` once the folder ``before`` has become ``after``."""
    return after + path.removeprefix(before) if is_below(path, before) else path


def _folder_result(key: str, row: Folder, before: Folder, *, changed: bool) -> dict[str, JsonValue]:
    return {
        "folder_id": key,
        "name": row.name,
        "parent": row.parent,
        "previous_name": before.name,
        "previous_parent": before.parent,
        "changed": changed,
    }


def _contents(store: Store, path: str) -> dict[str, JsonValue]:
    """The folders and files directly in ``path``, and the room of all there is below."""
    below = [row for _, row in files_below(store, path)]
    folders = sorted(row.name for row in store.all(FOLDERS).values() if row.parent == path)
    return {
        "folders": [*folders],
        "files": [file_view(row) for row in below if row.folder == path],
        "megabytes": sum(row.megabytes for row in below),
    }
