"""The voice recorder: what it records, and the recordings it has made."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from random import Random
from typing import Literal

from pydantic import JsonValue

from tandem_edge.phone.authoring import (
    ToolFailure,
    action,
    day,
    field,
    needs,
    record_id,
    text,
    tool,
    undone_by,
)
from tandem_edge.phone.catalogue.audio_entertainment.playback_session import (
    SESSION,
    SOURCES,
    Seconds,
    Since,
    Source,
    begin,
    elapsed,
    install,
)
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.conditions import condition
from tandem_edge.phone.sandbox.device import DEVICE, Wall, take_room
from tandem_edge.phone.sandbox.selection import chosen, fold, the_one
from tandem_edge.phone.sandbox.store import Singleton, Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism

NEEDS = ("applications",)
RECORDER_APP = "com.android.soundrecorder"
LEAST_ROOM = 20
"""Megabytes that have to be free before a recording begins."""
_HAS_APP = needs("app", RECORDER_APP, code="app_missing")


@dataclass(frozen=True, slots=True)
class VoiceRecording:
    """``recorded`` is when it began; a ``deleted`` one can still be had back."""

    name: str
    recorded: Wall
    seconds: Seconds
    deleted: bool = False


@dataclass(frozen=True, slots=True)
class Recorder:
    """Running, it would have begun at ``since``; paused, it has ``at`` seconds."""

    state: Literal["idle", "recording", "paused"] = "idle"
    name: str = ""
    since: Since | None = None
    at: Seconds = 0


RECORDINGS = Table("voice_recordings", VoiceRecording, prefix="voice")
RECORDER = Singleton("recorder", Recorder)


@condition("recorder_idle")
def _recorder_idle(store: Store, value: str) -> str:
    busy = store.only(RECORDER).state != "idle"
    return "the recorder has the microphone" if busy else ""


@tool(
    domain=Domain.AUDIO_ENTERTAINMENT,
    en="voice recorder: start, pause, resume, stop and save, discard, check",
    zh="录音机：开始录、暂停、继续、停止并保存、丢弃、查看",
    cues_en="record my voice memo dictaphone tape this meeting lecture start recording stop "
    "recording keep that bin the recording is it recording",
    cues_zh="录音 录下来 录个音 开始录 别录了 停止录音 语音备忘 会议录音 接着录 还在录吗 不要了",
    arguments=[
        action("start", "pause", "resume", "stop", "discard", "query"),
        text("name", "what to call it", "录音名称", max_length=80, example="Budget meeting"),
    ],
    results=[
        field("state", "string"),
        field("name", "string"),
        field("seconds", "integer"),
        field("recording_id", "string"),
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
        _HAS_APP,
        needs("permission", "microphone", code="permission_denied", on=("start", "resume")),
        needs("no_call", code="call_active", on=("start", "resume")),
    ],
    errors=["recording_active", "not_recording", "already_exists", "low_storage"],
    inverses={
        "start": undone_by("record_audio", action="discard"),
        "pause": undone_by("record_audio", action="resume"),
        "resume": undone_by("record_audio", action="pause"),
    },
    conflicts=["make_call", "identify_song"],
    changes=["manage_recording"],
    mechanism=Mechanism.UI,
)
def record_audio(store: Store, action: str, name: str | None) -> dict[str, JsonValue]:
    """Work the recorder; a recording without a name is called by its date and time."""
    before = store.only(RECORDER)
    result: dict[str, JsonValue] = {"seconds": _recorded(store)}
    if action == "start":
        _start(store, before, name)
    elif action != "query" and before.state == "idle":
        raise ToolFailure("not_recording", "nothing is being recorded")
    elif action in ("pause", "resume"):
        _switch(store, on=action == "resume")
    elif action in ("stop", "discard"):
        if action == "stop":
            result["recording_id"] = _save(store, before, name)
        store.put(RECORDER, "-", Recorder())
    after = store.only(RECORDER)
    return {
        "state": after.state,
        "name": after.name or name or before.name,
        **result,
        "changed": after != before,
    }


def _start(store: Store, before: Recorder, name: str | None) -> None:
    if before.state != "idle":
        raise ToolFailure("recording_active", f"a recording is {before.state} already")
    if store.only(DEVICE).free_mb < LEAST_ROOM:
        raise ToolFailure("low_storage", f"{LEAST_ROOM} MB have to be free to record")
    if name is not None:
        _refuse_double(store, "", name)
    store.put(RECORDER, "-", Recorder("recording", name or "", store.only(DEVICE).clock))


def _switch(store: Store, *, on: bool) -> None:
    if on == (store.only(RECORDER).state == "recording"):
        return
    seconds = _recorded(store)
    since = store.only(DEVICE).clock - timedelta(seconds=seconds) if on else None
    state = "recording" if on else "paused"
    store.update(RECORDER, state=state, since=since, at=0 if on else seconds)


def _recorded(store: Store) -> int:
    recorder = store.only(RECORDER)
    if recorder.since is None:
        return recorder.at
    passed = store.only(DEVICE).clock - recorder.since
    return max(0, int(passed.total_seconds()))


def _save(store: Store, recorder: Recorder, name: str | None) -> str:
    """What is recorded is kept even where it fills the phone."""
    seconds, device = _recorded(store), store.only(DEVICE)
    take_room(store, min(device.free_mb, seconds // 60))
    began = device.clock - timedelta(seconds=seconds)
    called = name or recorder.name or f"{began:%Y-%m-%d %H.%M.%S}"
    _refuse_double(store, "", called)
    return store.add(RECORDINGS, VoiceRecording(called, began, seconds))


def _refuse_double(store: Store, own_key: str, name: str) -> None:
    for key, row in store.all(RECORDINGS).items():
        if key != own_key and fold(row.name) == fold(name) and not row.deleted:
            raise ToolFailure("already_exists", f"there is a recording {row.name} already")


@tool(
    domain=Domain.AUDIO_ENTERTAINMENT,
    en="saved voice recordings: play, rename, delete, restore, list",
    zh="录好的录音：播放、改名、删除、恢复、查看",
    cues_en="play back my recording voice memo from yesterday rename the recording delete that "
    "memo bring back deleted recordings interview lecture which",
    cues_zh="放录音 听录音 录音改名 删录音 恢复录音 昨天录的 之前录的 采访录音 语音备忘录 "
    "有哪些录音",
    arguments=[
        action("play", "rename", "delete", "restore", "query"),
        text("name", "which recording", "哪条录音", max_length=80, example="采访"),
        day("day", "when it was made", "录制日期"),
        text(
            "new_name",
            "changed name",
            "新名称",
            max_length=80,
            example="Interview Mira",
            required=("rename",),
        ),
        record_id("recording_id", "voice3"),
    ],
    results=[
        field("recording_id", "string"),
        field("name", "string"),
        field("previous_name", "string"),
        field("seconds", "integer"),
        field("at_seconds", "integer"),
        field("recordings", "array"),
    ],
    effects={
        "play": Effect.WRITE,
        "rename": Effect.WRITE,
        "delete": Effect.WRITE,
        "restore": Effect.WRITE,
        "query": Effect.READ,
    },
    preconditions=[_HAS_APP],
    errors=["already_exists", "not_found", "ambiguous", "in_use"],
    inverses={
        "rename": undone_by(
            "manage_recording",
            action="rename",
            recording_id="$result.recording_id",
            new_name="$result.previous_name",
        ),
        "delete": undone_by(
            "manage_recording", action="restore", recording_id="$result.recording_id"
        ),
        "restore": undone_by(
            "manage_recording", action="delete", recording_id="$result.recording_id"
        ),
    },
    changes=["control_playback"],
    mechanism=Mechanism.UI,
)
def manage_recording(
    store: Store,
    action: str,
    name: str | None,
    day: str | None,
    new_name: str | None,
    recording_id: str | None,
) -> dict[str, JsonValue]:
    """Act on a recording found by name and day; deleted ones are seen by ``restore`` alone."""
    found = [
        (key, row)
        for key, row in chosen(store.all(RECORDINGS), recording_id, name, lambda row: row.name)
        if row.deleted == (action == "restore") and day in (None, row.recorded.date().isoformat())
    ]
    if action == "query":
        found.sort(key=lambda item: item[1].recorded, reverse=True)
        return {"recordings": [_view(row) for _, row in found]}
    key, row = the_one(found, "recording", lambda row: f"{row.name} {row.recorded:%Y-%m-%d %H:%M}")
    result: dict[str, JsonValue] = {"recording_id": key, "name": row.name, "seconds": row.seconds}
    if action == "play":
        begin(store, "recording", key)
        return {**result, "at_seconds": elapsed(store)}
    if action == "rename":
        _refuse_double(store, key, str(new_name))
        store.update(RECORDINGS, key, name=new_name)
        return {**result, "name": str(new_name), "previous_name": row.name}
    _set_deleted(store, key, row, action == "delete")
    return result


def _set_deleted(store: Store, key: str, row: VoiceRecording, deleted: bool) -> None:
    session = store.only(SESSION)
    if deleted and (session.kind, session.item) == ("recording", key):
        raise ToolFailure("in_use", "that recording is playing")
    if not deleted:
        _refuse_double(store, key, row.name)
    store.update(RECORDINGS, key, deleted=deleted)


def _view(row: VoiceRecording) -> dict[str, JsonValue]:
    return {
        "name": row.name,
        "recorded": row.recorded.isoformat(timespec="minutes"),
        "seconds": row.seconds,
    }


def _step(store: Store, item: str, at: int, by: int) -> tuple[str, int | None] | None:
    """The next older or newer recording, as the list shows them."""
    rows = store.all(RECORDINGS)
    keys = [key for key, row in rows.items() if not row.deleted or key == item]
    keys.sort(key=lambda key: rows[key].recorded, reverse=True)
    place = keys.index(item) + by
    return (keys[place], 0) if 0 <= place < len(keys) else None


SOURCES["recording"] = Source(
    app=RECORDER_APP,
    describe=lambda store, item: (store.all(RECORDINGS)[item].name, ""),
    length=lambda store, item: store.all(RECORDINGS)[item].seconds,
    step=_step,
)

_POOL = (
    "Budget meeting|Budget meeting 2|钢琴课|钢琴课 第二遍",
    "Interview with Sana|Interview with Sanaa|部门例会|部门例会补充",
    "Lecture 4 thermodynamics|Lecture 5 thermodynamics|高数第三讲|高数第四讲",
    "Grandpa's stories|Grandpa's recipe|外婆讲故事|外婆唱的歌",
    "Choir rehearsal|Choir rehearsal altos|客户电话要点|客户回访",
    "Song idea|Song idea bridge|灵感哼唱|灵感片段",
    "Doctor's advice|Doctor's instructions|医生嘱咐|复诊记录",
    "Baby laughing|Baby's first words|宝宝笑声|宝宝叫妈妈",
)


def populate(store: Store, random: Random, cast: Cast) -> None:
    """Recordings of the last weeks; one in six is in the bin."""
    install(store, RECORDER_APP)
    now = store.only(DEVICE).clock.replace(second=0)
    for name in (name for entry in cast.of(_POOL) for name in entry.split("|")):
        recorded = now - timedelta(minutes=random.randrange(60, 40_000))
        deleted = random.random() < 0.16
        store.add(RECORDINGS, VoiceRecording(name, recorded, random.randrange(20, 3600), deleted))
