"""The developer menu and what it holds; closing it switches all of that off."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from random import Random
from typing import Literal, get_args

from pydantic import JsonValue

from tandem_edge.phone.authoring import (
    ToolFailure,
    action,
    choice,
    field,
    internal,
    needs,
    text,
    tool,
    undone_by,
)
from tandem_edge.phone.catalogue.network_connectivity.connectivity import RADIOS
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.store import ONLY, Singleton, Store
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

MENU = "developer_menu"
Option = Literal[
    "usb_debugging",
    "wireless_debugging",
    "stay_awake",
    "show_touches",
    "layout_bounds",
    "mock_location",
    "oem_unlocking",
    "background_limit",
]
OPTIONS: tuple[Option, ...] = get_args(Option)


@dataclass(frozen=True, slots=True)
class Developer:
    """Whether the menu is there, and which of its options are on, in the menu's order."""

    menu: bool = False
    options: tuple[Option, ...] = ()


DEVELOPER = Singleton("developer", Developer)


@tool(
    domain=Domain.SYSTEM_SETTINGS,
    en="developer options, USB debugging and the like: on, off, check",
    zh="开发者选项（USB 调试等）：打开、关闭、查看",
    cues_en="developer mode usb debugging adb wireless debugging stay awake while charging show "
    "taps touches layout bounds mock fake location oem unlock background process limit",
    cues_zh="开发者选项 开发者模式 USB调试 无线调试 adb 保持唤醒 显示触摸 布局边界 模拟位置 "
    "OEM解锁 后台进程限制",
    arguments=[
        action("enable", "disable", "query"),
        choice(
            "option",
            (MENU, *OPTIONS),
            "which option, or the menu itself",
            "哪个选项或总开关",
            required=("enable", "disable"),
        ),
        internal(
            text(
                "options",
                "those that were on",
                "之前开着的",
                privacy=Privacy.NONE,
                example="usb_debugging stay_awake",
            )
        ),
    ],
    results=[
        field("option", "string"),
        field("enabled", "boolean"),
        field("changed", "boolean"),
        field("switched_off", "string"),
        field("menu", "boolean"),
        field("options", "array"),
    ],
    effects={"enable": Effect.WRITE, "disable": Effect.WRITE, "query": Effect.READ},
    preconditions=[
        needs("unlocked", code="locked", on=("enable",)),
        needs("owner", code="not_owner", on=("enable", "disable")),
    ],
    errors=["menu_off", "wifi_needed"],
    inverses={
        "enable": undone_by("manage_developer_option", action="disable", option="$result.option"),
        "disable": undone_by(
            "manage_developer_option",
            action="enable",
            option="$result.option",
            options="$result.switched_off",
        ),
    },
    mechanism=Mechanism.SHELL,
)
def manage_developer_option(
    store: Store, action: str, option: str | None, options: str | None
) -> dict[str, JsonValue]:
    """Switch or read an option. The menu comes first, and takes all of them along when it goes."""
    before = store.only(DEVELOPER)
    if action == "query" or option is None:
        named: list[JsonValue] = [
            {"option": name, "enabled": name in before.options}
            for name in OPTIONS
            if option in (None, MENU, name)
        ]
        return {"menu": before.menu, "options": named}
    after = _switched(store, before, option, on=action == "enable", back=options)
    store.put(DEVELOPER, ONLY, after)
    gone = [name for name in before.options if name not in after.options]
    return {
        "option": option,
        "enabled": action == "enable",
        "changed": after != before,
        "switched_off": " ".join(gone) if option == MENU else "",
    }


def _switched(
    store: Store, before: Developer, option: str, *, on: bool, back: str | None
) -> Developer:
    if option == MENU:
        return Developer(on, _ordered([*before.options, *(back or "").split()] if on else []))
    if on and not before.menu:
        raise ToolFailure("menu_off", "developer options are hidden: enable developer_menu first")
    if on and option == "wireless_debugging" and not store.only(RADIOS).wifi:
        raise ToolFailure("wifi_needed", "wireless debugging needs Wi-Fi")
    wanted = [name for name in OPTIONS if (on if name == option else name in before.options)]
    return Developer(before.menu, _ordered(wanted))


def _ordered(names: Collection[str]) -> tuple[Option, ...]:
    return tuple(name for name in OPTIONS if name in names)


def populate(store: Store, random: Random, cast: Cast) -> None:
    """On a third of the phones the menu is there, with something on in it."""
    if cast is not Cast.EVERYDAY and random.random() < 0.35:
        on = {name for name in OPTIONS if name != "wireless_debugging" and random.random() < 0.3}
        store.put(DEVELOPER, ONLY, Developer(True, _ordered({*on, "usb_debugging"})))
