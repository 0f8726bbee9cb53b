"""Casting the screen, music or photos to a television or speaker."""

from __future__ import annotations

from pydantic import JsonValue

from tandem_edge.phone.authoring import (
    ALWAYS,
    ToolFailure,
    action,
    choice,
    field,
    integer,
    text,
    tool,
    undone_by,
)
from tandem_edge.phone.catalogue.audio_entertainment.media import PLAYER
from tandem_edge.phone.catalogue.devices.receivers import (
    CASTING,
    RECEIVERS,
    SHOWING,
    WIFI_ON,
    Casting,
    Receiver,
    cast_state,
    end_cast,
    receivers_called,
)
from tandem_edge.phone.sandbox.selection import the_one
from tandem_edge.phone.sandbox.snapshots import (
    STATE,
    joined,
    packed,
    put_back,
    state_argument,
)
from tandem_edge.phone.sandbox.store import ONLY, Store
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

THINGS = ("screen", "music", "photos")


@tool(
    domain=Domain.DEVICES,
    en="cast to a TV or speaker: mirror the screen, music or photos",
    zh="投屏：把手机屏幕、音乐或照片投到电视或音箱",
    cues_en="cast mirror screen mirroring share my screen put it on the big screen chromecast "
    "airplay miracast projector play on the living room speaker slideshow show everyone",
    cues_zh="投屏 镜像 投到电视 投到大屏 屏幕共享 放到音箱上 用音箱放 无线投屏 投影仪 大屏看 "
    "放给大家看 幻灯片",
    arguments=[
        choice("what", THINGS, "what to cast", "投什么", required=ALWAYS),
        text(
            "device",
            "to which TV, speaker or projector",
            "投到哪台电视、音箱或投影仪",
            privacy=Privacy.NONE,
            max_length=60,
            example="living room TV",
            required=ALWAYS,
        ),
        state_argument(),
    ],
    results=[
        field("device", "string"),
        field("what", "string"),
        field("changed", "boolean"),
        STATE,
    ],
    effects=Effect.WRITE,
    preconditions=[WIFI_ON],
    errors=[
        "not_found",
        "ambiguous",
        "unreachable",
        "conflict",
        "not_supported",
        "nothing_playing",
    ],
    inverses=undone_by("control_cast", action="stop", state="$result.previous"),
    changes=["control_tv", "control_playback"],
    mechanism=Mechanism.UI,
)
def cast_media(store: Store, what: str, device: str, state: str | None) -> dict[str, JsonValue]:
    """Cast something; one cast at a time. A television is switched on for it."""
    if state is not None:
        put_back(store, state, RECEIVERS, CASTING, PLAYER)
        return {"changed": True}
    key, receiver = the_one(receivers_called(store, device), "receiver", describe)
    casting = store.only(CASTING)
    if casting.receiver and (casting.receiver, casting.what) != (key, what):
        raise ToolFailure("conflict", f"{casting.what} is being cast already: stop that first")
    was = packed(store, *cast_state(key))
    if not casting.receiver:
        _begin(store, key, receiver, what)
    changed = not casting.receiver
    return {"device": receiver.name, "what": what, "changed": changed, "previous": was}


def _begin(store: Store, key: str, receiver: Receiver, what: str) -> None:
    take_over(store, key, receiver, what)
    store.put(CASTING, ONLY, Casting(key, what))  # type: ignore[arg-type]
    if what == "music":
        if not store.only(PLAYER).queue:
            raise ToolFailure("nothing_playing", "no music has been started")
        store.update(PLAYER, playing=True)


def take_over(store: Store, key: str, receiver: Receiver, what: str) -> None:
    """Make ``receiver`` ready for ``what``, if it can be."""
    if not receiver.reachable:
        raise ToolFailure("unreachable", f"{receiver.name} has no power or no Wi-Fi")
    if what != "music" and receiver.kind not in SHOWING:
        raise ToolFailure("not_supported", f"{receiver.name} has no screen for {what}")
    store.update(RECEIVERS, key, on=True, source="cast")


def describe(receiver: Receiver) -> str:
    """Name and place, to tell look-alikes apart."""
    return f"{receiver.name} ({receiver.kind}, {receiver.room})"


