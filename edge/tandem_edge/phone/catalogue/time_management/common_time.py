"""When oneself and others are free at once, as far as they share their calendars."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from random import Random
from typing import Annotated

from pydantic import Field, JsonValue

from tandem_edge.phone.authoring import (
    ALWAYS,
    ToolFailure,
    day,
    duration,
    field,
    needs,
    person,
    tool,
)
from tandem_edge.phone.catalogue.calls_communication.contacts import CONTACTS, Contact, find_person
from tandem_edge.phone.catalogue.time_management.calendar import EVENTS, span
from tandem_edge.phone.catalogue.time_management.free_time import HOUR, WAKING
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.device import DEVICE, Wall
from tandem_edge.phone.sandbox.store import Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

NEEDS = ("contacts",)
Span = tuple[datetime, datetime]


@dataclass(frozen=True, slots=True)
class Busy:
    """A time at which somebody is taken, on this phone's clock."""

    start: Wall
    minutes: Annotated[int, Field(gt=0, le=24 * 60)]


@dataclass(frozen=True, slots=True)
class SharedCalendar:
    """Somebody lets one see when they are busy, but not with what. ``name`` is for people."""

    number: str
    busy: tuple[Busy, ...] = ()
    name: str = ""


SHARED = Table("shared_calendars", SharedCalendar, prefix="shared")


@tool(
    domain=Domain.TIME_MANAGEMENT,
    en="find when you and one or two other people are both free",
    zh="找你和别人都有空的时间，一位或两位",
    cues_en="when can we meet meet up slot that suits both of us suits everyone mutual available "
    "together with schedule with availability common time free at the same time her and me",
    cues_zh="都有空 两个人都方便 凑时间 约个时间 碰头 共同空闲 什么时候能碰面 大家都行 "
    "对一下时间 他和我",
    arguments=[
        person("person", "with whom", "和谁", required=ALWAYS),
        person("other", "a second person", "还有谁"),
        day("day", "which day", "哪一天", required=ALWAYS),
        duration("duration", "how long at least, 1 hour if absent", "至少多长，缺省一小时"),
    ],
    results=[
        field("day", "string"),
        field("people", "array", privacy=Privacy.PERSON),
        field("free", "array"),
    ],
    effects=Effect.READ,
    preconditions=[
        needs("unlocked", code="locked"),
        needs("network", code="offline"),
    ],
    errors=["not_found", "ambiguous", "not_shared"],
    mechanism=Mechanism.PROVIDER,
)
def find_common_time(
    store: Store, person: str, other: str | None, day: str, duration: int | None
) -> dict[str, JsonValue]:
    """Gaps between 08:00 and 22:00, today from now on, in which none of them is taken."""
    people = [find_person(store, said) for said in (person, other) if said is not None]
    taken = [span(store, event) for event in store.all(EVENTS).values()]
    for each in people:
        taken += _taken(store, each)
    shortest = timedelta(seconds=duration if duration is not None else HOUR)
    free = _gaps(_opening(store, day), sorted(taken), shortest)
    return {
        "day": day,
        "people": [each.name or each.phone for each in people],
        "free": [{"from": f"{start:%H:%M}", "to": f"{end:%H:%M}"} for start, end in free],
    }


def _taken(store: Store, contact: Contact) -> list[Span]:
    for row in store.all(SHARED).values():
        if row.number == contact.phone:
            return [(each.start, each.start + timedelta(minutes=each.minutes)) for each in row.busy]
    raise ToolFailure("not_shared", f"{contact.name or contact.phone} does not share a calendar")


def _opening(store: Store, day: str) -> Span:
    opens, closes = (datetime.combine(date.fromisoformat(day), clock) for clock in WAKING)
    now = store.only(DEVICE).clock
    if now.date() == opens.date():
        whole = now.replace(second=0, microsecond=0)
        opens = max(opens, whole + timedelta(minutes=whole < now))
    return opens, closes


def _gaps(opening: Span, taken: list[Span], shortest: timedelta) -> list[Span]:
    opens, closes = opening
    found = []
    for start, end in [*taken, (closes, closes)]:
        until = min(start, closes)
        if until > opens and until - opens >= shortest:
            found.append((opens, until))
        opens = max(opens, end)
    return found


def populate(store: Store, random: Random, cast: Cast) -> None:
    """Most of those one knows share their calendars; there are a dozen kinds of weeks."""
    morning = store.only(DEVICE).clock.replace(hour=0, minute=0, second=0, microsecond=0)
    weeks = [
        tuple(
            Busy(morning + _FIRST + _hour(at), _LENGTHS[at % 5])
            for at in random.sample(range(21 * 12), 10)
        )
        for _ in range(12)
    ]
    for contact in store.all(CONTACTS).values():
        if contact.group in _GROUPS and random.random() < 0.85:
            store.add(SHARED, SharedCalendar(contact.phone, random.choice(weeks), contact.name))


def _hour(at: int) -> timedelta:
    """The hour of a working day of twelve that is the ``at``-th from today on."""
    return timedelta(days=at // 12, hours=at % 12)


_GROUPS = ("work", "friend", "family")
_FIRST = timedelta(hours=8)
_LENGTHS = (30, 45, 60, 90, 120)
