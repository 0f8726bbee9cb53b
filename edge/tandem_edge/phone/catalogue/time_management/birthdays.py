"""Birthdays of the people one knows, by the solar or the lunar calendar."""

from __future__ import annotations

from calendar import monthrange
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from random import Random
from typing import Annotated

from pydantic import Field, JsonValue

from tandem_edge.phone.authoring import (
    ToolFailure,
    action,
    boolean,
    field,
    integer,
    needs,
    person,
    record_id,
    tool,
    undone_by,
)
from tandem_edge.phone.catalogue.calls_communication.contacts import CONTACTS, find_person
from tandem_edge.phone.catalogue.time_management.calendars import CALENDAR_APP, Watch
from tandem_edge.phone.catalogue.time_management.lunar import next_yearly
from tandem_edge.phone.catalogue.time_management.ringing import worded
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.clock import Timer
from tandem_edge.phone.sandbox.device import DEVICE
from tandem_edge.phone.sandbox.notifications import notify
from tandem_edge.phone.sandbox.selection import chosen, the_one
from tandem_edge.phone.sandbox.store import Singleton, Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

NEEDS = ("contacts",)
TOLD_AT = time(9)
LUNAR_DAYS = 30


@dataclass(frozen=True, slots=True)
class Birthday:
    """Whose it is and when; ``lunar`` ones move about the solar year."""

    name: str
    month: Annotated[int, Field(ge=1, le=12)]
    day: Annotated[int, Field(ge=1, le=31)]
    lunar: bool = False


BIRTHDAYS = Table("birthdays", Birthday, prefix="birthday")
BIRTHDAY_WATCH = Singleton("birthday_watch", Watch, hidden=True)


@tool(
    domain=Domain.TIME_MANAGEMENT,
    en="people's birthdays, solar or lunar: save, change, delete, see upcoming",
    zh="亲友生日，公历或农历：记下、修改、删除、看谁快过生日",
    cues_en="birthday bday born on turns when is her birthday whose birthday is coming up lunar "
    "calendar forget his birthday wrong date next month this week",
    cues_zh="生日 过生日 几号生日 阴历生日 农历 阳历 生辰 谁快过生日了 寿星 记错了 大寿 哪天生的",
    arguments=[
        action("create", "update", "delete", "query"),
        person("person", "whose", "谁的", required=("create", "update", "delete")),
        integer(
            "month", 1, 12, "month, 1 to 12", "几月", unit="month", required=("create", "update")
        ),
        integer("day", 1, 31, "day of it", "几号", unit="day", required=("create", "update")),
        boolean("lunar", "whether by the lunar calendar", "是否农历"),
        integer("within", 1, 366, "only those within so many days", "多少天以内的", unit="days"),
        record_id("birthday_id", "birthday3"),
    ],
    results=[
        field("birthday_id", "string"),
        field("name", "string", privacy=Privacy.PERSON),
        field("month", "integer"),
        field("day", "integer"),
        field("lunar", "boolean"),
        field("next", "string"),
        field("days_away", "integer"),
        field("previous_month", "integer"),
        field("previous_day", "integer"),
        field("previous_lunar", "boolean"),
        field("birthdays", "array", privacy=Privacy.PERSON),
    ],
    effects={
        "create": Effect.WRITE,
        "update": Effect.WRITE,
        "delete": Effect.WRITE,
        "query": Effect.READ,
    },
    preconditions=[needs("permission", "contacts", code="permission_denied")],
    errors=["already_exists", "not_found", "ambiguous"],
    inverses={
        "create": undone_by(
            "manage_birthday",
            action="delete",
            person="$result.name",
            birthday_id="$result.birthday_id",
        ),
        "update": undone_by(
            "manage_birthday",
            action="update",
            person="$result.name",
            birthday_id="$result.birthday_id",
            month="$result.previous_month",
            day="$result.previous_day",
            lunar="$result.previous_lunar",
        ),
        "delete": undone_by(
            "manage_birthday",
            action="create",
            person="$result.name",
            birthday_id="$result.birthday_id",
            month="$result.month",
            day="$result.day",
            lunar="$result.lunar",
        ),
    },
    mechanism=Mechanism.PROVIDER,
)
def manage_birthday(
    store: Store,
    action: str,
    person: str | None,
    month: int | None,
    day: int | None,
    lunar: bool,
    within: int | None,
    birthday_id: str | None,
) -> dict[str, JsonValue]:
    """Save, change, delete or list birthdays. A deleted one is put back by its id."""
    if action in ("create", "update"):
        _check(month or 0, day or 0, lunar)
    if action == "create":
        name = str(person) if birthday_id is not None else _known(store, str(person))
        return _create(store, Birthday(name, month or 0, day or 0, lunar))
    found = chosen(store.all(BIRTHDAYS), birthday_id, person, lambda row: row.name)
    if action == "query":
        return _listed(store, found, within)
    key, before = the_one(found, "birthday", lambda row: row.name)
    if action == "delete":
        return _view(store, key, store.remove(BIRTHDAYS, key))
    after = store.update(BIRTHDAYS, key, month=month, day=day, lunar=lunar)
    return {
        **_view(store, key, after),
        "previous_month": before.month,
        "previous_day": before.day,
        "previous_lunar": before.lunar,
    }


