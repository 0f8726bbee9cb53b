"""Reminders: a line of text that comes up at its time, once or on a rhythm."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from random import Random
from typing import Literal, get_args

from pydantic import JsonValue

from tandem_edge.phone.authoring import (
    ToolFailure,
    action,
    boolean,
    choice,
    field,
    internal,
    moment,
    record_id,
    text,
    tool,
    undone_by,
)
from tandem_edge.phone.normalise import LAST_YEAR
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.clock import Timer
from tandem_edge.phone.sandbox.device import DEVICE, Wall
from tandem_edge.phone.sandbox.notifications import notify
from tandem_edge.phone.sandbox.selection import chosen, the_one
from tandem_edge.phone.sandbox.store import Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

Rhythm = Literal["once", "daily", "weekdays", "weekly", "monthly", "yearly"]
RHYTHMS: tuple[Rhythm, ...] = get_args(Rhythm)
REMINDER_APP = "com.android.calendar"


@dataclass(frozen=True, slots=True)
class Reminder:
    """``at`` is when it comes up next; a single one that came up waits until it is ``done``."""

    text: str
    at: Wall
    repeat: Rhythm = "once"
    fired: bool = False
    done: bool = False


REMINDERS = Table("reminders", Reminder, prefix="reminder")


@tool(
    domain=Domain.TIME_MANAGEMENT,
    en="reminders popping up at a time: create, complete, postpone, delete, list",
    zh="定时提醒事项：新建、完成、推后、删除或查看",
    cues_en="remind me to nudge me don't let me forget reminder about at pop up push back later "
    "tomorrow instead already did that every month rent bins pills call mum",
    cues_zh="提醒我 记得叫我 别让我忘了 到时候提醒 提个醒 晚点再提醒 往后推 改天提醒 已经弄好了 "
    "每月提醒 交房租 吃药 提醒事项",
    arguments=[
        action("create", "complete", "postpone", "delete", "query"),
        text(
            "text",
            "what about",
            "提醒什么",
            example="call the landlord",
            required=("create", "complete", "postpone", "delete"),
        ),
        moment(
            "time",
            "when, or the new time",
            "什么时候，或改到什么时候",
            required=("create", "postpone"),
            finds=("complete", "delete", "query"),
        ),
        choice("repeat", RHYTHMS, "rhythm", "重复", default="once"),
        record_id("reminder_id", "reminder3"),
        internal(boolean("fired", "whether it had come up", "是否已提醒过", default=None)),
        internal(boolean("done", "whether it was done", "是否已完成", default=None)),
    ],
    results=[
        field("reminder_id", "string"),
        field("text", "string", privacy=Privacy.MESSAGE),
        field("at", "string"),
        field("repeat", "string"),
        field("done", "boolean"),
        field("changed", "boolean"),
        field("previous_at", "string"),
        field("previous_fired", "boolean"),
        field("previous_done", "boolean"),
        field("reminders", "array", privacy=Privacy.MESSAGE),
    ],
    effects={
        "create": Effect.WRITE,
        "complete": Effect.WRITE,
        "postpone": Effect.WRITE,
        "delete": Effect.WRITE,
        "query": Effect.READ,
    },
    errors=["already_exists", "not_found", "ambiguous"],
    inverses={
        "create": undone_by(
            "manage_reminder",
            action="delete",
            text="$result.text",
            reminder_id="$result.reminder_id",
        ),
        **{
            name: undone_by(
                "manage_reminder",
                action="postpone",
                text="$result.text",
                reminder_id="$result.reminder_id",
                time="$result.previous_at",
                fired="$result.previous_fired",
                done="$result.previous_done",
            )
            for name in ("complete", "postpone")
        },
        "delete": undone_by(
            "manage_reminder",
            action="create",
            text="$result.text",
            time="$result.previous_at",
            repeat="$result.repeat",
            fired="$result.previous_fired",
            done="$result.previous_done",
        ),
    },
    mechanism=Mechanism.PROVIDER,
)
def manage_reminder(
    store: Store,
    action: str,
    text: str | None,
    time: str | None,
    repeat: str,
    reminder_id: str | None,
    fired: bool | None,
    done: bool | None,
) -> dict[str, JsonValue]:
    """Create, complete, postpone, delete or list. With ``fired``, one is put back as it was."""
    if action == "create":
        new = Reminder(str(text), _when(time), repeat, bool(fired), bool(done))  # type: ignore[arg-type]
        return _create(store, new, put_back=fired is not None)
    found = _matching(store, text, None if action == "postpone" else time, reminder_id)
    if action == "query":
        open_ones = [(key, row) for key, row in found if not row.done]
        return {"reminders": [_view(key, row) for key, row in open_ones]}
    key, before = the_one(_preferring_open(found), "reminder", describe)
    if action == "delete":
        return _changed(key, store.remove(REMINDERS, key), before)
    if action == "complete":
        return _complete(store, key, before)
    when = _when(time)
    if fired is None:
        _refuse_past(store, when)
    after = store.update(REMINDERS, key, at=when, fired=bool(fired), done=bool(done))
    return _changed(key, after, before)


def _create(store: Store, new: Reminder, *, put_back: bool) -> dict[str, JsonValue]:
    if not put_back:
        _refuse_past(store, new.at)
        if new.repeat == "weekdays" and new.at.weekday() > 4:
            new = replace(new, at=new.at + timedelta(days=7 - new.at.weekday()))
        if any(replace(row, fired=False) == new for row in store.all(REMINDERS).values()):
            raise ToolFailure("already_exists", "that reminder is already there")
    return _view(store.add(REMINDERS, new), new)


def _refuse_past(store: Store, when: datetime) -> None:
    if when < store.only(DEVICE).clock.replace(second=0, microsecond=0):
        raise ToolFailure("invalid_argument", f"{when:%Y-%m-%d %H:%M} has passed")


def _complete(store: Store, key: str, before: Reminder) -> dict[str, JsonValue]:
    """One that repeats is done for this time and waits for the next."""
    if before.repeat == "once":
        return _changed(key, store.update(REMINDERS, key, done=True), before)
    following = next_time(before, max(before.at, store.only(DEVICE).clock))
    after = store.update(REMINDERS, key, at=following or before.at, done=following is None)
    return _changed(key, after, before)


def next_time(reminder: Reminder, now: datetime) -> datetime | None:
    """The first time of its rhythm after ``now``; ``None`` beyond the phone's calendar."""
    if reminder.repeat == "once":
        return None
    day = max(now, reminder.at).date()
    while day.year <= LAST_YEAR:
        when = datetime.combine(day, reminder.at.time())
        if when > now and when > reminder.at and _fits(reminder, when):
            return when
        day += timedelta(days=1)
    return None


