"""Who and what gets through do-not-disturb."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Literal

from pydantic import JsonValue

from tandem_edge.phone.authoring import (
    ToolFailure,
    action,
    app,
    choice,
    field,
    needs,
    person,
    record_id,
    tool,
    undone_by,
)
from tandem_edge.phone.catalogue.apps_storage.applications import INSTALLED
from tandem_edge.phone.catalogue.calls_communication.contacts import CONTACTS, find_person, name_of
from tandem_edge.phone.catalogue.display_sound.sound import SOUND
from tandem_edge.phone.language.apps import label_of
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.notifications import Notification, hush
from tandem_edge.phone.sandbox.store import Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

NEEDS = ("contacts", "applications")
Sort = Literal[
    "alarms", "reminders", "calls", "messages", "media", "repeat_callers", "family", "work"
]
SORTS: tuple[Sort, ...] = (
    "alarms",
    "reminders",
    "calls",
    "messages",
    "media",
    "repeat_callers",
    "family",
    "work",
)
_SORT_OF = {
    "alarm": "alarms",
    "reminder": "reminders",
    "call": "calls",
    "message": "messages",
    "media": "media",
}


@dataclass(frozen=True, slots=True)
class DndException:
    """``value`` is a number (E.164) for a person, a package for an app, else a ``Sort``."""

    kind: Literal["person", "app", "sort"]
    value: str


DND_EXCEPTIONS = Table("dnd_exceptions", DndException, prefix="dnd_exception")


def gets_through(store: Store, category: str, app: str = "", number: str = "") -> bool:
    """Whether do-not-disturb lets this be heard: by its sort, its app or whom it is from."""
    allowed = {(row.kind, row.value) for row in store.all(DND_EXCEPTIONS).values()}
    group = next((row.group for row in store.all(CONTACTS).values() if row.phone == number), "")
    wanted = [("sort", _SORT_OF.get(category, "")), ("app", app), ("person", number)]
    return not allowed.isdisjoint([*wanted, ("sort", group)])


@hush
def held_back(store: Store, note: Notification) -> bool:
    """Do-not-disturb silences what no exception lets through."""
    if not store.only(SOUND).do_not_disturb:
        return False
    return not gets_through(store, note.category, note.app, note.sender or _number(store, note))


def _number(store: Store, note: Notification) -> str:
    """The number of the contact that a notification names as its title, or ``""``."""
    rows = store.all(CONTACTS).values()
    return next((row.phone for row in rows if row.name == note.title), "")


@tool(
    domain=Domain.DISPLAY_SOUND,
    en="exceptions to do-not-disturb: let person, app or sort through; remove, list",
    zh="勿扰例外：勿扰时仍放行的人、应用或类别，可添加、移除、查看",
    cues_en="dnd exception allow still ring get through even when on do not disturb whitelist "
    "priority people starred favourites only wife boss repeat callers alarms family",
    cues_zh="勿扰白名单 例外 放行 除了 照样响 让他打进来 勿扰的时候也要 重复来电 家人 老板 漏掉",
    arguments=[
        action("allow", "remove", "query"),
        person("person", "who gets through", "谁能打扰"),
        app("app", "which app gets through", "哪个应用能打扰"),
        choice("sort", SORTS, "what gets through", "哪类能打扰"),
        record_id("exception_id", "dnd_exception3"),
    ],
    results=[
        field("exception_id", "string"),
        field("person", "string", privacy=Privacy.PHONE),
        field("name", "string", privacy=Privacy.PERSON),
        field("app", "string"),
        field("sort", "string"),
        field("changed", "boolean"),
        field("exceptions", "array", privacy=Privacy.PERSON),
    ],
    effects={"allow": Effect.WRITE, "remove": Effect.WRITE, "query": Effect.READ},
    preconditions=[needs("unlocked", code="locked", on=("allow", "remove"))],
    errors=["not_found", "ambiguous", "not_installed"],
    inverses={
        "allow": undone_by(
            "manage_dnd_exception", action="remove", exception_id="$result.exception_id"
        ),
        "remove": undone_by(
            "manage_dnd_exception",
            action="allow",
            person="$result.person",
            app="$result.app",
            sort="$result.sort",
        ),
    },
    changes=["manage_do_not_disturb"],
    mechanism=Mechanism.UI,
)
def manage_dnd_exception(
    store: Store,
    action: str,
    person: str | None,
    app: str | None,
    sort: str | None,
    exception_id: str | None,
) -> dict[str, JsonValue]:
    """Let one person, app or sort through do-not-disturb, no longer, or list who and what may."""
    rows = store.all(DND_EXCEPTIONS)
    if exception_id is not None and exception_id in rows:
        wanted = rows[exception_id]
    elif action == "query" and person is app is sort is None:
        return {"exceptions": [_view(store, key, row) for key, row in rows.items()]}
    else:
        wanted = _meant(store, person, app, sort)
    key = next((key for key, row in rows.items() if row == wanted), "")
    if action == "query":
        return {"exceptions": [_view(store, key, wanted)] if key else []}
    if action == "remove":
        if not key:
            raise ToolFailure("not_found", "that is no exception to do-not-disturb")
        return _view(store, key, store.remove(DND_EXCEPTIONS, key)) | {"changed": True}
    made = key or store.add(DND_EXCEPTIONS, wanted)
    return _view(store, made, wanted) | {"changed": not key}


def _meant(store: Store, person: str | None, app: str | None, sort: str | None) -> DndException:
    if sum(given is not None for given in (person, app, sort)) != 1:
        raise ToolFailure("missing_argument", "say one person, one app or one sort")
    if person is not None:
        return DndException("person", find_person(store, person).phone)
    if app is None:
        return DndException("sort", str(sort))
    if app not in store.all(INSTALLED):
        raise ToolFailure("not_installed", f"{label_of(app)} is not installed")
    return DndException("app", app)


def _view(store: Store, key: str, row: DndException) -> dict[str, JsonValue]:
    of_kind = {kind: row.value if row.kind == kind else "" for kind in ("person", "app", "sort")}
    name = name_of(store, row.value) if row.kind == "person" else ""
    shown: dict[str, JsonValue] = {"exception_id": key, "name": name, **of_kind}
    return shown


_APPS = ("com.android.deskclock", "com.android.calendar", "com.tencent.mm", "com.whatsapp")


def populate(store: Store, random: Random, cast: Cast) -> None:
    """What phones let through from the start, an app or two, and a few people."""
    for sort in ("alarms", "media", "repeat_callers"):
        store.add(DND_EXCEPTIONS, DndException("sort", sort))
    numbers = [row.phone for row in store.all(CONTACTS).values() if row.group == "family"]
    for number in random.sample(numbers, min(3, len(numbers))):
        store.add(DND_EXCEPTIONS, DndException("person", number))
    for package in random.sample(_APPS, 2):
        if package in store.all(INSTALLED):
            store.add(DND_EXCEPTIONS, DndException("app", package))
