"""Bluetooth devices of the owner: pairing, connecting, and how full their batteries are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from random import Random
from typing import Literal, TypeVar, get_args

from pydantic import JsonValue

from tandem_edge.phone.authoring import (
    ToolFailure,
    action,
    choice,
    field,
    integer,
    needs,
    text,
    tool,
    undone_by,
)
from tandem_edge.phone.catalogue.network_connectivity.connectivity import RADIOS
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.conditions import condition
from tandem_edge.phone.sandbox.device import DEVICE, Percent, Wall
from tandem_edge.phone.sandbox.selection import fold, named, the_one
from tandem_edge.phone.sandbox.snapshots import (
    STATE,
    Kept,
    absent,
    joined,
    packed,
    put_back,
    state_argument,
)
from tandem_edge.phone.sandbox.store import Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

R = TypeVar("R")
GadgetKind = Literal[
    "earphones", "speaker", "car", "watch", "band", "keyboard", "mouse", "gamepad", "tag"
]
KINDS: tuple[GadgetKind, ...] = get_args(GadgetKind)
SOUNDING = ("earphones", "speaker", "car")
"""Kinds that the phone's sound goes to; it goes to one device at a time."""
LOW = 20
_WORDS = {
    "earphones": "earphones|earbuds|headphones|headset|buds|耳机|蓝牙耳机|耳塞",
    "speaker": "speaker|bluetooth speaker|音箱|音响|蓝牙音箱|小音箱",
    "car": "car|car stereo|car kit|车|车机|车载|车载蓝牙|汽车",
    "watch": "watch|smartwatch|smart watch|手表|智能手表|表",
    "band": "band|fitness band|wristband|手环|运动手环",
    "keyboard": "keyboard|键盘|蓝牙键盘",
    "mouse": "mouse|鼠标|蓝牙鼠标",
    "gamepad": "gamepad|controller|game controller|手柄|游戏手柄",
    "tag": "tag|tracker|防丢器|定位器",
    "laptop": "laptop|notebook|笔记本|笔记本电脑|电脑|computer",
    "desktop": "desktop|pc|computer|台式机|台式电脑|电脑",
    "tablet": "tablet|ipad|pad|平板|平板电脑",
    "phone": "phone|old phone|spare phone|other phone|手机|旧手机|备用机|另一部手机",
}
_KIND_OF = {kind: frozenset(words.split("|")) for kind, words in _WORDS.items()}


@dataclass(frozen=True, slots=True)
class Gadget:
    """A paired device. ``linked``: the phone is connected to it whenever Bluetooth is on.

    So whatever switches Bluetooth off, airplane mode too, disconnects it, and it comes back with
    Bluetooth. ``near`` says whether it is within reach; only then can it be linked.
    """

    name: str
    kind: GadgetKind
    linked: bool
    near: bool
    battery: Percent
    seen_at: Wall
    seen_place: str = ""
    ringing: bool = False


@dataclass(frozen=True, slots=True)
class Nearby:
    """A device that is waiting to be paired."""

    name: str
    kind: GadgetKind
    battery: Percent


GADGETS = Table("paired_devices", Gadget, prefix="paired_device")
NEARBY = Table("nearby_devices", Nearby, prefix="nearby_device")
ALLOWED = needs("permission", "nearby_devices", code="no_permission")


@condition("bluetooth_on")
def _bluetooth_on(store: Store, value: str) -> str:
    return "" if store.only(RADIOS).bluetooth else "Bluetooth is off"


@condition("wifi_on")
def _wifi_on(store: Store, value: str) -> str:
    return "" if store.only(RADIOS).wifi else "Wi-Fi is off"


@condition("nearby_radio")
def _nearby_radio(store: Store, value: str) -> str:
    radios = store.only(RADIOS)
    return "" if radios.bluetooth or radios.wifi else "both Bluetooth and Wi-Fi are off"


def connected(store: Store, gadget: Gadget) -> bool:
    """Whether the phone is connected to it now."""
    return gadget.linked and store.only(RADIOS).bluetooth


def called(rows: Mapping[str, R], said: str) -> list[tuple[str, R]]:
    """Devices by their name, else by a word for what they are, such as ``earbuds`` or ``手表``."""
    found = named(rows, said, lambda row: str(getattr(row, "name")))  # noqa: B009
    word = fold(said).removeprefix("my ").removeprefix("the ").removeprefix("我的")
    return found or [
        (key, row)
        for key, row in rows.items()
        if word in _KIND_OF.get(getattr(row, "kind"), ())  # noqa: B009
    ]


