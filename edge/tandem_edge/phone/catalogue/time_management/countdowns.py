"""Countdowns that run for a length of time, and the stopwatch that counts up."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from typing import Annotated

from pydantic import Field, JsonValue, NaiveDatetime

from tandem_edge.phone.authoring import (
    ToolFailure,
    action,
    duration,
    field,
    record_id,
    text,
    tool,
    undone_by,
)
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.device import DEVICE
from tandem_edge.phone.sandbox.selection import chosen, the_one
from tandem_edge.phone.sandbox.store import Singleton, Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

LONGEST = 7 * 24 * 3600
LONGEST_WATCH = 10 * 366 * 24 * 3600
Seconds = Annotated[int, Field(ge=0, le=LONGEST)]
Elapsed = Annotated[float, Field(ge=0, le=LONGEST_WATCH)]
Ends = Annotated[NaiveDatetime, Field(ge=datetime(1970, 1, 1), lt=datetime(2102, 1, 1))]
"""``LONGEST`` after any ``Wall``."""
Since = Annotated[NaiveDatetime, Field(ge=datetime(1950, 1, 1), lt=datetime(2101, 1, 1))]
"""``LONGEST_WATCH`` before any ``Wall``."""


@dataclass(frozen=True, slots=True)
class Countdown:
    """``seconds`` is the whole length. Running, it has ``ends``; paused, what is ``left``."""

    seconds: Seconds
    label: str = ""
    ends: Ends | None = None
    left: Seconds | None = None


@dataclass(frozen=True, slots=True)
class Stopwatch:
    """Running, it counts from ``since``; stopped, it shows ``elapsed`` seconds."""

    since: Since | None = None
    elapsed: Elapsed = 0.0


COUNTDOWNS = Table("countdowns", Countdown, prefix="countdown")
STOPWATCH = Singleton("stopwatch", Stopwatch)


@tool(
    domain=Domain.TIME_MANAGEMENT,
    en="timers counting down a duration: start, pause, resume, cancel, list",
    zh="倒计时：数完一段时长后提醒，可开始、暂停、继续、取消、查看",
    cues_en="timer countdown in minutes seconds hour from now let me know when is up ping me after "
    "shout boil eggs pasta tea oven nap time left remaining hold the timer",
    cues_zh="倒计时 计时器 分钟后 分钟以后 小时后 一刻钟 半个钟头 到点喊我 吱一声 掐着点 "
    "还剩多久 别数了 接着数 煮 敷 提醒我",
    arguments=[
        action("start", "pause", "resume", "cancel", "query"),
        duration("duration", "how long", "时长", required=("start",)),
        text("label", "its name", "名称", example="tea"),
        record_id("countdown_id", "countdown3"),
    ],
    results=[
        field("countdown_id", "string"),
        field("label", "string", privacy=Privacy.MESSAGE),
        field("seconds", "integer"),
        field("left_seconds", "integer"),
        field("running", "boolean"),
        field("countdowns", "array", privacy=Privacy.MESSAGE),
    ],
    effects={
        "start": Effect.WRITE,
        "pause": Effect.WRITE,
        "resume": Effect.WRITE,
        "cancel": Effect.WRITE,
        "query": Effect.READ,
    },
    errors=["not_found", "ambiguous"],
    inverses={
        "start": undone_by(
            "manage_countdown", action="cancel", countdown_id="$result.countdown_id"
        ),
        "pause": undone_by(
            "manage_countdown", action="resume", countdown_id="$result.countdown_id"
        ),
        "resume": undone_by(
            "manage_countdown", action="pause", countdown_id="$result.countdown_id"
        ),
    },
    mechanism=Mechanism.INTENT,
)
def manage_countdown(
    store: Store,
    action: str,
    duration: int | None,
    label: str | None,
    countdown_id: str | None,
) -> dict[str, JsonValue]:
    """Start, pause, resume, cancel or list countdowns."""
    now = store.only(DEVICE).clock
    if action == "start":
        return _start(store, now, duration or 0, label or "")
    found = _matching(store, duration, label, countdown_id)
    if action == "query":
        return {"countdowns": [_view(now, key, countdown) for key, countdown in found]}
    key, countdown = the_one(found, "countdown", _describe)
    if action == "cancel":
        store.remove(COUNTDOWNS, key)
    else:
        countdown = _switch(store, now, key, countdown, run=action == "resume")
    return _view(now, key, countdown)


def _start(store: Store, now: datetime, seconds: int, label: str) -> dict[str, JsonValue]:
    if not 0 < seconds <= LONGEST:
        raise ToolFailure("invalid_argument", "a countdown lasts between 1 second and 7 days")
    countdown = Countdown(seconds, label, ends=now + timedelta(seconds=seconds))
    return _view(now, store.add(COUNTDOWNS, countdown), countdown)


def _switch(store: Store, now: datetime, key: str, countdown: Countdown, *, run: bool) -> Countdown:
    if run == (countdown.ends is not None):
        return countdown
    left = _left(now, countdown)
    if run:
        return store.update(COUNTDOWNS, key, ends=now + timedelta(seconds=left), left=None)
    return store.update(COUNTDOWNS, key, ends=None, left=left)


def _matching(
    store: Store, seconds: int | None, label: str | None, countdown_id: str | None
) -> list[tuple[str, Countdown]]:
    found = chosen(store.all(COUNTDOWNS), countdown_id, label, lambda row: row.label)
    return [(key, row) for key, row in found if seconds is None or row.seconds == seconds]


def _left(now: datetime, countdown: Countdown) -> int:
    if countdown.ends is None:
        return countdown.left or 0
    return min(countdown.seconds, max(0, int((countdown.ends - now).total_seconds())))


def _describe(countdown: Countdown) -> str:
    return f"{timedelta(seconds=countdown.seconds)} {countdown.label}".strip()


def _view(now: datetime, key: str, countdown: Countdown) -> dict[str, JsonValue]:
    return {
        "countdown_id": key,
        "label": countdown.label,
        "seconds": countdown.seconds,
        "left_seconds": _left(now, countdown),
        "running": countdown.ends is not None,
    }


@tool(
    domain=Domain.TIME_MANAGEMENT,
    en="stopwatch counting up: start, stop, reset, read",
    zh="秒表：从零往上计时，可开始、停住、归零、读数",
    cues_en="time me clock my lap how long it takes elapsed seconds race run start timing stop "
    "timing back to zero count up",
    cues_zh="秒表 掐表 计时 从现在开始计时 往上记 归零 清零 跑了多久 多少秒 停表 预备",
    arguments=[action("start", "stop", "reset", "query")],
    results=[field("elapsed_seconds", "number"), field("running", "boolean")],
    effects={
        "start": Effect.WRITE,
        "stop": Effect.WRITE,
        "reset": Effect.WRITE,
        "query": Effect.READ,
    },
    inverses={
        "start": undone_by("manage_stopwatch", action="stop"),
        "stop": undone_by("manage_stopwatch", action="start"),
    },
    mechanism=Mechanism.UI,
)
def manage_stopwatch(store: Store, action: str) -> dict[str, JsonValue]:
    """Start, stop, reset or read the stopwatch; starting again goes on from where it stood."""
    now, watch = store.only(DEVICE).clock, store.only(STOPWATCH)
    elapsed = watch.elapsed
    if watch.since is not None:
        elapsed = min(LONGEST_WATCH, max(0.0, (now - watch.since).total_seconds()))
    if action == "reset":
        watch = Stopwatch()
    elif action == "start":
        watch = Stopwatch(since=watch.since or now - timedelta(seconds=elapsed))
    elif action == "stop":
        watch = Stopwatch(elapsed=elapsed)
    store.update(STOPWATCH, since=watch.since, elapsed=watch.elapsed)
    return {
        "elapsed_seconds": 0.0 if action == "reset" else elapsed,
        "running": watch.since is not None,
    }


# Minutes and label of one that runs, then of one that was paused.
_POOL = (
    ((30, "Laundry"), (25, "番茄钟")),
    ((40, "Roast chicken"), (20, "敷面膜")),
    ((45, "洗衣机"), (15, "Plank set")),
    ((35, "炖排骨"), (30, "Reading time")),
    ((25, "Bread proofing"), (50, "写作业")),
)


def populate(store: Store, random: Random, cast: Cast) -> None:
    """A countdown that is running and one that was paused."""
    now = store.only(DEVICE).clock
    everyday = cast is Cast.EVERYDAY
    running, paused = _POOL[0] if everyday else random.choice(cast.of(_POOL))
    left = random.randrange(300, 1500)
    ends = now + timedelta(seconds=min(left, running[0] * 60))
    store.add(COUNTDOWNS, Countdown(running[0] * 60, running[1], ends=ends))
    rest = min(random.randrange(60, 1400), paused[0] * 60)
    store.add(COUNTDOWNS, Countdown(paused[0] * 60, paused[1], left=rest))
    store.update(STOPWATCH, elapsed=float(random.randrange(20, 400)))
