"""Notes and to-dos."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from random import Random

from pydantic import JsonValue

from tandem_edge.phone.authoring import (
    ToolFailure,
    action,
    day,
    field,
    record_id,
    text,
    tool,
    undone_by,
)
from tandem_edge.phone.catalogue.utilities_productivity.note_texts import (
    NOTEBOOKS_OF,
    NOTES_OF,
    TODOS_OF,
    split,
)
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.device import DEVICE
from tandem_edge.phone.sandbox.selection import chosen, the_one
from tandem_edge.phone.sandbox.store import Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy


@dataclass(frozen=True, slots=True)
class Note:
    """A piece of text, perhaps in a notebook."""

    text: str
    notebook: str = ""


@dataclass(frozen=True, slots=True)
class Notebook:
    """A folder of notes; its name is unlike that of any other."""

    name: str


@dataclass(frozen=True, slots=True)
class Todo:
    """A thing to do, perhaps by a day."""

    text: str
    due: date | None = None
    done: bool = False


NOTES = Table("notes", Note, prefix="note")
NOTEBOOKS = Table("notebooks", Notebook, prefix="notebook")
TODOS = Table("todos", Todo, prefix="todo")


@tool(
    domain=Domain.UTILITIES_PRODUCTIVITY,
    en="notes of free text: write, delete or find",
    zh="备忘笔记：写下、删除或查找一段文字",
    cues_en="note jot down write down memo scribbled remember this idea keep in writing put in my "
    "notes what did I write find my note",
    cues_zh="备忘录 便签 笔记 记一下 写下来 记下 记着 我写过 上次记的 翻出来 灵感",
    arguments=[
        action("create", "delete", "query"),
        text(
            "text",
            "the note, or words in it",
            "内容，或其中的文字",
            max_length=2000,
            example="parked on level 3",
            required=("create", "delete"),
        ),
        text("notebook", "notebook it is in", "所在笔记本", max_length=60, example="Travel"),
        record_id("note_id", "note3"),
    ],
    results=[
        field("note_id", "string"),
        field("text", "string", privacy=Privacy.MESSAGE),
        field("notebook", "string", privacy=Privacy.MESSAGE),
        field("notes", "array", privacy=Privacy.MESSAGE),
    ],
    effects={"create": Effect.WRITE, "delete": Effect.WRITE, "query": Effect.READ},
    errors=["already_exists", "not_found", "ambiguous"],
    inverses={
        "create": undone_by(
            "manage_note", action="delete", text="$result.text", note_id="$result.note_id"
        ),
        "delete": undone_by(
            "manage_note", action="create", text="$result.text", notebook="$result.notebook"
        ),
    },
    mechanism=Mechanism.UI,
)
def manage_note(
    store: Store, action: str, text: str | None, notebook: str | None, note_id: str | None
) -> dict[str, JsonValue]:
    """Write, delete or find notes."""
    rows = store.all(NOTES)
    shelf = "" if notebook is None else find_notebook(store, notebook)
    if action == "create":
        if any(note.text == text for note in rows.values()):
            raise ToolFailure("already_exists", "that note is already there")
        note = Note(str(text), shelf)
        return note_view(store.add(NOTES, note), note)
    found = chosen(rows, note_id, text, lambda row: row.text)
    if notebook is not None:
        found = [(key, note) for key, note in found if note.notebook == shelf]
    if action == "query":
        return {"notes": [note_view(key, note) for key, note in found]}
    key, note = the_one(found, "note", lambda row: row.text[:40])
    return note_view(key, store.remove(NOTES, key))


def note_view(key: str, note: Note) -> dict[str, JsonValue]:
    """What is told of one note."""
    return {"note_id": key, "text": note.text, "notebook": note.notebook}


def find_notebook(store: Store, said: str) -> str:
    """The exact name of the one notebook called ``said``.

    Raises the faults ``not_found`` and ``ambiguous``.
    """
    found = chosen(store.all(NOTEBOOKS), None, said, lambda row: row.name)
    return the_one(found, "notebook", lambda row: row.name)[1].name


@tool(
    domain=Domain.UTILITIES_PRODUCTIVITY,
    en="to-do list: add, complete, reopen, delete or look up tasks",
    zh="待办清单：添加、完成、恢复、删除或查看事项",
    cues_en="to-do todo task list chore tick off cross off mark as done finished still have to "
    "outstanding add to my list buy pay renew",
    cues_zh="待办 清单 任务 事项 打勾 划掉 搞定 办妥 要做的事 还差个事 加一条 列进去 完成了 弄完了",
    arguments=[
        action("create", "complete", "reopen", "delete", "query"),
        text(
            "text",
            "the task, or words in it",
            "事项，或其中的文字",
            example="buy stamps",
            required=("create", "complete", "reopen", "delete"),
        ),
        day("due", "by which day", "截止日期"),
        record_id("todo_id", "todo3"),
    ],
    results=[
        field("todo_id", "string"),
        field("text", "string", privacy=Privacy.MESSAGE),
        field("due", "string"),
        field("done", "boolean"),
        field("todos", "array", privacy=Privacy.MESSAGE),
    ],
    effects={
        "create": Effect.WRITE,
        "complete": Effect.WRITE,
        "reopen": Effect.WRITE,
        "delete": Effect.WRITE,
        "query": Effect.READ,
    },
    errors=["already_exists", "not_found", "ambiguous"],
    inverses={
        "create": undone_by(
            "manage_todo", action="delete", text="$result.text", todo_id="$result.todo_id"
        ),
        "complete": undone_by(
            "manage_todo", action="reopen", text="$result.text", todo_id="$result.todo_id"
        ),
        "reopen": undone_by(
            "manage_todo", action="complete", text="$result.text", todo_id="$result.todo_id"
        ),
    },
    mechanism=Mechanism.UI,
)
def manage_todo(
    store: Store, action: str, text: str | None, due: str | None, todo_id: str | None
) -> dict[str, JsonValue]:
    """Add, complete, reopen, delete or look up to-dos."""
    if action == "create":
        return _create(store, Todo(str(text), date.fromisoformat(due) if due else None))
    found = _matching(store, text, due, todo_id)
    if action == "query":
        return {"todos": [_view(key, row) for key, row in found]}
    key, _ = the_one(_preferring(action, found), "to-do", lambda row: row.text)
    if action == "delete":
        return _view(key, store.remove(TODOS, key))
    return _view(key, store.update(TODOS, key, done=action == "complete"))


def _create(store: Store, todo: Todo) -> dict[str, JsonValue]:
    if todo in store.all(TODOS).values():
        raise ToolFailure("already_exists", "that is already on the list")
    return _view(store.add(TODOS, todo), todo)


def _matching(
    store: Store, text: str | None, due: str | None, todo_id: str | None
) -> list[tuple[str, Todo]]:
    found = chosen(store.all(TODOS), todo_id, text, lambda row: row.text)
    return [(key, row) for key, row in found if due is None or str(row.due) == due]


def _preferring(action: str, found: list[tuple[str, Todo]]) -> list[tuple[str, Todo]]:
    """Of several matches, those that completing or reopening would change."""
    if action == "delete" or len(found) < 2:
        return found
    return [(key, row) for key, row in found if row.done == (action == "reopen")] or found


def _view(key: str, todo: Todo) -> dict[str, JsonValue]:
    due = todo.due.isoformat() if todo.due else ""
    return {"todo_id": key, "text": todo.text, "due": due, "done": todo.done}


_NOTES = (
    "Parked on level 3, row F",
    "Paint colour: sage green",
    "Lasagne recipe: 6 sheets, 500 g mince, 2 cups béchamel",
    "Gift ideas: headphones, tea set",
    "红烧肉做法：五花肉、冰糖、老抽，小火一小时",
    "装修尺寸：客厅 4.2 × 5.6 米",
    "购车预算：十五万以内",
    "老板口味：不吃香菜",
)
_TODOS = (
    "Water the plants",
    "Renew passport",
    "Pay the gardener",
    "Buy stamps",
    "交水电费",
    "买猫粮",
    "写周报",
    "给领导回邮件",
)


def populate(store: Store, random: Random, cast: Cast) -> None:
    """Notes and to-dos in both languages; some have a due day, some are done."""
    today = store.only(DEVICE).clock.date()
    everyday = cast is Cast.EVERYDAY
    notes, todos = (_NOTES, _TODOS) if everyday else (split(cast, NOTES_OF), split(cast, TODOS_OF))
    for line in random.sample(notes, len(notes)):
        store.add(NOTES, Note(line))
    for line in random.sample(todos, len(todos)):
        due = today + timedelta(days=random.randrange(0, 10)) if random.random() < 0.5 else None
        store.add(TODOS, Todo(line, due, done=random.random() < 0.25))
    _sort_into_notebooks(store, random, cast)


def _sort_into_notebooks(store: Store, random: Random, cast: Cast) -> None:
    """Half of the notes are in notebooks, which have look-alike names."""
    names = split(cast, NOTEBOOKS_OF)[:6] if cast is Cast.EVERYDAY else split(cast, NOTEBOOKS_OF)
    for name in names:
        store.add(NOTEBOOKS, Notebook(name))
    for key, note in list(store.all(NOTES).items()):
        if random.random() < 0.5:
            store.put(NOTES, key, Note(note.text, random.choice(names)))