def _fits(reminder: Reminder, when: datetime) -> bool:
    at = reminder.at
    return {
        "once": False,
        "daily": True,
        "weekdays": when.weekday() < 5,
        "weekly": when.weekday() == at.weekday(),
        "monthly": when.day == at.day,
        "yearly": (when.month, when.day) == (at.month, at.day),
    }[reminder.repeat]


def _when(time: str | None) -> datetime:
    return datetime.fromisoformat(str(time))


def _matching(
    store: Store, text: str | None, time: str | None, reminder_id: str | None
) -> list[tuple[str, Reminder]]:
    found = chosen(store.all(REMINDERS), reminder_id, text, lambda row: row.text)
    if time is not None:
        form = "T%H:%M" if time.startswith("T") else "%Y-%m-%dT%H:%M"
        found = [(key, row) for key, row in found if row.at.strftime(form) == time]
    return sorted(found, key=lambda item: item[1].at)


def _preferring_open(found: list[tuple[str, Reminder]]) -> list[tuple[str, Reminder]]:
    return [(key, row) for key, row in found if not row.done] or found


def describe(reminder: Reminder) -> str:
    """Text and time, to tell look-alikes apart."""
    return f"{reminder.text} at {reminder.at:%Y-%m-%d %H:%M}"


def _view(key: str, row: Reminder) -> dict[str, JsonValue]:
    return {
        "reminder_id": key,
        "text": row.text,
        "at": row.at.strftime("%Y-%m-%dT%H:%M"),
        "repeat": row.repeat,
        "done": row.done,
    }


