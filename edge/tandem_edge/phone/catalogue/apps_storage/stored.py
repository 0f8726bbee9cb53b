"""Everything kept in the phone's storage: files in folders, photos, and what was thrown away.

Whatever is thrown away keeps its id and its room until the trash is emptied.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import PurePosixPath
from typing import Annotated, Literal, Protocol, TypeVar

from pydantic import Field

from tandem_edge.phone.authoring import ToolFailure
from tandem_edge.phone.sandbox.device import DEVICE, Wall, give_room
from tandem_edge.phone.sandbox.selection import chosen, fold, named, the_one
from tandem_edge.phone.sandbox.store import Store, Table

Size = Annotated[int, Field(ge=1)]
"""In megabytes; what is smaller takes up one."""
PHOTO_KINDS = ("photo", "video", "screenshot", "selfie")
FILE_KINDS = {
    "document": "doc docx txt md odt rtf epub",
    "spreadsheet": "xls xlsx csv ods numbers",
    "presentation": "ppt pptx key odp",
    "pdf": "pdf",
    "image": "jpg jpeg png gif webp heic svg",
    "video": "mp4 mov mkv avi",
    "audio": "mp3 m4a wav flac ogg",
    "archive": "zip rar 7z tar gz",
    "installer": "apk",
}
_KIND_OF = {ending: kind for kind, endings in FILE_KINDS.items() for ending in endings.split()}


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A file in the folder of that path. An archive's ``contents`` are names and sizes."""

    name: str
    folder: str
    megabytes: Size
    modified: Wall
    contents: tuple[tuple[str, Size], ...] = ()

    @property
    def stem(self) -> str:
        """The name as people say it, without its ending."""
        return PurePosixPath(self.name).stem if self.kind != "other" else self.name

    @property
    def kind(self) -> str:
        """One of ``FILE_KINDS``, or ``other``, by its ending."""
        return _KIND_OF.get(self.name.rpartition(".")[2].lower(), "other")


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder; ``parent`` is the path of the one it is in, ``""`` at the top."""

    name: str
    parent: str = ""
    system: bool = False

    @property
    def path(self) -> str:
        """``Documents/Tax``."""
        return f"{self.parent}/{self.name}" if self.parent else self.name


@dataclass(frozen=True, slots=True)
class Photo:
    """A photo or video: what is to be seen on it (``about``), where, and who."""

    name: str
    kind: Literal["photo", "video", "screenshot", "selfie"]
    about: str
    place: str
    taken: Wall
    megabytes: Size
    people: tuple[str, ...] = ()
    albums: tuple[str, ...] = ()
    favourite: bool = False


@dataclass(frozen=True, slots=True)
class PhotoAlbum:
    """An album; the photos in it name it, so no two albums share a name."""

    name: str


@dataclass(frozen=True, slots=True)
class Trashed:
    """A file or photo in the trash, under the id it had before."""

    name: str
    deleted: Wall
    file: StoredFile | None = None
    photo: Photo | None = None

    @property
    def megabytes(self) -> int:
        """The room it still takes."""
        item = self.file or self.photo
        return item.megabytes if item else 0

    @property
    def stem(self) -> str:
        """What people call it: a file's name goes without its ending."""
        return self.file.stem if self.file else self.name


FILES = Table("files", StoredFile, prefix="file")
FOLDERS = Table("file_folders", Folder, prefix="folder")
PHOTOS = Table("photos", Photo, prefix="photo")
PHOTO_ALBUMS = Table("photo_albums", PhotoAlbum, prefix="photoalbum")
TRASH = Table("trash", Trashed)
DOWNLOADS = "Download"
_SMALL = {"a", "an", "the", "of", "my", "our"}
_ALIASES = {
    "downloads": DOWNLOADS,
    "下载": DOWNLOADS,
    "文档": "Documents",
    "图片": "Pictures",
    "音乐": "Music",
    "视频": "Movies",
    "影片": "Movies",
}


def this_minute(store: Store) -> datetime:
    """The phone's clock to the minute, which is as exactly as a call can name it."""
    return store.only(DEVICE).clock.replace(second=0, microsecond=0)


def mentions(words: str, text: str) -> bool:
    """Whether each of ``words`` begins somewhere in ``text``; a Chinese one may be inside."""
    whole, said = fold(text), fold(words).split()
    telling = [word for word in said if word not in _SMALL] or said
    return all(re.search(rf"(?<![a-z0-9]){re.escape(word)}", whole) for word in telling)


