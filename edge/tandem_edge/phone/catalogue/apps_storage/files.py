"""Files: finding them, and renaming, moving, copying or throwing away one."""

from __future__ import annotations

from pydantic import JsonValue

from tandem_edge.phone.authoring import (
    ALWAYS,
    ToolFailure,
    action,
    boolean,
    choice,
    day,
    field,
    internal,
    needs,
    record_id,
    text,
    tool,
    undone_by,
)
from tandem_edge.phone.catalogue.apps_storage.spans import PERIODS, within
from tandem_edge.phone.catalogue.apps_storage.stored import (
    FILE_KINDS,
    FILES,
    StoredFile,
    erase,
    find_file,
    find_folder,
    is_below,
    mentions,
    refuse_double,
    this_minute,
    throw_away,
)
from tandem_edge.phone.sandbox.device import DEVICE, take_room
from tandem_edge.phone.sandbox.store import Store
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

SHOWN = 20


@tool(
    domain=Domain.APPS_STORAGE,
    en="find files and documents by name, kind, folder or date",
    zh="查找文件和文档：按名称、类型、文件夹或日期",
    cues_en="find file where did I save search documents pdf spreadsheet download downloaded look "
    "for that contract presentation zip which folder is it in list files newest",
    cues_zh="找文件 文件在哪 存哪了 下载的文件 文档 表格 合同 PDF 压缩包 搜一下 翻出来 "
    "上周下的 放哪个文件夹",
    arguments=[
        text("name", "words in its name", "名称里的词", max_length=80, example="budget"),
        choice("kind", tuple(FILE_KINDS), "kind of file", "文件类型"),
        text("folder", "in which folder", "在哪个文件夹", max_length=80, example="Download"),
        day("day", "changed on that day", "哪天存的"),
        choice("period", PERIODS, "changed in that time", "哪段时间存的"),
    ],
    results=[
        field("files", "array", privacy=Privacy.MESSAGE),
        field("total", "integer"),
        field("megabytes", "integer"),
    ],
    effects=Effect.READ,
    preconditions=[
        needs("unlocked", code="locked"),
        needs("permission", "files", code="no_permission"),
    ],
    errors=["not_found", "ambiguous"],
    mechanism=Mechanism.PROVIDER,
)
def find_files(
    store: Store,
    name: str | None,
    kind: str | None,
    folder: str | None,
    day: str | None,
    period: str | None,
) -> dict[str, JsonValue]:
    """Files that fit everything said, newest first. ``not_found`` is about the folder."""
    today = store.only(DEVICE).clock.date()
    path = None if folder is None else find_folder(store, folder)[1].path
    found = [
        row
        for row in store.all(FILES).values()
        if (name is None or mentions(name, row.name))
        and kind in (None, row.kind)
        and (path is None or is_below(row.folder, path))
        and within(row.modified, day, period, today)
    ]
    found.sort(key=lambda row: row.modified, reverse=True)
    return {
        "files": [file_view(row) for row in found[:SHOWN]],
        "total": len(found),
        "megabytes": sum(row.megabytes for row in found),
    }


def file_view(row: StoredFile) -> dict[str, JsonValue]:
    """A file as results show it."""
    return {
        "name": row.name,
        "folder": row.folder,
        "kind": row.kind,
        "megabytes": row.megabytes,
        "modified": row.modified.strftime("%Y-%m-%dT%H:%M"),
    }


_AGAIN = {"file": "$result.name", "file_id": "$result.file_id"}