@tool(
    domain=Domain.DEVICES,
    en="cast in progress: pause, resume, stop, volume, move to another, check",
    zh="正在进行的投屏：暂停、继续、结束、音量、换设备、查看",
    cues_en="stop casting stop mirroring end cast disconnect from the tv pause the cast move it "
    "to the bedroom speaker what am I casting take it off the big screen casting volume",
    cues_zh="停止投屏 结束投屏 别投了 断开投屏 暂停投屏 继续投 换到卧室投 投屏音量 投到哪了 "
    "退出镜像 大屏关掉",
    arguments=[
        action("pause", "resume", "stop", "set_volume", "move", "query"),
        integer("percent", 0, 100, "volume", "音量", unit="percent", required=("set_volume",)),
        text(
            "device",
            "to move to which one",
            "换到哪台设备",
            privacy=Privacy.NONE,
            max_length=60,
            example="bedroom TV",
            required=("move",),
        ),
        state_argument(),
    ],
    results=[
        field("casting", "boolean"),
        field("device", "string"),
        field("what", "string"),
        field("paused", "boolean"),
        field("percent", "integer"),
        field("changed", "boolean"),
        STATE,
    ],
    effects={
        "pause": Effect.WRITE,
        "resume": Effect.WRITE,
        "stop": Effect.WRITE,
        "set_volume": Effect.WRITE,
        "move": Effect.WRITE,
        "query": Effect.READ,
    },
    preconditions=[WIFI_ON],
    errors=["not_casting", "not_found", "ambiguous", "unreachable", "not_supported"],
    inverses={
        "pause": undone_by("control_cast", action="resume", state="$result.previous"),
        "resume": undone_by("control_cast", action="pause", state="$result.previous"),
        "stop": undone_by(
            "cast_media",
            what="$result.what",
            device="$result.device",
            state="$result.previous",
        ),
        "set_volume": undone_by(
            "control_cast",
            action="set_volume",
            percent="$result.percent",
            state="$result.previous",
        ),
        "move": undone_by(
            "control_cast",
            action="move",
            device="$result.device",
            state="$result.previous",
        ),
    },
    changes=["control_tv", "control_playback"],
    mechanism=Mechanism.UI,
)
def control_cast(
    store: Store, action: str, percent: int | None, device: str | None, state: str | None
) -> dict[str, JsonValue]:
    """Act on the cast in progress."""
    if state is not None:
        put_back(store, state, RECEIVERS, CASTING, PLAYER)
        return {"changed": True}
    casting = store.only(CASTING)
    if action == "query" and not casting.receiver:
        return {"casting": False}
    if not casting.receiver:
        raise ToolFailure("not_casting", "nothing is being cast")
    was, before = packed(store, *cast_state(casting.receiver)), _view(store, casting)
    if action == "move":
        was = joined(was, _move(store, casting, str(device)))
    else:
        _act(store, casting, action, percent)
    after = _view(store, store.only(CASTING)) if action != "stop" else before | {"casting": False}
    return {**after, "changed": after != before, "previous": was}


def _act(store: Store, casting: Casting, action: str, percent: int | None) -> None:
    if action == "stop":
        store.update(RECEIVERS, casting.receiver, source="tv")
        end_cast(store)
    elif action == "set_volume":
        store.update(RECEIVERS, casting.receiver, volume=percent, muted=False)
    elif action in ("pause", "resume"):
        if casting.what == "screen":
            raise ToolFailure("not_supported", "a mirrored screen cannot be paused")
        store.update(CASTING, paused=action == "pause")
        if casting.what == "music":
            store.update(PLAYER, playing=action == "resume")


def _move(store: Store, casting: Casting, device: str) -> str:
    """Go on at another receiver; returns the state that one was in."""
    key, receiver = the_one(receivers_called(store, device), "receiver", describe)
    was = packed(store, (RECEIVERS, key))
    if key != casting.receiver:
        store.update(RECEIVERS, casting.receiver, source="tv")
        take_over(store, key, receiver, casting.what)
        store.update(CASTING, receiver=key)
    return was


def _view(store: Store, casting: Casting) -> dict[str, JsonValue]:
    receiver = store.all(RECEIVERS)[casting.receiver]
    return {
        "casting": True,
        "device": receiver.name,
        "what": casting.what,
        "paused": casting.paused,
        "percent": receiver.volume,
    }
