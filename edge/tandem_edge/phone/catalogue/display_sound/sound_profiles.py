"""Sound profiles, the volume of single apps, and how strongly the phone vibrates."""

from __future__ import annotations

import re
from dataclasses import dataclass
from random import Random
from typing import Literal

from pydantic import JsonValue

from tandem_edge.phone.authoring import (
    ALWAYS,
    ToolFailure,
    action,
    app,
    choice,
    field,
    integer,
    internal,
    record_id,
    text,
    tool,
    undone_by,
)
from tandem_edge.phone.catalogue.apps_storage.applications import INSTALLED
from tandem_edge.phone.catalogue.display_sound.sound import MODES, SOUND, STREAMS
from tandem_edge.phone.language.apps import label_of
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.device import Percent
from tandem_edge.phone.sandbox.selection import chosen, fold, the_one
from tandem_edge.phone.sandbox.store import Singleton, Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

NEEDS = ("applications", "sound")
STRENGTHS = ("off", "light", "medium", "strong")
VIBRATES = ("calls", "notifications", "alarms", "touch")
_SETTINGS = re.compile(r"((?:[0-9]{1,3} ){5})(ring|vibrate|silent)")


@dataclass(frozen=True, slots=True)
class SoundProfile:
    """Volumes and ringer mode under one name."""

    name: str
    media: Percent
    ring: Percent
    alarm: Percent
    notification: Percent
    call: Percent
    mode: Literal["ring", "vibrate", "silent"]

    @property
    def settings(self) -> str:
        """Everything but the name, in one text."""
        return " ".join(str(getattr(self, stream)) for stream in (*STREAMS, "mode"))


@dataclass(frozen=True, slots=True)
class AppVolume:
    """How much of the media volume one app gets; kept under its package, all of it has none."""

    percent: Percent


@dataclass(frozen=True, slots=True)
class Vibration:
    """How strongly the phone vibrates on what."""

    calls: Literal["off", "light", "medium", "strong"] = "medium"
    notifications: Literal["off", "light", "medium", "strong"] = "medium"
    alarms: Literal["off", "light", "medium", "strong"] = "strong"
    touch: Literal["off", "light", "medium", "strong"] = "light"


SOUND_PROFILES = Table("sound_profiles", SoundProfile, prefix="sound_profile")
APP_VOLUMES = Table("app_volumes", AppVolume)
VIBRATION = Singleton("vibration", Vibration)


@tool(
    domain=Domain.DISPLAY_SOUND,
    en="sound profiles, all volumes with ringer mode: save, apply, delete, list",
    zh="声音方案：成套保存音量和响铃模式，可存下、套用、删除、查看",
    cues_en="sound profile preset scene save current volumes under a name meeting profile "
    "outdoor home office settings apply all levels how loud now",
    cues_zh="情景模式 声音模式 方案 存成 户外模式 会议模式 换成 套用 一套音量 现在各个音量多少 "
    "居家 办公室",
    arguments=[
        action("save", "apply", "delete", "query"),
        text(
            "name",
            "the profile's name",
            "方案名称",
            privacy=Privacy.NONE,
            max_length=60,
            example="Meeting",
            required=("save", "apply", "delete"),
        ),
        internal(
            text(
                "settings",
                "volumes and mode of one put back",
                "恢复的音量和模式",
                privacy=Privacy.NONE,
                example="40 70 80 50 60 ring",
            )
        ),
        record_id("profile_id", "sound_profile3"),
    ],
    results=[
        field("profile_id", "string"),
        field("name", "string"),
        field("settings", "string"),
        field("previous_settings", "string"),
        field("changed", "boolean"),
        field("profiles", "array"),
    ],
    effects={
        "save": Effect.WRITE,
        "apply": Effect.WRITE,
        "delete": Effect.WRITE,
        "query": Effect.READ,
    },
    errors=["already_exists", "not_found", "ambiguous"],
    inverses={
        "save": undone_by(
            "manage_sound_profile",
            action="delete",
            name="$result.name",
            profile_id="$result.profile_id",
        ),
        "apply": undone_by(
            "manage_sound_profile",
            action="apply",
            name="$result.name",
            settings="$result.previous_settings",
        ),
        "delete": undone_by(
            "manage_sound_profile",
            action="save",
            name="$result.name",
            settings="$result.settings",
        ),
    },
    changes=["set_volume", "set_ringer_mode"],
    mechanism=Mechanism.UI,
)
def manage_sound_profile(
    store: Store, action: str, name: str | None, settings: str | None, profile_id: str | None
) -> dict[str, JsonValue]:
    """Save the present volumes and ringer mode, put saved ones in force, delete or list them."""
    present = _profile("", _present(store))
    if action == "save":
        return _save(store, _profile(str(name), settings or present.settings))
    if action == "apply" and settings is not None:
        return _apply(store, "", _profile(str(name), settings), present)
    found = chosen(store.all(SOUND_PROFILES), profile_id, name, lambda row: row.name)
    if action == "query":
        shown: list[JsonValue] = [_view(key, row) for key, row in found]
        return {"profiles": shown, "settings": present.settings}
    key, row = the_one(found, "profile", lambda row: row.name)
    if action == "apply":
        return _apply(store, key, row, present)
    return _view(key, store.remove(SOUND_PROFILES, key)) | {"changed": True}


