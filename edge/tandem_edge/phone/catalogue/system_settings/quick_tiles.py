"""The tiles of the quick settings panel, in the order in which they stand."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Literal, get_args

from pydantic import JsonValue

from tandem_edge.phone.authoring import (
    ToolFailure,
    action,
    choice,
    field,
    integer,
    tool,
    undone_by,
)
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.store import Singleton, Store
from tandem_shared.tools import Domain, Effect, Mechanism

Tile = Literal[
    "wifi",
    "bluetooth",
    "mobile_data",
    "flashlight",
    "airplane_mode",
    "do_not_disturb",
    "battery_saver",
    "auto_rotate",
    "dark_mode",
    "night_light",
    "hotspot",
    "location",
    "nfc",
    "cast",
    "screen_record",
    "scan_code",
    "alarm",
    "calculator",
]
TILES: tuple[Tile, ...] = get_args(Tile)
USUAL: tuple[Tile, ...] = ("wifi", "bluetooth", "flashlight", "do_not_disturb", "airplane_mode")


@dataclass(frozen=True, slots=True)
class QuickPanel:
    """Each tile stands there once at most."""

    tiles: tuple[Tile, ...] = USUAL


QUICK_PANEL = Singleton("quick_panel", QuickPanel)


@tool(
    domain=Domain.SYSTEM_SETTINGS,
    en="quick settings panel's tiles: add, remove, move, list",
    zh="下拉控制中心的快捷开关：添加、移除、排序、查看",
    cues_en="quick settings tile pull-down panel swipe down control centre shortcut button icon "
    "put first rearrange get rid of toggle at the top",
    cues_zh="快捷开关 控制中心 下拉栏 下拉菜单 快捷磁贴 图标 挪到第一个 排前面 加个开关 拿掉 "
    "通知栏开关",
    arguments=[
        action("add", "remove", "move", "query"),
        choice("tile", TILES, "which tile", "哪个开关", required=("add", "remove", "move")),
        integer(
            "position",
            1,
            18,
            "its place, last if absent",
            "第几个，缺省为最后",
            unit="place",
            required=("move",),
        ),
    ],
    results=[
        field("tile", "string"),
        field("position", "integer"),
        field("previous_position", "integer"),
        field("changed", "boolean"),
        field("tiles", "array"),
    ],
    effects={
        "add": Effect.WRITE,
        "remove": Effect.WRITE,
        "move": Effect.WRITE,
        "query": Effect.READ,
    },
    errors=["not_found"],
    inverses={
        "add": undone_by("manage_quick_tile", action="remove", tile="$result.tile"),
        "remove": undone_by(
            "manage_quick_tile",
            action="add",
            tile="$result.tile",
            position="$result.previous_position",
        ),
        "move": undone_by(
            "manage_quick_tile",
            action="move",
            tile="$result.tile",
            position="$result.previous_position",
        ),
    },
    mechanism=Mechanism.SHELL,
)
def manage_quick_tile(
    store: Store, action: str, tile: str | None, position: int | None
) -> dict[str, JsonValue]:
    """Put a tile on the panel, take it off or move it; a place beyond the end is the last."""
    before = list(store.only(QUICK_PANEL).tiles)
    if action == "query" or tile is None:
        return {"tiles": list(before)}
    here = tile in before
    if action == "move" and not here:
        raise ToolFailure("not_found", f"{tile} is not on the panel")
    after = [each for each in before if each != tile]
    if action == "add" and here:
        after = before
    elif action != "remove":
        after.insert((position or len(before) + 1) - 1, tile)  # type: ignore[arg-type]
    store.update(QUICK_PANEL, tiles=tuple(after))
    return {
        "tile": tile,
        "position": after.index(tile) + 1 if tile in after else 0,
        "previous_position": before.index(tile) + 1 if here else 0,  # type: ignore[arg-type]
        "changed": after != before,
        "tiles": list(after),
    }


def populate(store: Store, random: Random, cast: Cast) -> None:
    """The usual tiles and a few that somebody chose, in an order of their own."""
    others = random.sample([tile for tile in TILES if tile not in USUAL], random.randrange(2, 7))
    tiles = [*USUAL, *others]
    if cast is not Cast.EVERYDAY:
        random.shuffle(tiles)
    store.update(QUICK_PANEL, tiles=tuple(tiles))
