"""What came in, told shortly: messages by person, notifications by app."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from datetime import date
from typing import get_args

from pydantic import JsonValue

from tandem_edge.phone.authoring import (
    ToolFailure,
    app,
    boolean,
    choice,
    day,
    field,
    needs,
    person,
    tool,
)
from tandem_edge.phone.catalogue.calls_communication.contacts import name_of, people_called
from tandem_edge.phone.catalogue.calls_communication.messages import MESSAGES, Message
from tandem_edge.phone.language.apps import label_of
from tandem_edge.phone.sandbox.notifications import NOTIFICATIONS, Category, Notification
from tandem_edge.phone.sandbox.store import Store
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

CATEGORIES = ("any", *get_args(Category))
HEADLINES = 3
_ASKS = ("?", "？", "吗", "呢")


@tool(
    domain=Domain.AI_ASSISTANT,
    en="gist of text messages: who wrote, what is unanswered, per person",
    zh="短信摘要：谁找过我、哪些还没回，按人归纳",
    cues_en="summarise summary sum up catch me up gist recap texts chat with missed what did I "
    "miss boil down any questions waiting reply still owe highlights conversation",
    cues_zh="总结 概括 归纳 短信说了啥 没回的 大意 长话短说 聊了些什么 错过了什么 谁找我 提炼 "
    "汇总一下消息",
    arguments=[
        person("person", "with whom, everybody if absent", "和谁的，缺省为所有人"),
        day("day", "of which day", "哪一天的"),
        boolean("unread", "only unread ones", "只看未读"),
    ],
    results=[
        field("threads", "array", privacy=Privacy.MESSAGE),
        field("total", "integer"),
        field("unread", "integer"),
        field("unanswered", "integer"),
    ],
    effects=Effect.READ,
    preconditions=[
        needs("unlocked", code="locked"),
        needs("permission", "sms", code="permission_denied"),
    ],
    errors=["not_found"],
    mechanism=Mechanism.PROVIDER,
)
def summarise_messages(
    store: Store, person: str | None, day: str | None, unread: bool
) -> dict[str, JsonValue]:
    """One entry a conversation, the latest first: how much, the last line, what waits."""
    people = None if person is None else people_called(store, person)
    if people == {}:
        raise ToolFailure("not_found", "no contact matches")
    threads: dict[str, list[Message]] = defaultdict(list)
    for row in sorted(store.all(MESSAGES).values(), key=lambda row: row.at):
        if (people is None or row.number in people) and _fits(row, day, unread):
            threads[row.number].append(row)
    latest = sorted(threads.values(), key=lambda rows: rows[-1].at, reverse=True)
    everything = [row for rows in latest for row in rows]
    return {
        "threads": [_thread(store, rows) for rows in latest],
        "total": len(everything),
        "unread": sum(not row.read for row in everything),
        "unanswered": sum(bool(waiting(rows)) for rows in latest),
    }


def _fits(row: Message, day: str | None, unread: bool) -> bool:
    of_day = day is None or row.at.date() == date.fromisoformat(day)
    return of_day and not (unread and row.read)


def waiting(rows: Iterable[Message]) -> str:
    """The last line of a conversation, in order of time, if it is their question; else ``""``."""
    last = list(rows)[-1]
    asks = any(sign in last.text for sign in _ASKS)
    return last.text if last.incoming and asks else ""


def _thread(store: Store, rows: list[Message]) -> dict[str, JsonValue]:
    last = rows[-1]
    return {
        "name": name_of(store, last.number) or last.number,
        "messages": len(rows),
        "unread": sum(not row.read for row in rows),
        "last": last.text,
        "last_incoming": last.incoming,
        "at": last.at.strftime("%Y-%m-%dT%H:%M"),
        "waiting": waiting(rows),
    }


@tool(
    domain=Domain.AI_ASSISTANT,
    en="gist of the notification shade: how many from which app, headlines",
    zh="通知摘要：各应用来了多少条，要点是什么",
    cues_en="summarise notifications alerts digest sum up what's piled up in the shade anything "
    "important pings recap while I was asleep too many badges which app bothers me",
    cues_zh="总结通知 通知归纳 堆了多少通知 通知栏都有啥 有没有要紧的 概括 红点 哪个应用最吵 "
    "睡觉时来了什么 推送 汇总",
    arguments=[
        choice("category", CATEGORIES, "which kind", "哪类", default="any"),
        app("app", "of which app, all if absent", "哪个应用的，缺省为全部"),
    ],
    results=[
        field("apps", "array", privacy=Privacy.MESSAGE),
        field("by_category", "array"),
        field("total", "integer"),
    ],
    effects=Effect.READ,
    preconditions=[needs("permission", "notifications", code="permission_denied")],
    mechanism=Mechanism.SHELL,
)
def summarise_notifications(store: Store, category: str, app: str | None) -> dict[str, JsonValue]:
    """Count by app and by kind; the newest few titles of each app are its headlines."""
    by_app: dict[str, list[Notification]] = defaultdict(list)
    for row in store.all(NOTIFICATIONS).values():
        if category in ("any", row.category) and app in (None, row.app):
            by_app[row.app].append(row)
    everything = [row for rows in by_app.values() for row in rows]
    ordered = sorted(by_app.items(), key=lambda item: (-len(item[1]), item[0]))
    counts = Counter(row.category for row in everything)
    return {
        "apps": [_digest(package, rows) for package, rows in ordered],
        "by_category": [{"category": name, "count": counts[name]} for name in sorted(counts)],
        "total": len(everything),
    }


def _digest(package: str, rows: list[Notification]) -> dict[str, JsonValue]:
    newest = sorted(rows, key=lambda row: row.posted, reverse=True)
    return {
        "app": label_of(package),
        "count": len(rows),
        "headlines": [row.title for row in newest[:HEADLINES]],
    }
