"""Whole conversations of text messages, and passing one message on to somebody else."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from pydantic import JsonValue

from tandem_edge.phone.authoring import (
    ALWAYS,
    ToolFailure,
    action,
    choice,
    field,
    internal,
    needs,
    person,
    text,
    tool,
    undone_by,
)
from tandem_edge.phone.catalogue.calls_communication.contacts import (
    find_person,
    name_of,
)
from tandem_edge.phone.catalogue.calls_communication.messages import (
    MESSAGES,
    THREADS,
    Message,
    Thread,
    parties,
    party,
    post,
    set_thread,
)
from tandem_edge.phone.sandbox.selection import fold
from tandem_edge.phone.sandbox.store import Store
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

SETS: dict[str, dict[str, bool]] = {
    "pin": {"pinned": True},
    "unpin": {"pinned": False},
    "mute": {"muted": True},
    "unmute": {"muted": False},
    "archive": {"archived": True},
    "unarchive": {"archived": False},
}
OTHERS = ("mark_read", "mark_unread", "delete", "query")
OPPOSITES = {"pin": "unpin", "mute": "unmute", "archive": "unarchive"}
SHOWN = ("all", "unread", "pinned", "muted", "archived")


def _inverses() -> dict[str, Any]:
    both = {**OPPOSITES, **{after: before for before, after in OPPOSITES.items()}}
    marks = {"mark_read": "mark_unread", "mark_unread": "mark_read"}
    return {
        each: undone_by("manage_conversation", action=opposite, person="$result.number")
        for each, opposite in both.items()
    } | {
        each: undone_by(
            "manage_conversation",
            action=opposite,
            person="$result.number",
            message_ids="$result.message_ids",
        )
        for each, opposite in marks.items()
    }


@tool(
    domain=Domain.CALLS_COMMUNICATION,
    en="a whole text conversation: pin, mute, archive, mark read, delete, list",
    zh="整个短信会话：置顶、免提醒、归档、标已读、删除、列出",
    cues_en="thread chat conversation pin to top unpin mute unmute silence archive put away unread "
    "mark as read wipe the whole chat history with which chats",
    cues_zh="会话 聊天 对话 置顶 取消置顶 不提醒 归档 取消归档 收起来 标为未读 已读 清空聊天记录 "
    "整条删掉 哪些会话",
    arguments=[
        action(*SETS, *OTHERS),
        person("person", "with whom", "和谁的", required=(*SETS, *OTHERS[:3])),
        choice("show", SHOWN, "which to list", "列哪些", default="all"),
        internal(text("message_ids", "marked messages", "标过的短信", example="message3")),
    ],
    results=[
        field("name", "string", privacy=Privacy.PERSON),
        field("number", "string", privacy=Privacy.PHONE),
        field("pinned", "boolean"),
        field("muted", "boolean"),
        field("archived", "boolean"),
        field("unread", "integer"),
        field("changed", "boolean"),
        field("message_ids", "string"),
        field("deleted_messages", "integer"),
        field("conversations", "array", privacy=Privacy.MESSAGE),
    ],
    effects={
        **dict.fromkeys((*SETS, "mark_read", "mark_unread"), Effect.WRITE),
        "delete": Effect.IRREVERSIBLE,
        "query": Effect.READ,
    },
    preconditions=[
        needs("unlocked", code="locked"),
        needs("permission", "sms", code="permission_denied"),
    ],
    errors=["not_found", "ambiguous"],
    inverses=_inverses(),
    changes=["read_messages"],
    mechanism=Mechanism.UI,
)
def manage_conversation(
    store: Store, action: str, person: str | None, show: str, message_ids: str | None
) -> dict[str, JsonValue]:
    """Change one conversation, or list them."""
    if action == "query":
        return {"conversations": _listed(store, person, show)}
    number, rows = _thread(store, str(person))
    before = store.get(THREADS, number) or Thread()
    result: dict[str, JsonValue] = {}
    if action in SETS:
        set_thread(store, number, **SETS[action])
        result["changed"] = store.get(THREADS, number) != (None if before == Thread() else before)
    elif action == "delete":
        result = _delete(store, number, rows)
    else:
        result = _mark(store, rows, message_ids, read=action == "mark_read")
    return {**_view(store, number), **result}


def _thread(store: Store, person: str) -> tuple[str, dict[str, Message]]:
    """The number meant, of those there is a conversation with, and its messages."""
    number = party(store, person)
    rows = {key: row for key, row in store.all(MESSAGES).items() if row.number == number}
    if not rows:
        raise ToolFailure("not_found", f"there is no conversation with {person}")
    return number, rows


def _delete(store: Store, number: str, rows: dict[str, Message]) -> dict[str, JsonValue]:
    for key in rows:
        store.remove(MESSAGES, key)
    set_thread(store, number, **asdict(Thread()))
    return {"deleted_messages": len(rows), "changed": True}


def _mark(
    store: Store, rows: dict[str, Message], message_ids: str | None, *, read: bool
) -> dict[str, JsonValue]:
    """Mark as read all that is unread, as unread the newest that came; or exactly those given."""
    incoming = sorted(
        ((key, row) for key, row in rows.items() if row.incoming), key=lambda item: item[1].at
    )
    if not incoming:
        raise ToolFailure("not_found", "nothing has come in that conversation")
    given = None if message_ids is None else set(message_ids.split())
    chosen = incoming if read else incoming[-1:]
    if given is not None:
        chosen = [(key, row) for key, row in incoming if key in given]
    marked = [key for key, row in chosen if row.read != read]
    for key in marked:
        store.update(MESSAGES, key, read=read)
    return {"changed": bool(marked), "message_ids": " ".join(marked)}


def _listed(store: Store, person: str | None, show: str) -> list[JsonValue]:
    """The conversations, pinned ones first, then by their newest message."""
    people = None if person is None else parties(store, person)
    newest: dict[str, Message] = {}
    for row in store.all(MESSAGES).values():
        if row.number not in newest or row.at >= newest[row.number].at:
            newest[row.number] = row
    views = [
        {**_view(store, number), "last": row.text, "at": row.at.strftime("%Y-%m-%dT%H:%M")}
        for number, row in newest.items()
        if people is None or number in people
    ]
    views = [view for view in views if show == "all" or view[show]]
    views.sort(key=lambda view: str(view["at"]), reverse=True)
    return [*sorted(views, key=lambda view: not view["pinned"])]


def _view(store: Store, number: str) -> dict[str, JsonValue]:
    thread = store.get(THREADS, number) or Thread()
    rows = store.all(MESSAGES).values()
    unread = sum(row.number == number and not row.read for row in rows)
    name = name_of(store, number)
    return {"name": name, "number": number, "unread": unread, **asdict(thread)}


@tool(
    domain=Domain.CALLS_COMMUNICATION,
    en="forward a received or sent text message on to another person",
    zh="转发短信：把收到或发过的一条短信转给别人",
    cues_en="forward pass on relay send on what she wrote share his text with copy that message to "
    "the code I got let him see it",
    cues_zh="转发 转给 转过去 把他发的发给 把那条短信给 也让他看看 验证码转给 "
    "取件码转给 原样发给 转一份",
    arguments=[
        person("to", "who gets it", "转给谁", required=ALWAYS),
        person("person", "whose conversation it is in", "和谁的短信"),
        text("text", "words in it", "短信里的文字", example="code"),
    ],
    results=[
        field("message_id", "string"),
        field("name", "string", privacy=Privacy.PERSON),
        field("number", "string", privacy=Privacy.PHONE),
        field("text", "string", privacy=Privacy.MESSAGE),
    ],
    effects=Effect.IRREVERSIBLE,
    preconditions=[
        needs("unlocked", code="locked"),
        needs("permission", "sms", code="permission_denied"),
        needs("cellular", code="no_service"),
    ],
    errors=["not_found", "ambiguous"],
    conflicts=["manage_airplane_mode"],
    mechanism=Mechanism.INTENT,
)
def forward_message(
    store: Store, to: str, person: str | None, text: str | None
) -> dict[str, JsonValue]:
    """Send on the newest message that fits; without words or a person, the last that came."""
    number = None if person is None else party(store, person)
    fitting = [
        row
        for row in store.all(MESSAGES).values()
        if (number is None or row.number == number)
        and (text is None or fold(text) in fold(row.text))
        and (row.incoming or number or text)
    ]
    if not fitting:
        raise ToolFailure("not_found", "no message matches")
    newest = max(fitting, key=lambda row: row.at)
    target = find_person(store, to)
    key = post(store, target.phone, newest.text)
    return {
        "message_id": key,
        "name": target.name,
        "number": target.phone,
        "text": newest.text,
    }
