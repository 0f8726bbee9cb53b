"""Paper through the camera: scanned documents."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from random import Random
from typing import Annotated, Any, Literal

from pydantic import Field, JsonValue

from tandem_edge.phone.authoring import (
    ToolFailure,
    action,
    choice,
    field,
    integer,
    needs,
    record_id,
    text,
    tool,
    undone_by,
)
from tandem_edge.phone.catalogue.display_sound.display import DISPLAY
from tandem_edge.phone.catalogue.utilities_productivity.note_texts import split
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.conditions import condition
from tandem_edge.phone.sandbox.device import DEVICE, Wall, give_room, take_room
from tandem_edge.phone.sandbox.selection import chosen, fold, the_one
from tandem_edge.phone.sandbox.store import Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

CAMERA = "com.android.camera"
Kind = Literal["document", "receipt", "card", "whiteboard"]
KINDS: tuple[Kind, ...] = ("document", "receipt", "card", "whiteboard")
PAGE_MB = 2


@dataclass(frozen=True, slots=True)
class Scan:
    """A scanned paper; each page takes ``PAGE_MB`` of storage."""

    title: str
    kind: Kind
    pages: Annotated[int, Field(ge=1, le=50)]
    at: Wall


SCANS = Table("scans", Scan, prefix="scan")


@condition("flashlight_off")
def _flashlight_off(store: Store, value: str) -> str:
    lit = store.only(DISPLAY).flashlight
    return "the flashlight is on, and the camera needs its lamp" if lit else ""


@tool(
    domain=Domain.UTILITIES_PRODUCTIVITY,
    en="scan paper with the camera: new scan, add pages, rename, delete, find",
    zh="扫描纸质文件：新扫描、加页、改名、删除、查找",
    cues_en="scan document paper contract receipt business card whiteboard pdf digitise photocopy "
    "pages form letter capture make a copy of",
    cues_zh="扫描 扫一份 扫成 PDF 合同 发票 小票 名片 白板 证件 文件扫描 补扫一页 电子版 复印",
    arguments=[
        action("scan", "add_pages", "rename", "delete", "query"),
        text(
            "title",
            "its name",
            "名称",
            max_length=80,
            example="Lease",
            required=("scan", "add_pages", "rename", "delete"),
        ),
        choice("kind", KINDS, "kind of paper", "纸张类型"),
        integer("pages", 1, 50, "how many pages", "几页", unit="pages"),
        text(
            "new_title",
            "changed name",
            "新名称",
            max_length=80,
            example="Lease 2026",
            required=("rename",),
        ),
        record_id("scan_id", "scan3"),
    ],
    results=[
        field("scan_id", "string"),
        field("title", "string", privacy=Privacy.MESSAGE),
        field("kind", "string"),
        field("pages", "integer"),
        field("at", "string"),
        field("megabytes", "integer"),
        field("previous_title", "string", privacy=Privacy.MESSAGE),
        field("scans", "array", privacy=Privacy.MESSAGE),
    ],
    effects={
        "scan": Effect.WRITE,
        "add_pages": Effect.WRITE,
        "rename": Effect.WRITE,
        "delete": Effect.IRREVERSIBLE,
        "query": Effect.READ,
    },
    preconditions=[
        needs("unlocked", code="locked"),
        needs("permission", "camera", code="permission_denied", on=("scan", "add_pages")),
        needs("app", CAMERA, code="app_missing", on=("scan", "add_pages")),
        needs("flashlight_off", code="conflict", on=("scan", "add_pages")),
    ],
    errors=["already_exists", "not_found", "ambiguous", "low_storage"],
    inverses={
        "scan": undone_by(
            "scan_document", action="delete", title="$result.title", scan_id="$result.scan_id"
        ),
        "rename": undone_by(
            "scan_document",
            action="rename",
            title="$result.title",
            new_title="$result.previous_title",
            scan_id="$result.scan_id",
        ),
    },
    conflicts=["control_flashlight"],
    mechanism=Mechanism.UI,
)
def scan_document(
    store: Store,
    action: str,
    title: str | None,
    kind: Any,
    pages: int | None,
    new_title: str | None,
    scan_id: str | None,
) -> dict[str, JsonValue]:
    """Scan what lies before the camera, or act on an earlier scan."""
    if action == "scan":
        return _scan(store, str(title), kind or "document", pages or 1)
    found = chosen(store.all(SCANS), scan_id, title, lambda row: row.title)
    found = [item for item in found if kind in (None, item[1].kind)]
    if action == "query":
        newest = sorted(found, key=lambda item: item[1].at, reverse=True)
        return {"scans": [_view(key, row) for key, row in newest]}
    key, before = the_one(found, "scan", lambda row: f"{row.title} ({row.kind})")
    if action == "add_pages":
        return _add_pages(store, key, before, pages or 1)
    if action == "delete":
        give_room(store, before.pages * PAGE_MB)
        return _view(key, store.remove(SCANS, key))
    _refuse_twin(store, str(new_title), key)
    return _view(key, store.update(SCANS, key, title=new_title)) | {"previous_title": before.title}


def _scan(store: Store, title: str, kind: Kind, pages: int) -> dict[str, JsonValue]:
    _refuse_twin(store, title)
    take_room(store, pages * PAGE_MB)
    row = Scan(title, kind, pages, store.only(DEVICE).clock)
    return _view(store.add(SCANS, row), row)


def _add_pages(store: Store, key: str, before: Scan, pages: int) -> dict[str, JsonValue]:
    if before.pages + pages > 50:
        raise ToolFailure("invalid_argument", "a scan has at most 50 pages")
    take_room(store, pages * PAGE_MB)
    return _view(key, store.update(SCANS, key, pages=before.pages + pages))


def _refuse_twin(store: Store, title: str, own: str = "") -> None:
    for key, row in store.all(SCANS).items():
        if key != own and fold(row.title) == fold(title):
            raise ToolFailure("already_exists", f"there is a scan called {row.title}")


def _view(key: str, row: Scan) -> dict[str, JsonValue]:
    return {
        "scan_id": key,
        "title": row.title,
        "kind": row.kind,
        "pages": row.pages,
        "at": row.at.strftime("%Y-%m-%dT%H:%M"),
        "megabytes": row.pages * PAGE_MB,
    }


def populate(store: Store, random: Random, cast: Cast) -> None:
    """What was scanned in the last year, with look-alike names; storage already counts it."""
    now = store.only(DEVICE).clock
    titles = split(cast, _TITLES)
    for title in random.sample(titles, min(14, len(titles))):
        at = now - timedelta(minutes=random.randrange(100, 500_000))
        kind: Kind = "receipt" if "eceipt" in title or "发票" in title else random.choice(KINDS)
        store.add(SCANS, Scan(title, kind, random.randrange(1, 6), at))


_TITLES = (
    "Lease|Lease appendix|租房合同|租房合同附件",
    "Diploma|Diploma translation|毕业证|毕业证翻译",
    "Car papers|Car insurance|行驶证|行车保险",
    "Birth certificate|Birth announcement|出生证明|出生登记",
    "Dentist receipt|Dentist letter|牙科发票|牙科病历",
    "Tax letter|Tax return|税单|税务通知",
    "Vaccination card|Vaccination letter|疫苗本|疫苗预约单",
    "School report|School form|成绩单|学校回执",
    "Washing machine receipt|Washing machine manual|洗衣机发票|洗衣机说明书",
    "Laptop receipt|Laptop warranty|电脑发票|电脑保修卡",
    "Hotel receipt|Hotel voucher|酒店发票|酒店确认单",
    "Sofa receipt|Sofa drawing|沙发发票|沙发尺寸图",
    "Passport copy|Passport photo page|护照首页|护照签证页",
    "Job contract|Job offer|劳动合同|录用通知",
    "Meeting board|Meeting minutes|会议白板|会议纪要",
    "Floor plan|Floor tiles offer|户型图|地砖报价",
)
