"""How loud each stream is, whether the phone rings, and do-not-disturb."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from random import Random
from typing import Literal

from pydantic import JsonValue

from tandem_edge.phone.authoring import (
    ALWAYS,
    ToolFailure,
    action,
    choice,
    duration,
    field,
    integer,
    tool,
    undone_by,
)
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.device import DEVICE, Percent, Wall
from tandem_edge.phone.sandbox.snapshots import STATE, packed, put_back, state_argument
from tandem_edge.phone.sandbox.store import ONLY, Singleton, Store
from tandem_edge.phone.sandbox.switches import ACTIONS, EFFECTS, RESULTS, switched
from tandem_shared.tools import Domain, Effect, Mechanism

STREAMS = ("media", "ring", "alarm", "notification", "call")
RINGING = ("ring", "notification")
MODES = ("ring", "vibrate", "silent")


@dataclass(frozen=True, slots=True)
class Sound:
    """Volumes in percent. Off ``ring`` mode, ring and notification are muted but remembered.

    ``dnd_until`` is when do-not-disturb ends by itself, where it was switched on for a while.
    """

    media: Percent = 40
    ring: Percent = 70
    alarm: Percent = 80
    notification: Percent = 50
    call: Percent = 60
    mode: Literal["ring", "vibrate", "silent"] = "ring"
    do_not_disturb: bool = False
    dnd_until: Wall | None = None


LONGEST_QUIET = 24 * 3600
SOUND = Singleton("sound", Sound)


@tool(
    domain=Domain.DISPLAY_SOUND,
    en="set the loudness of one stream: media, ringtone, alarm, notification, call",
    zh="调节音量：媒体、铃声、闹钟、通知或通话的声音大小",
    cues_en="volume loud louder quiet quieter turn it up turn it down turn up the sound ringer "
    "percent mute music sound film video too loud can't hear half full blast",
    cues_zh="音量 声音 声儿 大声 小声 调大 调小 铃声音量 闹钟声音 媒体音量 静音 百分之 "
    "拉满 太吵 听不见 听不清",
    arguments=[
        choice("stream", STREAMS, "which sound", "哪种声音", default="media"),
        integer("percent", 0, 100, "loudness", "音量", unit="percent", required=ALWAYS),
    ],
    results=[
        field("stream", "string"),
        field("percent", "integer"),
        field("previous_percent", "integer"),
    ],
    effects=Effect.WRITE,
    errors=["conflict"],
    inverses=undone_by("set_volume", stream="$result.stream", percent="$result.previous_percent"),
    conflicts=["set_ringer_mode"],
    mechanism=Mechanism.SHELL,
)
def set_volume(store: Store, stream: str, percent: int) -> dict[str, JsonValue]:
    """Set one stream's volume; ring and notification only while the phone may ring."""
    sound = store.only(SOUND)
    if stream in RINGING and sound.mode != "ring":
        raise ToolFailure("conflict", f"the phone is on {sound.mode}: set the ringer to ring first")
    store.update(SOUND, **{stream: percent})
    previous: int = getattr(sound, stream)
    return {"stream": stream, "percent": percent, "previous_percent": previous}


@tool(
    domain=Domain.DISPLAY_SOUND,
    en="do not disturb, holding back calls and notifications: on, off, check",
    zh="勿扰模式：拦住来电和通知，打开、关闭或查看",
    cues_en="dnd do-not-disturb interruptions nobody bother me hush pings notifications meeting "
    "interview film nap sleep focus let people get through reachable for an hour",
    cues_zh="勿扰 免打扰 别吵我 清静 别打扰 拦住 通知 消息 午觉 开会 答辩 月亮 正常提醒 别弹",
    arguments=[
        action(*ACTIONS),
        duration("duration", "for how long it is on", "开多久"),
        state_argument(),
    ],
    results=[*RESULTS, field("until", "string"), STATE],
    effects=EFFECTS,
    inverses={
        action: undone_by("manage_do_not_disturb", action=action, state="$result.previous")
        for action in ("enable", "disable")
    },
    mechanism=Mechanism.SHELL,
)
def manage_do_not_disturb(
    store: Store, action: str, duration: int | None, state: str | None
) -> dict[str, JsonValue]:
    """Switch or read do-not-disturb, on for ``duration`` only where one is given."""
    before, previous = store.only(SOUND), packed(store, (SOUND, ONLY))
    if state is not None:
        put_back(store, state, SOUND)
    elif action == "disable":
        store.update(SOUND, do_not_disturb=False, dnd_until=None)
    elif action == "enable" and duration is None:
        store.update(SOUND, do_not_disturb=True, dnd_until=None)
    elif action == "enable":
        store.update(SOUND, do_not_disturb=True, dnd_until=_after(store, duration or 0))
    after = store.only(SOUND)
    shown = switched(before.do_not_disturb, after.do_not_disturb)
    shown["changed"] = after != before
    if after.dnd_until is not None:
        shown["until"] = after.dnd_until.strftime("%Y-%m-%dT%H:%M")
    return shown if action == "query" else shown | {"previous": previous}


def _after(store: Store, seconds: int) -> Wall:
    if not 60 <= seconds <= LONGEST_QUIET:
        raise ToolFailure("invalid_argument", "it is on for between a minute and a day")
    return store.only(DEVICE).clock.replace(second=0) + timedelta(seconds=seconds)


@tool(
    domain=Domain.DISPLAY_SOUND,
    en="whether incoming calls ring aloud, vibrate or stay silent",
    zh="响铃模式：来电响铃、振动或静音",
    cues_en="ringer mode vibrate vibration silent mode buzz put phone on silent mute ringer ring "
    "aloud normal sound profile",
    cues_zh="响铃 振动 震动 静音模式 调成静音 调成震动 改成振动 别出声 恢复铃声 情景模式",
    arguments=[choice("mode", MODES, "how it rings", "响铃方式", required=ALWAYS)],
    results=[field("mode", "string"), field("previous_mode", "string")],
    effects=Effect.WRITE,
    inverses=undone_by("set_ringer_mode", mode="$result.previous_mode"),
    changes=["set_volume"],
    mechanism=Mechanism.SHELL,
)
def set_ringer_mode(store: Store, mode: str) -> dict[str, JsonValue]:
    """Set the ringer mode; muted volumes come back with ``ring``."""
    previous = store.only(SOUND).mode
    store.update(SOUND, mode=mode)
    return {"mode": mode, "previous_mode": previous}


def populate(store: Store, random: Random, cast: Cast) -> None:
    """Volumes as people leave them."""
    levels = {stream: random.randrange(20, 95, 5) for stream in STREAMS}
    store.update(SOUND, **levels)
