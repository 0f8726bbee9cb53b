"""The watch: bringing it and the phone up to date, and its faces."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta
from random import Random
from typing import Annotated, Literal

from pydantic import Field, JsonValue

from tandem_edge.phone.authoring import (
    ToolFailure,
    action,
    choice,
    field,
    needs,
    text,
    tool,
    undone_by,
)
from tandem_edge.phone.catalogue.calls_communication.contacts import CONTACTS
from tandem_edge.phone.catalogue.devices.gadgets import (
    ALLOWED,
    GADGETS,
    Gadget,
    called,
    connected,
)
from tandem_edge.phone.catalogue.time_management.alarms import ALARMS
from tandem_edge.phone.catalogue.travel_lifestyle.health import READINGS, Metric, Reading, Value
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.device import DEVICE, Wall
from tandem_edge.phone.sandbox.selection import named, the_one
from tandem_edge.phone.sandbox.snapshots import STATE, packed, put_back, state_argument
from tandem_edge.phone.sandbox.store import Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

NEEDS = ("gadgets", "health", "alarms", "contacts")
PARTS = ("all", "health", "alarms", "contacts")
MOST_FACES = 6
TOO_EMPTY = 5
"""Percent of the watch's battery below which it does not sync."""
BLUETOOTH_ON = needs("bluetooth_on", code="bluetooth_off")


@dataclass(frozen=True, slots=True)
class Watch:
    """What is on a watch; ``measured`` is what it has not yet handed to the phone."""

    face: str
    faces: tuple[str, ...]
    measured: tuple[tuple[Metric, Value, Wall], ...] = ()
    alarms: Annotated[int, Field(ge=0)] = 0
    contacts: Annotated[int, Field(ge=0)] = 0
    synced_at: Wall | None = None


@dataclass(frozen=True, slots=True)
class Face:
    """A face that the watch's shop has."""

    name: str
    style: Literal["digital", "analogue", "sport", "art"]


WATCHES = Table("watches", Watch)
"""Under the id of the paired device."""
FACES = Table("watch_faces", Face, prefix="watch_face")


def find_watch(store: Store, said: str | None) -> tuple[str, Gadget, Watch]:
    """The connected watch that is meant, the only one without words.

    Raises ``not_found``, ``ambiguous`` and ``not_connected``.
    """
    rows = {k: row for k, row in store.all(GADGETS).items() if row.kind == "watch"}
    found = list(rows.items()) if said is None else called(rows, said)
    live = [(key, row) for key, row in found if connected(store, row)]
    key, gadget = the_one(live or found, "watch", lambda row: row.name)
    if not live:
        raise ToolFailure("not_connected", f"{gadget.name} is not connected")
    fresh = Watch(_BUILT_IN, (_BUILT_IN,))
    return key, gadget, store.get(WATCHES, key) or fresh


@tool(
    domain=Domain.DEVICES,
    en="sync watch with phone: health data in, alarms and contacts out",
    zh="同步手表：取回健康数据，把闹钟和联系人传过去",
    cues_en="sync watch smartwatch update pull steps from wrist transfer data latest heart rate "
    "not showing up on the phone copy alarms to watch refresh",
    cues_zh="手表同步 同步一下手表 手表数据 步数没更新 传到手表 手表上的步数 手表闹钟 手表联系人 "
    "更新到手机 表上的数据",
    arguments=[
        choice("what", PARTS, "what to sync", "同步什么", default="all"),
        text(
            "watch",
            "which watch, the connected one if absent",
            "哪块手表，缺省为已连接的",
            privacy=Privacy.NONE,
            max_length=60,
            example="Orbit Watch",
        ),
    ],
    results=[
        field("watch", "string"),
        field("readings", "integer"),
        field("alarms", "integer"),
        field("contacts", "integer"),
        field("changed", "boolean"),
    ],
    effects=Effect.WRITE,
    preconditions=[ALLOWED, BLUETOOTH_ON],
    errors=["not_found", "ambiguous", "not_connected", "watch_battery_low"],
    changes=["query_health"],
    mechanism=Mechanism.UI,
)
def sync_watch(store: Store, what: str, watch: str | None) -> dict[str, JsonValue]:
    """Hand over what the watch measured, and give it the phone's alarms and contacts."""
    key, gadget, before = find_watch(store, watch)
    if gadget.battery < TOO_EMPTY:
        raise ToolFailure("watch_battery_low", f"{gadget.name} is at {gadget.battery} %")
    after = before
    if what in ("all", "health"):
        for metric, value, at in before.measured:
            store.add(READINGS, Reading(metric, value, at, source="watch"))
        after = replace(after, measured=())
    if what in ("all", "alarms"):
        enabled = [alarm for alarm in store.all(ALARMS).values() if alarm.enabled]
        after = replace(after, alarms=len(enabled))
    if what in ("all", "contacts"):
        after = replace(after, contacts=len(store.all(CONTACTS)))
    changed = after != before
    if changed:
        after = replace(after, synced_at=store.only(DEVICE).clock)
        store.put(WATCHES, key, after)
    return {
        "watch": gadget.name,
        "readings": len(before.measured) - len(after.measured),
        "alarms": after.alarms,
        "contacts": after.contacts,
        "changed": changed,
    }


