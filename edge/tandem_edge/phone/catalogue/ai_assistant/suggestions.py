"""What the assistant would do next, from what it sees on the phone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from datetime import timedelta
from itertools import pairwise

from pydantic import JsonValue

from tandem_edge.phone.authoring import choice, field, needs, tool
from tandem_edge.phone.catalogue.ai_assistant.summaries import waiting
from tandem_edge.phone.catalogue.calls_communication.calls import CALLS
from tandem_edge.phone.catalogue.calls_communication.contacts import name_of
from tandem_edge.phone.catalogue.calls_communication.messages import MESSAGES, Message
from tandem_edge.phone.catalogue.time_management.birthdays import BIRTHDAYS
from tandem_edge.phone.catalogue.time_management.calendar import EVENTS, span
from tandem_edge.phone.catalogue.time_management.invitations import INVITATIONS
from tandem_edge.phone.catalogue.time_management.lunar import next_yearly
from tandem_edge.phone.catalogue.time_management.reminders import REMINDERS
from tandem_edge.phone.catalogue.utilities_productivity.notes import TODOS
from tandem_edge.phone.sandbox.device import DEVICE
from tandem_edge.phone.sandbox.store import Store
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

SOON = timedelta(days=2)
BATTERY_LOW, ROOM_LOW = 20, 2000
MOST = 10
Hint = tuple[str, str]
"""The tool that would help, and with what."""


@tool(
    domain=Domain.AI_ASSISTANT,
    en="suggest what to do next: replies owed, missed calls, clashes, phone upkeep",
    zh="建议：接下来该处理什么，未回消息、漏接电话、撞期、手机状况",
    cues_en="suggest suggestions recommend what should I do next anything need my attention tips "
    "proactive ideas to take care of loose ends forgotten am I forgetting something advise",
    cues_zh="建议 推荐 我该干嘛 有什么要处理的 漏了什么 提点一下 有啥没弄的 智能推荐 接下来做什么 "
    "有没有忘的 撞了没",
    arguments=[
        choice(
            "topic",
            ("anything", "messages", "calls", "calendar", "tasks", "device"),
            "about what",
            "哪方面的",
            default="anything",
        ),
    ],
    results=[field("suggestions", "array", privacy=Privacy.MESSAGE), field("total", "integer")],
    effects=Effect.READ,
    preconditions=[needs("unlocked", code="locked")],
    mechanism=Mechanism.NONE,
)
def suggest_actions(store: Store, topic: str) -> dict[str, JsonValue]:
    """What waits for its owner, with the tool that would settle it; at most ``MOST`` are told."""
    hints = [
        (name, *hint)
        for name, look in _LOOKS.items()
        if topic in ("anything", name)
        for hint in look(store)
    ]
    told: list[JsonValue] = [
        {"topic": name, "tool": tool, "about": about} for name, tool, about in hints[:MOST]
    ]
    return {"suggestions": told, "total": len(hints)}


def _messages(store: Store) -> Iterator[Hint]:
    threads: dict[str, list[Message]] = defaultdict(list)
    for row in sorted(store.all(MESSAGES).values(), key=lambda row: row.at):
        threads[row.number].append(row)
    for number, rows in threads.items():
        question = waiting(rows)
        if question:
            yield "send_message", f"{name_of(store, number) or number}: {question}"


def _calls(store: Store) -> Iterator[Hint]:
    """Missed calls of the last two days that nobody rang back about."""
    since = store.only(DEVICE).clock - SOON
    last: dict[str, str] = {}
    for row in sorted(store.all(CALLS).values(), key=lambda row: row.at):
        if row.at >= since:
            last[row.number] = row.kind
    for number, kind in last.items():
        if kind == "missed":
            yield "make_call", name_of(store, number) or number


def _calendar(store: Store) -> Iterator[Hint]:
    now = store.only(DEVICE).clock
    spans = sorted((*span(store, row), row.title) for row in store.all(EVENTS).values())
    ahead = [each for each in spans if now < each[1] and each[0] < now + timedelta(days=7)]
    for (_, end, title), (start, _, other) in pairwise(ahead):
        if start < end:
            yield "manage_schedule", f"{title} / {other}"
    for row in store.all(INVITATIONS).values():
        if row.arrived and row.answer == "none" and row.start > now:
            yield "respond_to_invitation", f"{row.title} ({row.organiser})"
    for birthday in store.all(BIRTHDAYS).values():
        when = next_yearly(birthday.month, birthday.day, birthday.lunar, now.date())
        if when - now.date() <= SOON:
            yield "send_message", f"{birthday.name} {when}"


def _tasks(store: Store) -> Iterator[Hint]:
    now = store.only(DEVICE).clock
    for todo in store.all(TODOS).values():
        if todo.due is not None and todo.due <= now.date() and not todo.done:
            yield "manage_todo", todo.text
    for row in store.all(REMINDERS).values():
        if row.fired and not row.done:
            yield "manage_reminder", row.text


def _device(store: Store) -> Iterator[Hint]:
    device = store.only(DEVICE)
    if device.battery_percent <= BATTERY_LOW and not device.charging:
        yield "manage_battery_saver", f"{device.battery_percent} %"
    if device.free_mb <= ROOM_LOW:
        yield "free_up_space", f"{device.free_mb} MB"


_LOOKS: dict[str, Callable[[Store], Iterator[Hint]]] = {
    "messages": _messages,
    "calls": _calls,
    "calendar": _calendar,
    "tasks": _tasks,
    "device": _device,
}
