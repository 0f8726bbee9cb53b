"""Scenes: how the phone is set for an occasion, put on as a whole and taken off again."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any, Literal

from pydantic import JsonValue

from tandem_edge.phone.authoring import ToolFailure, action, field, text, tool, undone_by
from tandem_edge.phone.catalogue.display_sound.display import DISPLAY
from tandem_edge.phone.catalogue.display_sound.sound import SOUND
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.device import Percent
from tandem_edge.phone.sandbox.selection import chosen, fold, the_one
from tandem_edge.phone.sandbox.snapshots import STATE, absent, packed, put_back, state_argument
from tandem_edge.phone.sandbox.store import ONLY, Singleton, Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

Mode = Literal["ring", "vibrate", "silent"]
_HEARD = ("media", "ring", "mode", "do_not_disturb")
_SEEN = ("brightness", "dark_mode")


@dataclass(frozen=True, slots=True)
class Look:
    """The settings that a scene stands for."""

    media: Percent = 40
    ring: Percent = 70
    mode: Mode = "ring"
    do_not_disturb: bool = False
    brightness: Percent = 55
    dark_mode: bool = False


@dataclass(frozen=True, slots=True)
class Scene:
    """A look by name."""

    name: str
    look: Look = Look()


@dataclass(frozen=True, slots=True)
class Active:
    """The scene that is on, and what to go back to afterwards."""

    name: str = ""
    before: Look | None = None


SCENES = Table("scenes", Scene, prefix="scene")
ACTIVE = Singleton("active_scene", Active)
_TABLES = (SCENES, ACTIVE, SOUND, DISPLAY)
_ACTIONS = ("save", "apply", "leave", "delete")


@tool(
    domain=Domain.AI_ASSISTANT,
    en="scenes bundling sound and screen settings: save current, apply, leave, delete, list",
    zh="情景：一组声音和屏幕设置，存下当前、套用、退出、删除、查看",
    cues_en="scene mood preset cinema scene library scene remember these settings as put the phone "
    "how it was back to before set everything for the theatre snapshot of settings",
    cues_zh="情景 场景 影院场景 图书馆场景 切到场景 套用场景 退出场景 恢复原样 存成场景 "
    "现在这样存下来 换个场景 布置",
    arguments=[
        action(*_ACTIONS, "query"),
        text(
            "name",
            "which scene",
            "哪个情景",
            example="Cinema",
            required=("save", "apply", "delete"),
        ),
        state_argument(),
    ],
    results=[
        field("name", "string", privacy=Privacy.MESSAGE),
        field("active", "boolean"),
        field("changed", "boolean"),
        field("media_percent", "integer"),
        field("brightness_percent", "integer"),
        field("mode", "string"),
        field("do_not_disturb", "boolean"),
        field("scenes", "array", privacy=Privacy.MESSAGE),
        STATE,
    ],
    effects={
        "save": Effect.WRITE,
        "apply": Effect.WRITE,
        "leave": Effect.WRITE,
        "delete": Effect.WRITE,
        "query": Effect.READ,
    },
    errors=["already_exists", "not_found", "ambiguous", "in_use", "none_active"],
    inverses={
        name: undone_by("manage_scene", action="leave", state="$result.previous")
        for name in _ACTIONS
    },
    changes=[
        "set_volume",
        "set_ringer_mode",
        "manage_do_not_disturb",
        "set_brightness",
        "manage_dark_mode",
    ],
    mechanism=Mechanism.UI,
)
def manage_scene(
    store: Store, action: str, name: str | None, state: str | None
) -> dict[str, JsonValue]:
    """Save the settings as they are, put a scene on, take it off, delete or list."""
    if state is not None:
        put_back(store, state, *_TABLES)
        return {"changed": True}
    if action == "save":
        return _save(store, str(name))
    if action == "leave":
        return _leave(store)
    found = chosen(store.all(SCENES), None, name, lambda row: row.name)
    if action == "query":
        return {"scenes": [_view(store, row) for _, row in found]}
    key, scene = the_one(found, "scene", lambda row: row.name)
    return _apply(store, scene) if action == "apply" else _delete(store, key, scene)


def _save(store: Store, name: str) -> dict[str, JsonValue]:
    if any(fold(row.name) == fold(name) for row in store.all(SCENES).values()):
        raise ToolFailure("already_exists", f"there is a scene {name}")
    scene = Scene(name, _current(store))
    key = store.add(SCENES, scene)
    return _view(store, scene) | {"changed": True, "previous": absent((SCENES, key))}


def _apply(store: Store, scene: Scene) -> dict[str, JsonValue]:
    """What was set before the first of several scenes is what leaving goes back to."""
    previous, active, now = _packed(store), store.only(ACTIVE), _current(store)
    store.update(ACTIVE, name=scene.name, before=active.before or now)
    _put_on(store, scene.look)
    changed = now != scene.look or active.name != scene.name
    return _view(store, scene) | {"changed": changed, "previous": previous}


def _leave(store: Store) -> dict[str, JsonValue]:
    active, previous = store.only(ACTIVE), _packed(store)
    if active.before is None:
        raise ToolFailure("none_active", "no scene is on")
    _put_on(store, active.before)
    store.put(ACTIVE, ONLY, Active())
    return {"name": active.name, "active": False, "changed": True, "previous": previous}


def _delete(store: Store, key: str, scene: Scene) -> dict[str, JsonValue]:
    if store.only(ACTIVE).name == scene.name:
        raise ToolFailure("in_use", f"{scene.name} is on: leave it first")
    previous = packed(store, (SCENES, key))
    store.remove(SCENES, key)
    return {"name": scene.name, "changed": True, "previous": previous}


def _packed(store: Store) -> str:
    return packed(store, (ACTIVE, ONLY), (SOUND, ONLY), (DISPLAY, ONLY))


def _current(store: Store) -> Look:
    sound, display = store.only(SOUND), store.only(DISPLAY)
    fields: dict[str, Any] = {name: getattr(sound, name) for name in _HEARD}
    return Look(**fields, **{name: getattr(display, name) for name in _SEEN})


def _put_on(store: Store, look: Look) -> None:
    store.update(SOUND, **{name: getattr(look, name) for name in _HEARD})
    store.update(DISPLAY, **{name: getattr(look, name) for name in _SEEN})


def _view(store: Store, scene: Scene) -> dict[str, JsonValue]:
    return {
        "name": scene.name,
        "active": store.only(ACTIVE).name == scene.name,
        "media_percent": scene.look.media,
        "brightness_percent": scene.look.brightness,
        "mode": scene.look.mode,
        "do_not_disturb": scene.look.do_not_disturb,
    }


# Name, media, ring, mode, do-not-disturb, brightness, dark mode. Look-alikes in one entry.
_POOL = (
    ("Cinema;0;0;silent;dnd;10;dark", "Cinema at home;70;0;silent;dnd;20;dark"),
    ("Driving;75;100;ring;;80;",),
    ("Church;0;0;silent;dnd;30;",),
    ("Workshop;60;100;ring;;100;",),
    ("图书馆;0;0;silent;;45;", "图书馆自习;10;0;silent;dnd;50;"),
    ("地铁通勤;55;80;vibrate;;70;",),
    ("哄娃睡觉;5;0;silent;dnd;5;dark", "娃醒了;40;60;ring;;50;"),
    ("追剧;65;0;vibrate;dnd;60;dark",),
    ("Reading nook;0;20;vibrate;dnd;35;", "Reading in bed;0;0;silent;dnd;8;dark"),
    ("Beach;80;90;ring;;100;",),
    ("Night shift;20;0;vibrate;;15;dark", "Night bus;30;0;silent;;20;dark"),
    ("Babysitting;10;0;vibrate;;30;dark",),
    ("打麻将;50;90;ring;;65;",),
    ("面试;0;0;silent;dnd;50;",),
    ("户外跑步;90;70;ring;dnd;100;",),
    ("打坐;0;0;silent;dnd;0;dark",),
)


def populate(store: Store, random: Random, cast: Cast) -> None:
    """Occasions of this life; none of them is now."""
    for line in (line for entry in cast.of(_POOL) for line in entry):
        store.add(SCENES, _planned(line))


def _planned(line: str) -> Scene:
    name, media, ring, mode, hushed, bright, dark = line.split(";")
    quiet: Mode = mode  # type: ignore[assignment]
    return Scene(name, Look(int(media), int(ring), quiet, bool(hushed), int(bright), bool(dark)))
