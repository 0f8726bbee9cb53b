"""Notebooks: folders that notes are sorted into."""

from __future__ import annotations

from pydantic import JsonValue

from tandem_edge.phone.authoring import (
    ToolFailure,
    action,
    field,
    internal,
    record_id,
    text,
    tool,
    undone_by,
)
from tandem_edge.phone.catalogue.utilities_productivity.notes import (
    NOTEBOOKS,
    NOTES,
    Note,
    Notebook,
    find_notebook,
)
from tandem_edge.phone.sandbox.selection import chosen, fold, the_one
from tandem_edge.phone.sandbox.store import Store
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy


@tool(
    domain=Domain.UTILITIES_PRODUCTIVITY,
    en="notebooks that group notes: create, rename, delete, add or take out notes",
    zh="笔记本：给笔记分类，新建、改名、删除、放入或移出笔记、查看",
    cues_en="notebook folder for notes category group organise sort file that note under move the "
    "note into which notebooks new notebook called section",
    cues_zh="笔记本 笔记分类 归类 放进 移到 挪到 新建笔记本 笔记本改名 删笔记本 拿出来 "
    "有哪些笔记本 分组 文件夹",
    arguments=[
        action("create", "rename", "delete", "add_note", "remove_note", "query"),
        text(
            "name",
            "the notebook",
            "笔记本名称",
            max_length=60,
            example="Travel",
            required=("create", "rename", "delete", "add_note"),
        ),
        text(
            "new_name",
            "changed name",
            "新名称",
            max_length=60,
            example="Trips",
            required=("rename",),
        ),
        text(
            "note",
            "words of the note to sort",
            "笔记里的文字",
            example="lasagne",
            required=("add_note", "remove_note"),
        ),
        internal(text("note_ids", "notes to put back", "要放回的笔记", example="note1 note4")),
        internal(text("back_to", "notebook to go back to", "要放回的笔记本", example="Travel")),
        record_id("note_id", "note3"),
    ],
    results=[
        field("name", "string", privacy=Privacy.MESSAGE),
        field("previous_name", "string", privacy=Privacy.MESSAGE),
        field("note_id", "string"),
        field("text", "string", privacy=Privacy.MESSAGE),
        field("note_ids", "string"),
        field("notes", "integer"),
        field("changed", "boolean"),
        field("notebooks", "array", privacy=Privacy.MESSAGE),
    ],
    effects={
        **dict.fromkeys(("create", "rename", "delete", "add_note", "remove_note"), Effect.WRITE),
        "query": Effect.READ,
    },
    errors=["already_exists", "not_found", "ambiguous"],
    inverses={
        "create": undone_by("manage_notebook", action="delete", name="$result.name"),
        "delete": undone_by(
            "manage_notebook", action="create", name="$result.name", note_ids="$result.note_ids"
        ),
        "rename": undone_by(
            "manage_notebook",
            action="rename",
            name="$result.name",
            new_name="$result.previous_name",
        ),
        "add_note": undone_by(
            "manage_notebook",
            action="remove_note",
            note="any",
            note_id="$result.note_id",
            back_to="$result.previous_name",
        ),
        "remove_note": undone_by(
            "manage_notebook",
            action="add_note",
            name="$result.previous_name",
            note="any",
            note_id="$result.note_id",
        ),
    },
    changes=["manage_note"],
    mechanism=Mechanism.UI,
)
def manage_notebook(
    store: Store,
    action: str,
    name: str | None,
    new_name: str | None,
    note: str | None,
    note_ids: str | None,
    back_to: str | None,
    note_id: str | None,
) -> dict[str, JsonValue]:
    """Change the notebooks, or which note is in which; a deleted one leaves its notes behind."""
    if action == "create":
        return _create(store, str(name), (note_ids or "").split())
    if action == "query":
        found = chosen(store.all(NOTEBOOKS), None, name, lambda row: row.name)
        return {"notebooks": [_view(store, row.name) for _, row in found]}
    if action in ("add_note", "remove_note"):
        to = find_notebook(store, str(name)) if action == "add_note" else back_to or ""
        return _move(store, to, note, note_id, out=action == "remove_note")
    own = find_notebook(store, str(name))
    return _delete(store, own) if action == "delete" else _rename(store, own, str(new_name))


def _create(store: Store, name: str, note_ids: list[str]) -> dict[str, JsonValue]:
    _refuse_twin(store, name)
    store.add(NOTEBOOKS, Notebook(name))
    for key in note_ids:
        row = store.get(NOTES, key)
        if row is not None:
            store.put(NOTES, key, Note(row.text, name))
    return {**_view(store, name), "changed": True}


def _refuse_twin(store: Store, name: str, own: str = "") -> None:
    for row in store.all(NOTEBOOKS).values():
        if fold(row.name) == fold(name) and row.name != own:
            raise ToolFailure("already_exists", f"there is a notebook called {row.name}")


def _rename(store: Store, name: str, new_name: str) -> dict[str, JsonValue]:
    _refuse_twin(store, new_name, own=name)
    key = _key_of(store, name)
    store.update(NOTEBOOKS, key, name=new_name)
    _refile(store, name, new_name)
    return {**_view(store, new_name), "previous_name": name, "changed": name != new_name}


def _delete(store: Store, name: str) -> dict[str, JsonValue]:
    store.remove(NOTEBOOKS, _key_of(store, name))
    return {"name": name, "note_ids": " ".join(_refile(store, name, "")), "changed": True}


def _key_of(store: Store, name: str) -> str:
    return next(key for key, row in store.all(NOTEBOOKS).items() if row.name == name)


def _refile(store: Store, name: str, new_name: str) -> list[str]:
    """Put what is in one notebook under another name; returns the notes' ids."""
    keys = [key for key, row in store.all(NOTES).items() if row.notebook == name]
    for key in keys:
        store.update(NOTES, key, notebook=new_name)
    return keys


def _move(
    store: Store, to: str, note: str | None, note_id: str | None, *, out: bool
) -> dict[str, JsonValue]:
    found = chosen(store.all(NOTES), note_id, note, lambda row: row.text)
    key, row = the_one(found, "note", lambda each: each.text[:40])
    if out and not row.notebook:
        raise ToolFailure("not_found", "that note is in no notebook")
    store.put(NOTES, key, Note(row.text, to))
    return {
        "name": to,
        "previous_name": row.notebook,
        "note_id": key,
        "text": row.text,
        "changed": row.notebook != to,
    }


def _view(store: Store, name: str) -> dict[str, JsonValue]:
    count = sum(row.notebook == name for row in store.all(NOTES).values())
    return {"name": name, "notes": count}
