"""The notification shade: what came, and clearing it away into the history."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from pydantic import JsonValue

from tandem_edge.phone.authoring import (
    app,
    choice,
    duration,
    field,
    needs,
    record_id,
    text,
    tool,
    undone_by,
)
from tandem_edge.phone.language.apps import label_of
from tandem_edge.phone.sandbox.clock import Timer
from tandem_edge.phone.sandbox.device import DEVICE, Wall
from tandem_edge.phone.sandbox.notifications import NOTIFICATIONS, Notification
from tandem_edge.phone.sandbox.selection import fold
from tandem_edge.phone.sandbox.store import Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

SHOWN = 30
REMEMBERED = timedelta(hours=24)
"""How long the history holds what was cleared."""
CATEGORIES = ("alarm", "reminder", "message", "call", "media", "system", "promotion")
WHICH = ("current", "silenced", "cleared")


@dataclass(frozen=True, slots=True)
class Cleared:
    """A notification in the history; all that were cleared at once have one ``batch``."""

    note: Notification
    at: Wall
    batch: str


NOTIFICATION_HISTORY = Table("notification_history", Cleared, prefix="cleared")
READS_NOTES = needs("permission", "notifications", code="no_permission")
"""The assistant sees what came only with this permission."""


@tool(
    domain=Domain.INPUT_INTERACTION,
    en="notifications received: look through by app, kind, words or time",
    zh="查看通知：按应用、类别、字词、时间翻看收到的通知",
    cues_en="notifications notification shade what popped up what did I miss alerts from banner "
    "pings while quiet do not disturb silenced cleared swiped away history anything new",
    cues_zh="通知 通知栏 看看通知 弹了什么 有啥消息 错过了什么 提示 推送 勿扰期间 划掉的 历史",
    arguments=[
        app("app", "from which app", "哪个应用的"),
        choice("category", CATEGORIES, "of which kind", "哪一类"),
        text("text", "words in it", "包含的文字", example="parcel"),
        duration("within", "come in the last", "最近多久内的"),
        choice(
            "which",
            WHICH,
            "held back by quiet, or cleared ones",
            "被静音的或已清掉的",
            default="current",
        ),
    ],
    results=[field("notifications", "array", privacy=Privacy.MESSAGE), field("total", "integer")],
    effects=Effect.READ,
    preconditions=[READS_NOTES, needs("unlocked", code="locked")],
    mechanism=Mechanism.PROVIDER,
)
def query_notifications(
    store: Store,
    app: str | None,
    category: str | None,
    text: str | None,
    within: int | None,
    which: str,
) -> dict[str, JsonValue]:
    """Notifications, newest first; reading them clears nothing."""
    notes = list(store.all(NOTIFICATIONS).values())
    if which == "cleared":
        notes = [row.note for row in store.all(NOTIFICATION_HISTORY).values()]
    fits = fitting(app, category, text)
    found = [note for note in notes if fits(note) and (which != "silenced" or note.silent)]
    if within is not None:
        since = store.only(DEVICE).clock - timedelta(seconds=min(within, 366 * 86_400))
        found = [note for note in found if note.posted >= since]
    found.sort(key=lambda note: note.posted, reverse=True)
    return {"notifications": [_view(note) for note in found[:SHOWN]], "total": len(found)}


def fitting(
    app: str | None, category: str | None, text: str | None
) -> Callable[[Notification], bool]:
    """Whether a notification is of that app and kind and has those words."""
    words = None if text is None else fold(text)

    def fits(note: Notification) -> bool:
        said = words is None or words in fold(f"{note.title} {note.text}")
        return said and app in (None, note.app) and category in (None, note.category)

    return fits


def _view(note: Notification) -> JsonValue:
    return {
        "app": label_of(note.app),
        "title": note.title,
        "text": note.text,
        "posted": note.posted.strftime("%Y-%m-%dT%H:%M"),
        "category": note.category,
        "pinned": note.pinned,
        "silent": note.silent,
    }


@tool(
    domain=Domain.INPUT_INTERACTION,
    en="clear notifications away: all, or of one app, kind, or words",
    zh="清除通知：全部清掉，或只清某应用、某类、含某些字的",
    cues_en="clear notifications dismiss swipe away get rid of clean up shade clutter all of "
    "them from app promotions ads mark gone",
    cues_zh="清除通知 清空通知栏 划掉 清一下 全部清掉 广告推送 一堆通知 关掉提示 红点 干净",
    arguments=[
        app("app", "only of this app", "只清哪个应用的"),
        choice("category", CATEGORIES, "only of this kind", "只清哪一类"),
        text("text", "only with these words", "只清包含这些字的", example="sale"),
        record_id("batch", "cleared3"),
    ],
    results=[
        field("cleared", "integer"),
        field("kept_pinned", "integer"),
        field("batch", "string"),
        field("changed", "boolean"),
    ],
    effects=Effect.WRITE,
    preconditions=[READS_NOTES],
    inverses=undone_by("clear_notifications", batch="$result.batch"),
    changes=["query_notifications"],
    mechanism=Mechanism.SHELL,
)
def clear_notifications(
    store: Store, app: str | None, category: str | None, text: str | None, batch: str | None
) -> dict[str, JsonValue]:
    """Clear what is not pinned into the history; with ``batch`` those come back."""
    if batch is not None:
        return _bring_back(store, batch)
    fits = fitting(app, category, text)
    found = [(key, note) for key, note in store.all(NOTIFICATIONS).items() if fits(note)]
    loose = [key for key, note in found if not note.pinned]
    return {
        "cleared": len(loose),
        "kept_pinned": len(found) - len(loose),
        "batch": clear(store, loose),
        "changed": bool(loose),
    }


def clear(store: Store, keys: list[str]) -> str:
    """Move notifications into the history; returns their batch."""
    batch, now = "", store.only(DEVICE).clock
    for key in keys:
        note = store.remove(NOTIFICATIONS, key)
        made = store.add(NOTIFICATION_HISTORY, Cleared(note, now, batch))
        batch = batch or made
        store.update(NOTIFICATION_HISTORY, made, batch=batch)
    return batch


def _bring_back(store: Store, batch: str) -> dict[str, JsonValue]:
    rows = [(key, row) for key, row in store.all(NOTIFICATION_HISTORY).items()]
    back = [key for key, row in rows if row.batch == batch]
    for key in back:
        store.add(NOTIFICATIONS, store.remove(NOTIFICATION_HISTORY, key).note)
    return {"cleared": -len(back), "kept_pinned": 0, "batch": "", "changed": bool(back)}


def _upcoming(store: Store) -> datetime | None:
    rows = store.all(NOTIFICATION_HISTORY).values()
    return min((row.at + REMEMBERED for row in rows), default=None)


def _happen(store: Store, when: datetime) -> None:
    """The history forgets."""
    for key, row in list(store.all(NOTIFICATION_HISTORY).items()):
        if row.at + REMEMBERED <= when:
            store.remove(NOTIFICATION_HISTORY, key)


HISTORY_CLOCK = Timer(_upcoming, _happen)
