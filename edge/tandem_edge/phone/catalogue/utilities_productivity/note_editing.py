"""Changing the text of a note that is there."""

from __future__ import annotations

from pydantic import JsonValue

from tandem_edge.phone.authoring import (
    ToolFailure,
    action,
    field,
    record_id,
    text,
    tool,
    undone_by,
)
from tandem_edge.phone.catalogue.utilities_productivity.notes import NOTES, Note
from tandem_edge.phone.sandbox.selection import chosen, the_one
from tandem_edge.phone.sandbox.store import Store
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

ACTIONS = ("append", "replace", "remove", "rewrite")
LONGEST = 2000


@tool(
    domain=Domain.UTILITIES_PRODUCTIVITY,
    en="change an existing note's text: append, replace words, remove words, rewrite",
    zh="修改已有笔记的内容：追加、替换、删去几个字、重写",
    cues_en="edit note add to the note about append a line change the wording correct fix typo "
    "update note strike out put at the end of my note instead of",
    cues_zh="改笔记 改备忘录 补充一句 追加 加到那条笔记 后面加上 改成 换成 划去 "
    "去掉那句 重写 更新笔记 错别字",
    arguments=[
        action(*ACTIONS),
        text(
            "note",
            "words of the note meant",
            "哪条笔记，其中的文字",
            example="lasagne",
            required=ACTIONS,
        ),
        text(
            "old",
            "words to replace or remove",
            "要换掉或删去的文字",
            example="6 sheets",
            required=("replace", "remove"),
        ),
        text(
            "new",
            "words to add or put instead",
            "要加上或换成的文字",
            max_length=LONGEST,
            example="8 sheets",
            required=("append", "replace", "rewrite"),
        ),
        record_id("note_id", "note3"),
    ],
    results=[
        field("note_id", "string"),
        field("text", "string", privacy=Privacy.MESSAGE),
        field("previous_text", "string", privacy=Privacy.MESSAGE),
        field("changed", "boolean"),
    ],
    effects=dict.fromkeys(ACTIONS, Effect.WRITE),
    errors=["already_exists", "not_found", "ambiguous", "no_such_words"],
    inverses={
        each: undone_by(
            "edit_note",
            action="rewrite",
            note="any",
            note_id="$result.note_id",
            new="$result.previous_text",
        )
        for each in ACTIONS
    },
    changes=["manage_note"],
    mechanism=Mechanism.UI,
)
def edit_note(
    store: Store, action: str, note: str, old: str | None, new: str | None, note_id: str | None
) -> dict[str, JsonValue]:
    """Change one note; appending what it already ends with changes nothing."""
    found = chosen(store.all(NOTES), note_id, note, lambda row: row.text)
    key, before = the_one(found, "note", lambda row: row.text[:40])
    after = _edited(before.text, action, old or "", new or "")
    if not after or len(after) > LONGEST:
        raise ToolFailure("invalid_argument", f"a note has 1 to {LONGEST} characters")
    if any(row.text == after and other != key for other, row in store.all(NOTES).items()):
        raise ToolFailure("already_exists", "there is a note with just that text")
    store.put(NOTES, key, Note(after, before.notebook))
    return {
        "note_id": key,
        "text": after,
        "previous_text": before.text,
        "changed": after != before.text,
    }


def _edited(text: str, action: str, old: str, new: str) -> str:
    if action == "rewrite":
        return new
    if action == "append":
        return text if text.endswith(f"\n{new}") else f"{text}\n{new}"
    at = text.casefold().find(old.casefold())
    if at < 0 or len(text.casefold()) != len(text):
        raise ToolFailure("no_such_words", f"the note does not say {old!r:.40}")
    rest = text[at + len(old) :]
    return f"{text[:at]}{new}{rest}" if action == "replace" else f"{text[:at]}{rest}".strip()
