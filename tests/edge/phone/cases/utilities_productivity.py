"""Cases of notes, lists, sums and money."""

from __future__ import annotations

from tandem_edge.phone.catalogue.apps_storage.applications import INSTALLED
from tandem_edge.phone.catalogue.utilities_productivity.scanning import CAMERA
from tests.edge.phone.making import (
    FULL,
    LOCKED,
    Case,
    fails,
    hit_by,
    must,
    ok,
)

NOTEBOOK = must("manage_notebook", action="create", name="Test Shelf")
NOTE = must("manage_note", action="create", text="Harbour walk: 6 km, start at nine")
SHELVED = must("manage_note", action="create", text="Boots need new laces", notebook="Test Shelf")
COFFEE = must("manage_expense", action="add", amount=4.2, what="Flat white", category="food")
SHARE = must("split_bill", action="charge", amount=90, ways=2, person="Kevin")
LEASE = must("scan_document", action="scan", title="Test Lease", pages=3)
LIST = must("manage_checklist", action="create", name="Test Trip")
ITEM = must("manage_checklist", action="add_item", name="Test Trip", item="torch")
CATEGORIES = (
    "food",
    "transport",
    "shopping",
    "home",
    "fun",
    "health",
    "study",
    "gifts",
    "other",
)

EXAMPLES: list[Case] = [
    ok("calculate_expression", expression="12 × 8 + 5"),
    ok("calculate_expression", expression="八十的百分之十五"),
    ok("convert_currency", amount=200, source="dollars", target="人民币"),
    ok("convert_currency", amount=30000, source="日元", target="GBP"),
    ok("manage_note", NOTEBOOK, action="create", text="Ferry at ten", notebook="Test Shelf"),
    ok("manage_note", NOTEBOOK, SHELVED, action="delete", text="laces", notebook="Test Shelf"),
    ok("manage_note", NOTEBOOK, SHELVED, action="query", notebook="Test Shelf"),
    ok("edit_note", NOTE, action="append", note="harbour walk", new="Bring water"),
    ok("edit_note", NOTE, action="replace", note="harbour", old="nine", new="ten"),
    ok("edit_note", NOTE, action="remove", note="Harbour", old=", start at nine"),
    ok("edit_note", NOTE, action="rewrite", note="Harbour", new="Harbour walk is off"),
    ok("edit_note", action="append", note="any", note_id="note2", new="还有葱花"),
    ok("manage_notebook", action="create", name="Boat"),
    ok("manage_notebook", NOTE, action="create", name="船", note_ids="note9"),
    ok("manage_notebook", NOTEBOOK, action="rename", name="test shelf", new_name="Other Shelf"),
    ok("manage_notebook", NOTEBOOK, action="delete", name="Test Shelf"),
    ok("manage_notebook", NOTEBOOK, SHELVED, action="delete", name="Test Shelf"),
    ok("manage_notebook", NOTEBOOK, NOTE, action="add_note", name="Test Shelf", note="Harbour"),
    ok("manage_notebook", NOTEBOOK, SHELVED, action="remove_note", note="laces"),
    ok(
        "manage_notebook",
        NOTEBOOK,
        SHELVED,
        must("manage_notebook", action="create", name="Second Shelf"),
        action="add_note",
        name="Second Shelf",
        note="laces",
    ),
    ok(
        "manage_notebook",
        NOTEBOOK,
        SHELVED,
        must("manage_notebook", action="create", name="Second Shelf"),
        action="remove_note",
        note="laces",
        back_to="Second Shelf",
    ),
    ok("manage_notebook", NOTEBOOK, action="add_note", name="Test", note="any", note_id="note2"),
    ok("manage_notebook", action="query"),
    *(
        ok("manage_expense", action="add", amount=12.5, what="杂项", category=category)
        for category in CATEGORIES
    ),
    ok("manage_expense", action="add", amount=30, what="Taxi", day="2026-03-08"),
    ok("manage_expense", COFFEE, action="change", what="flat white", amount=4.8),
    ok("manage_expense", COFFEE, action="change", what="flat white", category="fun"),
    ok("manage_expense", COFFEE, action="delete", what="flat white", amount=4.2),
    ok("manage_expense", action="delete", expense_id="expense2"),
    *(
        ok("manage_expense", action="query", period=period)
        for period in ("day", "week", "month", "year")
    ),
    ok("manage_expense", COFFEE, action="query", what="Flat", category="food", day="today"),
    ok("manage_expense", action="query"),
    ok("split_bill", action="split", amount=120.5, ways=4, tip=10),
    ok("split_bill", action="charge", amount=90, ways=3, person="Kevin"),
    ok("split_bill", SHARE, action="settle", person="Kevin", amount=45),
    ok("split_bill", action="settle", person="any", share_id="share2"),
    ok("split_bill", action="charge", amount=33, person="Kevin", whole=True, since="2026-03-01"),
    ok("split_bill", SHARE, action="query", person="Kevin"),
    ok("split_bill", action="query"),
    *(
        ok("scan_document", action="scan", title="Test Paper", kind=kind, pages=2)
        for kind in ("document", "receipt", "card", "whiteboard")
    ),
    ok("scan_document", LEASE, action="add_pages", title="test lease", pages=2),
    ok("scan_document", LEASE, action="rename", title="Test Lease", new_title="新合同"),
    ok("scan_document", LEASE, action="delete", title="Test Lease"),
    ok("scan_document", action="delete", title="any", scan_id="scan2"),
    ok("scan_document", action="query", kind="receipt"),
    ok("scan_document", action="query"),
    ok("manage_checklist", action="create", name="爬山"),
    ok("manage_checklist", LIST, action="add_item", name="Test Trip", item="torch"),
    ok("manage_checklist", LIST, ITEM, action="check", name="Test Trip", item="torch"),
    ok(
        "manage_checklist",
        LIST,
        ITEM,
        must("manage_checklist", action="check", name="Test Trip", item="torch"),
        action="uncheck",
        name="Test Trip",
        item="torch",
    ),
    ok("manage_checklist", action="remove_item", name="Packing", item="charger"),
    ok("manage_checklist", action="remove_item", name="行李清单", item="牙刷"),
    ok("manage_checklist", action="reset", name="Packing"),
    ok("manage_checklist", action="reset", name="行李清单", ticked="0 2"),
    ok("manage_checklist", action="add_item", name="Camping", item="axe", place=1),
    ok("manage_checklist", LIST, action="delete", name="Test Trip"),
    ok("manage_checklist", action="query", name="Packing kids"),
    ok("manage_checklist", action="query"),
]

