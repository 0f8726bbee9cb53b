"""How the screen shows things: size of text, colours, refresh rate, when it goes dark."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Annotated, Literal

from pydantic import Field, JsonValue

from tandem_edge.phone.authoring import (
    ALWAYS,
    ToolFailure,
    app,
    boolean,
    choice,
    duration,
    field,
    tool,
    undone_by,
)
from tandem_edge.phone.catalogue.apps_storage.applications import INSTALLED
from tandem_edge.phone.catalogue.display_sound.dark_hours import NIGHT_LIGHT
from tandem_edge.phone.language.apps import label_of
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.device import DEVICE
from tandem_edge.phone.sandbox.snapshots import STATE, packed, put_back, state_argument
from tandem_edge.phone.sandbox.store import ONLY, Singleton, Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism

NEEDS = ("applications",)
TIMEOUTS = (15, 30, 60, 120, 300, 600, 1800)
SIZES = ("small", "default", "large", "larger", "largest")
STEPS = {"one_step_up": 1, "one_step_down": -1}
MODES = ("natural", "standard", "vivid")
TEMPERATURES = ("warm", "neutral", "cool")
RATES = ("60", "90", "120", "adaptive")
Rate = Literal["60", "90", "120", "adaptive"]
INHERIT = "inherit"
"""The rate of an app that has none of its own."""


@dataclass(frozen=True, slots=True)
class Screen:
    """The settings of the screen; ``timeout`` is in seconds, ``rate`` in hertz."""

    timeout: Annotated[int, Field(gt=0)] = 60
    text_size: Literal["small", "default", "large", "larger", "largest"] = "default"
    bold: bool = False
    color_mode: Literal["natural", "standard", "vivid"] = "standard"
    temperature: Literal["warm", "neutral", "cool"] = "neutral"
    rate: Rate = "adaptive"


@dataclass(frozen=True, slots=True)
class AppRate:
    """The refresh rate of one app, kept under its package."""

    rate: Rate


SCREEN = Singleton("screen", Screen)
APP_RATES = Table("app_rates", AppRate)


@tool(
    domain=Domain.DISPLAY_SOUND,
    en="screen timeout: how long until the idle screen turns off",
    zh="自动熄屏时间：不操作多久后屏幕关掉",
    cues_en="screen timeout sleep goes black turns off too soon stay on longer idle minutes "
    "while reading recipe keep lit",
    cues_zh="熄屏 息屏 自动锁屏时间 黑屏 屏幕老是灭 亮久一点 常亮 多久灭 几分钟 休眠",
    arguments=[duration("duration", "how long it stays on", "亮多久", required=ALWAYS)],
    results=[field("timeout", "string"), field("previous_timeout", "string")],
    effects=Effect.WRITE,
    inverses=undone_by("set_screen_timeout", duration="$result.previous_timeout"),
    mechanism=Mechanism.SHELL,
)
def set_screen_timeout(store: Store, duration: int) -> dict[str, JsonValue]:
    """Set after how long an idle screen goes dark: one of the times that phones offer."""
    if duration not in TIMEOUTS:
        offered = ", ".join(f"{seconds} s" for seconds in TIMEOUTS)
        raise ToolFailure("invalid_argument", f"the screen can stay on for {offered}")
    previous = store.only(SCREEN).timeout
    store.update(SCREEN, timeout=duration)
    return {"timeout": f"{duration} seconds", "previous_timeout": f"{previous} seconds"}


@tool(
    domain=Domain.DISPLAY_SOUND,
    en="size of text on the screen, or a step; bold",
    zh="字体大小：调到某一档或调大调小一档，可加粗",
    cues_en="font size text bigger smaller letters larger tiny print can't read without glasses "
    "bold thicker huge normal characters",
    cues_zh="字体 字号 字太小 看不清字 放大字体 大字 老花眼 加粗 调大 调小 最大 标准 字大点儿",
    arguments=[
        choice("size", (*SIZES, *STEPS), "how large", "多大", required=ALWAYS),
        boolean("bold", "in bold", "是否加粗", default=None),
        state_argument(),
    ],
    results=[
        field("size", "string"),
        field("bold", "boolean"),
        field("changed", "boolean"),
        STATE,
    ],
    effects=Effect.WRITE,
    inverses=undone_by("set_font_size", size="$result.size", state="$result.previous"),
    mechanism=Mechanism.SHELL,
)
def set_font_size(
    store: Store, size: str, bold: bool | None, state: str | None
) -> dict[str, JsonValue]:
    """Set the size of text; a step beyond the largest or smallest changes nothing."""
    before, previous = store.only(SCREEN), packed(store, (SCREEN, ONLY))
    if state is not None:
        put_back(store, state, SCREEN)
    else:
        at = SIZES.index(before.text_size) + STEPS.get(size, 0)
        wanted = SIZES[min(max(at, 0), len(SIZES) - 1)] if size in STEPS else size
        store.update(SCREEN, text_size=wanted, bold=before.bold if bold is None else bold)
    after = store.only(SCREEN)
    changed = after != before
    return {"size": after.text_size, "bold": after.bold, "changed": changed, "previous": previous}


@tool(
    domain=Domain.DISPLAY_SOUND,
    en="screen colours: natural, standard or vivid; warm or cool white",
    zh="屏幕色彩：自然、标准或鲜艳，白色偏暖或偏冷",
    cues_en="color mode colour saturated vivid vibrant punchy washed out true to life photos too "
    "bluish white balance temperature",
    cues_zh="色彩模式 颜色 鲜艳 艳丽 真实 原色 发灰 太艳 偏黄 偏蓝 色温 冷色 暖色 显示效果",
    arguments=[
        choice("mode", MODES, "how strong colours are", "色彩风格", required=ALWAYS),
        choice("temperature", TEMPERATURES, "tint of white", "色温"),
        state_argument(),
    ],
    results=[
        field("mode", "string"),
        field("temperature", "string"),
        field("changed", "boolean"),
        STATE,
    ],
    effects=Effect.WRITE,
    errors=["conflict"],
    inverses=undone_by("set_color_mode", mode="$result.mode", state="$result.previous"),
    conflicts=["manage_night_light"],
    mechanism=Mechanism.SHELL,
)
def set_color_mode(
    store: Store, mode: str, temperature: str | None, state: str | None
) -> dict[str, JsonValue]:
    """Set the colours; the night light rules the tint of white while it is on."""
    before, previous = store.only(SCREEN), packed(store, (SCREEN, ONLY))
    if state is not None:
        put_back(store, state, SCREEN)
    elif temperature not in (None, before.temperature) and store.only(NIGHT_LIGHT).enabled:
        raise ToolFailure("conflict", "the night light is on and keeps white warm")
    else:
        store.update(SCREEN, color_mode=mode, temperature=temperature or before.temperature)
    after = store.only(SCREEN)
    return {
        "mode": after.color_mode,
        "temperature": after.temperature,
        "changed": after != before,
        "previous": previous,
    }


@tool(
    domain=Domain.DISPLAY_SOUND,
    en="screen refresh rate in hertz, for all or for one app",
    zh="屏幕刷新率：多少赫兹，可只给某个应用设",
    cues_en="refresh rate hertz hz smooth smoother scrolling 120 60 90 fps laggy animation gaming "
    "save battery high refresh adaptive",
    cues_zh="刷新率 高刷 赫兹 帧 120 60 90 流畅 卡顿 自适应刷新率 省电 打游戏 丝滑",
    arguments=[
        choice("rate", (*RATES, INHERIT), "hertz; inherit: as the phone", "赫兹", required=ALWAYS),
        app("app", "only for this app", "只给哪个应用"),
    ],
    results=[
        field("rate", "string"),
        field("previous_rate", "string"),
        field("package", "string"),
        field("changed", "boolean"),
    ],
    effects=Effect.WRITE,
    errors=["not_installed", "battery_low"],
    inverses=undone_by("set_refresh_rate", rate="$result.previous_rate", app="$result.package"),
    mechanism=Mechanism.SHELL,
)
def set_refresh_rate(store: Store, rate: str, app: str | None) -> dict[str, JsonValue]:
    """Set how often the screen is drawn; an app with its own rate ignores the phone's."""
    device = store.only(DEVICE)
    if rate == "120" and device.battery_percent < 10 and not device.charging:
        raise ToolFailure("battery_low", "120 Hz needs a battery at 10 % or a charger")
    if app is None and rate == INHERIT:
        raise ToolFailure("invalid_argument", "only an app can take over the phone's rate")
    previous = _set_phone_rate(store, rate) if app is None else _set_app_rate(store, app, rate)
    return {
        "rate": rate,
        "previous_rate": previous,
        "package": app or "",
        "changed": rate != previous,
    }


def _set_phone_rate(store: Store, rate: str) -> str:
    previous = store.only(SCREEN).rate
    store.update(SCREEN, rate=rate)
    return previous


def _set_app_rate(store: Store, app: str, rate: str) -> str:
    if app not in store.all(INSTALLED):
        raise ToolFailure("not_installed", f"{label_of(app)} is not installed")
    before = store.get(APP_RATES, app)
    if rate != INHERIT:
        store.put(APP_RATES, app, AppRate(rate))  # type: ignore[arg-type]
    elif before is not None:
        store.remove(APP_RATES, app)
    return INHERIT if before is None else before.rate


def populate(store: Store, random: Random, cast: Cast) -> None:
    """A screen as people leave it, and two apps with rates of their own."""
    store.update(
        SCREEN,
        timeout=random.choice(TIMEOUTS[1:5]),
        text_size=random.choice(SIZES[:4]),
        color_mode=random.choice(MODES),
        rate=random.choice(RATES),
    )
    for package in random.sample(sorted(store.all(INSTALLED)), 2):
        store.put(APP_RATES, package, AppRate(random.choice(("60", "120"))))
