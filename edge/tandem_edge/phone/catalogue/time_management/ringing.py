"""What rings when its time has come, and what its owner does about it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from pydantic import JsonValue

from tandem_edge.phone.authoring import (
    ToolFailure,
    action,
    duration,
    field,
    internal,
    moment,
    record_id,
    text,
    tool,
    undone_by,
)
from tandem_edge.phone.catalogue.time_management.alarms import ALARMS, next_ring
from tandem_edge.phone.catalogue.time_management.countdowns import COUNTDOWNS
from tandem_edge.phone.sandbox.clock import Timer
from tandem_edge.phone.sandbox.device import DEVICE, Wall
from tandem_edge.phone.sandbox.notifications import notify
from tandem_edge.phone.sandbox.selection import chosen, the_one
from tandem_edge.phone.sandbox.store import Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

NEEDS = ("alarms", "countdowns")
CLOCK_APP = "com.android.deskclock"
GIVES_UP = timedelta(minutes=10)
"""Nobody answers: so long after it began, it stops by itself."""
SNOOZE_MINUTES = 10
LONGEST_SNOOZE = 120


@dataclass(frozen=True, slots=True)
class Ring:
    """One time that an alarm or a countdown went off; a snoozed one rings again at ``until``."""

    kind: Literal["alarm", "countdown"]
    label: str
    since: Wall
    until: Wall | None = None
    state: Literal["ringing", "snoozed", "stopped", "missed"] = "ringing"


RINGS = Table("rings", Ring, prefix="ring")


def worded(store: Store, en: str, zh: str) -> str:
    """What the phone itself says, in its own language."""
    return zh if store.only(DEVICE).language == "zh" else en


@tool(
    domain=Domain.TIME_MANAGEMENT,
    en="alarm or timer ringing right now: snooze it, or dismiss it",
    zh="正在响的闹钟或计时器：稍后再响，或停掉不响",
    cues_en="snooze five more minutes ten more stop that noise beeping make it stop shut up I'm "
    "up already awake turn off the ringing let me sleep a bit longer wake me again silence",
    cues_zh="再睡 再眯会儿 贪睡 过会儿再叫我 别响了 吵死了 关掉铃声 我醒了 起来了 等下再响 "
    "再赖一会儿 停了吧",
    arguments=[
        action("snooze", "dismiss"),
        text("label", "which, if several ring", "几个同时响时是哪个", example="Morning run"),
        duration("duration", "how long to wait, 10 minutes if absent", "多久后再响，缺省十分钟"),
        record_id("ring_id", "ring3"),
        internal(moment("since", "when it began, to put it back", "原来开始响的时间")),
        internal(moment("until", "when it was to ring again", "原来再响的时间")),
    ],
    results=[
        field("ring_id", "string"),
        field("kind", "string"),
        field("label", "string", privacy=Privacy.MESSAGE),
        field("rings_again_at", "string"),
        field("previous_since", "string"),
        field("previous_until", "string"),
    ],
    effects={"snooze": Effect.WRITE, "dismiss": Effect.WRITE},
    errors=["not_ringing", "not_found", "ambiguous"],
    inverses={
        name: undone_by(
            "snooze_alarm",
            action="snooze",
            ring_id="$result.ring_id",
            since="$result.previous_since",
            until="$result.previous_until",
        )
        for name in ("snooze", "dismiss")
    },
    mechanism=Mechanism.UI,
)
def snooze_alarm(
    store: Store,
    action: str,
    label: str | None,
    duration: int | None,
    ring_id: str | None,
    since: str | None,
    until: str | None,
) -> dict[str, JsonValue]:
    """Put off or end what rings, or what was put off. With ``since`` it is as it was."""
    key, ring = _ringing(store, label, ring_id)
    if since is not None:
        again = None if until is None else datetime.fromisoformat(until)
        after = Ring(ring.kind, ring.label, datetime.fromisoformat(since), again, _state(again))
    elif action == "dismiss":
        after = Ring(ring.kind, ring.label, ring.since, None, "stopped")
    else:
        again = _minute(store) + timedelta(minutes=_wait(duration))
        after = Ring(ring.kind, ring.label, ring.since, again, "snoozed")
    store.put(RINGS, key, after)
    return {
        "ring_id": key,
        "kind": ring.kind,
        "label": ring.label,
        "rings_again_at": _written(after.until),
        "previous_since": _written(ring.since),
        "previous_until": _written(ring.until),
    }


def _ringing(store: Store, label: str | None, ring_id: str | None) -> tuple[str, Ring]:
    rows = store.all(RINGS)
    if ring_id is not None:
        return the_one(chosen(rows, ring_id, None, lambda row: row.label), "alarm", describe)
    live = {key: row for key, row in rows.items() if row.state in ("ringing", "snoozed")}
    if not live:
        raise ToolFailure("not_ringing", "nothing is ringing")
    found = chosen(live, None, label, lambda row: row.label)
    aloud = [(key, row) for key, row in found if row.state == "ringing"]
    return the_one(aloud or found, "alarm", describe)


def describe(ring: Ring) -> str:
    """Kind, time and label, to tell one from another."""
    return f"{ring.kind} {ring.since:%H:%M} {ring.label}".strip()


def _state(again: datetime | None) -> Literal["ringing", "snoozed"]:
    return "ringing" if again is None else "snoozed"


def _wait(seconds: int | None) -> int:
    if seconds is None:
        return SNOOZE_MINUTES
    if seconds % 60 or not 1 <= seconds // 60 <= LONGEST_SNOOZE:
        raise ToolFailure("invalid_argument", "it can wait 1 to 120 whole minutes")
    return seconds // 60


def _minute(store: Store) -> datetime:
    return store.only(DEVICE).clock.replace(second=0, microsecond=0)


def _written(when: datetime | None) -> str:
    return "" if when is None else when.strftime("%Y-%m-%dT%H:%M")


def ring(store: Store, kind: Literal["alarm", "countdown"], label: str) -> str:
    """Something goes off now; what rang a day ago is forgotten. Returns the ring's id."""
    began = _minute(store)
    for key, row in list(store.all(RINGS).items()):
        if row.state in ("stopped", "missed") and row.since < began - timedelta(days=1):
            store.remove(RINGS, key)
    _post(store, kind, label)
    return store.add(RINGS, Ring(kind, label, began))