def _present(store: Store) -> str:
    sound = store.only(SOUND)
    return " ".join(str(getattr(sound, stream)) for stream in (*STREAMS, "mode"))


def _profile(name: str, settings: str) -> SoundProfile:
    match = _SETTINGS.fullmatch(settings)
    levels = [int(level) for level in match[1].split()] if match else [101]
    if match is None or max(levels) > 100:
        raise ToolFailure("invalid_argument", "those are no volumes and ringer mode")
    return SoundProfile(name, *levels, mode=match[2])  # type: ignore[arg-type,misc]


def _save(store: Store, profile: SoundProfile) -> dict[str, JsonValue]:
    for row in store.all(SOUND_PROFILES).values():
        if fold(row.name) == fold(profile.name):
            raise ToolFailure("already_exists", f"there is a profile {row.name} already")
    return _view(store.add(SOUND_PROFILES, profile), profile) | {"changed": True}


def _apply(
    store: Store, key: str, profile: SoundProfile, present: SoundProfile
) -> dict[str, JsonValue]:
    store.update(SOUND, **{name: getattr(profile, name) for name in (*STREAMS, "mode")})
    changed = profile.settings != present.settings
    return _view(key, profile) | {"previous_settings": present.settings, "changed": changed}


def _view(key: str, profile: SoundProfile) -> dict[str, JsonValue]:
    return {"profile_id": key, "name": profile.name, "settings": profile.settings}


@tool(
    domain=Domain.DISPLAY_SOUND,
    en="loudness of one app alone, in percent of the media volume",
    zh="单个应用的音量：只调某一个应用，占媒体音量的百分比",
    cues_en="app volume only this app quieter louder separate per app game too loud mute one app "
    "its sound but not the others half mixer",
    cues_zh="应用音量 单独调 只把 这个软件 游戏声音 别的不动 静音某个应用 单独静音 一半 太吵",
    arguments=[
        app("app", "which app", "哪个应用", required=ALWAYS),
        integer("percent", 0, 100, "its share", "音量比例", unit="percent", required=ALWAYS),
    ],
    results=[
        field("app", "string"),
        field("package", "string"),
        field("percent", "integer"),
        field("previous_percent", "integer"),
        field("heard_percent", "integer"),
        field("changed", "boolean"),
    ],
    effects=Effect.WRITE,
    errors=["not_installed"],
    inverses=undone_by("set_app_volume", app="$result.package", percent="$result.previous_percent"),
    mechanism=Mechanism.UI,
)
def set_app_volume(store: Store, app: str, percent: int) -> dict[str, JsonValue]:
    """Give one app a part of the media volume; ``heard_percent`` is what comes of both."""
    row = store.get(INSTALLED, app)
    if row is None:
        raise ToolFailure("not_installed", f"{label_of(app)} is not installed")
    before = store.get(APP_VOLUMES, app)
    previous = 100 if before is None else before.percent
    if percent < 100:
        store.put(APP_VOLUMES, app, AppVolume(percent))
    elif before is not None:
        store.remove(APP_VOLUMES, app)
    return {
        "app": row.label,
        "package": app,
        "percent": percent,
        "previous_percent": previous,
        "heard_percent": store.only(SOUND).media * percent // 100,
        "changed": percent != previous,
    }


