"""Messages written and kept back until their writer says so."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from random import Random

from pydantic import JsonValue

from tandem_edge.phone.authoring import (
    ToolFailure,
    action,
    field,
    needs,
    person,
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
from tandem_edge.phone.sandbox.device import DEVICE, Wall
from tandem_edge.phone.sandbox.selection import the_one
from tandem_edge.phone.sandbox.snapshots import STATE, absent, packed, put_back, state_argument
from tandem_edge.phone.sandbox.store import Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

NEEDS = ("contacts",)
_EXISTING = ("revise", "send", "delete")


@dataclass(frozen=True, slots=True)
class Draft:
    """What would be sent to ``number``; one person has at most one."""

    number: str
    text: str
    written: Wall


DRAFTS = Table("drafts", Draft, prefix="draft")


@tool(
    domain=Domain.AI_ASSISTANT,
    en="drafts of text messages not yet sent: write, revise, send, discard, list",
    zh="短信草稿：先写好不发、修改、发出、丢弃、查看",
    cues_en="draft write but don't send yet hold it for me to check reword change the draft send "
    "that draft now scrap what I was going to say unsent compose later",
    cues_zh="草稿 先写着 别急着发 拟一条 改一下措辞 把草稿发了 没发出去的 丢掉草稿 打个底稿 起草 "
    "等我看过再发",
    arguments=[
        action("create", *_EXISTING, "query"),
        person("person", "to whom", "给谁", required=("create", *_EXISTING)),
        text(
            "text",
            "what it says",
            "内容",
            max_length=1000,
            example="Could we meet at six instead?",
            required=("create", "revise"),
        ),
        state_argument(),
    ],
    results=[
        field("name", "string", privacy=Privacy.PERSON),
        field("number", "string", privacy=Privacy.PHONE),
        field("text", "string", privacy=Privacy.MESSAGE),
        field("message_id", "string"),
        field("changed", "boolean"),
        field("drafts", "array", privacy=Privacy.MESSAGE),
        STATE,
    ],
    effects={
        "create": Effect.WRITE,
        "revise": Effect.WRITE,
        "send": Effect.IRREVERSIBLE,
        "delete": Effect.WRITE,
        "query": Effect.READ,
    },
    preconditions=[
        needs("unlocked", code="locked"),
        needs("cellular", code="no_service", on=("send",)),
    ],
    errors=["already_exists", "not_found", "ambiguous"],
    inverses={
        "create": undone_by(
            "manage_draft", action="delete", person="$result.number", state="$result.previous"
        ),
        **{
            name: undone_by(
                "manage_draft", action="delete", person="$result.number", state="$result.previous"
            )
            for name in ("revise", "delete")
        },
    },
    changes=["read_messages"],
    mechanism=Mechanism.PROVIDER,
)
def manage_draft(
    store: Store, action: str, person: str | None, text: str | None, state: str | None
) -> dict[str, JsonValue]:
    """Write, reword, send, discard or list drafts."""
    if state is not None:
        put_back(store, state, DRAFTS)
        return {"changed": True}
    if action == "create":
        return _create(store, str(person), str(text))
    numbers = None if person is None else _numbers(store, person)
    rows = store.all(DRAFTS).items()
    found = [(key, row) for key, row in rows if numbers is None or row.number in numbers]
    if action == "query":
        return {"drafts": [_view(store, row) for _, row in found]}
    key, row = the_one(found, "draft", lambda row: name_of(store, row.number) or row.number)
    previous = packed(store, (DRAFTS, key))
    if action == "revise":
        after = store.update(DRAFTS, key, text=text)
        return _view(store, after) | {"changed": after != row, "previous": previous}
    store.remove(DRAFTS, key)
    if action == "send":
        return _view(store, row) | {"message_id": post(store, row.number, row.text)}
    return _view(store, row) | {"changed": True, "previous": previous}


def _create(store: Store, person: str, text: str) -> dict[str, JsonValue]:
    to = find_person(store, person)
    if any(row.number == to.phone for row in store.all(DRAFTS).values()):
        raise ToolFailure("already_exists", f"there is a draft to {to.name or to.phone}: revise it")
    draft = Draft(to.phone, text, store.only(DEVICE).clock)
    key = store.add(DRAFTS, draft)
    return _view(store, draft) | {"changed": True, "previous": absent((DRAFTS, key))}


def _numbers(store: Store, person: str) -> dict[str, str]:
    people = people_called(store, person)
    if not people:
        raise ToolFailure("not_found", "no contact matches")
    exact = {number: name for number, name in people.items() if name == person}
    return exact or people


def _view(store: Store, row: Draft) -> dict[str, JsonValue]:
    return {"name": name_of(store, row.number), "number": row.number, "text": row.text}


_POOL = (
    ("Could we push dinner to eight?", "Could we push lunch to one?"),
    ("I'd like to talk about my notice period",),
    ("Thanks for the lift, you left your scarf in the car",),
    ("About the deposit: when can I expect it back?", "About the deposit: I paid it on Friday"),
    ("下周的聚餐我可能去不了，实在不好意思", "下周的聚餐我晚到半小时"),
    ("房租能不能晚两天交，工资还没到账",),
    ("孩子今天发烧，想请一天假",),
    ("合同第三条我有不同意见，方便时通个电话",),
    ("Sorry about last night, I was out of line",),
    ("Would you be my witness at the registry office?",),
    ("The boiler man can only come on Thursday",),
    ("Happy to help with the move, which day?",),
    ("上次借的钱我月底还你",),
    ("周末去爬山吗？我开车", "周末去看展吗？我买票"),
    ("二手车我再考虑考虑，价格能不能再谈",),
    ("体检报告出来了，晚上跟你说",),
)


def populate(store: Store, random: Random, cast: Cast) -> None:
    """Half-finished lines to a few people."""
    now = store.only(DEVICE).clock
    lines = [line for entry in cast.of(_POOL) for line in entry]
    numbers = sorted({row.phone for row in store.all(CONTACTS).values()})
    for number, line in zip(random.sample(numbers, min(6, len(lines))), lines, strict=False):
        written = now - timedelta(minutes=random.randrange(10, 4000))
        store.add(DRAFTS, Draft(number, line, written))
