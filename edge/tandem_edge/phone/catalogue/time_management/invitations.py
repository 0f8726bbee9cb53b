"""Invitations both ways: people asked to one's own events, and events one is asked to."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from random import Random
from typing import Annotated, Literal
from zlib import crc32

from pydantic import Field, JsonValue

from tandem_edge.phone.authoring import (
    ToolFailure,
    action,
    field,
    moment,
    needs,
    person,
    text,
    tool,
)
from tandem_edge.phone.catalogue.calls_communication.contacts import CONTACTS, Contact, find_person
from tandem_edge.phone.catalogue.time_management.calendar import (
    EVENTS,
    LONGEST,
    Event,
    Guest,
    begins,
    describe,
    overlaps,
    span,
)
from tandem_edge.phone.catalogue.time_management.calendars import CALENDAR_APP
from tandem_edge.phone.catalogue.time_management.engagements import WORK
from tandem_edge.phone.catalogue.time_management.ringing import worded
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.clock import Timer
from tandem_edge.phone.sandbox.device import DEVICE, Wall, ZoneName
from tandem_edge.phone.sandbox.notifications import notify
from tandem_edge.phone.sandbox.selection import chosen, the_one
from tandem_edge.phone.sandbox.store import Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

NEEDS = ("contacts", "calendar", "calendars")
Answer = Literal["accepted", "declined", "tentative"]
ONLINE = ("invite", "withdraw")
ANSWERS = ("accept", "tentative", "decline")
_GIVEN: dict[str, Answer] = {
    "accept": "accepted",
    "tentative": "tentative",
    "decline": "declined",
}


@dataclass(frozen=True, slots=True)
class Invitation:
    """Somebody's event that one is asked to; ``event`` is its id in one's own calendar, if in it.

    Before ``arrives`` it has not come yet, and nothing shows of it.
    """

    title: str
    organiser: str
    start: Wall
    minutes: Annotated[int, Field(gt=0, le=LONGEST // 60)]
    place: str
    timezone: ZoneName
    arrives: Wall
    answer: Literal["none", "accepted", "declined", "tentative"] = "none"
    arrived: bool = True
    event: str = ""


INVITATIONS = Table("invitations", Invitation, prefix="invitation")


@tool(
    domain=Domain.TIME_MANAGEMENT,
    en="guests of your own event: invite somebody, withdraw, see who is coming",
    zh="自己日程的参与人：邀请某人、撤回邀请、看谁来",
    cues_en="invite add guest attendee ask to join my meeting include send calendar invite who is "
    "coming has she accepted rsvp uninvite take off the guest list attending",
    cues_zh="邀请 拉上 叫上 参会人 发会议邀请 谁参加 谁来 接受了没 撤回邀请 不用他来了 请他参加 "
    "名单 加个人",
    arguments=[
        action("invite", "withdraw", "query"),
        text(
            "title",
            "which event",
            "哪个日程",
            example="Sprint review",
            required=("invite", "withdraw"),
        ),
        person("person", "who", "谁", required=("invite", "withdraw")),
        moment(
            "start",
            "when it begins, to tell events apart",
            "开始时间，用来区分同名日程",
            finds=("invite", "withdraw", "query"),
        ),
    ],
    results=[
        field("event_id", "string"),
        field("title", "string", privacy=Privacy.MESSAGE),
        field("start", "string"),
        field("name", "string", privacy=Privacy.PERSON),
        field("answer", "string"),
        field("changed", "boolean"),
        field("guests", "array", privacy=Privacy.PERSON),
    ],
    effects={
        "invite": Effect.IRREVERSIBLE,
        "withdraw": Effect.IRREVERSIBLE,
        "query": Effect.READ,
    },
    preconditions=[
        needs("unlocked", code="locked"),
        needs("network", code="offline", on=ONLINE),
    ],
    errors=["not_found", "ambiguous", "has_passed", "not_invited"],
    changes=["manage_schedule"],
    mechanism=Mechanism.PROVIDER,
)
def invite_to_event(
    store: Store, action: str, title: str | None, person: str | None, start: str | None
) -> dict[str, JsonValue]:
    """Invite to an event of one's own, withdraw that, or tell who was invited and said what."""
    found = chosen(store.all(EVENTS), None, title, lambda row: row.title)
    if start is not None:
        found = [(key, row) for key, row in found if begins(store, row, start)]
    if action == "query":
        return {"guests": _guests(store, found, person)}
    key, event = the_one(_to_come(store, found), "event", describe)
    someone = find_person(store, str(person))
    if action == "withdraw":
        return _withdraw(store, key, event, someone)
    return _invite(store, key, event, someone)


def _guests(store: Store, found: list[tuple[str, Event]], person: str | None) -> list[JsonValue]:
    number = None if person is None else find_person(store, person).phone
    return [
        _guest_view(key, event, guest)
        for key, event in found
        for guest in event.guests
        if number in (None, guest.number)
    ]


