"""Photos and videos: finding them, and deleting or marking one."""

from __future__ import annotations

from pydantic import JsonValue

from tandem_edge.phone.authoring import (
    ALWAYS,
    ToolFailure,
    action,
    choice,
    day,
    field,
    needs,
    person,
    record_id,
    text,
    tool,
    undone_by,
)
from tandem_edge.phone.catalogue.apps_storage.spans import PERIODS, within
from tandem_edge.phone.catalogue.apps_storage.stored import (
    PHOTO_KINDS,
    PHOTOS,
    Photo,
    describe_photo,
    mentions,
    throw_away,
)
from tandem_edge.phone.catalogue.calls_communication.contacts import people_called
from tandem_edge.phone.sandbox.device import DEVICE
from tandem_edge.phone.sandbox.selection import chosen, named, the_one
from tandem_edge.phone.sandbox.store import Store
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

SHOWN = 20


def seen_on(photo: Photo) -> str:
    """Everything that words may be looked up in."""
    return f"{photo.about} {photo.place} {photo.name}"


def find_photo(
    store: Store, said: str, on: str | None = None, key: str | None = None
) -> tuple[str, Photo]:
    """The one photo meant by what is on it, of the day ``on`` where that is said."""
    rows = store.all(PHOTOS)
    if key is not None:
        return the_one(chosen(rows, key, None, lambda row: row.name), "photo", describe_photo)
    found = named(rows, said, lambda row: row.about)
    found = found or [(key, row) for key, row in rows.items() if mentions(said, seen_on(row))]
    kept = [(key, row) for key, row in found if on is None or row.taken.date().isoformat() == on]
    return the_one(kept, "photo", describe_photo)


def people_on(store: Store, said: str) -> set[str]:
    """The names that ``said`` may mean. Raises ``not_found`` when it is nobody's."""
    names = {name for name in people_called(store, said).values() if name}
    if not names:
        raise ToolFailure("not_found", "no contact matches")
    return names


@tool(
    domain=Domain.APPS_STORAGE,
    en="find photos, videos and screenshots: by what is seen, who, when",
    zh="找照片、视频和截图：按内容、人物、时间",
    cues_en="find photos pictures pics of show me snaps selfies video clips screenshots taken "
    "last year where was that shot gallery the one with the dog beach",
    cues_zh="找照片 翻照片 相片 图片 自拍 截图 录的视频 去年拍的 拍的那张 跟谁的合影 相册里 "
    "有猫的 海边的",
    arguments=[
        text(
            "about", "what is seen, or the place", "画面内容或地点", max_length=80, example="beach"
        ),
        person("person", "who is on it", "照片里的人"),
        choice("kind", PHOTO_KINDS, "kind of picture", "照片类型"),
        day("day", "taken on that day", "哪天拍的"),
        choice("period", PERIODS, "taken in that time", "哪段时间拍的"),
    ],
    results=[
        field("photos", "array", privacy=Privacy.MESSAGE),
        field("total", "integer"),
        field("megabytes", "integer"),
    ],
    effects=Effect.READ,
    preconditions=[
        needs("unlocked", code="locked"),
        needs("permission", "photos", code="no_permission"),
    ],
    errors=["not_found"],
    mechanism=Mechanism.PROVIDER,
)
def find_photos(
    store: Store,
    about: str | None,
    person: str | None,
    kind: str | None,
    day: str | None,
    period: str | None,
) -> dict[str, JsonValue]:
    """Pictures that fit everything said, newest first. ``not_found`` is about the person."""
    today = store.only(DEVICE).clock.date()
    names = None if person is None else people_on(store, person)
    found = [
        (key, row)
        for key, row in store.all(PHOTOS).items()
        if (about is None or mentions(about, seen_on(row)))
        and (names is None or not names.isdisjoint(row.people))
        and kind in (None, row.kind)
        and within(row.taken, day, period, today)
    ]
    found.sort(key=lambda item: item[1].taken, reverse=True)
    return {
        "photos": [photo_view(key, row) for key, row in found[:SHOWN]],
        "total": len(found),
        "megabytes": sum(row.megabytes for _, row in found),
    }


def photo_view(key: str, row: Photo) -> dict[str, JsonValue]:
    """A photo as results show it."""
    return {
        "photo_id": key,
        "kind": row.kind,
        "about": row.about,
        "place": row.place,
        "people": list(row.people),
        "taken": row.taken.strftime("%Y-%m-%dT%H:%M"),
        "favourite": row.favourite,
    }


@tool(
    domain=Domain.APPS_STORAGE,
    en="one photo, video or screenshot: delete into trash, favourite, unfavourite",
    zh="单张照片、视频或截图：删进回收站、收藏、取消收藏",
    cues_en="delete the photo of get rid of that picture favorite heart star like this shot bin "
    "the screenshot mark as favourite take the heart off",
    cues_zh="删照片 删掉那张 这张不要了 收藏照片 标红心 点个心 设为最爱 取消收藏 删视频 "
    "删截图 丑照",
    arguments=[
        action("delete", "favourite", "unfavourite"),
        text(
            "photo",
            "what is seen on it",
            "画面内容",
            max_length=120,
            example="cat",
            required=ALWAYS,
        ),
        day("day", "taken on that day", "哪天拍的"),
        record_id("photo_id", "photo3"),
    ],
    results=[
        field("photo_id", "string"),
        field("about", "string", privacy=Privacy.MESSAGE),
        field("taken", "string"),
        field("changed", "boolean"),
    ],
    effects={"delete": Effect.WRITE, "favourite": Effect.WRITE, "unfavourite": Effect.WRITE},
    preconditions=[
        needs("unlocked", code="locked"),
        needs("permission", "photos", code="no_permission"),
    ],
    errors=["not_found", "ambiguous"],
    inverses={
        "delete": undone_by(
            "manage_trash", action="restore", item="any", item_id="$result.photo_id"
        ),
        "favourite": undone_by(
            "manage_photo", action="unfavourite", photo="any", photo_id="$result.photo_id"
        ),
        "unfavourite": undone_by(
            "manage_photo", action="favourite", photo="any", photo_id="$result.photo_id"
        ),
    },
    changes=["manage_trash"],
    mechanism=Mechanism.PROVIDER,
)
def manage_photo(
    store: Store, action: str, photo: str, day: str | None, photo_id: str | None
) -> dict[str, JsonValue]:
    """Throw one picture away, or mark it; what is thrown away can be restored."""
    key, row = find_photo(store, photo, day, photo_id)
    if action == "delete":
        throw_away(store, key)
        changed = True
    else:
        changed = store.update(PHOTOS, key, favourite=action == "favourite") != row
    return {
        "photo_id": key,
        "about": row.about,
        "taken": row.taken.strftime("%Y-%m-%dT%H:%M"),
        "changed": changed,
    }
