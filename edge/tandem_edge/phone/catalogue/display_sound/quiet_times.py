"""Do-not-disturb by the clock, and who or what gets through all the same."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from random import Random

from pydantic import JsonValue

from tandem_edge.phone.authoring import (
    ToolFailure,
    action,
    choice,
    clock,
    field,
    internal,
    record_id,
    text,
    tool,
    undone_by,
)
from tandem_edge.phone.authoring import boolean as yes_or_no
from tandem_edge.phone.catalogue.display_sound.clock_hours import (
    DAYS,
    ClockTime,
    Days,
    Edge,
    HoursOf,
    next_edge,
    on_days,
    within,
)
from tandem_edge.phone.catalogue.display_sound.sound import SOUND
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.clock import Timer
from tandem_edge.phone.sandbox.device import DEVICE
from tandem_edge.phone.sandbox.selection import chosen, the_one
from tandem_edge.phone.sandbox.snapshots import STATE, packed, put_back, state_argument
from tandem_edge.phone.sandbox.store import ONLY, Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy


@dataclass(frozen=True, slots=True)
class QuietTime:
    """Hours of do-not-disturb. ``turns`` is when they begin or end next; off, there is none."""

    name: str
    start: ClockTime
    end: ClockTime
    days: Days = "daily"
    turns: Edge | None = None

    @property
    def hours(self) -> HoursOf:
        """When it is quiet, were this switched on."""
        return on_days(self.start, self.end, self.days)


QUIET_TIMES = Table("quiet_times", QuietTime, prefix="quiet_time")
Hours = tuple[str | None, str | None, str | None]
"""Start, end and days, as far as a call says them."""
_SWITCHED = ("update", "enable", "disable")
WRITES = ("create", "update", "delete", "enable", "disable")


@tool(
    domain=Domain.DISPLAY_SOUND,
    en="do-not-disturb schedule: hours it runs; create, change, delete, enable, disable, list",
    zh="定时勿扰：每天自动勿扰的时段，可新建、修改、删除、开关、查看",
    cues_en="dnd schedule automatically every night quiet hours from ten till seven weekday nights "
    "sleep bedtime work hours hush between and by itself",
    cues_zh="定时免打扰 自动勿扰 每晚 每天晚上 几点到几点 别响 睡觉时间 安静时段 工作日 周末 "
    "到点自动 午休",
    arguments=[
        action("create", "update", "delete", "enable", "disable", "query"),
        text("name", "its name", "名称", privacy=Privacy.NONE, max_length=60, example="Sleep"),
        clock("start", "when it begins", "开始时间", required=("create",)),
        clock("end", "when it ends", "结束时间", required=("create",)),
        choice("days", DAYS, "on which days", "哪些天"),
        internal(
            yes_or_no("enabled", "whether one put back is on", "恢复时是否开启", default=None)
        ),
        record_id("schedule_id", "quiet_time3"),
        state_argument(),
    ],
    results=[
        field("schedule_id", "string"),
        field("name", "string"),
        field("start", "string"),
        field("end", "string"),
        field("days", "string"),
        field("enabled", "boolean"),
        field("do_not_disturb", "boolean"),
        field("changed", "boolean"),
        field("schedules", "array"),
        STATE,
    ],
    effects={"query": Effect.READ} | dict.fromkeys(WRITES, Effect.WRITE),
    errors=["already_exists", "not_found", "ambiguous"],
    inverses={
        "create": undone_by(
            "manage_dnd_schedule",
            action="delete",
            schedule_id="$result.schedule_id",
            state="$result.previous",
        ),
        "delete": undone_by(
            "manage_dnd_schedule",
            action="create",
            name="$result.name",
            start="$result.start",
            end="$result.end",
            days="$result.days",
            enabled="$result.enabled",
            state="$result.previous",
        ),
    }
    | {
        action: undone_by(
            "manage_dnd_schedule",
            action=action,
            schedule_id="$result.schedule_id",
            start="$result.start",
            state="$result.previous",
        )
        for action in _SWITCHED
    },
    changes=["manage_do_not_disturb"],
    mechanism=Mechanism.UI,
)
def manage_dnd_schedule(
    store: Store,
    action: str,
    name: str | None,
    start: str | None,
    end: str | None,
    days: str | None,
    enabled: bool | None,
    schedule_id: str | None,
    state: str | None,
) -> dict[str, JsonValue]:
    """Create, change, delete, switch or list quiet hours; those that cover now act at once."""
    hours = (start, end, days)
    if action == "query":
        return {"schedules": [_view(*row) for row in _matching(store, name, hours)]}
    mark, was_quiet = packed(store, (SOUND, ONLY)), quiet_now(store)
    if action == "create":
        row = QuietTime(name or "", str(start), str(end), days or "daily")  # type: ignore[arg-type]
        key, before = _create(store, row, enabled is not False), None
    else:
        found = chosen(store.all(QUIET_TIMES), schedule_id, name, lambda row: row.name)
        if schedule_id is None and action != "update":
            found = _matching(store, name, hours)
        key, before = the_one(found, "schedule", _describe)
        mark = packed(store, (SOUND, ONLY), (QUIET_TIMES, key)) if action in _SWITCHED else mark
        row = _change(store, action, key, before, hours)
    _settle(store, was_quiet)
    if state is not None:  # of an inverse call
        put_back(store, state, SOUND, QUIET_TIMES)
        row = store.get(QUIET_TIMES, key) or row
    return _view(key, row) | {
        "do_not_disturb": store.only(SOUND).do_not_disturb,
        "changed": store.get(QUIET_TIMES, key) != before,
        "previous": mark,
    }


def _create(store: Store, row: QuietTime, enabled: bool) -> str:
    for key, other in store.all(QUIET_TIMES).items():
        same_hours = (other.start, other.end, other.days) == (row.start, row.end, row.days)
        if same_hours or (row.name and other.name == row.name):
            raise ToolFailure("already_exists", f"{_describe(other)} is there already as {key}")
    return store.add(QUIET_TIMES, _switched(store, row, enabled))


def _change(
    store: Store,
    action: str,
    key: str,
    before: QuietTime,
    hours: Hours,
) -> QuietTime:
    if action == "delete":
        return store.remove(QUIET_TIMES, key)
    after = before
    if action == "update" and hours == (None, None, None):
        raise ToolFailure("missing_argument", "say the new start, end or days")
    if action == "update":
        start, end, days = hours
        after = QuietTime(
            before.name,
            start or before.start,
            end or before.end,
            days or before.days,  # type: ignore[arg-type]
            before.turns,
        )
    enabled = before.turns is not None if action == "update" else action == "enable"
    if after != before or enabled != (before.turns is not None):
        after = _switched(store, after, enabled)
        store.put(QUIET_TIMES, key, after)
    return after


def _switched(store: Store, row: QuietTime, enabled: bool) -> QuietTime:
    turns = next_edge(store.only(DEVICE).clock, row.hours) if enabled else None
    return QuietTime(row.name, row.start, row.end, row.days, turns)


def _matching(store: Store, name: str | None, hours: Hours) -> list[tuple[str, QuietTime]]:
    found = chosen(store.all(QUIET_TIMES), None, name, lambda row: row.name)
    return [
        (key, row)
        for key, row in found
        if all(
            asked in (None, has)
            for asked, has in zip(hours, (row.start, row.end, row.days), strict=True)
        )
    ]


def quiet_now(store: Store, when: datetime | None = None) -> bool:
    """Whether ``when`` (else now) lies in quiet hours that are switched on."""
    moment = when or store.only(DEVICE).clock
    rows = store.all(QUIET_TIMES).values()
    return any(row.turns is not None and within(moment, row.hours) for row in rows)


def _settle(store: Store, was_quiet: bool) -> None:
    """Do-not-disturb follows when quiet hours came over the present, or left it."""
    is_quiet = quiet_now(store)
    if is_quiet != was_quiet:
        store.update(SOUND, do_not_disturb=is_quiet or store.only(SOUND).dnd_until is not None)


def _describe(row: QuietTime) -> str:
    return f"{row.name} {row.start}-{row.end} {row.days}".strip()


def _view(key: str, row: QuietTime) -> dict[str, JsonValue]:
    return {
        "schedule_id": key,
        "name": row.name,
        "start": row.start,
        "end": row.end,
        "days": row.days,
        "enabled": row.turns is not None,
    }


def _upcoming(store: Store) -> datetime | None:
    edges = [row.turns for row in store.all(QUIET_TIMES).values() if row.turns is not None]
    until = store.only(SOUND).dnd_until
    return min(edges if until is None else [*edges, until], default=None)


def _happen(store: Store, when: datetime) -> None:
    """Quiet hours begin and end, and so does do-not-disturb that was on for a while."""
    turned = False
    for key, row in list(store.all(QUIET_TIMES).items()):
        if row.turns is not None and row.turns <= when:
            store.update(QUIET_TIMES, key, turns=next_edge(when, row.hours))
            turned = True
    until = store.only(SOUND).dnd_until
    over = until is not None and until <= when
    if over:
        until = store.update(SOUND, dnd_until=None).dnd_until
    if turned or over:
        store.update(SOUND, do_not_disturb=quiet_now(store, when) or until is not None)


QUIET_CLOCK = Timer(_upcoming, _happen)

_NIGHTS = (
    ("Sleep", "周末睡懒觉"),
    ("睡觉", "Weekend lie-in"),
    ("Night", "夜里"),
    ("早睡", "Bedtime"),
)
_DAYTIME: tuple[tuple[str, str, str, Days], ...] = (
    ("午休", "12:30", "13:30", "weekdays"),
    ("Siesta", "13:00", "14:00", "daily"),
    ("上课", "14:00", "16:00", "weekdays"),
    ("Deep work", "09:30", "11:30", "weekdays"),
    ("Yoga class", "15:30", "17:00", "weekends"),
    ("晨会", "08:45", "09:15", "weekdays"),
    ("Family dinner", "18:30", "19:30", "daily"),
    ("陪娃写作业", "20:00", "21:00", "weekdays"),
)


def populate(store: Store, random: Random, cast: Cast) -> None:
    """A night that is quiet, a longer one at weekends, and hours by day that are switched off."""
    name, weekend = cast.of(_NIGHTS)[0]
    start = f"{random.choice((22, 23))}:{random.choice(('00', '30'))}"
    night = QuietTime(name, start, random.choice(("06:30", "07:00")), "weekdays")
    store.add(QUIET_TIMES, _switched(store, night, random.random() < 0.5))
    late = QuietTime(weekend, "23:45", "09:15", "weekends")
    store.add(QUIET_TIMES, _switched(store, late, enabled=False))
    for name, start, end, days in cast.of(_DAYTIME):
        store.add(QUIET_TIMES, QuietTime(name, start, end, days))