def _check(month: int, day: int, lunar: bool) -> None:
    if day > (LUNAR_DAYS if lunar else monthrange(2024, month)[1]):
        raise ToolFailure("invalid_argument", f"month {month} has no day {day}")


def _known(store: Store, person: str) -> str:
    contact = find_person(store, person)
    if not contact.name:
        raise ToolFailure("not_found", "that number is no contact's")
    return contact.name


def _create(store: Store, birthday: Birthday) -> dict[str, JsonValue]:
    if any(row.name == birthday.name for row in store.all(BIRTHDAYS).values()):
        raise ToolFailure("already_exists", f"{birthday.name}'s birthday is saved: change it")
    return _view(store, store.add(BIRTHDAYS, birthday), birthday)


def _listed(
    store: Store, found: list[tuple[str, Birthday]], within: int | None
) -> dict[str, JsonValue]:
    today = store.only(DEVICE).clock.date()
    dated = sorted((next_yearly(row.month, row.day, row.lunar, today), key) for key, row in found)
    rows = dict(found)
    last = timedelta(days=within if within is not None else 366)
    return {
        "birthdays": [_view(store, key, rows[key]) for when, key in dated if when - today <= last]
    }


def _view(store: Store, key: str, row: Birthday) -> dict[str, JsonValue]:
    today = store.only(DEVICE).clock.date()
    when = next_yearly(row.month, row.day, row.lunar, today)
    return {
        "birthday_id": key,
        "name": row.name,
        "month": row.month,
        "day": row.day,
        "lunar": row.lunar,
        "next": when.isoformat(),
        "days_away": (when - today).days,
    }


def told_on(birthday: Birthday, after: datetime) -> datetime:
    """The first moment after ``after`` at which the phone tells of it."""
    day = after.date() + timedelta(days=after.time() >= TOLD_AT)
    return datetime.combine(next_yearly(birthday.month, birthday.day, birthday.lunar, day), TOLD_AT)


def _upcoming(store: Store) -> datetime | None:
    told = store.only(BIRTHDAY_WATCH).through or store.only(DEVICE).clock
    return min((told_on(row, told) for row in store.all(BIRTHDAYS).values()), default=None)


def _tell(store: Store, when: datetime) -> None:
    for row in list(store.all(BIRTHDAYS).values()):
        if next_yearly(row.month, row.day, row.lunar, when.date()) == when.date():
            title = worded(store, f"It is {row.name}'s birthday", f"今天是{row.name}的生日")
            notify(store, CALENDAR_APP, title, "", "reminder")
    store.update(BIRTHDAY_WATCH, through=when)


BIRTHDAY_TIMER = Timer(_upcoming, _tell)


def populate(store: Store, random: Random, cast: Cast) -> None:
    """A dozen or two of the contacts; older Chinese relatives go by the lunar calendar."""
    store.update(BIRTHDAY_WATCH, through=store.only(DEVICE).clock)
    people = [row for row in store.all(CONTACTS).values() if row.group in ("family", "friend")]
    names = sorted({row.name for row in people})
    for name in random.sample(names, min(22, len(names))):
        month, day = random.randrange(1, 13), random.randrange(1, 29)
        chinese = ord(max(name)) > 0x2E80
        store.add(BIRTHDAYS, Birthday(name, month, day, chinese and random.random() < 0.3))
