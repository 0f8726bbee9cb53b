"""Reading QR codes and bar codes, and doing what they are for."""

from __future__ import annotations

import re
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
    tool,
    undone_by,
)
from tandem_edge.phone.catalogue.apps_storage.applications import INSTALLED
from tandem_edge.phone.catalogue.calls_communication.contacts import CONTACTS, Contact
from tandem_edge.phone.catalogue.input_interaction.clipboard import copy_text
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.store import Singleton, Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

NEEDS = ("contacts", "applications")
BROWSER = "com.android.browser"
SOURCES = ("camera", "screen")
_CARD = re.compile(r"MECARD:N:([^;]+);TEL:(\+[0-9]+);;")


@dataclass(frozen=True, slots=True)
class Code:
    """A code that can be seen: a link, a card (``MECARD``), Wi-Fi, a product or plain text."""

    kind: Literal["link", "contact", "wifi", "product", "text"]
    content: str


@dataclass(frozen=True, slots=True)
class InView:
    """The codes (ids) before the camera and on the screen; ``""`` where there is none."""

    camera: str = ""
    screen: str = ""


CODES = Table("codes", Code, prefix="code")
IN_VIEW = Singleton("in_view", InView)


@tool(
    domain=Domain.INPUT_INTERACTION,
    en="scan a QR code or barcode: read, copy, open link, save contact",
    zh="扫码：扫二维码或条形码，读出、复制、打开链接、存联系人",
    cues_en="scan qr code barcode read what does it say business card menu poster link camera "
    "point at on screen picture open it copy",
    cues_zh="扫码 扫一扫 二维码 条形码 扫一下 名片码 菜单码 屏幕上的码 识别 打开网页 写的啥",
    arguments=[
        action("read", "copy", "open", "save_contact"),
        choice("source", SOURCES, "where the code is", "码在哪里", default="camera"),
    ],
    results=[
        field("kind", "string"),
        field("content", "string", privacy=Privacy.MESSAGE),
        field("clip_id", "string"),
        field("contact_id", "string"),
        field("name", "string", privacy=Privacy.PERSON),
        field("phone", "string", privacy=Privacy.PHONE),
        field("package", "string"),
        field("changed", "boolean"),
    ],
    effects={
        "read": Effect.READ,
        "copy": Effect.WRITE,
        "open": Effect.WRITE,
        "save_contact": Effect.WRITE,
    },
    preconditions=[
        needs("permission", "camera", code="no_permission"),
        needs("unlocked", code="locked", on=("copy", "open", "save_contact")),
    ],
    errors=["not_found", "wrong_kind", "already_exists", "not_installed"],
    inverses={
        "copy": undone_by(
            "manage_clipboard", action="delete", text="$result.content", clip_id="$result.clip_id"
        ),
        "open": undone_by("close_app", app="$result.package"),
        "save_contact": undone_by(
            "manage_contact",
            action="delete",
            name="$result.name",
            contact_id="$result.contact_id",
        ),
    },
    changes=["manage_clipboard", "manage_contact", "open_app"],
    mechanism=Mechanism.UI,
)
def scan_code(store: Store, action: str, source: str) -> dict[str, JsonValue]:
    """Read the code in view, and copy it, open its link or save its card as asked."""
    code = store.get(CODES, getattr(store.only(IN_VIEW), source))
    if code is None:
        where = "before the camera" if source == "camera" else "on the screen"
        raise ToolFailure("not_found", f"there is no code {where}")
    shown: dict[str, JsonValue] = {"kind": code.kind, "content": code.content}
    if action == "copy":
        clip, changed = copy_text(store, code.content)
        return shown | {"clip_id": clip, "changed": changed}
    if action == "open":
        return shown | _open(store, code)
    return shown | _save(store, code) if action == "save_contact" else shown


def _open(store: Store, code: Code) -> dict[str, JsonValue]:
    if code.kind != "link":
        raise ToolFailure("wrong_kind", f"that code holds a {code.kind}, no link")
    browser = store.get(INSTALLED, BROWSER)
    if browser is None:
        raise ToolFailure("not_installed", "there is no browser")
    store.update(INSTALLED, BROWSER, running=True)
    return {"package": BROWSER, "changed": not browser.running}


def _save(store: Store, code: Code) -> dict[str, JsonValue]:
    card = _CARD.fullmatch(code.content)
    if code.kind != "contact" or card is None:
        raise ToolFailure("wrong_kind", f"that code holds a {code.kind}, no contact")
    name, phone = card[1], card[2]
    if any((row.name, row.phone) == (name, phone) for row in store.all(CONTACTS).values()):
        raise ToolFailure("already_exists", f"{name} {phone} is already saved")
    key = store.add(CONTACTS, Contact(name, phone))
    return {"contact_id": key, "name": name, "phone": phone, "changed": True}


_CODES: tuple[tuple[Code, Code, Code], ...] = (
    (
        Code("link", "https://menu.example.com/paper-lantern"),
        Code("contact", "MECARD:N:Lena Fischer;TEL:+447700900977;;"),
        Code("text", "Locker 14, code 5530"),
    ),
    (
        Code("link", "https://example.cn/caidan/8"),
        Code("contact", "MECARD:N:周启明;TEL:+8619900000977;;"),
        Code("text", "寄存柜14号，取件码5530"),
    ),
    (
        Code("link", "https://tickets.example.org/night-train"),
        Code("contact", "MECARD:N:Tomás Rivera;TEL:+447700900966;;"),
        Code("product", "6901234567892"),
    ),
    (
        Code("link", "https://example.cn/pingjia?id=77"),
        Code("contact", "MECARD:N:沈雨桐;TEL:+8619900000966;;"),
        Code("wifi", "WIFI:S:Guest-7F;T:WPA;P:tealeaf77;;"),
    ),
    (
        Code("link", "https://example.cn/baoming"),
        Code("contact", "MECARD:N:贺子谦;TEL:+8619900000955;;"),
        Code("text", "座位12A，3号车厢"),
    ),
    (
        Code("link", "https://museum.example.org/room/12"),
        Code("contact", "MECARD:N:Aoife Brennan;TEL:+447700900955;;"),
        Code("text", "Seat 12A, coach C"),
    ),
    (
        Code("link", "https://example.cn/tingche/b2"),
        Code("contact", "MECARD:N:顾南星;TEL:+8619900000944;;"),
        Code("wifi", "WIFI:S:茶馆;T:WPA;P:longjing88;;"),
    ),
    (
        Code("link", "https://example.com/wash/42"),
        Code("contact", "MECARD:N:Ingrid Dahl;TEL:+447700900944;;"),
        Code("product", "5012345678900"),
    ),
)


def populate(store: Store, random: Random, cast: Cast) -> None:
    """One code lies before the camera and another is on the screen."""
    keys = [store.add(CODES, code) for codes in cast.of(_CODES) for code in codes]
    camera, screen = random.sample(keys, 2)
    store.update(IN_VIEW, camera=camera, screen=screen)
