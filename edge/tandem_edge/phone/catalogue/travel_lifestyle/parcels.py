"""Parcels on their way here: where they are, and the code to pick them up with."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from random import Random
from typing import Literal, get_args
from zlib import crc32

from pydantic import JsonValue

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
from tandem_edge.phone.catalogue.travel_lifestyle.places import ONLINE
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.clock import Timer
from tandem_edge.phone.sandbox.device import DEVICE, Wall
from tandem_edge.phone.sandbox.notifications import notify
from tandem_edge.phone.sandbox.selection import fold, named, the_one
from tandem_edge.phone.sandbox.snapshots import STATE, absent, packed, put_back, state_argument
from tandem_edge.phone.sandbox.store import Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

Status = Literal[
    "ordered", "shipped", "in_transit", "out_for_delivery", "to_collect", "delivered", "collected"
]
STATUSES: tuple[Status, ...] = get_args(Status)
STEP = timedelta(hours=14)
PARCEL_APP = "com.taobao.taobao"


@dataclass(frozen=True, slots=True)
class Parcel:
    """``name`` is what is in it. It moves on at ``due``; ``code`` opens the locker at ``point``.

    One with a ``point`` ends there; one without is brought to the door.
    """

    number: str
    carrier: str
    name: str
    status: Status
    due: Wall | None = None
    point: str = ""
    code: str = ""


PARCELS = Table("parcels", Parcel, prefix="parcel")


@tool(
    domain=Domain.TRAVEL_LIFESTYLE,
    en="parcels and deliveries: where they are, pick-up codes, add, collected, remove",
    zh="快递包裹：查物流和取件码，添加、标记已取、移除",
    cues_en="parcel package delivery shipment tracking number courier arrive arriving order "
    "where's my order locker pick-up code dhl ups sf express post out for delivery collected",
    cues_zh="快递 包裹 物流 到哪了 单号 取件码 驿站 快递柜 丰巢 顺丰 圆通 中通 派送 签收 取了 "
    "什么时候到 发货没",
    arguments=[
        action("query", "add", "collect", "remove"),
        text(
            "parcel",
            "tracking number, or what is in it",
            "单号，或里面的东西",
            max_length=60,
            example="SF1357924680135",
            required=("add", "collect", "remove"),
        ),
        text("name", "what is in a new one", "新包裹里是什么", max_length=60, example="keyboard"),
        choice("status", STATUSES, "only those in this state", "只看这种状态的"),
        state_argument(),
    ],
    results=[
        field("number", "string", privacy=Privacy.MESSAGE),
        field("name", "string", privacy=Privacy.MESSAGE),
        field("carrier", "string"),
        field("status", "string"),
        field("next_at", "string"),
        field("point", "string", privacy=Privacy.ADDRESS),
        field("code", "string", privacy=Privacy.OTP),
        field("changed", "boolean"),
        field("parcels", "array", privacy=Privacy.OTP),
        STATE,
    ],
    effects={
        "query": Effect.READ,
        "add": Effect.WRITE,
        "collect": Effect.WRITE,
        "remove": Effect.WRITE,
    },
    preconditions=[
        needs("unlocked", code="locked"),
        needs(ONLINE.kind, code="offline", on=("query", "add")),
    ],
    errors=["already_exists", "not_found", "ambiguous", "conflict"],
    inverses={
        before: undone_by(
            "track_parcel", action=after, parcel="$result.number", state="$result.previous"
        )
        for before, after in (("add", "remove"), ("collect", "collect"), ("remove", "remove"))
    },
    mechanism=Mechanism.UI,
)
def track_parcel(
    store: Store,
    action: str,
    parcel: str | None,
    name: str | None,
    status: str | None,
    state: str | None,
) -> dict[str, JsonValue]:
    """Look at parcels, or keep the list of them."""
    if state is not None:
        put_back(store, state, PARCELS)
        return {"changed": True}
    if action == "add":
        return _add(store, str(parcel), name or "")
    found = _matching(store, parcel)
    if action == "query":
        kept = [row for _, row in found if status in (None, row.status)]
        return {"parcels": [_view(row) for row in kept]}
    key, row = the_one(found, "parcel", _describe)
    was = packed(store, (PARCELS, key))
    if action == "remove":
        store.remove(PARCELS, key)
        return {**_view(row), "changed": True, "previous": was}
    if row.status not in ("to_collect", "collected"):
        raise ToolFailure("conflict", f"{_describe(row)} cannot be collected: it is {row.status}")
    after = store.update(PARCELS, key, status="collected", due=None)
    return {**_view(after), "changed": after != row, "previous": was}


def _matching(store: Store, said: str | None) -> list[tuple[str, Parcel]]:
    """By number, whole or its last four or more characters, else by what is inside."""
    rows = store.all(PARCELS)
    if said is None:
        return list(rows.items())
    word = _tidy(said)
    same = [(key, row) for key, row in rows.items() if row.number == word]
    ends = [(key, row) for key, row in rows.items() if len(word) > 3 and row.number.endswith(word)]
    return same or ends or named(rows, said, lambda row: row.name)


def _tidy(number: str) -> str:
    return "".join(fold(number).upper().split()).replace("-", "")


def _add(store: Store, number: str, name: str) -> dict[str, JsonValue]:
    tidy = _tidy(number)
    digits = sum(each.isdigit() for each in tidy)
    if digits < 6 or not tidy.isalnum() or not tidy.isascii():
        raise ToolFailure("invalid_argument", f"{number:.40} is not a tracking number")
    if any(row.number == tidy for row in store.all(PARCELS).values()):
        raise ToolFailure("already_exists", f"{tidy} is on the list")
    due = store.only(DEVICE).clock + STEP
    row = Parcel(tidy, _carrier(tidy), name, "shipped", due)
    key = store.add(PARCELS, row)
    return {**_view(row), "changed": True, "previous": absent((PARCELS, key))}


_CARRIERS = (("SF", "顺丰"), ("YT", "圆通"), ("ZT", "中通"), ("JD", "京东"), ("1Z", "UPS"))


def _carrier(number: str) -> str:
    return next((name for start, name in _CARRIERS if number.startswith(start)), "Post")


def _describe(row: Parcel) -> str:
    return f"{row.name} {row.number}".strip()


def _view(row: Parcel) -> dict[str, JsonValue]:
    return {
        "number": row.number,
        "name": row.name,
        "carrier": row.carrier,
        "status": row.status,
        "next_at": row.due.strftime("%Y-%m-%dT%H:%M") if row.due else "",
        "point": row.point,
        "code": row.code,
    }


_NEXT: dict[str, Status] = {
    "ordered": "shipped",
    "shipped": "in_transit",
    "in_transit": "out_for_delivery",
    "out_for_delivery": "delivered",
}
_TOLD = {
    "out_for_delivery": "Out for delivery · 正在派送",
    "delivered": "Delivered · 已签收",
    "to_collect": "Ready to collect · 待取件",
}


def _upcoming(store: Store) -> datetime | None:
    due = (row.due for row in store.all(PARCELS).values())
    return min((at for at in due if at is not None), default=None)


def _move(store: Store, when: datetime) -> None:
    for key, row in list(store.all(PARCELS).items()):
        if row.due == when:
            after = _moved(row, when)
            store.put(PARCELS, key, after)
            if after.status in _TOLD:
                told = f"{_describe(after)} {after.code}".strip()
                notify(store, PARCEL_APP, _TOLD[after.status], told, "message")


def _moved(row: Parcel, when: datetime) -> Parcel:
    """The parcel one step further; it ends at the locker or at the door."""
    status = _NEXT.get(row.status, row.status)
    if status == "delivered" and row.point:
        return replace(row, status="to_collect", due=None, code=code_of(row.number))
    ends = status == row.status or status == "delivered"
    return replace(row, status=status, due=None if ends else when + STEP)


DELIVERIES = Timer(_upcoming, _move)
"""Parcels come nearer by themselves."""


def code_of(number: str) -> str:
    """The pick-up code of a parcel."""
    mark = crc32(number.encode())
    return f"{mark % 30 + 1}-{mark // 30 % 9 + 1}-{mark // 300 % 9000 + 1000}"


# What people order; look-alikes share an entry.
_GOODS = (
    "mechanical keyboard|keyboard tray",
    "running shoes|trail shoes",
    "espresso cups|espresso beans",
    "phone case|phone stand",
    "机械键盘|键盘手托",
    "跑鞋|童鞋",
    "茶杯|茶叶",
    "手机壳|手机支架",
    "winter coat",
    "desk lamp",
    "picture frame",
    "yoga mat",
    "羽绒服",
    "台灯",
    "相框",
    "瑜伽垫",
    "garden hose|garden chair",
    "toy train",
    "cookbook",
    "cat tree",
    "电饭煲|电水壶",
    "积木",
    "绘本",
    "猫爬架",
)
_MANY: tuple[Status, ...] = ("to_collect",) * 6
"""Most people have a few that wait for them."""
_POINTS = ("North gate lockers", "Corner shop", "菜鸟驿站", "丰巢3号柜", "", "", "")


def populate(store: Store, random: Random, cast: Cast) -> None:
    """Parcels in every state."""
    now = store.only(DEVICE).clock
    for entry in cast.of(_GOODS):
        for name in entry.split("|"):
            status = random.choice((*STATUSES, *_MANY))
            start = random.choice(_CARRIERS)[0]
            number = f"{start}{random.randrange(10**12, 10**13)}"
            waits = status in ("to_collect", "collected")
            point = random.choice(_POINTS[:4] if waits else _POINTS)
            due = now + timedelta(minutes=random.randrange(60, 900)) if status in _NEXT else None
            code = code_of(number) if status == "to_collect" else ""
            carrier = _carrier(number)
            store.add(PARCELS, Parcel(number, carrier, name, status, due, point, code))
