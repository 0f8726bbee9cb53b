"""Zip archives: packing files into one, and unpacking it again."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import JsonValue

from tandem_edge.phone.authoring import (
    ALWAYS,
    ToolFailure,
    field,
    needs,
    text,
    tool,
    undone_by,
)
from tandem_edge.phone.catalogue.apps_storage.stored import (
    FILES,
    FOLDERS,
    Folder,
    StoredFile,
    describe_file,
    files_below,
    files_called,
    find_folder,
    folder_at,
    mentions,
    refuse_double,
    this_minute,
)
from tandem_edge.phone.sandbox.device import take_room
from tandem_edge.phone.sandbox.selection import the_one
from tandem_edge.phone.sandbox.store import Store
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

_SHRINKS = {"document", "spreadsheet", "presentation"}


@tool(
    domain=Domain.APPS_STORAGE,
    en="pack files or a whole folder into one zip archive",
    zh="把一些文件或整个文件夹打包压缩成 zip",
    cues_en="zip up compress pack archive bundle files together into one file make a zip smaller "
    "so I can send them rar tar",
    cues_zh="压缩 打包 压成 压缩包 zip 打个包 合成一个文件 打成一个包 归档 压小一点 弄成压缩文件",
    arguments=[
        text("files", "words in their names", "文件名里的词", max_length=80, example="invoice"),
        text("folder", "from which folder", "哪个文件夹里的", max_length=80, example="Documents"),
        text("archive", "name of the zip", "压缩包名字", max_length=60, example="Invoices 2026"),
    ],
    results=[
        field("file_id", "string"),
        field("name", "string", privacy=Privacy.MESSAGE),
        field("folder", "string", privacy=Privacy.MESSAGE),
        field("count", "integer"),
        field("megabytes", "integer"),
        field("original_megabytes", "integer"),
    ],
    effects=Effect.WRITE,
    preconditions=[
        needs("unlocked", code="locked"),
        needs("permission", "files", code="no_permission"),
    ],
    errors=["missing_argument", "not_found", "ambiguous", "already_exists", "low_storage"],
    inverses=undone_by(
        "manage_file",
        action="delete",
        file="$result.name",
        file_id="$result.file_id",
        for_good=True,
    ),
    changes=["analyse_storage"],
    mechanism=Mechanism.SHELL,
)
def compress_files(
    store: Store, files: str | None, folder: str | None, archive: str | None
) -> dict[str, JsonValue]:
    """Pack every file that fits into an archive beside the first; the files stay."""
    packed, path = _chosen(store, files, folder)
    name = archive or files or path.rpartition("/")[2]
    name = name if name.lower().endswith(".zip") else f"{name}.zip"
    if "/" in name:
        raise ToolFailure("invalid_argument", "a file's name has no / in it")
    refuse_double(store, name, path)
    size = max(1, sum(_packed_size(row) for row in packed))
    take_room(store, size)
    contents = tuple((row.name, row.megabytes) for row in packed)
    made = StoredFile(name, path, size, this_minute(store), contents)
    return {
        "file_id": store.add(FILES, made),
        "name": name,
        "folder": path,
        "count": len(packed),
        "megabytes": size,
        "original_megabytes": sum(row.megabytes for row in packed),
    }


def _chosen(store: Store, words: str | None, folder: str | None) -> tuple[list[StoredFile], str]:
    """The files to pack and the path that the archive goes to."""
    if words is None and folder is None:
        raise ToolFailure("missing_argument", "say which files or which folder")
    if folder is None:
        rows = list(store.all(FILES).values())
    else:
        path = find_folder(store, folder)[1].path
        rows = [row for _, row in files_below(store, path)]
    fitting = [row for row in rows if words is None or mentions(words, row.name)]
    packed = [row for row in fitting if row.kind != "archive"]
    if not packed:
        raise ToolFailure("not_found", "there are no such files to pack")
    return packed, packed[0].folder if folder is None else path


def _packed_size(row: StoredFile) -> int:
    """Office documents shrink to half; pictures, sound and video hardly at all."""
    return row.megabytes // 2 if row.kind in _SHRINKS else row.megabytes


@tool(
    domain=Domain.APPS_STORAGE,
    en="unpack a zip archive into a new folder",
    zh="解压一个压缩包到新文件夹",
    cues_en="unzip extract unpack open the zip decompress rar take the files out of what's inside "
    "archive downloaded",
    cues_zh="解压 解压缩 解开压缩包 打开zip 拆包 解出来 把里面的文件弄出来 解压到 rar 解包",
    arguments=[
        text(
            "archive",
            "which archive",
            "哪个压缩包",
            max_length=120,
            example="Photos.zip",
            required=ALWAYS,
        ),
        text(
            "into",
            "folder for the new one, beside it if absent",
            "放到哪里，缺省在旁边",
            max_length=80,
            example="Documents",
        ),
    ],
    results=[
        field("folder_id", "string"),
        field("folder", "string", privacy=Privacy.MESSAGE),
        field("name", "string", privacy=Privacy.MESSAGE),
        field("files", "array", privacy=Privacy.MESSAGE),
        field("megabytes", "integer"),
    ],
    effects=Effect.WRITE,
    preconditions=[
        needs("unlocked", code="locked"),
        needs("permission", "files", code="no_permission"),
    ],
    errors=["not_found", "ambiguous", "damaged_archive", "already_exists", "low_storage"],
    inverses=undone_by(
        "manage_folder",
        action="delete",
        folder="$result.name",
        folder_id="$result.folder_id",
        for_good=True,
    ),
    changes=["manage_folder", "analyse_storage"],
    mechanism=Mechanism.SHELL,
)
def extract_archive(store: Store, archive: str, into: str | None) -> dict[str, JsonValue]:
    """Unpack into a folder called like the archive; the archive stays."""
    row = _find_archive(store, archive)
    parent = row.folder if into is None else find_folder(store, into)[1].path
    folder = Folder(row.stem, parent)
    if folder_at(store, folder.path):
        raise ToolFailure("already_exists", f"there is a folder {folder.path} already")
    if not row.contents:
        raise ToolFailure("damaged_archive", f"{row.name} cannot be read as an archive")
    size = sum(megabytes for _, megabytes in row.contents)
    take_room(store, size)
    key = store.add(FOLDERS, folder)
    for name, megabytes in row.contents:
        store.add(FILES, StoredFile(name, folder.path, megabytes, this_minute(store)))
    return {
        "folder_id": key,
        "folder": folder.path,
        "name": folder.name,
        "files": _names(row.contents),
        "megabytes": size,
    }


def _find_archive(store: Store, said: str) -> StoredFile:
    """Among several files of that name the archive is meant."""
    archives = {key: row for key, row in store.all(FILES).items() if row.kind == "archive"}
    return the_one(files_called(archives, said), "archive", describe_file)[1]


def _names(contents: Sequence[tuple[str, int]]) -> list[JsonValue]:
    return [name for name, _ in contents]