def _changed(key: str, after: Reminder, before: Reminder) -> dict[str, JsonValue]:
    return {
        **_view(key, after),
        "changed": after != before,
        "previous_at": before.at.strftime("%Y-%m-%dT%H:%M"),
        "previous_fired": before.fired,
        "previous_done": before.done,
    }


def _upcoming(store: Store) -> datetime | None:
    waiting = (row.at for row in store.all(REMINDERS).values() if not row.done and not row.fired)
    return min(waiting, default=None)


def _come_up(store: Store, when: datetime) -> None:
    """A single one stays open; a repeating one waits for its next time."""
    now = store.only(DEVICE).clock
    for key, row in list(store.all(REMINDERS).items()):
        if row.done or row.fired or row.at > when:
            continue
        notify(store, REMINDER_APP, row.text, f"{row.at:%H:%M}", "reminder")
        following = next_time(row, now)
        store.update(REMINDERS, key, at=following or row.at, fired=following is None)


REMINDER_TIMER = Timer(_upcoming, _come_up)

# Text, hour, rhythm. Look-alikes stand in one entry.
_POOL: tuple[tuple[tuple[str, int, Rhythm], ...], ...] = (
    (("Put the bins out", 19, "weekly"), ("Put the recycling out", 19, "weekly")),
    (("Call the bank about the card", 10, "once"), ("Call the bank about the loan", 11, "once")),
    (("Feed next door's cat", 18, "daily"),),
    (("Top up the parking meter", 14, "once"),),
    (("交房租", 9, "monthly"), ("收房租", 9, "monthly")),
    (("给奶奶打电话", 19, "weekly"), ("给外婆打电话", 20, "weekly")),
    (("带作业本去学校", 7, "once"),),
    (("还信用卡", 10, "monthly"), ("还花呗", 10, "monthly")),
    (("Send the invoice to Elm Street", 16, "once"), ("Send the invoice reminder", 17, "once")),
    (("Water the orchids", 8, "weekly"),),
    (("Return the library books", 17, "once"),),
    (("Renew the parking permit", 9, "yearly"), ("Renew the TV licence", 9, "yearly")),
    (("浇阳台的花", 8, "weekly"),),
    (("取干洗的大衣", 18, "once"), ("取快递", 18, "once")),
    (("给车加油", 8, "once"),),
    (("填工时表", 17, "weekdays"), ("交日报", 18, "weekdays")),
    (("Take the chicken out of the freezer", 12, "once"),),
    (("Stretch for ten minutes", 11, "weekdays"), ("Stand up and walk", 15, "weekdays")),
    (("Check in for the flight", 13, "once"),),
    (("Pay the window cleaner", 9, "monthly"), ("Pay the dog walker", 9, "monthly")),
    (("续交物业费", 10, "yearly"), ("续车险", 10, "yearly")),
    (("给鱼换水", 19, "weekly"),),
    (("约李阿姨打扫", 12, "once"),),
    (("带伞", 7, "once"), ("带工牌", 7, "weekdays")),
)


def populate(store: Store, random: Random, cast: Cast) -> None:
    """Some to come, a few that came up and were done or not."""
    now = store.only(DEVICE).clock.replace(second=0, microsecond=0)
    for words, hour, repeat in (row for entry in cast.of(_POOL) for row in entry):
        at = now.replace(hour=hour, minute=random.choice((0, 15, 30)))
        at += timedelta(days=random.randrange(0, 12))
        at += timedelta(days=1) if at <= now else timedelta(0)
        while repeat == "weekdays" and at.weekday() > 4:
            at += timedelta(days=1)
        past = repeat == "once" and random.random() < 0.25
        at -= timedelta(days=14) if past else timedelta(0)
        done = past and random.random() < 0.6
        store.add(REMINDERS, Reminder(words, at, repeat, fired=past, done=done))
