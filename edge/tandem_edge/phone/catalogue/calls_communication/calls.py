"""Telephone calls: making one, what can be done during it, and the log."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from random import Random
from typing import Annotated, Literal

from pydantic import Field, JsonValue

from tandem_edge.phone.authoring import (
    ALWAYS,
    ToolFailure,
    action,
    boolean,
    choice,
    day,
    field,
    needs,
    person,
    tool,
    undone_by,
)
from tandem_edge.phone.catalogue.calls_communication.contacts import (
    CONTACTS,
    find_person,
    name_of,
    people_called,
)
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.conditions import condition
from tandem_edge.phone.sandbox.device import DEVICE, Wall
from tandem_edge.phone.sandbox.store import ONLY, Singleton, Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

NEEDS = ("contacts",)
KINDS = ("any", "incoming", "outgoing", "missed")
SHOWN = 20


@dataclass(frozen=True, slots=True)
class Call:
    """One line of the log. A call in progress has lasted 0 seconds."""

    number: str
    kind: Literal["incoming", "outgoing", "missed"]
    at: Wall
    seconds: Annotated[int, Field(ge=0)] = 0


@dataclass(frozen=True, slots=True)
class Line:
    """The call in progress: its id in the log, or ``""`` when the line is free.

    ``held`` is the call that waits until this one ends.
    """

    call: str = ""
    speaker: bool = False
    muted: bool = False
    held: str = ""


CALLS = Table("calls", Call, prefix="call")
LINE = Singleton("line", Line)


def end_call(store: Store) -> None:
    """Hang up: the log gets the call's length, and the held call, if any, takes the line."""
    line = store.only(LINE)
    lasted = store.only(DEVICE).clock - store.all(CALLS)[line.call].at
    store.update(CALLS, line.call, seconds=max(0, int(lasted.total_seconds())))
    store.put(LINE, ONLY, Line(call=line.held))


@condition("no_call")
def _no_call(store: Store, value: str) -> str:
    return "a call is in progress" if store.only(LINE).call else ""


@condition("in_call")
def _in_call(store: Store, value: str) -> str:
    return "" if store.only(LINE).call else "no call is in progress"


@tool(
    domain=Domain.CALLS_COMMUNICATION,
    en="telephone a person or number",
    zh="打电话：给某人或某个号码拨过去",
    cues_en="call ring dial phone give a bell buzz get on the line put through speak with talk to "
    "speakerphone loudspeaker hands free hear voice",
    cues_zh="打电话 拨打 拨号 打给 呼叫 拨过去 接通 回电话 唠两句 免提 外放 扬声器 打个电话 call",
    arguments=[
        person("person", "whom to call", "打给谁", required=ALWAYS),
        boolean("speaker", "on loudspeaker", "是否免提"),
    ],
    results=[
        field("call_id", "string"),
        field("name", "string", privacy=Privacy.PERSON),
        field("number", "string", privacy=Privacy.PHONE),
        field("speaker", "boolean"),
    ],
    effects=Effect.IRREVERSIBLE,
    preconditions=[
        needs("unlocked", code="locked"),
        needs("permission", "phone", code="permission_denied"),
        needs("cellular", code="no_service"),
        needs("no_call", code="call_active"),
    ],
    errors=["not_found", "ambiguous"],
    conflicts=["manage_airplane_mode"],
    changes=["control_call", "query_calls"],
    mechanism=Mechanism.INTENT,
)
def make_call(store: Store, person: str, speaker: bool) -> dict[str, JsonValue]:
    """Call the one contact, or the number, that ``person`` means."""
    to = find_person(store, person)
    key = store.add(CALLS, Call(to.phone, "outgoing", store.only(DEVICE).clock))
    store.update(LINE, call=key, speaker=speaker, muted=False)
    return {"call_id": key, "name": to.name, "number": to.phone, "speaker": speaker}


