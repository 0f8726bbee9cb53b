"""The screen and the flashlight."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from pydantic import JsonValue

from tandem_edge.phone.authoring import ALWAYS, action, field, integer, needs, tool, undone_by
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.device import Percent
from tandem_edge.phone.sandbox.store import Singleton, Store
from tandem_edge.phone.sandbox.switches import ACTIONS, EFFECTS, RESULTS, each_other, switch
from tandem_shared.tools import Domain, Effect, Mechanism


@dataclass(frozen=True, slots=True)
class Display:
    """The screen's settings, and the light on the phone's back."""

    brightness: Percent = 55
    dark_mode: bool = False
    auto_rotate: bool = True
    flashlight: bool = False


DISPLAY = Singleton("display", Display)


@tool(
    domain=Domain.DISPLAY_SOUND,
    en="set how bright the screen is, in percent",
    zh="调节屏幕亮度，按百分比",
    cues_en="brightness dim dimmer brighter glaring screen backlight light up the screen can't see "
    "sun eyes hurt",
    cues_zh="亮度 屏幕 调亮 调暗 刺眼 晃眼 太暗 太亮 屏幕光 亮点 暗点 百分之",
    arguments=[integer("percent", 0, 100, "brightness", "亮度", unit="percent", required=ALWAYS)],
    results=[field("percent", "integer"), field("previous_percent", "integer")],
    effects=Effect.WRITE,
    inverses=undone_by("set_brightness", percent="$result.previous_percent"),
    mechanism=Mechanism.SHELL,
)
def set_brightness(store: Store, percent: int) -> dict[str, JsonValue]:
    """Set the screen's brightness."""
    previous = store.only(DISPLAY).brightness
    store.update(DISPLAY, brightness=percent)
    return {"percent": percent, "previous_percent": previous}


@tool(
    domain=Domain.DISPLAY_SOUND,
    en="dark theme of the interface: on, off or check",
    zh="深色模式：界面换成黑底，打开、关闭或查看",
    cues_en="dark mode dark theme night theme black background white background light theme dark "
    "appearance colours",
    cues_zh="深色 深色模式 暗黑 黑底 白底 黑界面 亮色 浅色 夜间模式 主题 白花花",
    arguments=[action(*ACTIONS)],
    results=RESULTS,
    effects=EFFECTS,
    inverses=each_other("manage_dark_mode"),
    mechanism=Mechanism.SHELL,
)
def manage_dark_mode(store: Store, action: str) -> dict[str, JsonValue]:
    """Switch or read the dark theme."""
    return switch(store, DISPLAY, "dark_mode", action)


@tool(
    domain=Domain.DISPLAY_SOUND,
    en="flashlight on the phone's back: on, off or check",
    zh="手电筒：手机背后的灯，打开、关闭或查看",
    cues_en="torch flashlight flash light lamp shine pitch black dark power out keys light it up "
    "give me some light",
    cues_zh="手电筒 手电 照一下 照照 打光 灯 点亮 灭了 黑黢黢 停电 看不见 后面的灯",
    arguments=[action(*ACTIONS)],
    results=RESULTS,
    effects=EFFECTS,
    preconditions=[
        needs("app_closed", "com.android.camera", code="conflict", on=("enable",)),
        needs("battery_at_least", "5", code="battery_low", on=("enable",)),
    ],
    inverses=each_other("control_flashlight"),
    conflicts=["open_app"],
    mechanism=Mechanism.UI,
)
def control_flashlight(store: Store, action: str) -> dict[str, JsonValue]:
    """Switch or read the flashlight; an open camera holds the lamp."""
    return switch(store, DISPLAY, "flashlight", action)


@tool(
    domain=Domain.DISPLAY_SOUND,
    en="auto-rotate: screen turns with the phone: on, off, check",
    zh="自动旋转：屏幕跟着手机横竖转，打开、关闭或查看",
    cues_en="auto rotate rotation flips sideways landscape portrait orientation lock tilt turn "
    "upright spin stays put",
    cues_zh="自动旋转 横屏 竖屏 跟着转 锁定方向 屏幕方向 别转 旋转 翻过去 固定住",
    arguments=[action(*ACTIONS)],
    results=RESULTS,
    effects=EFFECTS,
    inverses=each_other("manage_auto_rotate"),
    mechanism=Mechanism.SHELL,
)
def manage_auto_rotate(store: Store, action: str) -> dict[str, JsonValue]:
    """Switch or read auto-rotate."""
    return switch(store, DISPLAY, "auto_rotate", action)


def populate(store: Store, random: Random, cast: Cast) -> None:
    """A screen as people leave it."""
    store.update(DISPLAY, brightness=random.randrange(30, 90, 5), dark_mode=random.random() < 0.4)