def describe(gadget: Gadget) -> str:
    """Name and kind, to tell look-alikes apart."""
    return f"{gadget.name} ({gadget.kind})"


@tool(
    domain=Domain.DEVICES,
    en="Bluetooth devices: pair, connect, disconnect, rename, forget, list",
    zh="蓝牙设备：配对、连接、断开、改名、忘记某个设备，或查看列表",
    cues_en="pair connect my earbuds headphones headset speaker car stereo watch keyboard mouse "
    "controller to the phone hook up link unpair switch over to which devices are connected",
    cues_zh="连上耳机 连耳机 断开耳机 配对 连接音箱 连车机 连手表 手柄 键盘 取消配对 换到 "
    "切到音箱 连着什么设备 忽略设备",
    arguments=[
        action("pair", "connect", "disconnect", "rename", "forget", "query"),
        text(
            "name",
            "its name, or what it is",
            "设备名称或种类",
            privacy=Privacy.NONE,
            max_length=60,
            example="earbuds",
            required=("pair", "connect", "disconnect", "rename", "forget"),
        ),
        text(
            "new_name",
            "changed name",
            "新名称",
            privacy=Privacy.NONE,
            max_length=60,
            example="Gym buds",
            required=("rename",),
        ),
        choice("kind", KINDS, "only of this kind", "只看这一类"),
        state_argument(),
    ],
    results=[
        field("name", "string"),
        field("kind", "string"),
        field("connected", "boolean"),
        field("replaced", "string"),
        field("changed", "boolean"),
        field("devices", "array"),
        field("nearby", "array"),
        STATE,
    ],
    effects={
        "pair": Effect.WRITE,
        "connect": Effect.WRITE,
        "disconnect": Effect.WRITE,
        "rename": Effect.WRITE,
        "forget": Effect.WRITE,
        "query": Effect.READ,
    },
    preconditions=[
        ALLOWED,
        needs(
            "bluetooth_on",
            code="bluetooth_off",
            on=("pair", "connect", "disconnect", "rename", "forget"),
        ),
    ],
    errors=["not_found", "ambiguous", "out_of_range", "already_exists"],
    inverses={
        before: undone_by(
            "manage_paired_device",
            action=after,
            name="$result.name",
            new_name="$result.name",
            state="$result.previous",
        )
        for before, after in (
            ("pair", "forget"),
            ("connect", "disconnect"),
            ("disconnect", "connect"),
            ("rename", "rename"),
            ("forget", "pair"),
        )
    },
    conflicts=["manage_bluetooth", "manage_airplane_mode"],
    mechanism=Mechanism.UI,
)
def manage_paired_device(
    store: Store,
    action: str,
    name: str | None,
    new_name: str | None,
    kind: str | None,
    state: str | None,
) -> dict[str, JsonValue]:
    """Pair, connect, rename or forget Bluetooth devices, or list them."""
    if state is not None:
        put_back(store, state, GADGETS, NEARBY)
        return {"changed": True}
    if action == "query":
        return _query(store, name, kind)
    if action == "pair":
        return _pair(store, _of_kind(called(store.all(NEARBY), str(name)), kind))
    found = _of_kind(called(store.all(GADGETS), str(name)), kind)
    if action in ("connect", "disconnect") and len(found) > 1:
        # Of several that fit, the one that can be meant: to disconnect, one that is connected.
        apt = [(key, row) for key, row in found if row.linked == (action == "disconnect")]
        found = apt or found
    key, gadget = the_one(found, "paired device", describe)
    if action == "forget":
        return _forget(store, key, gadget)
    if action == "rename":
        return _rename(store, key, str(new_name))
    return _link(store, key, gadget, on=action == "connect")


def _of_kind(found: list[tuple[str, R]], kind: str | None) -> list[tuple[str, R]]:
    return [(key, row) for key, row in found if kind in (None, getattr(row, "kind"))]  # noqa: B009


def _query(store: Store, name: str | None, kind: str | None) -> dict[str, JsonValue]:
    rows, waiting = store.all(GADGETS), store.all(NEARBY)
    found = _of_kind(list(rows.items()) if name is None else called(rows, name), kind)
    around = _of_kind(list(waiting.items()) if name is None else called(waiting, name), kind)
    if not store.only(RADIOS).bluetooth:
        around = []
    nearby: list[JsonValue] = [{"name": row.name, "kind": row.kind} for _, row in around]
    return {"devices": [_view(store, row) for _, row in found], "nearby": nearby}


