"""Sending a file or a photo to a person through one of the apps."""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import JsonValue

from tandem_edge.phone.authoring import (
    ALWAYS,
    ToolFailure,
    app,
    field,
    needs,
    person,
    text,
    tool,
)
from tandem_edge.phone.catalogue.apps_storage.applications import INSTALLED, find_app
from tandem_edge.phone.catalogue.apps_storage.photos import find_photo
from tandem_edge.phone.catalogue.apps_storage.stored import (
    FILES,
    Photo,
    StoredFile,
    describe_file,
    files_called,
    this_minute,
)
from tandem_edge.phone.catalogue.calls_communication.contacts import find_person
from tandem_edge.phone.language.apps import label_of
from tandem_edge.phone.sandbox.device import Wall
from tandem_edge.phone.sandbox.selection import the_one
from tandem_edge.phone.sandbox.store import Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

CARRIES = {
    "com.tencent.mm": 1000,
    "com.whatsapp": 2000,
    "com.tencent.mobileqq": 3000,
    "org.telegram.messenger": 2000,
    "org.thoughtcrime.securesms": 100,
    "com.alibaba.android.rimet": 1000,
    "com.ss.android.lark": 2000,
    "com.tencent.wework": 1000,
    "com.slack": 1000,
    "com.microsoft.teams": 1000,
    "com.discord": 25,
    "com.google.android.gm": 25,
    "com.microsoft.office.outlook": 20,
    "com.tencent.androidqqmail": 50,
    "com.netease.mail": 50,
    "com.android.messaging": 3,
}
"""App to the largest file it sends, in megabytes; the usual ones first."""


@dataclass(frozen=True, slots=True)
class Share:
    """One thing that was sent: its name, to which number, through which app."""

    name: str
    number: str
    app: str
    at: Wall


SHARES = Table("sent_files", Share, prefix="sentfile")


@tool(
    domain=Domain.APPS_STORAGE,
    en="send a file or photo to someone through a chat app",
    zh="把文件或照片通过聊天应用发给某人",
    cues_en="send share forward the document pdf picture to by whatsapp wechat email attach pass "
    "on photo video get the file over to show mum",
    cues_zh="发文件 发照片 传给 分享给 发过去 用微信发 邮件发 附件 转给 把合同发给 "
    "照片给妈妈 丢给他",
    arguments=[
        text(
            "file",
            "which file or photo",
            "哪个文件或照片",
            max_length=120,
            example="Lease.pdf",
            required=ALWAYS,
        ),
        person("person", "to whom", "发给谁", required=ALWAYS),
        app("app", "through which app, the usual one if absent", "用哪个应用，缺省为常用的"),
    ],
    results=[
        field("share_id", "string"),
        field("name", "string", privacy=Privacy.MESSAGE),
        field("person", "string", privacy=Privacy.PERSON),
        field("number", "string", privacy=Privacy.PHONE),
        field("app", "string"),
        field("megabytes", "integer"),
    ],
    effects=Effect.IRREVERSIBLE,
    preconditions=[
        needs("unlocked", code="locked"),
        needs("network", code="offline"),
        needs("permission", "files", code="no_permission"),
    ],
    errors=["not_found", "ambiguous", "not_installed", "unsuitable", "too_large"],
    mechanism=Mechanism.INTENT,
)
def share_file(store: Store, file: str, person: str, app: str | None) -> dict[str, JsonValue]:
    """Send a file, or where none is called so a photo. Raises ``too_large`` for the app."""
    name, megabytes = _sent(store, file)
    to = find_person(store, person)
    package = _usual(store, megabytes) if app is None else find_app(store, app)
    if package not in CARRIES:
        raise ToolFailure("unsuitable", f"{label_of(package)} sends no files to people")
    if megabytes > CARRIES[package]:
        most = f"{label_of(package)} sends at most {CARRIES[package]} MB"
        raise ToolFailure("too_large", f"{name} has {megabytes} MB, {most}")
    key = store.add(SHARES, Share(name, to.phone, package, this_minute(store)))
    return {
        "share_id": key,
        "name": name,
        "person": to.name,
        "number": to.phone,
        "app": label_of(package),
        "megabytes": megabytes,
    }


def _sent(store: Store, said: str) -> tuple[str, int]:
    """Name and megabytes of the file meant, or of the photo with that on it."""
    rows = store.all(FILES)
    files = files_called(rows, said)
    item: StoredFile | Photo
    if files:
        item = the_one(files, "file", describe_file)[1]
        return item.name, item.megabytes
    item = find_photo(store, said)[1]
    return item.about or item.name, item.megabytes


def _usual(store: Store, megabytes: int) -> str:
    """The first app here that carries so much."""
    here = [package for package in CARRIES if store.get(INSTALLED, package) is not None]
    able = [package for package in here if CARRIES[package] >= megabytes]
    if not here:
        raise ToolFailure("not_installed", "no chat or mail app is installed")
    return able[0] if able else here[0]
