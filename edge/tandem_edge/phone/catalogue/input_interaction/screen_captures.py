"""Pictures and films of the screen itself; they are kept among the photos."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Annotated, Literal

from pydantic import Field, JsonValue

from tandem_edge.phone.authoring import (
    ToolFailure,
    action,
    choice,
    field,
    needs,
    record_id,
    tool,
    undone_by,
)
from tandem_edge.phone.catalogue.apps_storage.stored import PHOTOS, Photo
from tandem_edge.phone.catalogue.calls_communication.calls import LINE
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.conditions import CHECKS
from tandem_edge.phone.sandbox.device import DEVICE, Wall, give_room, take_room
from tandem_edge.phone.sandbox.notifications import NOTIFICATIONS, notify
from tandem_edge.phone.sandbox.permissions import ASSISTANT
from tandem_edge.phone.sandbox.store import Singleton, Store
from tandem_shared.tools import Domain, Effect, Mechanism

KINDS = ("screen", "long")
SOUNDS = ("none", "system", "microphone")
_ROOM = {"screen": 2, "long": 6}
MB_PER_MINUTE = 60


@dataclass(frozen=True, slots=True)
class ScreenRecording:
    """Running, it has ``since``; paused, only the ``seconds`` so far. ``note`` is what shows it."""

    state: Literal["idle", "recording", "paused"] = "idle"
    since: Wall | None = None
    seconds: Annotated[int, Field(ge=0)] = 0
    sound: Literal["none", "system", "microphone"] = "none"
    note: str = ""


SCREEN_RECORDING = Singleton("screen_recording", ScreenRecording)


@tool(
    domain=Domain.INPUT_INTERACTION,
    en="take a screenshot of the screen, or a long scrolling one",
    zh="截屏：把当前屏幕存成图片，可截长图",
    cues_en="screenshot screen shot capture grab snap what's on screen save as picture proof "
    "scrolling whole page long capture print screen",
    cues_zh="截屏 截图 截个图 屏幕截图 抓屏 存成图 留个证据 长截图 滚动截屏 整个页面 拍下屏幕 定格",
    arguments=[
        choice(
            "kind", KINDS, "what is visible, or the whole page", "一屏还是长图", default="screen"
        ),
        record_id("screenshot_id", "photo3"),
    ],
    results=[
        field("screenshot_id", "string"),
        field("name", "string"),
        field("kind", "string"),
        field("megabytes", "integer"),
    ],
    effects=Effect.WRITE,
    errors=["low_storage"],
    inverses=undone_by(
        "take_screenshot", kind="$result.kind", screenshot_id="$result.screenshot_id"
    ),
    changes=["record_screen"],
    mechanism=Mechanism.SHELL,
)
def take_screenshot(store: Store, kind: str, screenshot_id: str | None) -> dict[str, JsonValue]:
    """Keep a picture of the screen; with ``screenshot_id`` that one is thrown away again."""
    if screenshot_id is not None:
        return _drop(store, screenshot_id, kind)
    megabytes, now = _ROOM[kind], store.only(DEVICE).clock
    take_room(store, megabytes)
    name = f"Screenshot_{now:%Y%m%d-%H%M%S}.png"
    about = "long screenshot" if kind == "long" else "screenshot"
    photo = Photo(name, "screenshot", about, "", now.replace(second=0), megabytes)
    key = store.add(PHOTOS, photo)
    return {"screenshot_id": key, "name": name, "kind": kind, "megabytes": megabytes}


def _drop(store: Store, key: str, kind: str) -> dict[str, JsonValue]:
    photo = store.get(PHOTOS, key)
    if photo is None or photo.kind != "screenshot":
        return {"screenshot_id": "", "name": "", "kind": kind, "megabytes": 0}
    store.remove(PHOTOS, key)
    give_room(store, photo.megabytes)
    return {"screenshot_id": key, "name": photo.name, "kind": kind, "megabytes": photo.megabytes}


@tool(
    domain=Domain.INPUT_INTERACTION,
    en="screen recording as video: start, pause, resume, stop and save, discard, check",
    zh="录屏：把屏幕操作录成视频，开始、暂停、继续、停止保存、丢弃、查看",
    cues_en="record screen recording capture video of my display film gameplay tutorial with mic "
    "narration stop recording red dot save throw away",
    cues_zh="录屏 屏幕录制 录制屏幕 录下来 录游戏 带声音 麦克风 停止录屏 别录了 暂停录制 红点",
    arguments=[
        action("start", "pause", "resume", "stop", "discard", "query"),
        choice("sound", SOUNDS, "which sound is recorded", "录哪种声音", default="none"),
    ],
    results=[
        field("state", "string"),
        field("seconds", "integer"),
        field("sound", "string"),
        field("recording_id", "string"),
        field("name", "string"),
        field("megabytes", "integer"),
        field("changed", "boolean"),
    ],
    effects={
        "start": Effect.WRITE,
        "pause": Effect.WRITE,
        "resume": Effect.WRITE,
        "stop": Effect.WRITE,
        "discard": Effect.IRREVERSIBLE,
        "query": Effect.READ,
    },
    preconditions=[
        needs("unlocked", code="locked", on=("start",)),
        needs("battery_at_least", "10", code="battery_low", on=("start",)),
    ],
    errors=["already_recording", "not_recording", "low_storage", "no_permission", "call_active"],
    inverses={
        "start": undone_by("record_screen", action="discard"),
        "pause": undone_by("record_screen", action="resume"),
        "resume": undone_by("record_screen", action="pause"),
    },
    changes=["query_notifications"],
    mechanism=Mechanism.UI,
)
def record_screen(store: Store, action: str, sound: str) -> dict[str, JsonValue]:
    """Film the screen; ``stop`` saves the video, as long as the storage lets it be."""
    before = store.only(SCREEN_RECORDING)
    if action == "start":
        _start(store, sound)
    elif action != "query" and before.state == "idle":
        raise ToolFailure("not_recording", "the screen is not being recorded")
    elif action in ("pause", "resume"):
        _run(store, run=action == "resume")
    elif action in ("stop", "discard"):
        return _end(store, save=action == "stop")
    after = store.only(SCREEN_RECORDING)
    return {
        "state": after.state,
        "seconds": _length(store),
        "sound": after.sound,
        "changed": after != before,
    }


def _start(store: Store, sound: str) -> None:
    if store.only(SCREEN_RECORDING).state != "idle":
        raise ToolFailure("already_recording", "the screen is being recorded already")
    if store.only(DEVICE).free_mb < MB_PER_MINUTE:
        raise ToolFailure("low_storage", f"{MB_PER_MINUTE} MB are needed for a minute")
    if sound == "microphone":
        refused = CHECKS["permission"](store, "microphone")
        if refused:
            raise ToolFailure("no_permission", refused)
        if store.only(LINE).call:
            raise ToolFailure("call_active", "the call in progress has the microphone")
    note = notify(store, ASSISTANT, "Recording the screen", "正在录屏", pinned=True)
    now = store.only(DEVICE).clock
    store.put(SCREEN_RECORDING, "-", ScreenRecording("recording", now, 0, sound, note))  # type: ignore[arg-type]


def _run(store: Store, *, run: bool) -> None:
    row = store.only(SCREEN_RECORDING)
    if run and row.state == "paused":
        store.update(SCREEN_RECORDING, state="recording", since=store.only(DEVICE).clock)
    elif not run and row.state == "recording":
        store.update(SCREEN_RECORDING, state="paused", since=None, seconds=_length(store))


def _length(store: Store) -> int:
    row = store.only(SCREEN_RECORDING)
    if row.since is None:
        return row.seconds
    return row.seconds + max(0, int((store.only(DEVICE).clock - row.since).total_seconds()))


def _end(store: Store, *, save: bool) -> dict[str, JsonValue]:
    row, seconds, now = store.only(SCREEN_RECORDING), _length(store), store.only(DEVICE).clock
    if store.get(NOTIFICATIONS, row.note) is not None:
        store.remove(NOTIFICATIONS, row.note)
    store.put(SCREEN_RECORDING, "-", ScreenRecording())
    ended: dict[str, JsonValue] = {"state": "idle", "seconds": seconds, "changed": True}
    if save:
        wanted = 1 + seconds * MB_PER_MINUTE // 60
        megabytes = max(1, min(wanted, store.only(DEVICE).free_mb))
        take_room(store, megabytes)
        name = f"Screen_{now:%Y%m%d-%H%M%S}.mp4"
        film = Photo(name, "video", "screen recording", "", now.replace(second=0), megabytes)
        ended |= {"recording_id": store.add(PHOTOS, film), "name": name, "megabytes": megabytes}
    return ended


def populate(store: Store, random: Random, cast: Cast) -> None:
    """Some phones are being filmed, or were until their owner paused it."""
    draw, now = random.random(), store.only(DEVICE).clock
    if cast is Cast.EVERYDAY or draw > 0.2:
        return
    note = notify(store, ASSISTANT, "Recording the screen", "正在录屏", pinned=True)
    if draw > 0.1:
        row = ScreenRecording("paused", None, random.randrange(20, 400), "system", note)
    else:
        row = ScreenRecording("recording", now, random.randrange(0, 60), "none", note)
    store.put(SCREEN_RECORDING, "-", row)
