"""What the screen shows when nobody uses it: wallpaper, always-on display, screen saver."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Literal

from pydantic import JsonValue

from tandem_edge.phone.authoring import (
    ALWAYS,
    ToolFailure,
    action,
    choice,
    field,
    needs,
    text,
    tool,
    undone_by,
)
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.device import DEVICE
from tandem_edge.phone.sandbox.selection import named, the_one
from tandem_edge.phone.sandbox.snapshots import STATE, packed, put_back, state_argument
from tandem_edge.phone.sandbox.store import ONLY, Singleton, Store, Table
from tandem_edge.phone.sandbox.switches import ACTIONS, EFFECTS
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

SCREENS = ("both", "home", "lock")
SHOWN_WHEN = ("always", "tapped", "notified")
SAVERS = ("clock", "photos", "colors", "weather")


@dataclass(frozen=True, slots=True)
class Wallpaper:
    """A picture for the background; a ``live`` one moves and uses power."""

    name: str
    live: bool = False


@dataclass(frozen=True, slots=True)
class Look:
    """The wallpapers (ids) of the home and the lock screen."""

    home: str = ""
    lock: str = ""


@dataclass(frozen=True, slots=True)
class AlwaysOn:
    """Clock and notifications on the resting screen, and when they show."""

    enabled: bool = False
    when: Literal["always", "tapped", "notified"] = "tapped"


@dataclass(frozen=True, slots=True)
class ScreenSaver:
    """What a charging phone shows; ``showing`` while it is on the screen."""

    enabled: bool = False
    shows: Literal["clock", "photos", "colors", "weather"] = "clock"
    showing: bool = False


WALLPAPERS = Table("wallpapers", Wallpaper, prefix="wallpaper")
LOOK = Singleton("look", Look)
ALWAYS_ON = Singleton("always_on", AlwaysOn)
SCREEN_SAVER = Singleton("screen_saver", ScreenSaver)


@tool(
    domain=Domain.DISPLAY_SOUND,
    en="wallpaper of the home screen, lock screen or both",
    zh="更换壁纸：桌面、锁屏或两者的背景图",
    cues_en="wallpaper background picture home screen lock screen change it to sick of this "
    "backdrop behind icons live wallpaper",
    cues_zh="壁纸 背景 桌面背景 锁屏壁纸 换壁纸 看腻了 屏保图 桌面图 动态壁纸 换成",
    arguments=[
        text(
            "wallpaper",
            "its name",
            "壁纸名",
            privacy=Privacy.NONE,
            max_length=80,
            example="Misty Pines",
            required=ALWAYS,
        ),
        choice("screen", SCREENS, "which screen", "哪个屏幕", default="both"),
        state_argument(),
    ],
    results=[
        field("home", "string"),
        field("lock", "string"),
        field("changed", "boolean"),
        STATE,
    ],
    effects=Effect.WRITE,
    errors=["not_found", "ambiguous", "battery_low"],
    inverses=undone_by("set_wallpaper", wallpaper="$argument.wallpaper", state="$result.previous"),
    mechanism=Mechanism.UI,
)
def set_wallpaper(
    store: Store, wallpaper: str, screen: str, state: str | None
) -> dict[str, JsonValue]:
    """Put a wallpaper on one screen or both; a live one needs some battery."""
    before, previous = store.only(LOOK), packed(store, (LOOK, ONLY))
    if state is not None:
        put_back(store, state, LOOK)
    else:
        key = _find(store, wallpaper)
        store.update(LOOK, **{name: key for name in SCREENS[1:] if screen in ("both", name)})
    after = store.only(LOOK)
    return {
        "home": _name(store, after.home),
        "lock": _name(store, after.lock),
        "changed": after != before,
        "previous": previous,
    }


def _find(store: Store, wanted: str) -> str:
    found = named(store.all(WALLPAPERS), wanted, lambda row: row.name)
    key, row = the_one(found, "wallpaper", lambda row: row.name)
    device = store.only(DEVICE)
    if row.live and device.battery_percent < 15 and not device.charging:
        raise ToolFailure("battery_low", "a live wallpaper needs a battery at 15 %")
    return key


def _name(store: Store, key: str) -> str:
    row = store.get(WALLPAPERS, key)
    return row.name if row else ""


@tool(
    domain=Domain.DISPLAY_SOUND,
    en="always-on display, clock on the resting screen: on, off, check",
    zh="息屏显示：熄屏时仍显示时钟，打开、关闭、何时显示、查看",
    cues_en="always on display aod ambient clock while screen is off glance at the time without "
    "waking tap to show new notifications lit up at night",
    cues_zh="息屏显示 熄屏显示 aod 常亮时钟 黑屏看时间 一直显示 点一下才显示 来通知才亮 晚上老亮着",
    arguments=[
        action(*ACTIONS),
        choice("when", SHOWN_WHEN, "when it shows", "何时显示"),
        state_argument(),
    ],
    results=[
        field("enabled", "boolean"),
        field("when", "string"),
        field("changed", "boolean"),
        STATE,
    ],
    effects=EFFECTS,
    preconditions=[needs("battery_at_least", "10", code="battery_low", on=("enable",))],
    inverses={
        action: undone_by("manage_always_on_display", action=action, state="$result.previous")
        for action in ACTIONS[:2]
    },
    mechanism=Mechanism.SHELL,
)
def manage_always_on_display(
    store: Store, action: str, when: str | None, state: str | None
) -> dict[str, JsonValue]:
    """Switch the always-on display, and say when it shows."""
    before, previous = store.only(ALWAYS_ON), packed(store, (ALWAYS_ON, ONLY))
    if state is not None:
        put_back(store, state, ALWAYS_ON)
    elif action != "query":
        store.update(ALWAYS_ON, enabled=action == "enable", when=when or before.when)
    after = store.only(ALWAYS_ON)
    shown: dict[str, JsonValue] = {
        "enabled": after.enabled,
        "when": after.when,
        "changed": after != before,
    }
    return shown if action == "query" else shown | {"previous": previous}


@tool(
    domain=Domain.DISPLAY_SOUND,
    en="screen saver while charging: enable, disable, start, stop, check",
    zh="充电屏保：充电时显示的画面，启用、停用、立即开始、停止、查看",
    cues_en="screen saver screensaver daydream while charging docked bedside clock photo slideshow "
    "picture frame show photos start it now",
    cues_zh="屏保 屏幕保护 充电的时候 相框 轮播照片 床头钟 放照片 开始屏保 别显示屏保 动画",
    arguments=[
        action("enable", "disable", "start", "stop", "query"),
        choice("shows", SAVERS, "what it shows", "显示什么"),
        state_argument(),
    ],
    results=[
        field("enabled", "boolean"),
        field("shows", "string"),
        field("showing", "boolean"),
        field("changed", "boolean"),
        STATE,
    ],
    effects={"query": Effect.READ}
    | dict.fromkeys(("enable", "disable", "start", "stop"), Effect.WRITE),
    preconditions=[needs("no_call", code="call_active", on=("start",))],
    inverses={
        "enable": undone_by("manage_screen_saver", action="enable", state="$result.previous"),
        "disable": undone_by("manage_screen_saver", action="disable", state="$result.previous"),
        "start": undone_by("manage_screen_saver", action="stop", state="$result.previous"),
        "stop": undone_by("manage_screen_saver", action="stop", state="$result.previous"),
    },
    mechanism=Mechanism.UI,
)
def manage_screen_saver(
    store: Store, action: str, shows: str | None, state: str | None
) -> dict[str, JsonValue]:
    """Switch the screen saver, choose what it shows, or bring it up now."""
    before, previous = store.only(SCREEN_SAVER), packed(store, (SCREEN_SAVER, ONLY))
    if state is not None:
        put_back(store, state, SCREEN_SAVER)
    elif action != "query":
        store.update(
            SCREEN_SAVER,
            enabled={"enable": True, "disable": False}.get(action, before.enabled),
            showing={"start": True, "enable": before.showing}.get(action, False),
            shows=shows or before.shows,
        )
    after = store.only(SCREEN_SAVER)
    shown: dict[str, JsonValue] = {
        "enabled": after.enabled,
        "shows": after.shows,
        "showing": after.showing,
        "changed": after != before,
    }
    return shown if action == "query" else shown | {"previous": previous}


_WALLPAPERS = (
    ("Misty Pines", "Misty Peaks", "晨雾松林", "晨雾群山"),
    ("Blue Marble", "Blue Marble at Night", "蓝色星球", "蓝色星球夜景"),
    ("Paper Cranes", "Paper Crane", "千纸鹤", "纸鹤"),
    ("Desert Dunes", "Desert Dusk", "沙丘", "沙漠黄昏"),
    ("Koi Pond", "Koi", "锦鲤", "锦鲤池"),
    ("City Lights", "City Rain", "城市灯火", "城市夜雨"),
    ("Snow Lantern", "Snow Line", "雪夜灯笼", "雪线"),
    ("Green Tea Hills", "Green Hills", "茶山", "青山"),
    ("Sunset Pier", "Sunset Beach", "落日码头", "落日海滩"),
    ("Ink Lotus", "Ink Bamboo", "水墨荷花", "水墨竹子"),
    ("Retro Cassette", "Retro Waves", "复古磁带", "复古波纹"),
    ("Northern Lights", "North Star", "极光", "北极星"),
    ("Cherry Blossom", "Cherry Orchard", "樱花", "樱桃园"),
    ("Old Town", "Old Harbour", "老街", "老码头"),
    ("Plain Black", "Plain White", "纯黑", "纯白"),
    ("Sleepy Cat", "Sleeping Cats", "打盹的猫", "睡猫"),
)


def populate(store: Store, random: Random, cast: Cast) -> None:
    """Wallpapers with look-alike names, some of them live, and the ones in use."""
    keys = [
        store.add(WALLPAPERS, Wallpaper(name, live=random.random() < 0.2))
        for names in cast.of(_WALLPAPERS)
        for name in names
    ]
    home, lock = random.sample(keys, 2)
    store.update(LOOK, home=home, lock=lock)
    store.update(ALWAYS_ON, enabled=random.random() < 0.4, when=random.choice(SHOWN_WHEN))
    store.update(SCREEN_SAVER, enabled=random.random() < 0.3, shows=random.choice(SAVERS))
