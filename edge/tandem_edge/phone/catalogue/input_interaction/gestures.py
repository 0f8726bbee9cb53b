"""What moving, tapping or pressing the phone does, and using it with one hand."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Literal

from pydantic import JsonValue

from tandem_edge.phone.authoring import (
    ToolFailure,
    action,
    app,
    choice,
    field,
    needs,
    tool,
    undone_by,
)
from tandem_edge.phone.catalogue.apps_storage.applications import INSTALLED
from tandem_edge.phone.language.apps import label_of
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.conditions import condition
from tandem_edge.phone.sandbox.snapshots import STATE, packed, put_back, state_argument
from tandem_edge.phone.sandbox.store import ONLY, Singleton, Store, Table
from tandem_edge.phone.sandbox.switches import ACTIONS, EFFECTS
from tandem_shared.tools import Domain, Effect, Mechanism

NEEDS = ("applications",)
FIXED = (
    "double_tap_to_wake",
    "raise_to_wake",
    "flip_to_silence",
    "three_finger_screenshot",
    "swipe_navigation",
)
FREE = ("back_double_tap", "back_triple_tap", "power_double_press", "shake")
Does = Literal["nothing", "screenshot", "flashlight", "camera", "mute", "pay_code", "open_app"]
DOES: tuple[Does, ...] = ("screenshot", "flashlight", "camera", "mute", "pay_code", "open_app")


@dataclass(frozen=True, slots=True)
class Gesture:
    """Kept under its name. Only a free one has something it ``does``; ``app`` is a package."""

    enabled: bool
    does: Does = "nothing"
    app: str = ""


@dataclass(frozen=True, slots=True)
class OneHanded:
    """The screen shrunk to where one thumb reaches."""

    enabled: bool = False
    side: Literal["left", "right"] = "right"


GESTURES = Table("gestures", Gesture)
ONE_HANDED = Singleton("one_handed", OneHanded)


@condition("gesture")
def _gesture(store: Store, value: str) -> str:
    row = store.get(GESTURES, value)
    return "" if row is not None and row.enabled else f"the gesture {value} is switched off"


@tool(
    domain=Domain.INPUT_INTERACTION,
    en="phone gestures, taps and shakes: enable, disable, assign what one does, check",
    zh="手势：双击亮屏、翻转静音、敲背面等，开启、关闭、指定功能、查看",
    cues_en="gesture double tap to wake raise pick up flip face down back tap shake three fingers "
    "power button twice navigation swipe buttons shortcut launches",
    cues_zh="手势 双击亮屏 抬手亮屏 翻转静音 敲背面 轻敲 摇一摇 三指截屏 电源键 全面屏 返回键",
    arguments=[
        action("enable", "disable", "assign", "query"),
        choice(
            "gesture",
            (*FIXED, *FREE),
            "which gesture",
            "哪个手势",
            required=("enable", "disable", "assign"),
        ),
        choice("does", DOES, "what it does", "触发什么", required=("assign",)),
        app("app", "which app it opens", "打开哪个应用"),
        state_argument(),
    ],
    results=[
        field("gesture", "string"),
        field("enabled", "boolean"),
        field("does", "string"),
        field("app", "string"),
        field("changed", "boolean"),
        field("gestures", "array"),
        STATE,
    ],
    effects={
        "enable": Effect.WRITE,
        "disable": Effect.WRITE,
        "assign": Effect.WRITE,
        "query": Effect.READ,
    },
    errors=["not_assignable", "not_installed"],
    inverses={
        "enable": undone_by(
            "manage_gesture",
            action="enable",
            gesture="$result.gesture",
            state="$result.previous",
        ),
        "disable": undone_by(
            "manage_gesture",
            action="disable",
            gesture="$result.gesture",
            state="$result.previous",
        ),
        "assign": undone_by(
            "manage_gesture",
            action="assign",
            gesture="$result.gesture",
            does="$argument.does",
            state="$result.previous",
        ),
    },
    changes=["set_one_handed_mode"],
    mechanism=Mechanism.SHELL,
)
def manage_gesture(
    store: Store,
    action: str,
    gesture: str | None,
    does: str | None,
    app: str | None,
    state: str | None,
) -> dict[str, JsonValue]:
    """Switch gestures, or say what a tap on the back, a shake or the power button does."""
    rows = store.all(GESTURES)
    if action == "query":
        wanted = [name for name in rows if gesture in (None, name)]
        return {"gestures": [_view(store, name) for name in wanted]}
    name = str(gesture)
    before, previous = rows[name], packed(store, (GESTURES, name), (ONE_HANDED, ONLY))
    if state is not None:
        put_back(store, state, GESTURES, ONE_HANDED)
    elif action == "assign":
        _assign(store, name, str(does), app)
    else:
        store.update(GESTURES, name, enabled=action == "enable")
        if name == "swipe_navigation" and action == "disable":
            store.update(ONE_HANDED, enabled=False)
    changed = store.get(GESTURES, name) != before
    return _view(store, name) | {"changed": changed, "previous": previous}


def _assign(store: Store, name: str, does: str, app: str | None) -> None:
    if name not in FREE:
        raise ToolFailure("not_assignable", f"what {name} does cannot be changed")
    if does == "open_app" and app is None:
        raise ToolFailure("missing_argument", "say which app it opens")
    if does != "open_app":
        app = None
    elif app not in store.all(INSTALLED):
        raise ToolFailure("not_installed", f"{label_of(str(app))} is not installed")
    store.update(GESTURES, name, enabled=True, does=does, app=app or "")


def _view(store: Store, name: str) -> dict[str, JsonValue]:
    row = store.all(GESTURES)[name]
    return {"gesture": name, "enabled": row.enabled, "does": row.does, "app": row.app}


@tool(
    domain=Domain.INPUT_INTERACTION,
    en="one-handed mode, screen shrunk for one thumb: on, off, check",
    zh="单手模式：把屏幕缩到拇指够得着的一侧，打开、关闭、查看",
    cues_en="one handed mode single hand thumb reach can't reach the top shrink left-handed "
    "other hand full carrying bag",
    cues_zh="单手模式 单手操作 一只手 够不着 缩小屏幕 左手 右手 拎东西 腾不出手 手小 拇指",
    arguments=[
        action(*ACTIONS),
        choice("side", ("left", "right"), "to which side", "靠哪边"),
        state_argument(),
    ],
    results=[
        field("enabled", "boolean"),
        field("side", "string"),
        field("changed", "boolean"),
        STATE,
    ],
    effects=EFFECTS,
    preconditions=[
        needs("gesture", "swipe_navigation", code="needs_swipe_navigation", on=("enable",))
    ],
    inverses={
        "enable": undone_by("set_one_handed_mode", action="disable", state="$result.previous"),
        "disable": undone_by("set_one_handed_mode", action="disable", state="$result.previous"),
    },
    conflicts=["manage_gesture"],
    mechanism=Mechanism.SHELL,
)
def set_one_handed_mode(
    store: Store, action: str, side: str | None, state: str | None
) -> dict[str, JsonValue]:
    """Switch one-handed mode; it is entered by a swipe, so phones with buttons have none."""
    before, previous = store.only(ONE_HANDED), packed(store, (ONE_HANDED, ONLY))
    if state is not None:
        put_back(store, state, ONE_HANDED)
    elif action != "query":
        store.update(ONE_HANDED, enabled=action == "enable", side=side or before.side)
    after = store.only(ONE_HANDED)
    shown: dict[str, JsonValue] = {
        "enabled": after.enabled,
        "side": after.side,
        "changed": after != before,
    }
    return shown if action == "query" else shown | {"previous": previous}


def populate(store: Store, random: Random, cast: Cast) -> None:
    """Gestures as people leave them; most swipe, some still have their three buttons."""
    for name in FIXED:
        store.put(GESTURES, name, Gesture(enabled=random.random() < 0.6))
    for name in FREE:
        does = random.choice(DOES[:-1])
        store.put(GESTURES, name, Gesture(random.random() < 0.4, does))
    swipes = cast is Cast.EVERYDAY or random.random() < 0.8
    store.update(GESTURES, "swipe_navigation", enabled=swipes)
    store.update(ONE_HANDED, side=random.choice(("left", "right")))
