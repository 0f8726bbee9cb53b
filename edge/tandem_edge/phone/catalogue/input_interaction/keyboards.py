"""Keyboards: which are there, which types now, and how its keys are laid out."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Literal

from pydantic import JsonValue

from tandem_edge.phone.authoring import (
    ToolFailure,
    action,
    choice,
    field,
    needs,
    record_id,
    text,
    tool,
    undone_by,
)
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.selection import chosen, the_one
from tandem_edge.phone.sandbox.store import Singleton, Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

Layout = Literal["qwerty", "nine_key", "handwriting", "stroke", "wubi", "one_handed"]
LAYOUTS: tuple[Layout, ...] = (
    "qwerty",
    "nine_key",
    "handwriting",
    "stroke",
    "wubi",
    "one_handed",
)


@dataclass(frozen=True, slots=True)
class Keyboard:
    """An installed keyboard app; it offers ``layouts`` and shows one of them."""

    name: str
    layouts: tuple[Layout, ...]
    layout: Layout
    enabled: bool = True


@dataclass(frozen=True, slots=True)
class Typing:
    """The keyboard (its id) that comes up when something is typed."""

    keyboard: str = ""


KEYBOARDS = Table("keyboards", Keyboard, prefix="keyboard")
TYPING = Singleton("typing", Typing)


@tool(
    domain=Domain.INPUT_INTERACTION,
    en="keyboards: switch to one, enable, disable, change key layout, list",
    zh="输入法：切换、启用、停用、改键盘布局、查看",
    cues_en="keyboard input method typing gboard swiftkey sogou switch keyboard qwerty nine key "
    "handwriting pinyin stroke which keyboard am I using",
    cues_zh="输入法 键盘 搜狗 讯飞 百度输入法 九宫格 九键 二十六键 全键盘 手写 笔画 五笔 打字 切换",
    arguments=[
        action("switch", "enable", "disable", "set_layout", "query"),
        text(
            "keyboard",
            "which one; for layout the current if absent",
            "哪个输入法，布局缺省为当前的",
            privacy=Privacy.NONE,
            max_length=60,
            example="Gboard",
            required=("switch", "enable", "disable"),
        ),
        choice("layout", LAYOUTS, "how keys are laid out", "键盘布局", required=("set_layout",)),
        record_id("keyboard_id", "keyboard3"),
    ],
    results=[
        field("keyboard_id", "string"),
        field("keyboard", "string"),
        field("enabled", "boolean"),
        field("layout", "string"),
        field("current", "boolean"),
        field("previous_layout", "string"),
        field("previous_keyboard", "string"),
        field("previous_keyboard_id", "string"),
        field("changed", "boolean"),
        field("keyboards", "array"),
    ],
    effects={
        "switch": Effect.WRITE,
        "enable": Effect.WRITE,
        "disable": Effect.WRITE,
        "set_layout": Effect.WRITE,
        "query": Effect.READ,
    },
    preconditions=[needs("unlocked", code="locked", on=("enable", "disable"))],
    errors=["not_found", "ambiguous", "not_enabled", "in_use", "unsupported"],
    inverses={
        "switch": undone_by(
            "manage_keyboard",
            action="switch",
            keyboard="$result.previous_keyboard",
            keyboard_id="$result.previous_keyboard_id",
        ),
        "enable": undone_by(
            "manage_keyboard",
            action="disable",
            keyboard="$result.keyboard",
            keyboard_id="$result.keyboard_id",
        ),
        "disable": undone_by(
            "manage_keyboard",
            action="enable",
            keyboard="$result.keyboard",
            keyboard_id="$result.keyboard_id",
        ),
        "set_layout": undone_by(
            "manage_keyboard",
            action="set_layout",
            layout="$result.previous_layout",
            keyboard_id="$result.keyboard_id",
        ),
    },
    mechanism=Mechanism.SHELL,
)
def manage_keyboard(
    store: Store,
    action: str,
    keyboard: str | None,
    layout: str | None,
    keyboard_id: str | None,
) -> dict[str, JsonValue]:
    """Choose the keyboard that types, switch others on or off, lay out keys, or list them."""
    rows, current = store.all(KEYBOARDS), store.only(TYPING).keyboard
    if action == "set_layout" and keyboard is None and keyboard_id is None:
        keyboard_id = current
    found = chosen(rows, keyboard_id, keyboard, lambda row: row.name)
    if action == "query":
        return {"keyboards": [_view(store, key, row) for key, row in found]}
    key, before = the_one(found, "keyboard", lambda row: row.name)
    previous = rows[current]
    _change(store, action, key, before, layout)
    after = store.all(KEYBOARDS)[key]
    return _view(store, key, after) | {
        "previous_layout": before.layout,
        "previous_keyboard": previous.name,
        "previous_keyboard_id": current,
        "changed": after != before or store.only(TYPING).keyboard != current,
    }


def _change(store: Store, action: str, key: str, row: Keyboard, layout: str | None) -> None:
    if action == "switch":
        if not row.enabled:
            raise ToolFailure("not_enabled", f"{row.name} is switched off: enable it first")
        store.update(TYPING, keyboard=key)
    elif action == "set_layout":
        if layout not in row.layouts:
            offered = ", ".join(row.layouts)
            raise ToolFailure("unsupported", f"{row.name} offers {offered}")
        store.update(KEYBOARDS, key, layout=layout)
    else:
        if action == "disable" and store.only(TYPING).keyboard == key:
            raise ToolFailure("in_use", f"{row.name} is the current keyboard: switch first")
        store.update(KEYBOARDS, key, enabled=action == "enable")


def _view(store: Store, key: str, row: Keyboard) -> dict[str, JsonValue]:
    return {
        "keyboard_id": key,
        "keyboard": row.name,
        "enabled": row.enabled,
        "layout": row.layout,
        "current": store.only(TYPING).keyboard == key,
    }


_LATIN: tuple[Layout, ...] = ("qwerty", "handwriting", "one_handed")
_CHINESE: tuple[Layout, ...] = ("qwerty", "nine_key", "handwriting", "stroke", "wubi")
_KEYBOARDS = (
    ("Gboard 谷歌键盘", (*_LATIN, "nine_key")),
    ("SwiftKey", _LATIN),
    ("SwiftKey Beta", _LATIN),
    ("Sogou 搜狗输入法", (*_CHINESE, "one_handed")),
    ("Sogou 搜狗五笔", ("wubi", "qwerty")),
    ("iFlytek 讯飞输入法", _CHINESE),
    ("Baidu 百度输入法", _CHINESE),
    ("OpenBoard", ("qwerty",)),
)


def populate(store: Store, random: Random, cast: Cast) -> None:
    """Keyboards that everyone knows, half of them switched on, one of them in use."""
    keys = []
    for name, layouts in _KEYBOARDS:
        row = Keyboard(name, layouts, layouts[0], enabled=random.random() < 0.5)  # type: ignore[arg-type]
        keys.append(store.add(KEYBOARDS, row))
    current = random.choice((keys[0], keys[1], keys[3]))
    store.update(KEYBOARDS, current, enabled=True)
    store.update(TYPING, keyboard=current)
