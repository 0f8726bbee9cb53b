"""Finding a mislaid device: where it was last, and making it ring."""

from __future__ import annotations

from typing import Any

from pydantic import JsonValue

from tandem_edge.phone.authoring import (
    ALWAYS,
    ToolFailure,
    action,
    field,
    needs,
    text,
    tool,
    undone_by,
)
from tandem_edge.phone.catalogue.devices.computers import COMPUTERS, Computer
from tandem_edge.phone.catalogue.devices.gadgets import ALLOWED, GADGETS, Gadget, called, connected
from tandem_edge.phone.catalogue.network_connectivity.connectivity import RADIOS
from tandem_edge.phone.sandbox.conditions import CHECKS, condition
from tandem_edge.phone.sandbox.device import DEVICE
from tandem_edge.phone.sandbox.selection import the_one
from tandem_edge.phone.sandbox.store import Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

NEEDS = ("gadgets", "computers")


@condition("any_radio")
def _any_radio(store: Store, value: str) -> str:
    """Bluetooth, or any way to the internet."""
    offline = CHECKS["network"](store, "")
    return f"{offline} and Bluetooth is off" if offline and not store.only(RADIOS).bluetooth else ""


@tool(
    domain=Domain.DEVICES,
    en="find a lost device, earbuds to tablet: ring it, stop, last seen",
    zh="查找丢失的耳机、手表、平板等：让它响、停响、看最后位置",
    cues_en="find my lost misplaced where did I leave where are my earbuds watch tablet keys tag "
    "make it beep play a sound ring it can't find laptop last location",
    cues_zh="找不到 耳机丢了 我的平板在哪 手表放哪了 让它响一下 发出声音 找耳机 找钥匙 最后在哪 "
    "落在哪了 别响了 找到了",
    arguments=[
        action("ring", "stop", "locate"),
        text(
            "name",
            "which device",
            "哪个设备",
            privacy=Privacy.NONE,
            max_length=60,
            example="earbuds",
            required=ALWAYS,
        ),
    ],
    results=[
        field("name", "string"),
        field("ringing", "boolean"),
        field("changed", "boolean"),
        field("place", "string", privacy=Privacy.LOCATION),
        field("seen_at", "string"),
        field("connected", "boolean"),
    ],
    effects={"ring": Effect.WRITE, "stop": Effect.WRITE, "locate": Effect.READ},
    preconditions=[ALLOWED, needs("any_radio", code="offline")],
    errors=["not_found", "ambiguous", "unreachable"],
    inverses={
        "ring": undone_by("find_device", action="stop", name="$result.name"),
        "stop": undone_by("find_device", action="ring", name="$result.name"),
    },
    mechanism=Mechanism.UI,
)
def find_device(store: Store, action: str, name: str) -> dict[str, JsonValue]:
    """Make a device of one's own ring, or say where it was seen last."""
    table, key, device = _find(store, name, ringing=action == "stop")
    live = _reachable(store, device)
    if action == "locate":
        now = store.only(DEVICE).clock
        seen = now if live else device.seen_at
        return {
            "name": device.name,
            "place": device.seen_place,
            "seen_at": seen.strftime("%Y-%m-%dT%H:%M"),
            "connected": live,
        }
    if not live:
        where = f"it was last seen at {device.seen_place}"
        raise ToolFailure("unreachable", f"{device.name} cannot be reached: {where}")
    after = store.update(table, key, ringing=action == "ring")
    return {"name": device.name, "ringing": after.ringing, "changed": after != device}


def _find(store: Store, name: str, *, ringing: bool) -> tuple[Table[Any], str, Gadget | Computer]:
    """The device meant; to stop one, of several the one that rings."""
    found: list[tuple[str, tuple[Table[Any], Gadget | Computer]]] = [
        *((key, (GADGETS, row)) for key, row in called(store.all(GADGETS), name)),
        *((key, (COMPUTERS, row)) for key, row in called(store.all(COMPUTERS), name)),
    ]
    loud = [item for item in found if ringing and item[1][1].ringing]
    key, (table, device) = the_one(loud or found, "device", lambda item: item[1].name)
    return table, key, device


def _reachable(store: Store, device: Gadget | Computer) -> bool:
    if isinstance(device, Gadget):
        return connected(store, device)
    return device.online and not CHECKS["network"](store, "")
