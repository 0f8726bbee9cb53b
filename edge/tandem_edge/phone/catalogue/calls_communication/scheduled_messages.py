"""Text messages that are written now and go out later, by the clock."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random

from pydantic import JsonValue

from tandem_edge.phone.authoring import (
    ToolFailure,
    action,
    field,
    moment,
    needs,
    person,
    record_id,
    text,
    tool,
    undone_by,
)
from tandem_edge.phone.catalogue.calls_communication.contacts import (
    CONTACTS,
    find_person,
    name_of,
    people_called,
)
from tandem_edge.phone.catalogue.calls_communication.messages import post
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.clock import Timer
from tandem_edge.phone.sandbox.conditions import CHECKS
from tandem_edge.phone.sandbox.device import DEVICE, Wall
from tandem_edge.phone.sandbox.notifications import notify
from tandem_edge.phone.sandbox.selection import chosen, the_one
from tandem_edge.phone.sandbox.store import Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

NEEDS = ("contacts",)
MESSAGING = "com.android.messaging"


@dataclass(frozen=True, slots=True)
class ScheduledMessage:
    """A text for ``number`` that goes out at ``at``; ``failed`` says that it could not."""

    number: str
    text: str
    at: Wall
    failed: bool = False


SCHEDULED = Table("scheduled_messages", ScheduledMessage, prefix="scheduled")


@tool(
    domain=Domain.CALLS_COMMUNICATION,
    en="texts sent later by the clock: create, change, cancel, send, list",
    zh="定时短信：到点自动发出，可新建、修改、取消、立即发、查看",
    cues_en="schedule a text send later delayed message timed message queue up for tomorrow at "
    "midnight birthday greeting goes out automatically not now postpone the text",
    cues_zh="定时短信 定时发送 到点发 零点发 明早发给 晚点再发 预约发送 "
    "自动发出 别现在发 取消定时 改发送时间",
    arguments=[
        action("create", "change", "cancel", "send_now", "query"),
        person("person", "to whom", "发给谁", required=("create",)),
        text(
            "text",
            "what to say, or words in it",
            "内容，或其中的文字",
            max_length=1000,
            example="Happy birthday!",
            required=("create",),
        ),
        moment(
            "time",
            "when it goes out",
            "发送时间",
            required=("create",),
            finds=("cancel", "send_now", "query"),
        ),
        text("new_text", "changed wording", "改成的内容", max_length=1000, example="See you at 8"),
        record_id("scheduled_id", "scheduled3"),
    ],
    results=[
        field("scheduled_id", "string"),
        field("name", "string", privacy=Privacy.PERSON),
        field("number", "string", privacy=Privacy.PHONE),
        field("text", "string", privacy=Privacy.MESSAGE),
        field("at", "string"),
        field("failed", "boolean"),
        field("message_id", "string"),
        field("previous_text", "string", privacy=Privacy.MESSAGE),
        field("previous_at", "string"),
        field("scheduled", "array", privacy=Privacy.MESSAGE),
    ],
    effects={
        "create": Effect.WRITE,
        "change": Effect.WRITE,
        "cancel": Effect.WRITE,
        "send_now": Effect.IRREVERSIBLE,
        "query": Effect.READ,
    },
    preconditions=[
        needs("unlocked", code="locked"),
        needs("permission", "sms", code="permission_denied"),
        needs("cellular", code="no_service", on=("send_now",)),
    ],
    errors=["already_exists", "not_found", "ambiguous"],
    inverses={
        "create": undone_by(
            "schedule_message", action="cancel", scheduled_id="$result.scheduled_id"
        ),
        "cancel": undone_by(
            "schedule_message",
            action="create",
            person="$result.number",
            text="$result.text",
            time="$result.at",
        ),
        "change": undone_by(
            "schedule_message",
            action="change",
            scheduled_id="$result.scheduled_id",
            new_text="$result.previous_text",
            time="$result.previous_at",
        ),
    },
    changes=["read_messages"],
    mechanism=Mechanism.UI,
)
def schedule_message(
    store: Store,
    action: str,
    person: str | None,
    text: str | None,
    time: str | None,
    new_text: str | None,
    scheduled_id: str | None,
) -> dict[str, JsonValue]:
    """Write a text for later, or act on one that waits."""
    if action == "create":
        return _create(store, find_person(store, str(person)).phone, str(text), str(time))
    found = _matching(store, person, text, scheduled_id)
    if action != "change":
        found = [(key, row) for key, row in found if time is None or _goes_at(row, time)]
    if action == "query":
        return {"scheduled": [_view(store, key, row) for key, row in found]}
    key, row = the_one(found, "scheduled message", lambda each: _describe(store, each))
    if action == "change":
        return _change(store, key, row, time, new_text)
    store.remove(SCHEDULED, key)
    sent = {"message_id": post(store, row.number, row.text)} if action == "send_now" else {}
    return {**_view(store, key, row), **sent}


def _create(store: Store, number: str, text: str, time: str) -> dict[str, JsonValue]:
    row = ScheduledMessage(number, text, _to_come(store, time))
    if row in store.all(SCHEDULED).values():
        raise ToolFailure("already_exists", "that message already waits")
    return _view(store, store.add(SCHEDULED, row), row)


def _change(
    store: Store, key: str, before: ScheduledMessage, time: str | None, new_text: str | None
) -> dict[str, JsonValue]:
    if time is None and new_text is None:
        raise ToolFailure("invalid_argument", "say the new time or the new wording")
    at = before.at if time is None else _to_come(store, time)
    after = store.update(SCHEDULED, key, at=at, text=new_text or before.text)
    return {
        **_view(store, key, after),
        "previous_text": before.text,
        "previous_at": before.at.strftime("%Y-%m-%dT%H:%M"),
    }


def _to_come(store: Store, time: str) -> datetime:
    when = datetime.fromisoformat(time)
    if when <= store.only(DEVICE).clock:
        raise ToolFailure("invalid_argument", f"{when:%Y-%m-%d %H:%M} has passed")
    return when


def _matching(
    store: Store, person: str | None, text: str | None, scheduled_id: str | None
) -> list[tuple[str, ScheduledMessage]]:
    found = chosen(store.all(SCHEDULED), scheduled_id, text, lambda row: row.text)
    people = None if person is None else people_called(store, person)
    kept = [(key, row) for key, row in found if people is None or row.number in people]
    return sorted(kept, key=lambda item: item[1].at)


def _goes_at(row: ScheduledMessage, time: str) -> bool:
    if time.startswith("T"):
        return row.at.strftime("T%H:%M") == time
    return row.at.replace(second=0) == datetime.fromisoformat(time)


def _describe(store: Store, row: ScheduledMessage) -> str:
    return f"{name_of(store, row.number) or row.number} {row.at:%m-%d %H:%M}: {row.text[:30]}"


def _view(store: Store, key: str, row: ScheduledMessage) -> dict[str, JsonValue]:
    return {
        "scheduled_id": key,
        "name": name_of(store, row.number),
        "number": row.number,
        "text": row.text,
        "at": row.at.strftime("%Y-%m-%dT%H:%M"),
        "failed": row.failed,
    }


def _next_due(store: Store) -> datetime | None:
    waiting = (row.at for row in store.all(SCHEDULED).values() if not row.failed)
    return min(waiting, default=None)


def _send_due(store: Store, when: datetime) -> None:
    """What is due goes out; without service it stays, as failed, and the owner is told."""
    no_service = CHECKS["cellular"](store, "")
    rows = store.all(SCHEDULED).items()
    for key, row in [(key, row) for key, row in rows if row.at <= when and not row.failed]:
        if no_service:
            store.update(SCHEDULED, key, failed=True)
            notify(store, MESSAGING, _describe(store, row), no_service, sender=row.number)
        else:
            store.remove(SCHEDULED, key)
            post(store, row.number, row.text)


SEND = Timer(_next_due, _send_due)


def populate(store: Store, random: Random, cast: Cast) -> None:
    """A few greetings and reminders that wait, two of them for one person."""
    now = store.only(DEVICE).clock
    people = [row for row in store.all(CONTACTS).values() if row.group != "service"]
    some = random.sample(people, 5)
    for place, contact in enumerate([some[0], *some]):
        pool = _CHINESE if contact.phone.startswith("+86") else _ENGLISH
        lines = cast.of(pool)
        at = now.replace(hour=random.randrange(7, 22), minute=random.choice((0, 15, 30)))
        at += timedelta(days=random.randrange(1, 9))
        text = lines[place % len(lines)]
        store.add(SCHEDULED, ScheduledMessage(contact.phone, text, at))


_ENGLISH = (
    "Happy birthday, old friend!",
    "Good luck with the exam today!",
    "Congratulations on ten years together!",
    "Happy new job day!",
    "Reminder: rent is due tomorrow",
    "Don't forget your gym bag",
    "Please send me the March figures",
    "The gas man comes between nine and eleven",
    "Bins go out tonight",
    "Are you ready for the weekend trip?",
    "It's your turn to bring snacks",
    "Could you check the oven timer?",
)
_CHINESE = (
    "生日快乐，老伙计！",
    "今天考试加油！",
    "结婚纪念日快乐！",
    "新工作第一天顺利！",
    "明天该交房租了哈",
    "别忘了带健身包",
    "三月的数据记得发我",
    "燃气师傅九点到十一点上门",
    "今晚记得倒垃圾",
    "周末出游准备得咋样了？",
    "这回轮到你带零食",
    "帮我看一眼烤箱",
)