def _pair(store: Store, found: list[tuple[str, Nearby]]) -> dict[str, JsonValue]:
    key, new = the_one(found, "device waiting to be paired", lambda row: row.name)
    was = packed(store, (NEARBY, key))
    store.remove(NEARBY, key)
    muted = _silenced(store, new.kind, "")
    state = packed(store, *[(GADGETS, other) for other in muted])
    for other in muted:
        store.update(GADGETS, other, linked=False)
    now = store.only(DEVICE).clock
    own = store.add(GADGETS, Gadget(new.name, new.kind, True, True, new.battery, now))
    replaced = ", ".join(store.all(GADGETS)[other].name for other in muted)
    row = store.all(GADGETS)[own]
    before = joined(state, absent((GADGETS, own)), was)
    return {**_view(store, row), "replaced": replaced, "changed": True, "previous": before}


def _silenced(store: Store, kind: str, own: str) -> list[str]:
    """Linked devices that lose the sound when one of ``kind`` is connected."""
    if kind not in SOUNDING:
        return []
    rows = store.all(GADGETS)
    return [k for k, row in rows.items() if row.linked and row.kind in SOUNDING and k != own]


def _link(store: Store, key: str, gadget: Gadget, *, on: bool) -> dict[str, JsonValue]:
    if on and not gadget.near:
        raise ToolFailure("out_of_range", f"{gadget.name} is switched off or too far away")
    muted = _silenced(store, gadget.kind, key) if on and not gadget.linked else []
    kept: list[Kept] = [(GADGETS, each) for each in (key, *muted)]
    was = packed(store, *kept)
    for other in muted:
        store.update(GADGETS, other, linked=False)
    after = store.update(GADGETS, key, linked=on)
    return {
        **_view(store, after),
        "replaced": ", ".join(store.all(GADGETS)[other].name for other in muted),
        "changed": after != gadget,
        "previous": was,
    }


def _rename(store: Store, key: str, new_name: str) -> dict[str, JsonValue]:
    was = packed(store, (GADGETS, key))
    if any(fold(row.name) == fold(new_name) and at != key for at, row in _rows(store)):
        raise ToolFailure("already_exists", f"another device is called {new_name}")
    before = store.all(GADGETS)[key]
    after = store.update(GADGETS, key, name=new_name)
    return {**_view(store, after), "changed": after != before, "previous": was}


def _rows(store: Store) -> list[tuple[str, Gadget]]:
    return list(store.all(GADGETS).items())


def _forget(store: Store, key: str, gadget: Gadget) -> dict[str, JsonValue]:
    """Unpair it; one within reach can then be paired again."""
    was = packed(store, (GADGETS, key))
    store.remove(GADGETS, key)
    if gadget.near:
        own = store.add(NEARBY, Nearby(gadget.name, gadget.kind, gadget.battery))
        was = joined(was, absent((NEARBY, own)))
    return {**_view(store, gadget), "connected": False, "changed": True, "previous": was}


def _view(store: Store, row: Gadget) -> dict[str, JsonValue]:
    return {"name": row.name, "kind": row.kind, "connected": connected(store, row)}


@tool(
    domain=Domain.DEVICES,
    en="battery levels of connected earbuds, watch, keyboard and other devices",
    zh="外设电量：已连接的耳机、手表、键盘等还剩多少电",
    cues_en="battery of my earbuds headphones watch band mouse controller how much charge left "
    "percent juice do they need charging low running out accessory power",
    cues_zh="耳机还有多少电 手表电量 手环电量 耳机没电了 键盘电量 手柄电量 还剩几格电 要不要充电 "
    "快没电的设备 外设",
    arguments=[
        text(
            "name",
            "which device, all if absent",
            "哪个设备，缺省为全部",
            privacy=Privacy.NONE,
            max_length=60,
            example="watch",
        ),
        integer(
            "below", 1, 100, "only those below this level", "只看低于这个电量的", unit="percent"
        ),
    ],
    results=[
        field("name", "string"),
        field("battery_percent", "integer"),
        field("low", "boolean"),
        field("devices", "array"),
    ],
    effects=Effect.READ,
    preconditions=[ALLOWED, needs("bluetooth_on", code="bluetooth_off")],
    errors=["not_found", "ambiguous", "not_connected"],
    mechanism=Mechanism.SHELL,
)
def query_device_battery(store: Store, name: str | None, below: int | None) -> dict[str, JsonValue]:
    """What the connected devices report, the emptiest first; one that is named, by itself."""
    if name is None:
        rows = [row for row in store.all(GADGETS).values() if connected(store, row)]
        kept = [row for row in rows if below is None or row.battery < below]
        kept.sort(key=lambda row: row.battery)
        return {"devices": [_level(row) for row in kept]}
    found = called(store.all(GADGETS), name)
    live = [(key, row) for key, row in found if connected(store, row)]
    gadget = the_one(live or found, "paired device", describe)[1]
    if not live:
        raise ToolFailure("not_connected", f"{gadget.name} is not connected")
    shown = below is None or gadget.battery < below
    return {**_level(gadget), "devices": [_level(gadget)] if shown else []}