def _to_come(store: Store, found: list[tuple[str, Event]]) -> list[tuple[str, Event]]:
    now = store.only(DEVICE).clock
    left = [(key, event) for key, event in found if span(store, event)[1] > now]
    if found and not left:
        raise ToolFailure("has_passed", f"{found[0][1].title} is over")
    return left


def _invite(store: Store, key: str, event: Event, someone: Contact) -> dict[str, JsonValue]:
    """They answer some time later, each in their own way, always the same."""
    for guest in event.guests:
        if guest.number == someone.phone:
            return _guest_view(key, event, guest) | {"changed": False}
    wait = timedelta(minutes=3 + _character(someone.phone, event.title) % 150)
    guest = Guest(someone.name, someone.phone, replies=store.only(DEVICE).clock + wait)
    store.update(EVENTS, key, guests=(*event.guests, guest))
    return _guest_view(key, event, guest) | {"changed": True}


def _withdraw(store: Store, key: str, event: Event, someone: Contact) -> dict[str, JsonValue]:
    gone = [guest for guest in event.guests if guest.number == someone.phone]
    if not gone:
        raise ToolFailure("not_invited", f"{someone.name} is not invited to {event.title}")
    left = tuple(guest for guest in event.guests if guest not in gone)
    store.update(EVENTS, key, guests=left)
    return _guest_view(key, event, gone[0]) | {"changed": True}


def _character(number: str, title: str) -> int:
    return crc32(f"{number}/{title}".encode())


def _guest_view(key: str, event: Event, guest: Guest) -> dict[str, JsonValue]:
    return {
        "event_id": key,
        "title": event.title,
        "start": event.start.strftime("%Y-%m-%dT%H:%M"),
        "name": guest.name or guest.number,
        "answer": guest.answer,
    }


@tool(
    domain=Domain.TIME_MANAGEMENT,
    en="invitations from others: accept, tentatively accept, decline, list",
    zh="别人发来的邀请：接受、暂定、婉拒或查看",
    cues_en="rsvp say yes to say no to can't make it I'll be there accept decline maybe turn down "
    "invite from invited me respond answer pending invitations tell them count me in",
    cues_zh="接受邀请 拒绝邀请 答应 推掉 去不了 我会去 回复邀请 待定 看情况 谁邀请我 请帖 "
    "饭局 回绝",
    arguments=[
        action(*ANSWERS, "query"),
        text("title", "which invitation", "哪个邀请", example="Housewarming"),
        person("person", "from whom", "谁发来的"),
    ],
    results=[
        field("title", "string", privacy=Privacy.MESSAGE),
        field("from", "string", privacy=Privacy.PERSON),
        field("start", "string"),
        field("answer", "string"),
        field("changed", "boolean"),
        field("event_id", "string"),
        field("overlaps", "array", privacy=Privacy.MESSAGE),
        field("invitations", "array", privacy=Privacy.MESSAGE),
    ],
    effects={
        "accept": Effect.IRREVERSIBLE,
        "tentative": Effect.IRREVERSIBLE,
        "decline": Effect.IRREVERSIBLE,
        "query": Effect.READ,
    },
    preconditions=[
        needs("unlocked", code="locked"),
        needs("network", code="offline", on=ANSWERS),
    ],
    errors=["not_found", "ambiguous", "has_passed"],
    changes=["manage_schedule"],
    mechanism=Mechanism.PROVIDER,
)
def respond_to_invitation(
    store: Store, action: str, title: str | None, person: str | None
) -> dict[str, JsonValue]:
    """Answer an invitation; what one accepts, surely or not, is in the calendar afterwards."""
    arrived = {key: row for key, row in store.all(INVITATIONS).items() if row.arrived}
    found = chosen(arrived, None, title, lambda row: row.title)
    if person is not None:
        found = chosen(dict(found), None, person, lambda row: row.organiser)
    if action == "query":
        return {"invitations": [_view(row) for _, row in found]}
    waiting = [(key, row) for key, row in found if row.answer == "none"]
    key, before = the_one(
        waiting or found, "invitation", lambda row: f"{row.title} ({row.organiser})"
    )
    return _answer(store, key, before, _GIVEN[action])


def _answer(store: Store, key: str, before: Invitation, answer: Answer) -> dict[str, JsonValue]:
    if _event_of(before).start < _now_there(store, before):
        raise ToolFailure("has_passed", f"{before.title} has begun already")
    event, clashing = before.event, list[JsonValue]()
    if answer == "declined":
        if event in store.all(EVENTS):
            store.remove(EVENTS, event)
        event = ""
    elif event not in store.all(EVENTS):
        event = store.add(EVENTS, _event_of(before))
        clashing = overlaps(store, event, _event_of(before))
    after = store.update(INVITATIONS, key, answer=answer, event=event)
    return {
        **_view(after),
        "changed": after.answer != before.answer,
        "event_id": event,
        "overlaps": clashing,
    }


def _event_of(row: Invitation) -> Event:
    return Event(row.title, row.start, row.minutes, row.place, row.timezone)


def _now_there(store: Store, row: Invitation) -> datetime:
    """The clock in the zone in which the invitation's start is told."""
    shift = span(store, _event_of(row))[0] - row.start
    return store.only(DEVICE).clock - shift


