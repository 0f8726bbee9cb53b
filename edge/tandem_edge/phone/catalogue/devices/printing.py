"""Printing documents, pictures and notes on the printers in reach."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from typing import Annotated, Literal

from pydantic import Field, JsonValue

from tandem_edge.phone.authoring import (
    ToolFailure,
    action,
    boolean,
    field,
    integer,
    needs,
    text,
    tool,
)
from tandem_edge.phone.catalogue.apps_storage.stored import (
    FILES,
    StoredFile,
    describe_file,
    files_called,
)
from tandem_edge.phone.catalogue.utilities_productivity.notes import NOTES
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.clock import Timer
from tandem_edge.phone.sandbox.device import DEVICE, Percent, Wall
from tandem_edge.phone.sandbox.notifications import notify
from tandem_edge.phone.sandbox.selection import named, the_one
from tandem_edge.phone.sandbox.store import Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

PRINT_SERVICE = "com.android.settings"
A_SHEET = timedelta(seconds=20)
LETTERS_A_PAGE = 1_500
TITLE = 40
PRINTABLE = ("document", "spreadsheet", "presentation", "pdf", "image")
MOST_PAGES = 60


@dataclass(frozen=True, slots=True)
class Printer:
    """``paper`` is the sheets left. The ``standard`` one prints when none is named."""

    name: str
    colored: bool
    paper: Annotated[int, Field(ge=0, le=1_000)]
    ink: Percent
    online: bool = True
    standard: bool = False


@dataclass(frozen=True, slots=True)
class PrintJob:
    """Something sent to a printer; it is done at ``ends``."""

    title: str
    printer: str
    sheets: Annotated[int, Field(ge=1)]
    ends: Wall
    status: Literal["printing", "done", "cancelled"] = "printing"


PRINTERS = Table("printers", Printer, prefix="printer")
PRINT_JOBS = Table("print_jobs", PrintJob, prefix="print_job")


@tool(
    domain=Domain.DEVICES,
    en="print a document or note, cancel printing, check printers and jobs",
    zh="打印：把文件或便签打印出来、取消打印、查看打印机和任务",
    cues_en="print out hard copy on paper printer copies in colour black and white run off stop "
    "printing is the printer out of paper ink toner queue done",
    cues_zh="打印 打出来 印一份 打印机 几份 彩印 黑白 缺纸 墨水 别打了 打完了没 打印任务 纸质版",
    arguments=[
        action("print", "cancel", "query"),
        text(
            "document",
            "name of the file, or words of the note",
            "文件名，或便签里的文字",
            example="Lease.pdf",
            required=("print",),
        ),
        text(
            "printer",
            "which printer, the standard one if absent",
            "哪台打印机，缺省为默认",
            privacy=Privacy.NONE,
            max_length=60,
            example="Office printer",
        ),
        integer("copies", 1, 50, "how many copies", "份数", unit="copies", default=1),
        boolean("color", "in colour", "彩色"),
    ],
    results=[
        field("title", "string", privacy=Privacy.MESSAGE),
        field("printer", "string"),
        field("sheets", "integer"),
        field("ends_at", "string"),
        field("status", "string"),
        field("printers", "array"),
        field("jobs", "array", privacy=Privacy.MESSAGE),
    ],
    effects={
        # What is printed is printed: a cancelled job has used paper, too.
        "print": Effect.IRREVERSIBLE,
        "cancel": Effect.IRREVERSIBLE,
        "query": Effect.READ,
    },
    preconditions=[
        needs("unlocked", code="locked", on=("print",)),
        needs("wifi_on", code="wifi_off"),
    ],
    errors=["not_found", "ambiguous", "unreachable", "no_paper", "no_ink", "not_supported"],
    mechanism=Mechanism.INTENT,
)
def print_document(
    store: Store,
    action: str,
    document: str | None,
    printer: str | None,
    copies: int,
    color: bool,
) -> dict[str, JsonValue]:
    """Print, cancel a job, or look at printers and jobs."""
    if action == "query":
        return _query(store, printer)
    if action == "cancel":
        return _cancel(store, document, printer)
    title, pages = _document(store, str(document))
    key, target = _printer(store, printer)
    sheets = copies * pages
    _check(target, sheets, color)
    store.update(PRINTERS, key, paper=target.paper - sheets)
    ends = store.only(DEVICE).clock + A_SHEET * sheets
    job = PrintJob(title, target.name, sheets, ends)
    store.add(PRINT_JOBS, job)
    return _view(job)


def _document(store: Store, said: str) -> tuple[str, int]:
    """Title and pages of the file called so, or else of the note with these words in it."""
    files = files_called(store.all(FILES), said)
    if files:
        file = the_one(files, "file", describe_file)[1]
        return file.name, _pages(file)
    notes = named(store.all(NOTES), said, lambda row: row.text)
    note = the_one(notes, "file or note", lambda row: row.text[:TITLE])[1]
    return note.text[:TITLE], 1 + (len(note.text) - 1) // LETTERS_A_PAGE


def _pages(file: StoredFile) -> int:
    if file.kind not in PRINTABLE:
        raise ToolFailure("not_supported", f"{file.name} cannot be put on paper")
    return 1 if file.kind == "image" else min(MOST_PAGES, max(1, 2 * file.megabytes))


def _printer(store: Store, said: str | None) -> tuple[str, Printer]:
    rows = store.all(PRINTERS)
    if said is not None:
        return the_one(named(rows, said, lambda row: row.name), "printer", lambda row: row.name)
    standard = [(key, row) for key, row in rows.items() if row.standard]
    return the_one(standard, "printer", lambda row: row.name)


def _check(printer: Printer, sheets: int, color: bool) -> None:
    if not printer.online:
        raise ToolFailure("unreachable", f"{printer.name} is switched off")
    if printer.paper < sheets:
        left = f"{printer.paper} sheets are left"
        raise ToolFailure("no_paper", f"{printer.name} needs {sheets} sheets, {left}")
    if not printer.ink:
        raise ToolFailure("no_ink", f"{printer.name} is out of ink")
    if color and not printer.colored:
        raise ToolFailure("not_supported", f"{printer.name} prints in black and white only")


def _cancel(store: Store, document: str | None, printer: str | None) -> dict[str, JsonValue]:
    rows = {
        key: row
        for key, row in store.all(PRINT_JOBS).items()
        if row.status == "printing" and printer in (None, row.printer)
    }
    found = list(rows.items())
    if document is not None:
        found = named(rows, document, lambda row: row.title)
    key, _ = the_one(found, "print job", lambda row: f"{row.title} on {row.printer}")
    return _view(store.update(PRINT_JOBS, key, status="cancelled"))


def _query(store: Store, said: str | None) -> dict[str, JsonValue]:
    rows = store.all(PRINTERS)
    found = list(rows.items()) if said is None else named(rows, said, lambda row: row.name)
    names = {row.name for _, row in found}
    jobs = [row for row in store.all(PRINT_JOBS).values() if row.printer in names]
    printers: list[JsonValue] = [
        {
            "name": row.name,
            "online": row.online,
            "color": row.colored,
            "paper": row.paper,
            "ink_percent": row.ink,
            "standard": row.standard,
        }
        for _, row in found
    ]
    return {"printers": printers, "jobs": [_view(row) for row in jobs]}


def _view(row: PrintJob) -> dict[str, JsonValue]:
    return {
        "title": row.title,
        "printer": row.printer,
        "sheets": row.sheets,
        "ends_at": row.ends.strftime("%Y-%m-%dT%H:%M"),
        "status": row.status,
    }


def _upcoming(store: Store) -> datetime | None:
    rows = store.all(PRINT_JOBS).values()
    return min((row.ends for row in rows if row.status == "printing"), default=None)


def _finish(store: Store, when: datetime) -> None:
    for key, row in list(store.all(PRINT_JOBS).items()):
        if row.status == "printing" and row.ends == when:
            store.update(PRINT_JOBS, key, status="done")
            notify(store, PRINT_SERVICE, f"Printed · 打印完成: {row.title}", row.printer)


PRINTED = Timer(_upcoming, _finish)
"""Jobs come out of the printer."""

# The first of an entry is the standard printer.
_PRINTERS = (
    ("Home LaserJet", "Office printer", "书房喷墨"),
    ("家里的打印机", "Copy room", "前台打印机"),
    ("Ink Station", "文印室打印机", "Front desk printer"),
    ("小米打印机", "School printer", "Basement laser"),
)


def populate(store: Store, random: Random, cast: Cast) -> None:
    """Three printers: one at hand, one at work, one that is off, and a job that is done."""
    now = store.only(DEVICE).clock
    for place, name in enumerate(cast.of(_PRINTERS)[0]):
        paper, ink = random.randrange(20, 200), random.randrange(10, 100)
        row = Printer(name, place != 1, paper, ink, online=place < 2, standard=not place)
        store.add(PRINTERS, row)
        if not place:
            ends = now - timedelta(hours=random.randrange(3, 90))
            store.add(PRINT_JOBS, PrintJob("Boarding pass · 登机牌", name, 1, ends, "done"))