def _level(row: Gadget) -> dict[str, JsonValue]:
    return {"name": row.name, "battery_percent": row.battery, "low": row.battery <= LOW}


# Name and kind; look-alikes share an entry. Four entries of a kind, one for every cast.
_GADGETS: tuple[tuple[tuple[str, GadgetKind], ...], ...] = (
    (("Nimbus Buds", "earphones"), ("Nimbus Buds Pro", "earphones")),
    (("AirLite 3", "earphones"), ("AirLite 2", "earphones")),
    (("QuietOne Headphones", "earphones"), ("QuietOne Mini", "earphones")),
    (("Studio Buds", "earphones"), ("Studio Max", "earphones")),
    (("小白耳机", "earphones"), ("跑步耳机", "earphones")),
    (("降噪耳机", "earphones"), ("骨传导耳机", "earphones")),
    (("头戴耳机", "earphones"), ("办公耳机", "earphones")),
    (("睡眠耳机", "earphones"), ("运动耳机", "earphones")),
    (("Pebble Speaker", "speaker"), ("厨房小音箱", "speaker")),
    (("BoomCan", "speaker"), ("浴室音箱", "speaker")),
    (("Roam Box", "speaker"), ("阳台音箱", "speaker")),
    (("Tuba Mini", "speaker"), ("书桌音箱", "speaker")),
    (("Family Golf", "car"), ("老爸的车", "car")),
    (("Blue Skoda", "car"), ("公司的车", "car")),
    (("Red Mazda", "car"), ("小电车", "car")),
    (("Mum's Honda", "car"), ("白色比亚迪", "car")),
    (("Orbit Watch 5", "watch"), ("运动手环", "band")),
    (("Tempo Watch", "watch"), ("睡眠手环", "band")),
    (("Pulse Watch S", "watch"), ("健身手环", "band")),
    (("Meridian Watch", "watch"), ("小手环", "band")),
    (("Desk Keyboard", "keyboard"), ("静音鼠标", "mouse")),
    (("Travel Keyboard", "keyboard"), ("办公鼠标", "mouse")),
    (("机械键盘", "keyboard"), ("Pocket Mouse", "mouse")),
    (("折叠键盘", "keyboard"), ("Vertical Mouse", "mouse")),
    (("Arcade Pad", "gamepad"), ("Key Tag", "tag")),
    (("北通手柄", "gamepad"), ("Luggage Tag", "tag")),
    (("Pro Gamepad", "gamepad"), ("钱包防丢器", "tag")),
    (("游戏手柄X", "gamepad"), ("猫项圈防丢器", "tag")),
)
_WAITING: tuple[tuple[tuple[str, GadgetKind], ...], ...] = (
    (("Lumo Buds", "earphones"), ("Party Barrel", "speaker"), ("新手柄", "gamepad")),
    (("Echo Dots", "earphones"), ("客房音箱", "speaker"), ("Slim Keys", "keyboard")),
    (("Wave Buds", "earphones"), ("露营音箱", "speaker"), ("Grip Mouse", "mouse")),
    (("Halo Phones", "earphones"), ("车库音箱", "speaker"), ("数字键盘", "keyboard")),
)
_SPOTS = ("living room", "office", "car", "gym bag", "客厅", "卧室", "公司", "书包里")


def populate(store: Store, random: Random, cast: Cast) -> None:
    """A drawer full of gadgets, a few of them at hand, and three that wait to be paired."""
    now = store.only(DEVICE).clock
    sounding = wearing = False
    for name, kind in (each for entry in cast.of(_GADGETS) for each in entry):
        near = random.random() < 0.8
        taken = (sounding and kind in SOUNDING) or kind == "watch"
        links = near and random.random() < 0.5 and not taken
        links = links or (kind == "watch" and not wearing)
        wearing = wearing or kind == "watch"
        sounding = sounding or (links and kind in SOUNDING)
        seen = now - timedelta(minutes=random.randrange(1, 5_000))
        where, battery = random.choice(_SPOTS), random.randrange(8, 100)
        store.add(GADGETS, Gadget(name, kind, links, near or links, battery, seen, where))
    for name, kind in (each for entry in cast.of(_WAITING) for each in entry):
        store.add(NEARBY, Nearby(name, kind, random.randrange(30, 100)))