FAULTS: list[Case] = [
    fails("missing_argument", "calculate_expression"),
    fails("invalid_argument", "calculate_expression", expression="7/0"),
    fails("missing_argument", "convert_currency", amount=3, source="USD"),
    fails("invalid_argument", "convert_currency", amount=3, source="peso", target="USD"),
    fails("missing_argument", "edit_note", action="append", note="x"),
    fails("not_found", "edit_note", action="append", note="no such note", new="x"),
    fails(
        "ambiguous",
        "edit_note",
        NOTE,
        must("manage_note", action="create", text="Harbour lights at dusk"),
        action="append",
        note="Harbour",
        new="x",
    ),
    fails("no_such_words", "edit_note", NOTE, action="replace", note="Harbour", old="xyz", new="x"),
    fails(
        "already_exists",
        "edit_note",
        NOTE,
        must("manage_note", action="create", text="Twin"),
        action="rewrite",
        note="Harbour",
        new="Twin",
    ),
    fails(
        "invalid_argument",
        "edit_note",
        must("manage_note", action="create", text="gone"),
        action="remove",
        note="gone",
        old="gone",
    ),
    fails("missing_argument", "manage_notebook", action="rename", name="x"),
    fails("already_exists", "manage_notebook", NOTEBOOK, action="create", name="test shelf"),
    fails("not_found", "manage_notebook", action="delete", name="no such notebook"),
    fails("not_found", "manage_notebook", NOTE, action="remove_note", note="Harbour"),
    fails(
        "ambiguous",
        "manage_notebook",
        NOTEBOOK,
        must("manage_notebook", action="create", name="Test Stand"),
        action="delete",
        name="Test",
    ),
    fails("missing_argument", "manage_expense", action="add", amount=3),
    fails("invalid_argument", "manage_expense", action="add", amount=-3, what="x"),
    fails("invalid_argument", "manage_expense", COFFEE, action="change", what="Flat white"),
    fails("not_found", "manage_expense", action="delete", what="no such thing"),
    fails("ambiguous", "manage_expense", action="delete"),
    fails("missing_argument", "split_bill", action="split"),
    fails("invalid_argument", "split_bill", action="split", amount=0),
    fails("permission_denied", "split_bill", hit_by("denied", "contacts"), action="query"),
    fails("not_found", "split_bill", action="settle", person="Nobody Atall"),
    fails("ambiguous", "split_bill", SHARE, SHARE, action="settle", person="Kevin"),
    fails("missing_argument", "scan_document", action="scan"),
    fails("locked", "scan_document", LOCKED, action="query"),
    fails(
        "permission_denied",
        "scan_document",
        hit_by("denied", "camera"),
        action="scan",
        title="x",
    ),
    fails(
        "app_missing",
        "scan_document",
        lambda phone: phone.store.remove(INSTALLED, CAMERA),
        action="scan",
        title="x",
    ),
    fails(
        "conflict",
        "scan_document",
        must("control_flashlight", action="enable"),
        action="scan",
        title="x",
    ),
    fails("already_exists", "scan_document", LEASE, action="scan", title="test lease"),
    fails("not_found", "scan_document", action="delete", title="no such scan"),
    fails(
        "ambiguous",
        "scan_document",
        LEASE,
        must("scan_document", action="scan", title="Test Letter"),
        action="delete",
        title="Test",
    ),
    fails("low_storage", "scan_document", FULL, action="scan", title="x"),
    fails(
        "invalid_argument", "scan_document", LEASE, action="add_pages", title="Test Lease", pages=50
    ),
    fails("missing_argument", "manage_checklist", action="check", name="Packing"),
    fails("already_exists", "manage_checklist", action="create", name="packing"),
    fails("already_exists", "manage_checklist", action="add_item", name="Packing", item="Passport"),
    fails("not_found", "manage_checklist", action="check", name="Packing", item="anvil"),
    fails("ambiguous", "manage_checklist", action="delete", name="清单"),
]
