"""Notes, lists and accounts: each phone has another app for them."""

from __future__ import annotations

from tandem_edge.phone.android.reasons import (
    each,
    in_app,
    sandbox_only,
)

RECIPES = each(
    {
        "split_bill": sandbox_only("shares of a bill", "分摊的账单"),
        "manage_checklist": in_app("the app for lists", "清单应用"),
        "manage_expense": in_app("the app for expenses", "记账应用"),
        "edit_note": in_app("the app for notes", "笔记应用"),
        "manage_notebook": in_app("the app for notes", "笔记应用"),
        "manage_note": in_app("the app for notes", "笔记应用"),
        "manage_todo": in_app("the app for lists", "清单应用"),
        "scan_document": in_app("the scanner app", "扫描应用"),
    }
)