def _post(store: Store, kind: str, label: str) -> None:
    clock = f"{store.only(DEVICE).clock:%H:%M}"
    title = worded(store, "Alarm", "闹钟") if kind == "alarm" else worded(store, "Timer", "计时器")
    notify(store, CLOCK_APP, f"{title} {clock}", label, "alarm")


def _next_alarm(store: Store) -> datetime | None:
    return min((row.next for row in store.all(ALARMS).values() if row.enabled), default=None)


def _ring_alarms(store: Store, when: datetime) -> None:
    """Repeating alarms move on, others switch themselves off."""
    now = store.only(DEVICE).clock
    for key, alarm in list(store.all(ALARMS).items()):
        if alarm.enabled and alarm.next <= when:
            ring(store, "alarm", alarm.label)
            again = None if alarm.repeat == "once" else next_ring(alarm, now)
            store.update(ALARMS, key, next=again or alarm.next, enabled=again is not None)


def _next_countdown(store: Store) -> datetime | None:
    return min((row.ends for row in store.all(COUNTDOWNS).values() if row.ends), default=None)


def _end_countdowns(store: Store, when: datetime) -> None:
    for key, row in list(store.all(COUNTDOWNS).items()):
        if row.ends is not None and row.ends <= when:
            store.remove(COUNTDOWNS, key)
            ring(store, "countdown", row.label)


def _next_ring(store: Store) -> datetime | None:
    return min((due for row in store.all(RINGS).values() if (due := _due(row))), default=None)


def _due(row: Ring) -> datetime | None:
    if row.state == "ringing":
        return row.since + GIVES_UP
    return row.until if row.state == "snoozed" else None


def _go_on_ringing(store: Store, when: datetime) -> None:
    """Snoozed ones ring again; one that rang too long falls silent and is said to be missed."""
    for key, row in list(store.all(RINGS).items()):
        due = _due(row)
        if due is None or due > when:
            continue
        if row.state == "snoozed":
            store.put(RINGS, key, Ring(row.kind, row.label, _minute(store)))
            _post(store, row.kind, row.label)
        else:
            store.update(RINGS, key, state="missed")
            title = worded(store, "Missed alarm", "错过的闹钟")
            notify(store, CLOCK_APP, title, f"{row.since:%H:%M} {row.label}".strip(), "alarm")


ALARM_TIMER = Timer(_next_alarm, _ring_alarms)
COUNTDOWN_TIMER = Timer(_next_countdown, _end_countdowns)
RING_TIMER = Timer(_next_ring, _go_on_ringing)
