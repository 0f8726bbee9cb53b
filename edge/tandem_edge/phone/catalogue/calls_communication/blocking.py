"""Blocked numbers: their calls do not ring and their messages do not arrive."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from pydantic import JsonValue

from tandem_edge.phone.authoring import (
    ToolFailure,
    action,
    choice,
    field,
    needs,
    person,
    tool,
    undone_by,
)
from tandem_edge.phone.catalogue.calls_communication.contacts import CONTACTS, find_person, name_of
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.store import Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

NEEDS = ("contacts",)
COVERS = ("calls", "messages", "both")


@dataclass(frozen=True, slots=True)
class Blocked:
    """What is kept away from one number, under which it is filed."""

    calls: bool
    messages: bool


BLOCKED = Table("blocked_numbers", Blocked)


def blocks_call(store: Store, number: str) -> bool:
    """Whether a call from ``number`` is turned away."""
    row = store.get(BLOCKED, number)
    return row is not None and row.calls


def blocks_message(store: Store, number: str) -> bool:
    """Whether a message from ``number`` is thrown away."""
    row = store.get(BLOCKED, number)
    return row is not None and row.messages


@tool(
    domain=Domain.CALLS_COMMUNICATION,
    en="blocked numbers whose calls or texts are refused: block, unblock, list",
    zh="黑名单：拉黑或解除某人的来电和短信，也可查看",
    cues_en="block unblock blacklist blocklist spam caller pest stop them calling never hear from "
    "harassing nuisance telemarketer robocall let through again ban",
    cues_zh="拉黑 黑名单 屏蔽 拦截 骚扰电话 推销 诈骗 别让他打进来 不想再接 "
    "解除拉黑 放出来 移出黑名单",
    arguments=[
        action("block", "unblock", "query"),
        person("person", "who, or a number", "谁，或号码", required=("block", "unblock")),
        choice("covers", COVERS, "what is refused", "拦截什么", default="both"),
    ],
    results=[
        field("name", "string", privacy=Privacy.PERSON),
        field("number", "string", privacy=Privacy.PHONE),
        field("calls_blocked", "boolean"),
        field("messages_blocked", "boolean"),
        field("changed", "boolean"),
        field("changed_part", "string"),
        field("blocked", "array", privacy=Privacy.PHONE),
    ],
    effects={"block": Effect.WRITE, "unblock": Effect.WRITE, "query": Effect.READ},
    preconditions=[
        needs("unlocked", code="locked"),
        needs("permission", "phone", code="permission_denied", on=("block", "unblock")),
    ],
    errors=["not_found", "ambiguous"],
    inverses={
        "block": undone_by(
            "manage_blocked_number",
            action="unblock",
            person="$result.number",
            covers="$result.changed_part",
        ),
        "unblock": undone_by(
            "manage_blocked_number",
            action="block",
            person="$result.number",
            covers="$result.changed_part",
        ),
    },
    mechanism=Mechanism.PROVIDER,
)
def manage_blocked_number(
    store: Store, action: str, person: str | None, covers: str
) -> dict[str, JsonValue]:
    """Block or unblock one party, or list those that are blocked."""
    if action == "query":
        return {"blocked": _listed(store, person, covers)}
    number = find_person(store, str(person)).phone
    before = store.get(BLOCKED, number)
    if action == "unblock" and before is None:
        raise ToolFailure("not_found", "that number is not blocked")
    before = before or Blocked(calls=False, messages=False)
    after = _applied(before, covers, action == "block")
    if after.calls or after.messages:
        store.put(BLOCKED, number, after)
    else:
        store.remove(BLOCKED, number)
    part = _difference(before, after)
    return {**_view(store, number, after), "changed": bool(part), "changed_part": part}


def _applied(before: Blocked, covers: str, refuse: bool) -> Blocked:
    return Blocked(
        calls=refuse if covers != "messages" else before.calls,
        messages=refuse if covers != "calls" else before.messages,
    )


def _difference(before: Blocked, after: Blocked) -> str:
    calls, messages = before.calls != after.calls, before.messages != after.messages
    return "both" if calls and messages else "calls" if calls else "messages" if messages else ""


def _listed(store: Store, person: str | None, covers: str) -> list[JsonValue]:
    number = None if person is None else find_person(store, person).phone
    return [
        _view(store, key, row)
        for key, row in store.all(BLOCKED).items()
        if number in (None, key)
        and (covers == "both" or (row.calls if covers == "calls" else row.messages))
    ]


def _view(store: Store, number: str, row: Blocked) -> dict[str, JsonValue]:
    return {
        "name": name_of(store, number),
        "number": number,
        "calls_blocked": row.calls,
        "messages_blocked": row.messages,
    }


def populate(store: Store, random: Random, cast: Cast) -> None:
    """Two pests from nowhere, and two of the services that called too often."""
    for number in ("+8619900000013", "+447700900013"):
        store.put(BLOCKED, number, Blocked(calls=True, messages=random.random() < 0.5))
    services = [row.phone for row in store.all(CONTACTS).values() if row.group == "service"]
    for number in random.sample(services, min(2, len(services))):
        calls = random.random() < 0.5
        store.put(BLOCKED, number, Blocked(calls, messages=not calls or random.random() < 0.3))
