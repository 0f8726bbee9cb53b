"""A call that comes in: the phone rings until it is answered, turned down or given up."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random

from pydantic import JsonValue

from tandem_edge.phone.authoring import action, boolean, field, needs, text, tool
from tandem_edge.phone.catalogue.calls_communication.blocking import blocks_call, blocks_message
from tandem_edge.phone.catalogue.calls_communication.calls import CALLS, LINE, Call, Line
from tandem_edge.phone.catalogue.calls_communication.contacts import CONTACTS, name_of
from tandem_edge.phone.catalogue.calls_communication.forwarding import forwarded_to
from tandem_edge.phone.catalogue.calls_communication.message_texts import CHINESE, ENGLISH
from tandem_edge.phone.catalogue.calls_communication.messages import THREADS, post
from tandem_edge.phone.catalogue.calls_communication.voicemail import (
    VOICEMAILS,
    Voicemail,
    said_in,
)
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.clock import Timer
from tandem_edge.phone.sandbox.conditions import CHECKS, condition
from tandem_edge.phone.sandbox.device import DEVICE, Wall
from tandem_edge.phone.sandbox.notifications import notify
from tandem_edge.phone.sandbox.store import ONLY, Singleton, Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

NEEDS = ("contacts",)
DIALER, MESSAGING = "com.android.dialer", "com.android.messaging"
RINGS_FOR = timedelta(seconds=45)


@dataclass(frozen=True, slots=True)
class Ringing:
    """Who is calling (``""``: nobody) since when, and what they will say to the mailbox."""

    number: str = ""
    since: Wall = datetime(2026, 3, 10, 9, 0)
    says: str = ""
    silenced: bool = False


@dataclass(frozen=True, slots=True)
class Arrival:
    """What the world will send at ``at``: a message, or a call with what its caller then says."""

    number: str
    at: Wall
    text: str
    is_call: bool


RINGING = Singleton("incoming_call", Ringing)
ARRIVALS = Table("arrivals", Arrival, prefix="arrival", hidden=True)


@condition("ringing")
def _ringing(store: Store, value: str) -> str:
    return "" if store.only(RINGING).number else "nobody is calling"


@tool(
    domain=Domain.CALLS_COMMUNICATION,
    en="the incoming call ringing now: answer, decline with or without text, silence",
    zh="正在响的来电：接听、拒接（可附短信）、静音",
    cues_en="pick up answer it take the call accept reject turn down not now phone is ringing "
    "hush the ringing busy reply can't talk who is it ignore",
    cues_zh="接电话 接一下 接起来 拒接 挂掉来电 不接 电话响了 别让它响 回条短信说在忙 接通 摁掉",
    arguments=[
        action("answer", "decline", "silence"),
        boolean("speaker", "answer on loudspeaker", "接听时开免提"),
        text("text", "message sent on declining", "拒接时发的短信", example="In a meeting"),
    ],
    results=[
        field("name", "string", privacy=Privacy.PERSON),
        field("number", "string", privacy=Privacy.PHONE),
        field("call_id", "string"),
        field("held_call_id", "string"),
        field("message_id", "string"),
        field("changed", "boolean"),
    ],
    effects={
        "answer": Effect.IRREVERSIBLE,
        "decline": Effect.IRREVERSIBLE,
        "silence": Effect.WRITE,
    },
    preconditions=[
        needs("ringing", code="no_call"),
        needs("permission", "phone", code="permission_denied"),
    ],
    changes=["control_call", "query_calls", "read_messages", "manage_voicemail"],
    mechanism=Mechanism.UI,
)
def answer_call(store: Store, action: str, speaker: bool, text: str | None) -> dict[str, JsonValue]:
    """Answer, decline or silence; a call in progress is held while another is answered."""
    number = store.only(RINGING).number
    result: dict[str, JsonValue] = {"name": name_of(store, number), "number": number}
    if action == "silence":
        before = store.only(RINGING)
        return {**result, "changed": store.update(RINGING, silenced=True) != before}
    if action == "answer":
        return {**result, **_answer(store, number, speaker)}
    _give_up(store)
    return {**result, "message_id": post(store, number, text)} if text else result


def _answer(store: Store, number: str, speaker: bool) -> dict[str, JsonValue]:
    busy = store.only(LINE).call
    key = store.add(CALLS, Call(number, "incoming", store.only(DEVICE).clock))
    store.put(LINE, ONLY, Line(call=key, speaker=speaker, held=busy))
    store.put(RINGING, ONLY, Ringing())
    return {"call_id": key, "held_call_id": busy}


def _give_up(store: Store) -> None:
    """The call goes to where unanswered ones go: another number, the mailbox, the log."""
    ringing, now = store.only(RINGING), store.only(DEVICE).clock
    store.put(RINGING, ONLY, Ringing())
    store.add(CALLS, Call(ringing.number, "missed", now))
    if ringing.says and not forwarded_to(store, "unanswered"):
        seconds = 4 + len(ringing.says) // 3
        name = name_of(store, ringing.number)
        store.add(VOICEMAILS, Voicemail(ringing.number, ringing.says, now, seconds, name=name))


def ring(store: Store, number: str, says: str = "") -> None:
    """Let a call come in, as far as blocking, forwarding and service let it."""
    reachable = not CHECKS["cellular"](store, "")
    case = "busy" if store.only(LINE).call else "unanswered"
    passed_on = forwarded_to(store, case if reachable else "unreachable")
    at_once = store.only(RINGING).number or case == "busy" or not reachable
    if blocks_call(store, number) or (passed_on and (at_once or _forwards_all(store))):
        return
    if at_once:
        store.add(CALLS, Call(number, "missed", store.only(DEVICE).clock))
        _tell_of_missed(store, number)
    else:
        store.put(RINGING, ONLY, Ringing(number, store.only(DEVICE).clock, says))


def _forwards_all(store: Store) -> bool:
    return bool(forwarded_to(store, "always"))


def _tell_of_missed(store: Store, number: str) -> None:
    title = "未接来电" if store.only(DEVICE).language == "zh" else "Missed call"
    notify(store, DIALER, title, name_of(store, number) or number, "call", sender=number)


def _rings_out_at(store: Store) -> datetime | None:
    ringing = store.only(RINGING)
    return ringing.since + RINGS_FOR if ringing.number else None


def _ring_out(store: Store, when: datetime) -> None:
    number = store.only(RINGING).number
    _give_up(store)
    _tell_of_missed(store, number)


def _next_arrival(store: Store) -> datetime | None:
    return min((row.at for row in store.all(ARRIVALS).values()), default=None)


def _arrive(store: Store, when: datetime) -> None:
    due = [(key, row) for key, row in store.all(ARRIVALS).items() if row.at <= when]
    for key, row in due:
        store.remove(ARRIVALS, key)
        if row.is_call:
            ring(store, row.number, row.text)
        elif not blocks_message(store, row.number):
            _receive(store, row)


def _receive(store: Store, row: Arrival) -> None:
    post(store, row.number, row.text, incoming=True)
    thread = store.get(THREADS, row.number)
    if thread is None or not thread.muted:
        title = name_of(store, row.number) or row.number
        notify(store, MESSAGING, title, row.text, "message", sender=row.number)


RING_OUT = Timer(_rings_out_at, _ring_out)
ARRIVE = Timer(_next_arrival, _arrive)


def populate(store: Store, random: Random, cast: Cast) -> None:
    """On the benchmark's phones calls and messages will come in the next days."""
    if cast is Cast.EVERYDAY:
        return
    now = store.only(DEVICE).clock
    later = random.sample([row.phone for row in store.all(CONTACTS).values()], 6)
    lines = {"+86": cast.of(CHINESE), "+44": cast.of(ENGLISH)}
    for place, number in enumerate(later):
        at = now.replace(hour=random.randrange(8, 21), minute=random.randrange(60))
        at += timedelta(days=random.randrange(1, 3))
        said = said_in(store, random, cast, number) if place % 2 else ""
        text = said if place < 3 else random.choice(lines[number[:3]])
        store.add(ARRIVALS, Arrival(number, at, text, is_call=place < 3))
