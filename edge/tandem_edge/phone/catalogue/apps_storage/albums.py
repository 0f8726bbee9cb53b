"""Photo albums: what is in them, and keeping them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from pydantic import JsonValue

from tandem_edge.phone.authoring import (
    ToolFailure,
    action,
    day,
    field,
    internal,
    needs,
    record_id,
    text,
    tool,
    undone_by,
)
from tandem_edge.phone.catalogue.apps_storage.photos import (
    photo_view,
    seen_on,
)
from tandem_edge.phone.catalogue.apps_storage.stored import (
    PHOTO_ALBUMS,
    PHOTOS,
    TRASH,
    Photo,
    PhotoAlbum,
    mentions,
)
from tandem_edge.phone.sandbox.selection import chosen, fold, the_one
from tandem_edge.phone.sandbox.store import Store
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

_AGAIN = {"album": "$result.name", "album_id": "$result.album_id"}


@tool(
    domain=Domain.APPS_STORAGE,
    en="photo albums: create, rename, delete, add or remove photos, list",
    zh="照片相册：新建、改名、删除、加照片、移出照片、查看",
    cues_en="album photo collection make an album of pictures put the shots of into take out of "
    "the album what's in it gallery holiday pictures together",
    cues_zh="相册 新建相册 照片归到 放进相册 加到相册 移出相册 相册改名 有哪些相册 旅行照片 "
    "整理照片 影集",
    arguments=[
        action("create", "rename", "delete", "add", "remove", "query"),
        text(
            "album",
            "which album",
            "哪个相册",
            max_length=60,
            example="Kyoto trip",
            required=("create", "rename", "delete", "add", "remove"),
        ),
        text("photos", "what is seen on them", "照片内容", max_length=80, example="temple"),
        day("day", "taken on that day", "哪天拍的"),
        text(
            "new_name",
            "changed name",
            "新名字",
            max_length=60,
            example="Japan 2026",
            required=("rename",),
        ),
        record_id("album_id", "photoalbum3"),
        internal(
            text(
                "photo_ids",
                "photos put back",
                "恢复的照片",
                privacy=Privacy.NONE,
                max_length=20_000,
                example="photo3",
            )
        ),
    ],
    results=[
        field("album_id", "string"),
        field("name", "string", privacy=Privacy.MESSAGE),
        field("previous_name", "string", privacy=Privacy.MESSAGE),
        field("photo_ids", "string"),
        field("count", "integer"),
        field("changed", "boolean"),
        field("albums", "array", privacy=Privacy.MESSAGE),
        field("photos", "array", privacy=Privacy.MESSAGE),
    ],
    effects={
        "create": Effect.WRITE,
        "rename": Effect.WRITE,
        "delete": Effect.WRITE,
        "add": Effect.WRITE,
        "remove": Effect.WRITE,
        "query": Effect.READ,
    },
    preconditions=[
        needs("unlocked", code="locked"),
        needs("permission", "photos", code="no_permission"),
    ],
    errors=["not_found", "ambiguous", "already_exists", "missing_argument"],
    inverses={
        "create": undone_by("manage_album", action="delete", **_AGAIN),
        "rename": undone_by(
            "manage_album", action="rename", new_name="$result.previous_name", **_AGAIN
        ),
        "delete": undone_by(
            "manage_album", action="create", album="$result.name", photo_ids="$result.photo_ids"
        ),
        "add": undone_by("manage_album", action="remove", photo_ids="$result.photo_ids", **_AGAIN),
        "remove": undone_by("manage_album", action="add", photo_ids="$result.photo_ids", **_AGAIN),
    },
    mechanism=Mechanism.PROVIDER,
)
def manage_album(
    store: Store,
    action: str,
    album: str | None,
    photos: str | None,
    day: str | None,
    new_name: str | None,
    album_id: str | None,
    photo_ids: str | None,
) -> dict[str, JsonValue]:
    """Keep albums; deleting one leaves its photos. ``photo_ids`` tells which were concerned."""
    wanted = _wanted(store, photos, day, photo_ids)
    if action == "create":
        _refuse_double(store, str(album))
        key = store.add(PHOTO_ALBUMS, PhotoAlbum(str(album)))
        return _filled(store, key, _put(store, str(album), wanted or []))
    found = chosen(store.all(PHOTO_ALBUMS), album_id, album, lambda row: row.name)
    if action == "query":
        return _listed(store, album, found)
    key, row = the_one(found, "album", lambda row: row.name)
    if action == "rename":
        return _rename(store, key, row, str(new_name))
    if action == "delete":
        taken = _take(store, row.name, _inside(store, row.name))
        store.remove(PHOTO_ALBUMS, key)
        return _album_result(key, row, taken)
    if wanted is None:
        raise ToolFailure("missing_argument", "say which photos, or of which day")
    change = _put if action == "add" else _take
    return _filled(store, key, change(store, row.name, wanted))


def _wanted(
    store: Store, words: str | None, on: str | None, photo_ids: str | None
) -> list[str] | None:
    """Ids of the photos meant; ``None`` when none were named at all."""
    if photo_ids is not None:
        return [key for key in photo_ids.split() if store.get(PHOTOS, key) is not None]
    if words is None and on is None:
        return None
    found = [
        key
        for key, row in store.all(PHOTOS).items()
        if (words is None or mentions(words, seen_on(row)))
        and (on is None or row.taken.date().isoformat() == on)
    ]
    if not found:
        raise ToolFailure("not_found", "no photo matches")
    return found


def _put(store: Store, album: str, keys: Iterable[str]) -> list[str]:
    """Put photos into the album; returns the ids of those that were not in it."""
    new = [key for key in keys if album not in store.all(PHOTOS)[key].albums]
    for key in new:
        albums = store.all(PHOTOS)[key].albums
        store.update(PHOTOS, key, albums=tuple(sorted((*albums, album))))
    return new


def _take(store: Store, album: str, keys: Iterable[str]) -> list[str]:
    """Take photos out of the album; returns the ids of those that were in it."""
    gone = [key for key in keys if album in store.all(PHOTOS)[key].albums]
    for key in gone:
        kept = tuple(name for name in store.all(PHOTOS)[key].albums if name != album)
        store.update(PHOTOS, key, albums=kept)
    return gone


def _inside(store: Store, album: str) -> list[str]:
    return [key for key, row in store.all(PHOTOS).items() if album in row.albums]


def _refuse_double(store: Store, name: str) -> None:
    if any(fold(row.name) == fold(name) for row in store.all(PHOTO_ALBUMS).values()):
        raise ToolFailure("already_exists", f"there is an album {name} already")


def _rename(store: Store, key: str, row: PhotoAlbum, name: str) -> dict[str, JsonValue]:
    """The photos follow, those in the trash too."""
    if fold(name) != fold(row.name):
        _refuse_double(store, name)
    store.update(PHOTO_ALBUMS, key, name=name)
    for each, photo in list(store.all(PHOTOS).items()):
        store.update(PHOTOS, each, albums=_called(photo, row.name, name))
    for each, thrown in list(store.all(TRASH).items()):
        if thrown.photo is not None:
            renamed = replace(thrown.photo, albums=_called(thrown.photo, row.name, name))
            store.update(TRASH, each, photo=renamed)
    after = PhotoAlbum(name)
    return {
        **_album_result(key, after, []),
        "previous_name": row.name,
        "changed": after != row,
    }


def _called(photo: Photo, before: str, after: str) -> tuple[str, ...]:
    return tuple(sorted(after if name == before else name for name in photo.albums))


def _filled(store: Store, key: str, moved: list[str]) -> dict[str, JsonValue]:
    return _album_result(key, store.all(PHOTO_ALBUMS)[key], moved)


def _album_result(key: str, row: PhotoAlbum, moved: list[str]) -> dict[str, JsonValue]:
    return {
        "album_id": key,
        "name": row.name,
        "photo_ids": " ".join(moved),
        "count": len(moved),
        "changed": bool(moved),
    }


def _listed(
    store: Store, said: str | None, found: list[tuple[str, PhotoAlbum]]
) -> dict[str, JsonValue]:
    """All albums with their sizes; for one that is named, also what is in it."""
    albums: list[JsonValue] = [
        {"name": row.name, "count": len(_inside(store, row.name))} for _, row in found
    ]
    if said is None:
        return {"albums": albums, "count": len(albums)}
    row = the_one(found, "album", lambda row: row.name)[1]
    inside = _inside(store, row.name)
    shown: list[JsonValue] = [photo_view(key, store.all(PHOTOS)[key]) for key in inside[:20]]
    return {"albums": albums, "photos": shown, "count": len(inside)}
