"""Answering a message from its notification, and letting one come back later."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from pydantic import JsonValue

from tandem_edge.phone.authoring import (
    ALWAYS,
    ToolFailure,
    action,
    app,
    duration,
    field,
    needs,
    person,
    record_id,
    text,
    tool,
    undone_by,
)
from tandem_edge.phone.catalogue.calls_communication.contacts import find_person
from tandem_edge.phone.catalogue.calls_communication.messages import MESSAGES
from tandem_edge.phone.catalogue.calls_communication.messages import post as post_message
from tandem_edge.phone.catalogue.input_interaction.notification_shade import (
    READS_NOTES,
    clear,
    fitting,
)
from tandem_edge.phone.language.apps import label_of
from tandem_edge.phone.sandbox.clock import Timer
from tandem_edge.phone.sandbox.conditions import CHECKS
from tandem_edge.phone.sandbox.device import DEVICE, Wall
from tandem_edge.phone.sandbox.notifications import NOTIFICATIONS, Notification, post
from tandem_edge.phone.sandbox.selection import named, the_one
from tandem_edge.phone.sandbox.store import Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

LONGEST_SNOOZE = 24 * 3600
SMS_APP = "com.android.messaging"


@dataclass(frozen=True, slots=True)
class Snoozed:
    """A notification that comes back at ``until``."""

    note: Notification
    until: Wall


@dataclass(frozen=True, slots=True)
class ChatReply:
    """What was answered from the shade to a chat of ``app``."""

    app: str
    to: str
    text: str
    at: Wall


SNOOZED = Table("snoozed_notifications", Snoozed, prefix="snoozed")
CHAT_REPLIES = Table("chat_replies", ChatReply, prefix="chat_reply")


@tool(
    domain=Domain.INPUT_INTERACTION,
    en="reply to a chat message straight from its notification",
    zh="在通知上直接回复刚收到的聊天消息",
    cues_en="reply answer respond from notification to the message that just came in popped up "
    "reply back without opening inline",
    cues_zh="回复通知 通知里回 直接回 刚弹出来的消息 快捷回复 回他 回她 刚发来的 那条消息 不用点开",
    arguments=[
        text(
            "text", "the reply", "回复内容", max_length=1000, example="On my way", required=ALWAYS
        ),
        person("person", "who wrote", "谁发来的"),
        app("app", "in which app", "哪个应用里的"),
    ],
    results=[
        field("app", "string"),
        field("to", "string", privacy=Privacy.PERSON),
        field("text", "string", privacy=Privacy.MESSAGE),
        field("message_id", "string"),
    ],
    effects=Effect.IRREVERSIBLE,
    preconditions=[READS_NOTES, needs("unlocked", code="locked")],
    errors=["not_found", "ambiguous", "offline"],
    changes=["query_notifications", "read_messages"],
    mechanism=Mechanism.PROVIDER,
)
def reply_notification(
    store: Store, text: str, person: str | None, app: str | None
) -> dict[str, JsonValue]:
    """Answer the one chat that is meant; its notifications are cleared by that."""
    chats = {
        (note.app, note.title): note
        for note in store.all(NOTIFICATIONS).values()
        if note.category == "message" and app in (None, note.app)
    }
    rows = {f"{package} {title}": note for (package, title), note in chats.items()}
    found = list(rows.items()) if person is None else named(rows, person, lambda note: note.title)
    note = the_one(found, "message notification", _describe)[1]
    why = CHECKS["cellular" if note.app == SMS_APP else "network"](store, "")
    if why:
        raise ToolFailure("offline", why)
    message_id = _send(store, note, text)
    chat = (note.app, note.title)
    clear(store, [k for k, n in store.all(NOTIFICATIONS).items() if (n.app, n.title) == chat])
    return {
        "app": label_of(note.app),
        "to": note.title,
        "text": text,
        "message_id": message_id,
    }


def _send(store: Store, note: Notification, text: str) -> str:
    if note.app != SMS_APP:
        now = store.only(DEVICE).clock
        return store.add(CHAT_REPLIES, ChatReply(note.app, note.title, text, now))
    number = note.sender or find_person(store, note.title).phone
    for key, row in list(store.all(MESSAGES).items()):
        if row.number == number and not row.read:
            store.update(MESSAGES, key, read=True)
    return post_message(store, number, text)


def _describe(note: Notification) -> str:
    return f"{label_of(note.app)}: {note.title}: {note.text[:30]}"


@tool(
    domain=Domain.INPUT_INTERACTION,
    en="snooze a notification so that it comes back later; cancel, list snoozed",
    zh="延后通知：让某条通知过一阵再出现，可取消延后、查看",
    cues_en="snooze notification later remind me of this again hide for now come back again in "
    "an hour postpone deal with it not now bring back",
    cues_zh="延后通知 稍后提醒 等会儿再弹 先藏起来 过一会再出现 暂时别显示 推迟 晚点再看 叫回来",
    arguments=[
        action("snooze", "cancel", "query"),
        app("app", "of which app", "哪个应用的"),
        text("text", "words in it", "包含的文字", example="parcel"),
        duration("duration", "for how long", "延后多久", required=("snooze",)),
        record_id("snooze_id", "snoozed3"),
        record_id("notification_id", "notification3"),
    ],
    results=[
        field("snooze_id", "string"),
        field("notification_id", "string"),
        field("app", "string"),
        field("title", "string", privacy=Privacy.MESSAGE),
        field("until", "string"),
        field("left", "string"),
        field("snoozed", "array", privacy=Privacy.MESSAGE),
    ],
    effects={"snooze": Effect.WRITE, "cancel": Effect.WRITE, "query": Effect.READ},
    preconditions=[READS_NOTES],
    errors=["not_found", "ambiguous", "pinned"],
    inverses={
        "snooze": undone_by("snooze_notification", action="cancel", snooze_id="$result.snooze_id"),
        "cancel": undone_by(
            "snooze_notification",
            action="snooze",
            notification_id="$result.notification_id",
            duration="$result.left",
        ),
    },
    changes=["query_notifications"],
    mechanism=Mechanism.PROVIDER,
)
def snooze_notification(
    store: Store,
    action: str,
    app: str | None,
    text: str | None,
    duration: int | None,
    snooze_id: str | None,
    notification_id: str | None,
) -> dict[str, JsonValue]:
    """Hide one notification for a while, bring it back now, or list what is hidden."""
    fits = fitting(app, None, text)
    if action == "snooze":
        notes = [
            (key, note)
            for key, note in store.all(NOTIFICATIONS).items()
            if (key == notification_id if notification_id else fits(note))
        ]
        return _snooze(store, *the_one(notes, "notification", _describe), duration or 0)
    rows = [
        (key, row)
        for key, row in store.all(SNOOZED).items()
        if (key == snooze_id if snooze_id else fits(row.note))
    ]
    if action == "query":
        return {"snoozed": [_snoozed(store, key, row) for key, row in rows]}
    key, row = the_one(rows, "snoozed notification", lambda row: _describe(row.note))
    store.remove(SNOOZED, key)
    made = store.add(NOTIFICATIONS, row.note)
    return _snoozed(store, key, row) | {"notification_id": made}


def _snooze(store: Store, key: str, note: Notification, seconds: int) -> dict[str, JsonValue]:
    if note.pinned:
        raise ToolFailure("pinned", f"{_describe(note)} stays while it goes on")
    if not 0 < seconds <= LONGEST_SNOOZE:
        raise ToolFailure("invalid_argument", "a notification can wait for up to a day")
    store.remove(NOTIFICATIONS, key)
    row = Snoozed(note, store.only(DEVICE).clock + timedelta(seconds=seconds))
    return _snoozed(store, store.add(SNOOZED, row), row)


def _snoozed(store: Store, key: str, row: Snoozed) -> dict[str, JsonValue]:
    left = int((row.until - store.only(DEVICE).clock).total_seconds())
    return {
        "snooze_id": key,
        "app": label_of(row.note.app),
        "title": row.note.title,
        "until": row.until.strftime("%Y-%m-%dT%H:%M"),
        "left": f"{max(1, left)} seconds",
    }


def _upcoming(store: Store) -> datetime | None:
    return min((row.until for row in store.all(SNOOZED).values()), default=None)


def _happen(store: Store, when: datetime) -> None:
    """Snoozed notifications come back as new ones."""
    for key, row in list(store.all(SNOOZED).items()):
        if row.until <= when:
            post(store, replace(store.remove(SNOOZED, key).note, posted=when))


SNOOZE_CLOCK = Timer(_upcoming, _happen)