@tool(
    domain=Domain.DISPLAY_SOUND,
    en="vibration strength for calls, notifications, alarms or touch feedback",
    zh="振动强度：来电、通知、闹钟或触摸反馈振多大",
    cues_en="vibration strength haptics haptic feedback buzz stronger weaker typing keys vibrate "
    "when I tap harder can't feel it stop buzzing on touch",
    cues_zh="震动 振动 震感 触感 打字震动 按键震动 震得手麻 强一点 弱一点 感觉不到 马达 关掉震动",
    arguments=[
        choice("on", VIBRATES, "on what", "什么时候振", required=ALWAYS),
        choice("strength", STRENGTHS, "how strongly", "强度", required=ALWAYS),
    ],
    results=[
        field("on", "string"),
        field("strength", "string"),
        field("previous_strength", "string"),
        field("ringer_mode", "string"),
    ],
    effects=Effect.WRITE,
    inverses=undone_by("set_vibration", on="$result.on", strength="$result.previous_strength"),
    mechanism=Mechanism.SHELL,
)
def set_vibration(store: Store, on: str, strength: str) -> dict[str, JsonValue]:
    """Set how strongly the phone vibrates; the ringer mode says whether calls ring as well."""
    previous: str = getattr(store.only(VIBRATION), on)
    store.update(VIBRATION, **{on: strength})
    return {
        "on": on,
        "strength": strength,
        "previous_strength": previous,
        "ringer_mode": store.only(SOUND).mode,
    }


_PROFILES = (
    (("Meeting", "会议"), (0, 0, 60, 0, 40)),
    (("Outdoor", "户外"), (90, 100, 100, 90, 100)),
    (("Night", "夜间"), (20, 30, 70, 10, 50)),
    (("Office", "办公室"), (30, 40, 80, 20, 60)),
    (("Library", "图书馆"), (0, 0, 50, 0, 30)),
    (("Commute", "通勤"), (70, 80, 80, 60, 90)),
    (("Home", "居家"), (50, 70, 80, 60, 70)),
    (("Gym", "健身房"), (95, 90, 90, 80, 80)),
    (("Movie night", "看电影"), (85, 20, 60, 10, 50)),
    (("Driving", "开车"), (80, 90, 90, 50, 100)),
    (("Baby asleep", "哄娃"), (10, 20, 40, 0, 30)),
    (("Cafe", "咖啡馆"), (35, 50, 70, 30, 55)),
)


def populate(store: Store, random: Random, cast: Cast) -> None:
    """A few profiles in either language, and an app or two that was turned down."""
    for names, levels in cast.of(_PROFILES):
        mode = "ring" if levels[1] else random.choice(MODES[1:])
        for name, shift in zip(names, (0, 5), strict=True):
            volumes = " ".join(str(max(0, level - shift)) for level in levels)
            store.add(SOUND_PROFILES, _profile(name, f"{volumes} {mode}"))
    store.update(VIBRATION, **{on: random.choice(STRENGTHS) for on in VIBRATES})
    for package in random.sample(sorted(store.all(INSTALLED)), 2):
        store.put(APP_VOLUMES, package, AppVolume(random.randrange(20, 90, 10)))
