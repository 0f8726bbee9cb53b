"""The owner's computers, tablets and other phones, and sending things over to them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from random import Random
from typing import Literal

from pydantic import JsonValue

from tandem_edge.phone.authoring import ALWAYS, ToolFailure, choice, field, needs, text, tool
from tandem_edge.phone.catalogue.apps_storage.stored import find_file
from tandem_edge.phone.catalogue.calls_communication.contacts import describe, find_person
from tandem_edge.phone.catalogue.devices.gadgets import ALLOWED, called
from tandem_edge.phone.catalogue.utilities_productivity.notes import NOTES
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.device import DEVICE, Wall
from tandem_edge.phone.sandbox.selection import named, the_one
from tandem_edge.phone.sandbox.store import Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

KINDS = ("text", "link", "note", "contact", "file")
Thing = Literal["text", "link", "note", "contact", "file"]


@dataclass(frozen=True, slots=True)
class Computer:
    """A device of the same account; ``online`` says whether it is awake and within reach."""

    name: str
    kind: Literal["laptop", "desktop", "tablet", "phone"]
    online: bool
    seen_at: Wall
    seen_place: str = ""
    ringing: bool = False


@dataclass(frozen=True, slots=True)
class Beam:
    """Something that was sent over."""

    device: str
    kind: Thing
    content: str
    at: Wall


COMPUTERS = Table("own_devices", Computer, prefix="own_device")
BEAMS = Table("beams", Beam, prefix="beam")


@tool(
    domain=Domain.DEVICES,
    en="send text, link, note, contact or file to own computer, tablet",
    zh="传到自己的电脑或平板：文字、链接、便签、联系人或文件",
    cues_en="beam push throw over to my laptop tablet ipad pc computer quick share nearby share "
    "airdrop open this link on the other device copy across send from phone",
    cues_zh="传到电脑 发到电脑 发到平板 投到笔记本 互传 快传 隔空投送 电脑上打开 发给我的平板 "
    "同步到电脑 丢到电脑上",
    arguments=[
        text(
            "device",
            "which of the owner's devices",
            "自己的哪台设备",
            privacy=Privacy.NONE,
            max_length=60,
            example="laptop",
            required=ALWAYS,
        ),
        choice("kind", KINDS, "what it is", "内容种类", default="text"),
        text(
            "content",
            "the text or address, or the name of what is sent",
            "文字、网址，或所传内容的名称",
            max_length=2000,
            example="https://example.org/menu",
            required=ALWAYS,
        ),
    ],
    results=[
        field("device", "string"),
        field("kind", "string"),
        field("content", "string", privacy=Privacy.MESSAGE),
    ],
    effects=Effect.IRREVERSIBLE,
    preconditions=[
        needs("unlocked", code="locked"),
        ALLOWED,
        needs("nearby_radio", code="radios_off"),
    ],
    errors=["not_found", "ambiguous", "unreachable"],
    mechanism=Mechanism.INTENT,
)
def send_to_device(store: Store, device: str, kind: str, content: str) -> dict[str, JsonValue]:
    """Send something to one of the owner's own computers, where it opens at once."""
    target = the_one(called(store.all(COMPUTERS), device), "device", lambda row: row.name)[1]
    if not target.online:
        raise ToolFailure("unreachable", f"{target.name} is asleep or too far away")
    sent = _looked_up(store, kind, content)
    now = store.only(DEVICE).clock
    store.add(BEAMS, Beam(target.name, kind, sent, now))  # type: ignore[arg-type]
    return {"device": target.name, "kind": kind, "content": sent}


def _looked_up(store: Store, kind: str, content: str) -> str:
    if kind == "note":
        notes = named(store.all(NOTES), content, lambda row: row.text)
        return the_one(notes, "note", lambda row: row.text[:40])[1].text
    if kind == "file":
        return find_file(store, content)[1].name
    return describe(find_person(store, content)) if kind == "contact" else content


# Name and kind; look-alikes share an entry.
_COMPUTERS: tuple[tuple[tuple[str, Literal["laptop", "desktop", "tablet", "phone"]], ...], ...] = (
    (("Work ThinkPad", "laptop"), ("Home ThinkPad", "laptop"), ("客厅平板", "tablet")),
    (("Grey MacBook", "laptop"), ("书房台式机", "desktop"), ("Kids' Tablet", "tablet")),
    (("Studio PC", "desktop"), ("公司笔记本", "laptop"), ("家里笔记本", "laptop")),
    (("Zenbook", "laptop"), ("画画平板", "tablet"), ("网课平板", "tablet")),
    (("Reading Tablet", "tablet"), ("旧手机", "phone")),
    (("Old Pixel", "phone"), ("追剧平板", "tablet")),
    (("Travel Tablet", "tablet"), ("备用机", "phone")),
    (("Spare Phone", "phone"), ("游戏台式机", "desktop")),
)
_SPOTS = ("home", "office", "school", "家里", "公司", "车上")


def populate(store: Store, random: Random, cast: Cast) -> None:
    """The household's computers; of each entry at least the first is awake."""
    now = store.only(DEVICE).clock
    for entry in cast.of(_COMPUTERS):
        for place, (name, kind) in enumerate(entry):
            online = not place or random.random() < 0.6
            seen = now - timedelta(minutes=random.randrange(1, 9_000))
            store.add(COMPUTERS, Computer(name, kind, online, seen, random.choice(_SPOTS)))