def _view(row: Invitation) -> dict[str, JsonValue]:
    return {
        "title": row.title,
        "from": row.organiser,
        "start": row.start.strftime("%Y-%m-%dT%H:%M"),
        "answer": row.answer,
    }


def _next_reply(store: Store) -> datetime | None:
    pending = (
        guest.replies
        for event in store.all(EVENTS).values()
        for guest in event.guests
        if guest.replies is not None
    )
    return min(pending, default=None)


def _reply(store: Store, when: datetime) -> None:
    for key, event in list(store.all(EVENTS).items()):
        if any(guest.replies is not None and guest.replies <= when for guest in event.guests):
            guests = tuple(_answered(store, event, guest, when) for guest in event.guests)
            store.update(EVENTS, key, guests=guests)


def _answered(store: Store, event: Event, guest: Guest, when: datetime) -> Guest:
    if guest.replies is None or guest.replies > when:
        return guest
    answers: tuple[Answer, ...] = ("accepted",) * 6 + ("declined",) * 2 + ("tentative",) * 2
    answer = answers[_character(guest.number, event.title) % 10]
    said = {"accepted": "接受了", "declined": "婉拒了", "tentative": "暂时接受了"}[answer]
    name = guest.name or guest.number
    title = worded(store, f"{name} {answer}", f"{name}{said}邀请")
    notify(store, CALENDAR_APP, title, event.title, "reminder")
    return replace(guest, answer=answer, replies=None)


def _next_arrival(store: Store) -> datetime | None:
    rows = store.all(INVITATIONS).values()
    return min((row.arrives for row in rows if not row.arrived), default=None)


def _arrive(store: Store, when: datetime) -> None:
    for key, row in list(store.all(INVITATIONS).items()):
        if not row.arrived and row.arrives <= when:
            store.update(INVITATIONS, key, arrived=True)
            title = worded(store, f"{row.organiser} invites you", f"{row.organiser}邀请你参加")
            notify(store, CALENDAR_APP, title, row.title, "reminder")


REPLY_TIMER = Timer(_next_reply, _reply)
ARRIVAL_TIMER = Timer(_next_arrival, _arrive)

# Title, place, minutes; look-alikes stand in one entry.
_POOL = (
    (("Housewarming", "12 Oak Lane", 180), ("House viewing", "12 Oak Lane", 30)),
    (("Quarterly all-hands", "Auditorium", 60), ("Quarterly forecast", "Room 8", 60)),
    (("Farewell drinks for Tom", "The Crown", 120), ("Farewell lunch for Tina", "Nando's", 75)),
    (("Pitch rehearsal", "Room 6", 45),),
    (("新房暖房饭", "翠湖小区", 180),),
    (("满月酒", "福满楼", 150),),
    (("婚礼", "锦江宾馆", 240), ("婚礼彩排", "锦江宾馆", 120)),
    (("预算答辩", "一号会议室", 90), ("预算沟通会", "线上", 45)),
    (("Barbecue", "Hyde Park", 240),),
    (("Baby shower", "Rosewood Café", 120),),
    (("Hackathon kick-off", "Lab 2", 90), ("Hackathon finals", "Lab 2", 120)),
    (("Quiz night", "The Red Lion", 150), ("Games night", "Community Hall", 180)),
    (("班级聚会", "老味道饭店", 180), ("班委碰头", "奶茶店", 60)),
    (("客户答谢晚宴", "君悦酒店", 180),),
    (("登山活动", "西山南门", 300),),
    (("年会排练", "活动中心", 60), ("年会", "活动中心", 240)),
)


def populate(store: Store, random: Random, cast: Cast) -> None:
    """Some answered, most not, a few still on their way; and guests of some of one's events."""
    device = store.only(DEVICE)
    names = sorted({row.name for row in store.all(CONTACTS).values() if row.group != "service"})
    morning = device.clock.replace(hour=0, minute=0, second=0, microsecond=0)
    for title, place, minutes in (row for entry in cast.of(_POOL) for row in entry):
        start = morning + timedelta(days=random.randrange(2, 16), hours=random.randrange(9, 20))
        late = random.random() < 0.25
        arrives = device.clock + timedelta(minutes=random.randrange(20, 600) if late else -300)
        store.add(
            INVITATIONS,
            Invitation(
                title, random.choice(names), start, minutes, place, device.timezone, arrives,
                arrived=not late,
            ),
        )  # fmt: skip
    if cast is not Cast.EVERYDAY:
        _ask_some(store, random)


def _ask_some(store: Store, random: Random) -> None:
    people = [row for row in store.all(CONTACTS).values() if row.group in ("work", "friend")]
    events = [key for key, row in store.all(EVENTS).items() if row.calendar == WORK]
    for key in random.sample(events, min(3, len(events))):
        guests = tuple(
            Guest(each.name, each.phone, random.choice(("accepted", "declined", "tentative")))
            for each in random.sample(people, min(2, len(people)))
        )
        store.update(EVENTS, key, guests=guests)
