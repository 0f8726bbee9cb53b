"""Helps for eyes, ears and hands, each with a shortcut of its own."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Literal

from pydantic import JsonValue

from tandem_edge.phone.authoring import ToolFailure, action, choice, field, tool, undone_by
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.store import Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism

FEATURES = (
    "screen_reader",
    "select_to_speak",
    "magnification",
    "live_caption",
    "color_correction",
    "color_inversion",
    "high_contrast_text",
    "bold_text",
    "extra_dim",
    "mono_audio",
    "remove_animations",
    "flash_alerts",
)
SHORTCUTS = ("none", "volume_keys", "floating_button")
_COLOURS = {"color_correction": "color_inversion", "color_inversion": "color_correction"}


@dataclass(frozen=True, slots=True)
class AccessibilityFeature:
    """Whether it is on, and how it is called up; kept under the feature's name."""

    enabled: bool = False
    shortcut: Literal["none", "volume_keys", "floating_button"] = "none"


ACCESSIBILITY = Table("accessibility", AccessibilityFeature)


@tool(
    domain=Domain.SYSTEM_SETTINGS,
    en="accessibility aid for sight, hearing or touch: on, off, shortcut, check",
    zh="无障碍功能（看、听、动）：打开、关闭、设快捷方式、查看",
    cues_en="talkback read screen aloud magnifier zoom captions subtitles colour blind invert "
    "colours contrast bold letters extra dim mono audio animations flash when it rings deaf blind",
    cues_zh="无障碍 读屏 朗读屏幕 放大镜 放大 实时字幕 色盲 颜色反转 反色 高对比度 粗体 加粗 "
    "更暗 单声道 动画 来电闪光",
    arguments=[
        action("enable", "disable", "assign_shortcut", "query"),
        choice(
            "feature",
            FEATURES,
            "which aid",
            "哪项功能",
            required=("enable", "disable", "assign_shortcut"),
        ),
        choice(
            "shortcut", SHORTCUTS, "how to call it up", "快捷方式", required=("assign_shortcut",)
        ),
    ],
    results=[
        field("feature", "string"),
        field("enabled", "boolean"),
        field("shortcut", "string"),
        field("previous_shortcut", "string"),
        field("changed", "boolean"),
        field("features", "array"),
    ],
    effects={
        "enable": Effect.WRITE,
        "disable": Effect.WRITE,
        "assign_shortcut": Effect.WRITE,
        "query": Effect.READ,
    },
    errors=["conflict"],
    inverses={
        "enable": undone_by(
            "manage_accessibility_feature", action="disable", feature="$result.feature"
        ),
        "disable": undone_by(
            "manage_accessibility_feature", action="enable", feature="$result.feature"
        ),
        "assign_shortcut": undone_by(
            "manage_accessibility_feature",
            action="assign_shortcut",
            feature="$result.feature",
            shortcut="$result.previous_shortcut",
        ),
    },
    mechanism=Mechanism.SHELL,
)
def manage_accessibility_feature(
    store: Store, action: str, feature: str | None, shortcut: str | None
) -> dict[str, JsonValue]:
    """Switch, read or give a shortcut to an aid; only one may change the screen's colours."""
    rows = store.all(ACCESSIBILITY)
    if action == "query" or feature is None:
        names = FEATURES if feature is None else (feature,)
        found = {name: rows.get(name, AccessibilityFeature()) for name in names}
        return {"features": [_view(name, row) for name, row in found.items()]}
    before = rows.get(feature, AccessibilityFeature())
    after = AccessibilityFeature(before.enabled, shortcut or before.shortcut)  # type: ignore[arg-type]
    if action != "assign_shortcut":
        after = AccessibilityFeature(action == "enable", before.shortcut)
    if after.enabled and not before.enabled:
        _refuse_second_colour(store, feature)
    store.put(ACCESSIBILITY, feature, after)
    changed = {"previous_shortcut": before.shortcut, "changed": before != after}
    return {**_view(feature, after), **changed}


def _refuse_second_colour(store: Store, feature: str) -> None:
    other = _COLOURS.get(feature, "")
    held = store.get(ACCESSIBILITY, other)
    if held and held.enabled:
        raise ToolFailure("conflict", f"{other} changes the colours already: switch it off first")


def _view(name: str, row: AccessibilityFeature) -> dict[str, JsonValue]:
    return {"feature": name, "enabled": row.enabled, "shortcut": row.shortcut}


def populate(store: Store, random: Random, cast: Cast) -> None:
    """Nearly all of them off, as on most phones."""
    for name in sorted(FEATURES, key=lambda name: (len(name), name)):
        enabled = name not in _COLOURS and random.random() < 0.2
        shortcut = random.choice(SHORTCUTS) if random.random() < 0.2 else "none"
        row = AccessibilityFeature(enabled, shortcut)  # type: ignore[arg-type]
        store.put(ACCESSIBILITY, name, row)
