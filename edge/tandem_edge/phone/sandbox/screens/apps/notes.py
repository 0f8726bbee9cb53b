"""The Notes app: notes, one note, a new one."""

from __future__ import annotations

from tandem_edge.phone.catalogue.utilities_productivity.notes import NOTES
from tandem_edge.phone.sandbox.screens.elements import (
    Address,
    App,
    Look,
    Page,
    button,
    form,
    link,
    text,
)
from tandem_shared.tools import Bilingual


def _first(look: Look, key: str) -> Page:
    rows = [
        link(key, row.text, Address("notes", "note", key), row.notebook)
        for key, row in look.store.all(NOTES).items()
    ]
    new = link("new", look.say("New note", "新建便签"), Address("notes", "new"))
    return Page(look.say("Notes", "便签"), (new, *rows))


def _note(look: Look, key: str) -> Page | None:
    row = look.store.get(NOTES, key)
    if row is None:
        return None
    add = look.say("Add to this note", "续写这条便签")
    delete = look.say("Delete note", "删除便签")
    return Page(
        look.say("Note", "便签"),
        (
            text("text", look.say("Text", "内容"), row.text),
            link("append", add, Address("notes", "append", key)),
            button(
                "delete", delete, "manage_note", True, action="delete", text=row.text, note_id=key
            ),
        ),
    )


def _append(look: Look, key: str) -> Page | None:
    row = look.store.get(NOTES, key)
    if row is None:
        return None
    fields = {"new": look.say("Text to add", "要加的内容")}
    save = look.say("Save", "保存")
    made = form(look, "edit_note", fields, save, action="append", note=row.text[:200], note_id=key)
    return Page(look.say("Add to this note", "续写这条便签"), made)


def _new(look: Look, key: str) -> Page:
    fields = {"text": look.say("Text", "内容"), "notebook": look.say("Notebook", "笔记本")}
    save = look.say("Save note", "保存便签")
    return Page(
        look.say("New note", "新建便签"), form(look, "manage_note", fields, save, action="create")
    )


APP = App(
    "notes",
    Bilingual(en="Notes", zh="便签"),
    {"": _first, "note": _note, "append": _append, "new": _new},
)
