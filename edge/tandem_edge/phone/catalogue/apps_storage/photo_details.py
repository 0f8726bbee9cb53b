"""What is written down about a photo: description, place, time, and who is on it."""

from __future__ import annotations

from datetime import datetime

from pydantic import JsonValue

from tandem_edge.phone.authoring import (
    ALWAYS,
    action,
    field,
    moment,
    needs,
    person,
    record_id,
    text,
    tool,
    undone_by,
)
from tandem_edge.phone.catalogue.apps_storage.photos import find_photo, people_on
from tandem_edge.phone.catalogue.apps_storage.stored import PHOTOS, Photo
from tandem_edge.phone.catalogue.calls_communication.contacts import find_person
from tandem_edge.phone.normalise import clean_text
from tandem_edge.phone.sandbox.selection import the_one
from tandem_edge.phone.sandbox.store import Store
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

_PHOTO = {"photo": "any", "photo_id": "$result.photo_id"}


@tool(
    domain=Domain.APPS_STORAGE,
    en="photo details: description, place, time taken, people tagged; change them",
    zh="照片信息：修改说明、地点、拍摄时间，标记或取消人物",
    cues_en="caption describe write under the picture where it was taken location wrong date "
    "tag people who is in it untag name face remove location",
    cues_zh="照片说明 备注 写上 地点写错 拍摄时间不对 改成在哪拍的 标记人脸 圈出来 这是谁 "
    "取消标记 去掉定位",
    arguments=[
        action("describe", "set_place", "set_time", "tag", "untag"),
        text(
            "photo",
            "what is seen on it",
            "画面内容",
            max_length=120,
            example="cat",
            required=ALWAYS,
        ),
        text(
            "text",
            "new description or place, absent removes it",
            "新说明或地点，缺省为去掉",
            max_length=120,
            example="Our first flat",
        ),
        person("person", "who is on it", "照片里的人", required=("tag", "untag")),
        moment(
            "time", "when it was taken", "拍摄时间", required=("set_time",), finds=("set_time",)
        ),
        record_id("photo_id", "photo3"),
    ],
    results=[
        field("photo_id", "string"),
        field("text", "string", privacy=Privacy.MESSAGE),
        field("person", "string", privacy=Privacy.PERSON),
        field("taken", "string"),
        field("previous_text", "string", privacy=Privacy.MESSAGE),
        field("previous_time", "string"),
        field("changed", "boolean"),
    ],
    effects={
        "describe": Effect.WRITE,
        "set_place": Effect.WRITE,
        "set_time": Effect.WRITE,
        "tag": Effect.WRITE,
        "untag": Effect.WRITE,
    },
    preconditions=[
        needs("unlocked", code="locked"),
        needs("permission", "photos", code="no_permission"),
    ],
    errors=["not_found", "ambiguous"],
    inverses={
        "describe": undone_by(
            "edit_photo_details", action="describe", text="$result.previous_text", **_PHOTO
        ),
        "set_place": undone_by(
            "edit_photo_details", action="set_place", text="$result.previous_text", **_PHOTO
        ),
        "set_time": undone_by(
            "edit_photo_details", action="set_time", time="$result.previous_time", **_PHOTO
        ),
        "tag": undone_by("edit_photo_details", action="untag", person="$result.person", **_PHOTO),
        "untag": undone_by("edit_photo_details", action="tag", person="$result.person", **_PHOTO),
    },
    mechanism=Mechanism.PROVIDER,
)
def edit_photo_details(
    store: Store,
    action: str,
    photo: str,
    text: str | None,
    person: str | None,
    time: str | None,
    photo_id: str | None,
) -> dict[str, JsonValue]:
    """Describe a photo, correct where or when it was taken, say who is on it."""
    key, row = find_photo(store, photo, None, photo_id)
    if action in ("describe", "set_place"):
        name = "about" if action == "describe" else "place"
        after = store.update(PHOTOS, key, **{name: text or ""})
        before = getattr(row, name)
        return {**_detail(key, after, row), "text": text or "", "previous_text": before}
    if action == "set_time":
        return _detail(key, store.update(PHOTOS, key, taken=_taken(row, str(time))), row)
    name = _person(store, row, str(person), tag=action == "tag")
    others = [each for each in row.people if each != name]
    people = tuple(sorted([*others, name] if action == "tag" else others))
    return {**_detail(key, store.update(PHOTOS, key, people=people), row), "person": name}


def _taken(row: Photo, said: str) -> datetime:
    """A clock time alone is one of the day it has."""
    if said.startswith("T"):
        return datetime.fromisoformat(f"{row.taken:%Y-%m-%d}{said}")
    return datetime.fromisoformat(said)


def _person(store: Store, row: Photo, said: str, *, tag: bool) -> str:
    """Whose name it is: to tag, one contact; to untag, first of all one on the photo."""
    if clean_text(said) in row.people:
        return clean_text(said)
    if tag:
        return find_person(store, said).name or said
    tagged = sorted(people_on(store, said) & set(row.people))
    found = [(name, name) for name in tagged] or [("", find_person(store, said).name)]
    return the_one(found, "person", str)[1]


def _detail(key: str, after: Photo, before: Photo) -> dict[str, JsonValue]:
    return {
        "photo_id": key,
        "taken": after.taken.strftime("%Y-%m-%dT%H:%M"),
        "previous_time": before.taken.strftime("%Y-%m-%dT%H:%M"),
        "changed": after != before,
    }