def find_folder(store: Store, said: str, key: str | None = None) -> tuple[str, Folder]:
    """The folder meant by its path, its name or a part of it. Raises ``not_found``..."""
    rows = store.all(FOLDERS)
    if key is not None:
        return the_one(chosen(rows, key, None, lambda row: row.name), "folder", _path_of)
    bare = re.sub(r"^the | folder$|文件夹$|目录$", "", said.strip("/ "), flags=re.IGNORECASE)
    wanted = _ALIASES.get(fold(bare), bare)
    exact = [(key, row) for key, row in rows.items() if fold(row.path) == fold(wanted)]
    return the_one(exact or named(rows, wanted, lambda row: row.name), "folder", _path_of)


def _path_of(folder: Folder) -> str:
    return folder.path


def folder_at(store: Store, path: str) -> str:
    """The key of the folder with exactly this path, or ``""``."""
    return next((key for key, row in store.all(FOLDERS).items() if row.path == path), "")


def files_in(store: Store, path: str) -> list[tuple[str, StoredFile]]:
    """The files that lie in the folder itself, not deeper."""
    return [(key, row) for key, row in store.all(FILES).items() if row.folder == path]


def files_below(store: Store, path: str) -> list[tuple[str, StoredFile]]:
    """The files in the folder and in every folder inside it."""
    rows = store.all(FILES).items()
    return [(key, row) for key, row in rows if is_below(row.folder, path)]


def is_below(path: str, top: str) -> bool:
    """Whether ``path`` is ``top`` or inside it; everything is inside ``""``."""
    return not top or f"{path}/".startswith(f"{top}/")


def find_file(
    store: Store, said: str, folder: str | None = None, key: str | None = None
) -> tuple[str, StoredFile]:
    """The file meant by its name, whole, without its ending, or by a part of it."""
    rows: Mapping[str, StoredFile] = store.all(FILES)
    if folder is not None:
        rows = dict(files_in(store, find_folder(store, folder)[1].path))
    if key is not None:
        return the_one(chosen(rows, key, None, lambda row: row.name), "file", describe_file)
    return the_one(files_called(rows, said), "file", describe_file)


def files_called(rows: Mapping[str, StoredFile], said: str) -> list[tuple[str, StoredFile]]:
    """Files by name, a name without its ending before parts of names."""
    exact = [(key, row) for key, row in rows.items() if fold(row.name) == fold(said)]
    stems = exact or [(key, row) for key, row in rows.items() if fold(row.stem) == fold(said)]
    return stems or named(rows, said, lambda row: row.name)


def describe_file(file: StoredFile) -> str:
    """Name and folder, to tell files of one name apart."""
    return f"{file.name} in {file.folder}"


def describe_photo(photo: Photo) -> str:
    """What is on it and when it was taken, to tell photos apart."""
    return f"{photo.about or photo.name} ({photo.taken:%Y-%m-%d %H:%M})"


def refuse_double(store: Store, name: str, folder: str) -> None:
    """Raise ``already_exists`` when the folder holds a file of that name."""
    if any(fold(row.name) == fold(name) for _, row in files_in(store, folder)):
        raise ToolFailure("already_exists", f"{folder} already has a file {name}")


def throw_away(store: Store, key: str, when: datetime | None = None) -> Trashed:
    """Put the file or photo ``key`` into the trash; its room stays taken."""
    deleted = when or this_minute(store)
    if key in store.all(FILES):
        file = store.remove(FILES, key)
        thrown = Trashed(file.name, deleted, file=file)
    else:
        photo = store.remove(PHOTOS, key)
        thrown = Trashed(photo.about or photo.name, deleted, photo=photo)
    store.put(TRASH, key, thrown)
    return thrown


def bring_back(store: Store, key: str) -> Trashed:
    """Put what is in the trash under ``key`` back where it was."""
    thrown = store.remove(TRASH, key)
    if thrown.file is not None:
        store.put(FILES, key, thrown.file)
    elif thrown.photo is not None:
        store.put(PHOTOS, key, thrown.photo)
    return thrown


class Takes(Protocol):
    """A record that takes up room."""

    @property
    def megabytes(self) -> int:
        """How much."""


T = TypeVar("T", bound=Takes)


def erase(store: Store, table: Table[T], keys: Iterable[str]) -> int:
    """Remove records of ``table`` for good; returns the megabytes that this frees."""
    freed = sum(store.remove(table, key).megabytes for key in list(keys))
    give_room(store, freed)
    return freed