@tool(
    domain=Domain.DEVICES,
    en="watch faces: use one, install, remove, list",
    zh="手表表盘：换用、安装、移除、查看表盘",
    cues_en="watch face dial on my wrist change face analogue digital sporty new face download "
    "look of the watch which faces do I have get rid of that face",
    cues_zh="表盘 换表盘 手表表盘 换个表盘 指针表盘 数字表盘 下载表盘 装个表盘 删表盘 有哪些表盘 "
    "手表样子",
    arguments=[
        action("use", "install", "remove", "query"),
        text(
            "face",
            "name of the face",
            "表盘名称",
            privacy=Privacy.NONE,
            max_length=60,
            example="Classic Dial",
            required=("use", "install", "remove"),
        ),
        text(
            "watch",
            "which watch, the connected one if absent",
            "哪块手表，缺省为已连接的",
            privacy=Privacy.NONE,
            max_length=60,
            example="Orbit Watch",
        ),
        state_argument(),
    ],
    results=[
        field("watch", "string"),
        field("face", "string"),
        field("in_use", "string"),
        field("changed", "boolean"),
        field("faces", "array"),
        field("shop", "array"),
        STATE,
    ],
    effects={
        "use": Effect.WRITE,
        "install": Effect.WRITE,
        "remove": Effect.WRITE,
        "query": Effect.READ,
    },
    preconditions=[
        ALLOWED,
        BLUETOOTH_ON,
        needs("network", code="offline", on=("install",)),
    ],
    errors=["not_found", "ambiguous", "not_connected", "watch_full", "conflict"],
    inverses={
        before: undone_by(
            "manage_watch_face", action=after, face="$result.face", state="$result.previous"
        )
        for before, after in (("use", "use"), ("install", "remove"), ("remove", "install"))
    },
    mechanism=Mechanism.UI,
)
def manage_watch_face(
    store: Store, action: str, face: str | None, watch: str | None, state: str | None
) -> dict[str, JsonValue]:
    """Use, install or remove a face, or list what the watch and its shop have."""
    if state is not None:
        put_back(store, state, WATCHES)
        return {"changed": True}
    key, gadget, before = find_watch(store, watch)
    if action == "query":
        shop: list[JsonValue] = [
            row.name for row in store.all(FACES).values() if row.name not in before.faces
        ]
        faces: list[JsonValue] = list(before.faces)
        return {"watch": gadget.name, "in_use": before.face, "faces": faces, "shop": shop}
    was = packed(store, (WATCHES, key))
    name, after = _with_face(store, before, action, str(face))
    if after != before:
        store.put(WATCHES, key, after)
    return {
        "watch": gadget.name,
        "face": name,
        "in_use": after.face,
        "changed": after != before,
        "previous": was,
    }


def _with_face(store: Store, watch: Watch, action: str, said: str) -> tuple[str, Watch]:
    if action == "install":
        offered = named(store.all(FACES), said, lambda row: row.name)
        name = the_one(offered, "face in the shop", lambda row: row.name)[1].name
        if name in watch.faces:
            return name, watch
        if len(watch.faces) >= MOST_FACES:
            raise ToolFailure("watch_full", f"the watch holds {MOST_FACES} faces: remove one first")
        return name, replace(watch, faces=(*watch.faces, name))
    own = {name: name for name in watch.faces}
    name = the_one(named(own, said, str), "face on the watch", str)[0]
    if action == "use":
        return name, replace(watch, face=name)
    if name == watch.face:
        raise ToolFailure("conflict", f"{name} is in use: choose another face first")
    return name, replace(watch, faces=tuple(each for each in watch.faces if each != name))


_BUILT_IN = "Classic Dial"
# Name and style; look-alikes share an entry.
_FACES: tuple[tuple[tuple[str, Literal["digital", "analogue", "sport", "art"]], ...], ...] = (
    (("Big Digits", "digital"), ("Big Digits Dark", "digital")),
    (("Plain Numbers", "digital"), ("Plain Numbers Mono", "digital")),
    (("Night Readout", "digital"), ("Night Readout Red", "digital")),
    (("Neon Clock", "digital"), ("Neon Clock Blue", "digital")),
    (("水墨山水", "art"), ("水墨竹林", "art")),
    (("敦煌飞天", "art"), ("敦煌九色鹿", "art")),
    (("青花瓷", "art"), ("青绿山水", "art")),
    (("故宫红墙", "art"), ("故宫雪景", "art")),
    (("Marathon", "sport"), ("简约指针", "analogue")),
    (("Trail Runner", "sport"), ("经典罗马", "analogue")),
    (("Swim Laps", "sport"), ("商务指针", "analogue")),
    (("Gym Rings", "sport"), ("复古机械", "analogue")),
)


def populate(store: Store, random: Random, cast: Cast) -> None:
    """Faces in the shop, and for every watch what it measured since it was last synced."""
    offered = [each for entry in cast.of(_FACES) for each in entry]
    for name, style in offered:
        store.add(FACES, Face(name, style))
    now = store.only(DEVICE).clock.replace(second=0, microsecond=0)
    for key, gadget in store.all(GADGETS).items():
        if gadget.kind == "watch":
            faces = (_BUILT_IN, *(name for name, _ in random.sample(offered, 2)))
            hours = sorted(random.sample(range(1, 12), 4))
            measured: tuple[tuple[Metric, Value, Wall], ...] = tuple(
                ("heart_rate", float(random.randrange(58, 110)), now - timedelta(hours=ago))
                for ago in reversed(hours)
            )
            steps: tuple[Metric, Value, Wall] = ("steps", float(random.randrange(300, 4_000)), now)
            synced = now - timedelta(hours=13)
            watch = Watch(random.choice(faces), faces, (*measured, steps), 0, 0, synced)
            store.put(WATCHES, key, watch)
