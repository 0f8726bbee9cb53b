"""Everything that a day holds, from every family that knows of days."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, timedelta

from pydantic import JsonValue

from tandem_edge.phone.authoring import ToolFailure, choice, day, field, needs, tool
from tandem_edge.phone.catalogue.time_management.alarms import ALARMS, rings_on
from tandem_edge.phone.catalogue.time_management.birthdays import BIRTHDAYS
from tandem_edge.phone.catalogue.time_management.calendar import EVENTS, span
from tandem_edge.phone.catalogue.time_management.calendars import is_shown
from tandem_edge.phone.catalogue.time_management.lunar import next_yearly
from tandem_edge.phone.catalogue.time_management.reminders import REMINDERS, next_time
from tandem_edge.phone.catalogue.utilities_productivity.notes import TODOS
from tandem_edge.phone.sandbox.device import DEVICE
from tandem_edge.phone.sandbox.store import Store
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

KINDS = ("everything", "events", "reminders", "todos", "birthdays", "alarms")
LONGEST = 31
Entry = tuple[str, str, str]
"""When, what kind, what."""


@tool(
    domain=Domain.TIME_MANAGEMENT,
    en="overview of a day or several: events, reminders, to-dos, birthdays, alarms together",
    zh="一天或几天总览：日程、提醒、待办、生日、闹钟放一起看",
    cues_en="agenda what's on today my day look like this week ahead run me through everything I "
    "have tomorrow rundown briefing plate busy what's coming up overview anything on weekend",
    cues_zh="今天有啥事 明天都有什么 这周安排 过一遍 有哪些事要办 一天的行程 汇总 忙不忙 "
    "全部事项 接下来几天 早报",
    arguments=[
        day("day", "which day, today if absent", "哪一天，缺省为今天"),
        day("until", "last day, for several", "到哪天为止，看多天时用"),
        choice("kind", KINDS, "only one kind", "只看一类", default="everything"),
    ],
    results=[
        field("day", "string"),
        field("until", "string"),
        field("items", "array", privacy=Privacy.MESSAGE),
        field("total", "integer"),
        field("busy_minutes", "integer"),
    ],
    effects=Effect.READ,
    preconditions=[
        needs("unlocked", code="locked"),
        needs("permission", "calendar", code="permission_denied"),
    ],
    errors=["too_long"],
    mechanism=Mechanism.PROVIDER,
)
def query_agenda(
    store: Store, day: str | None, until: str | None, kind: str
) -> dict[str, JsonValue]:
    """What ``day``, or the days to ``until``, hold, in order; hidden calendars are left out."""
    first = date.fromisoformat(day) if day else store.only(DEVICE).clock.date()
    last = date.fromisoformat(until) if until else first
    if last < first:
        raise ToolFailure("invalid_argument", f"{last} is before {first}")
    if (last - first).days >= LONGEST:
        raise ToolFailure("too_long", f"at most {LONGEST} days at once")
    days = [first + timedelta(days=ahead) for ahead in range((last - first).days + 1)]
    found = sorted(entry for entry in _entries(store, days) if kind in ("everything", entry[1]))
    return {
        "day": first.isoformat(),
        "until": last.isoformat(),
        "items": [{"at": at, "kind": each, "what": what} for at, each, what in found],
        "total": len(found),
        "busy_minutes": _busy(store, days),
    }


def _entries(store: Store, days: list[date]) -> Iterator[Entry]:
    first, last = days[0], days[-1]
    for event in store.all(EVENTS).values():
        start, end = span(store, event)
        opens, closes = _bounds(days)
        if is_shown(store, event) and start < closes and (end > opens or start >= opens):
            yield _at(start), "events", event.title
    for todo in store.all(TODOS).values():
        if todo.due is not None and first <= todo.due <= last and not todo.done:
            yield todo.due.isoformat(), "todos", todo.text
    for row in store.all(BIRTHDAYS).values():
        when = next_yearly(row.month, row.day, row.lunar, first)
        if when <= last:
            yield when.isoformat(), "birthdays", row.name
    yield from _reminders(store, days)
    yield from _alarms(store, days)


def _reminders(store: Store, days: list[date]) -> Iterator[Entry]:
    opens, closes = _bounds(days)
    for row in store.all(REMINDERS).values():
        at: datetime | None = None if row.done else row.at
        while at is not None and at < closes:
            if at >= opens:
                yield _at(at), "reminders", row.text
            at = next_time(row, max(at, opens - timedelta(minutes=1)))


def _alarms(store: Store, days: list[date]) -> Iterator[Entry]:
    for alarm in store.all(ALARMS).values():
        for each in days:
            if rings_on(alarm, each):
                yield _at(datetime.combine(each, alarm.next.time())), "alarms", alarm.label


def _busy(store: Store, days: list[date]) -> int:
    """Minutes that events take of these days, overlapping ones counted once."""
    opens, closes = _bounds(days)
    total = timedelta(0)
    spans = (span(store, row) for row in store.all(EVENTS).values() if is_shown(store, row))
    for start, end in sorted(spans):
        start, end = max(start, opens), min(end, closes)
        if end > start:
            total, opens = total + (end - start), end
    return int(total.total_seconds() // 60)


def _bounds(days: list[date]) -> tuple[datetime, datetime]:
    midnight = datetime.min.time()
    return (
        datetime.combine(days[0], midnight),
        datetime.combine(days[-1], midnight) + timedelta(days=1),
    )


def _at(when: datetime) -> str:
    return when.strftime("%Y-%m-%dT%H:%M")