@tool(
    domain=Domain.CALLS_COMMUNICATION,
    en="the call in progress: hang up, mute, loudspeaker, check",
    zh="正在进行的通话：挂断、静音、免提、查看",
    cues_en="hang up end the call mute my microphone unmute loudspeaker on off speaker during call "
    "who am I talking to",
    cues_zh="挂断 挂电话 挂了 结束通话 通话静音 取消静音 开免提 关免提 通话中 麦克风",
    arguments=[
        action("hang_up", "mute", "unmute", "speaker_on", "speaker_off", "query"),
    ],
    results=[
        field("active", "boolean"),
        field("name", "string", privacy=Privacy.PERSON),
        field("number", "string", privacy=Privacy.PHONE),
        field("muted", "boolean"),
        field("speaker", "boolean"),
        field("changed", "boolean"),
    ],
    effects={
        "hang_up": Effect.IRREVERSIBLE,
        "mute": Effect.WRITE,
        "unmute": Effect.WRITE,
        "speaker_on": Effect.WRITE,
        "speaker_off": Effect.WRITE,
        "query": Effect.READ,
    },
    preconditions=[
        needs(
            "in_call",
            code="no_call",
            on=("hang_up", "mute", "unmute", "speaker_on", "speaker_off"),
        ),
        needs("permission", "phone", code="permission_denied", on=("hang_up",)),
    ],
    inverses={
        "mute": undone_by("control_call", action="unmute"),
        "unmute": undone_by("control_call", action="mute"),
        "speaker_on": undone_by("control_call", action="speaker_off"),
        "speaker_off": undone_by("control_call", action="speaker_on"),
    },
    changes=["query_calls"],
    mechanism=Mechanism.UI,
)
def control_call(store: Store, action: str) -> dict[str, JsonValue]:
    """Act on the call in progress; one that was held goes on when it ends."""
    before = store.only(LINE)
    call = store.get(CALLS, before.call)
    if action == "hang_up" and call is not None:
        end_call(store)
    elif action in ("mute", "unmute"):
        store.update(LINE, muted=action == "mute")
    elif action in ("speaker_on", "speaker_off"):
        store.update(LINE, speaker=action == "speaker_on")
    after, number = store.only(LINE), call.number if call else ""
    return {
        "active": bool(after.call),
        "name": name_of(store, number),
        "number": number,
        "muted": after.muted,
        "speaker": after.speaker,
        "changed": before != after,
    }


@tool(
    domain=Domain.CALLS_COMMUNICATION,
    en="call log: missed, incoming and outgoing calls",
    zh="通话记录：未接、来电、去电",
    cues_en="call history log who called me missed calls recent calls last call did anyone ring "
    "when did I call",
    cues_zh="通话记录 未接来电 未接 谁给我打过 最近通话 谁打来的 来电记录 打过电话没",
    arguments=[
        choice("kind", KINDS, "which calls", "哪类通话", default="any"),
        person("person", "with whom", "和谁的"),
        day("day", "on which day", "哪一天"),
    ],
    results=[field("calls", "array", privacy=Privacy.PHONE), field("total", "integer")],
    effects=Effect.READ,
    preconditions=[
        needs("unlocked", code="locked"),
        needs("permission", "call_log", code="permission_denied"),
    ],
    errors=["not_found"],
    mechanism=Mechanism.PROVIDER,
)
def query_calls(
    store: Store, kind: str, person: str | None, day: str | None
) -> dict[str, JsonValue]:
    """Lines of the log, newest first."""
    people = None if person is None else people_called(store, person)
    if people == {}:
        raise ToolFailure("not_found", "no contact matches")
    found = [
        call
        for call in store.all(CALLS).values()
        if kind in ("any", call.kind)
        and (people is None or call.number in people)
        and (day is None or call.at.date().isoformat() == day)
    ]
    found.sort(key=lambda call: call.at, reverse=True)
    return {"calls": [_view(store, call) for call in found[:SHOWN]], "total": len(found)}


def _view(store: Store, call: Call) -> dict[str, JsonValue]:
    return {
        "name": name_of(store, call.number),
        "number": call.number,
        "kind": call.kind,
        "at": call.at.strftime("%Y-%m-%dT%H:%M"),
        "seconds": call.seconds,
    }


def populate(store: Store, random: Random, cast: Cast) -> None:
    """A month of calls with contacts, and one from a stranger."""
    now = store.only(DEVICE).clock
    numbers = [contact.phone for contact in store.all(CONTACTS).values()]
    known = random.sample(numbers, min(30, len(numbers)))
    numbers = [*known, "+8619900000001"]
    if cast is not Cast.EVERYDAY:  # some people call again and again
        numbers += [*random.choices(known, k=14), "+447700900017"]
    for number in numbers:
        kind: Literal["incoming", "outgoing", "missed"]
        kind = random.choice(("incoming", "outgoing", "missed"))
        at = now - timedelta(minutes=random.randrange(10, 40_000))
        seconds = 0 if kind == "missed" else random.randrange(5, 1800)
        store.add(CALLS, Call(number, kind, at, seconds))
