"""The place in what plays: going to another one, and the sleep timer that ends it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from pydantic import JsonValue

from tandem_edge.phone.authoring import (
    ToolFailure,
    action,
    duration,
    field,
    integer,
    internal,
    needs,
    text,
    tool,
    undone_by,
)
from tandem_edge.phone.catalogue.audio_entertainment.media import PLAYER
from tandem_edge.phone.catalogue.audio_entertainment.playback_session import (
    LONGEST,
    SESSION,
    current,
    elapsed,
    is_playing,
    move,
    raw_elapsed,
    run,
)
from tandem_edge.phone.sandbox.clock import Timer
from tandem_edge.phone.sandbox.device import DEVICE, Wall
from tandem_edge.phone.sandbox.store import Singleton, Store
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

LONGEST_SLEEP = 24 * 3600


@tool(
    domain=Domain.AUDIO_ENTERTAINMENT,
    en="position within what plays: jump to, forward, back, restart",
    zh="播放进度：跳到某处、快进、后退、从头放",
    cues_en="seek scrub fast forward rewind skip ahead thirty seconds go back a minute jump to "
    "minute mark start over from the beginning of this song again",
    cues_zh="快进 快退 倒回 往前拉 往后拉 跳到 进度条 跳过片头 从头开始 重新放 重头听 回退 秒",
    arguments=[
        action("to", "forward", "back", "restart"),
        duration(
            "time",
            "from the start, or how far",
            "从头算起的位置，或幅度",
            required=("to", "forward", "back"),
        ),
        internal(integer("seconds", 0, LONGEST, "place to put back", "恢复的位置", unit="seconds")),
    ],
    results=[
        field("title", "string"),
        field("kind", "string"),
        field("at_seconds", "integer"),
        field("length_seconds", "integer"),
        field("previous_seconds", "integer"),
    ],
    effects=dict.fromkeys(("to", "forward", "back", "restart"), Effect.WRITE),
    preconditions=[needs("player_app", code="app_missing")],
    errors=["nothing_playing", "not_seekable"],
    inverses={
        name: undone_by("seek_playback", action="restart", seconds="$result.previous_seconds")
        for name in ("to", "forward", "back", "restart")
    },
    mechanism=Mechanism.SHELL,
)
def seek_playback(
    store: Store, action: str, time: int | None, seconds: int | None
) -> dict[str, JsonValue]:
    """Go to a place in what plays or is paused; its ends are the limits."""
    session, length = store.only(SESSION), _length(store)
    now, by = elapsed(store), time or 0
    previous = raw_elapsed(store)
    places = {"to": by, "forward": now + by, "back": now - by, "restart": 0}
    at = max(0, min(places[action], length)) if seconds is None else seconds
    move(store, at)
    return {
        "title": current(store).describe(store, session.item)[0],
        "kind": session.kind,
        "at_seconds": elapsed(store),
        "length_seconds": length,
        "previous_seconds": previous,
    }


def _length(store: Store) -> int:
    session = store.only(SESSION)
    if session.kind == "music" and not store.only(PLAYER).queue:
        raise ToolFailure("nothing_playing", "nothing has been started")
    length = current(store).length(store, session.item)
    if not length:
        raise ToolFailure("not_seekable", "live radio has no other place to go to")
    return length


@dataclass(frozen=True, slots=True)
class SleepTimer:
    """Playback stops at ``ends``, or when what plays comes to its end."""

    ends: Wall | None = None
    at_end: bool = False


SLEEP = Singleton("audio_sleep_timer", SleepTimer)


@tool(
    domain=Domain.AUDIO_ENTERTAINMENT,
    en="sleep timer stopping playback by itself: start, cancel, check",
    zh="定时停止播放：到时间自动关掉声音，可开始、取消、查看",
    cues_en="sleep timer stop the music after minutes turn it off when I fall asleep end of this "
    "episode chapter song drift off stop playing in half an hour",
    cues_zh="定时关闭 睡眠定时 睡着了自动关 半小时后停 放完这首就停 放完这集停 定时停 哄睡 "
    "别放一晚上",
    arguments=[
        action("start", "cancel", "query"),
        duration("after", "end of this item if absent", "多久后停，缺省为放完这个"),
        internal(text("kept", "to put back", "原定时", privacy=Privacy.NONE, example="end")),
    ],
    results=[
        field("active", "boolean"),
        field("stops_at", "string"),
        field("at_end_of_item", "boolean"),
        field("previous", "string"),
        field("changed", "boolean"),
    ],
    effects={"start": Effect.WRITE, "cancel": Effect.WRITE, "query": Effect.READ},
    errors=["nothing_playing", "not_seekable"],
    inverses={
        name: undone_by("set_audio_sleep_timer", action="cancel", kept="$result.previous")
        for name in ("start", "cancel")
    },
    changes=["control_playback"],
    mechanism=Mechanism.UI,
)
def set_audio_sleep_timer(
    store: Store, action: str, after: int | None, kept: str | None
) -> dict[str, JsonValue]:
    """Set, cancel or read the timer; a new one replaces the old. With ``kept``, put it back."""
    before = store.only(SLEEP)
    if kept is not None:
        store.put(SLEEP, "-", _read(kept))
    elif action == "start":
        store.put(SLEEP, "-", _set(store, after))
    elif action == "cancel":
        store.put(SLEEP, "-", SleepTimer())
    timer = store.only(SLEEP)
    stops = _stops(store)
    return {
        "active": timer != SleepTimer(),
        "stops_at": "" if stops is None else stops.isoformat(timespec="minutes"),
        "at_end_of_item": timer.at_end,
        "previous": _written(before),
        "changed": timer != before,
    }


def _set(store: Store, after: int | None) -> SleepTimer:
    if not is_playing(store):
        raise ToolFailure("nothing_playing", "nothing is playing that could be stopped")
    if after is None:
        _length(store)
        return SleepTimer(at_end=True)
    if after > LONGEST_SLEEP:
        raise ToolFailure("invalid_argument", "a sleep timer lasts 24 hours at most")
    return SleepTimer(store.only(DEVICE).clock + timedelta(seconds=after))


def _written(timer: SleepTimer) -> str:
    if timer.ends is not None:
        return timer.ends.isoformat()
    return "end" if timer.at_end else "off"


def _read(written: str) -> SleepTimer:
    if written in ("end", "off"):
        return SleepTimer(at_end=written == "end")
    try:
        return SleepTimer(datetime.fromisoformat(written).replace(tzinfo=None))
    except ValueError as error:
        raise ToolFailure("invalid_argument", "that is no sleep timer") from error


def _stops(store: Store) -> datetime | None:
    """When playback stops as things stand."""
    timer, session = store.only(SLEEP), store.only(SESSION)
    if timer.ends is not None or not timer.at_end or session.since is None:
        return timer.ends
    length = current(store).length(store, session.item)
    return session.since + timedelta(seconds=length) if length else None


def _stop(store: Store, when: datetime) -> None:
    run(store, False)
    store.put(SLEEP, "-", SleepTimer())


SLEEPING = Timer(_stops, _stop)