@tool(
    domain=Domain.APPS_STORAGE,
    en="one file: rename, move to a folder, copy, delete into the trash",
    zh="单个文件：改名、移到文件夹、复制、删进回收站",
    cues_en="rename file move file into folder copy duplicate delete throw away get rid of "
    "document "
    "pdf call it put it in clean downloads put the contract",
    cues_zh="文件改名 重命名 移动文件 挪到 放进文件夹 拷一份 复制一份 删文件 扔掉 文档 表格 "
    "合同 名字改成",
    arguments=[
        action("rename", "move", "copy", "delete"),
        text("file", "which file", "哪个文件", max_length=120, example="Lease", required=ALWAYS),
        text("folder", "where it is now", "它现在在哪", max_length=80, example="Download"),
        text(
            "into",
            "folder to put it in",
            "放进哪个文件夹",
            max_length=80,
            example="Documents",
            required=("move", "copy"),
        ),
        text(
            "new_name",
            "changed name",
            "新名字",
            max_length=80,
            example="Lease 2026",
            required=("rename",),
        ),
        record_id("file_id", "file3"),
        internal(boolean("for_good", "past the trash", "不经回收站")),
    ],
    results=[
        field("file_id", "string"),
        field("name", "string", privacy=Privacy.MESSAGE),
        field("folder", "string", privacy=Privacy.MESSAGE),
        field("megabytes", "integer"),
        field("previous_name", "string", privacy=Privacy.MESSAGE),
        field("previous_folder", "string", privacy=Privacy.MESSAGE),
        field("changed", "boolean"),
    ],
    effects={
        "rename": Effect.WRITE,
        "move": Effect.WRITE,
        "copy": Effect.WRITE,
        "delete": Effect.WRITE,
    },
    preconditions=[
        needs("unlocked", code="locked"),
        needs("permission", "files", code="no_permission"),
    ],
    errors=["not_found", "ambiguous", "already_exists", "low_storage"],
    inverses={
        "rename": undone_by(
            "manage_file", action="rename", new_name="$result.previous_name", **_AGAIN
        ),
        "move": undone_by("manage_file", action="move", into="$result.previous_folder", **_AGAIN),
        "copy": undone_by("manage_file", action="delete", for_good=True, **_AGAIN),
        "delete": undone_by(
            "manage_trash", action="restore", item="$result.name", item_id="$result.file_id"
        ),
    },
    changes=["manage_trash", "analyse_storage"],
    mechanism=Mechanism.PROVIDER,
)
def manage_file(
    store: Store,
    action: str,
    file: str,
    folder: str | None,
    into: str | None,
    new_name: str | None,
    file_id: str | None,
    for_good: bool,
) -> dict[str, JsonValue]:
    """Rename, move, copy or throw away one file; what is thrown away can be restored."""
    key, row = find_file(store, file, folder, file_id)
    if action == "rename":
        return _rename(store, key, row, str(new_name))
    if action == "delete":
        if for_good:
            erase(store, FILES, [key])
        else:
            throw_away(store, key)
        return _file_result(key, row, row, changed=True)
    path = find_folder(store, str(into))[1].path
    return _move(store, key, row, path) if action == "move" else _copy(store, row, path)


def _rename(store: Store, key: str, row: StoredFile, said: str) -> dict[str, JsonValue]:
    """An ending that is not said stays as it is."""
    name = said if said.endswith(_ending(row)) else said + _ending(row)
    if "/" in name:
        raise ToolFailure("invalid_argument", "a file's name has no / in it")
    if name.casefold() != row.name.casefold():
        refuse_double(store, name, row.folder)
    after = store.update(FILES, key, name=name)
    return _file_result(key, after, row, changed=after != row)


def _ending(row: StoredFile) -> str:
    return row.name.removeprefix(row.stem)


def _move(store: Store, key: str, row: StoredFile, path: str) -> dict[str, JsonValue]:
    if path != row.folder:
        refuse_double(store, row.name, path)
    after = store.update(FILES, key, folder=path)
    return _file_result(key, after, row, changed=after != row)


def _copy(store: Store, row: StoredFile, path: str) -> dict[str, JsonValue]:
    refuse_double(store, row.name, path)
    take_room(store, row.megabytes)
    twin = StoredFile(row.name, path, row.megabytes, this_minute(store), row.contents)
    return _file_result(store.add(FILES, twin), twin, row, changed=True)


def _file_result(
    key: str, row: StoredFile, before: StoredFile, *, changed: bool
) -> dict[str, JsonValue]:
    return {
        "file_id": key,
        "name": row.name,
        "folder": row.folder,
        "megabytes": row.megabytes,
        "previous_name": before.name,
        "previous_folder": before.folder,
        "changed": changed,
    }
