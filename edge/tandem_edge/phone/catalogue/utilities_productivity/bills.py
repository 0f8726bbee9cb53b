"""Splitting a bill, and who still owes whom a share of one."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from random import Random
from typing import Annotated

from pydantic import Field, JsonValue

from tandem_edge.phone.authoring import (
    action,
    boolean,
    day,
    field,
    integer,
    internal,
    needs,
    number,
    person,
    record_id,
    tool,
    undone_by,
)
from tandem_edge.phone.catalogue.calls_communication.contacts import (
    CONTACTS,
    find_person,
    name_of,
    people_called,
)
from tandem_edge.phone.catalogue.utilities_productivity.expenses import cents_of
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.device import DEVICE
from tandem_edge.phone.sandbox.selection import chosen, the_one
from tandem_edge.phone.sandbox.store import Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

NEEDS = ("contacts",)


@dataclass(frozen=True, slots=True)
class Share:
    """What the contact with ``number`` owes the phone's owner, in cents, since ``on``."""

    number: str
    cents: Annotated[int, Field(gt=0)]
    on: date


SHARES = Table("shares", Share, prefix="share")


@tool(
    domain=Domain.UTILITIES_PRODUCTIVITY,
    en="split a bill with tip; charge a share to someone, settle, list",
    zh="AA 分账：算每人多少（可加小费），记谁欠我一份，结清、查看",
    cues_en="split the bill divide check go dutch tip each pays share owes me owe paid me back "
    "settle up who still owes between us per head restaurant",
    cues_zh="AA AA制 平摊 均摊 分账 每人多少 人均 小费 谁欠我 欠我钱 还我了 还钱 结清 分摊",
    arguments=[
        action("split", "charge", "settle", "query"),
        number(
            "amount",
            "the bill, or what is owed",
            "账单金额，或欠的钱",
            example=86.4,
            required=("split", "charge"),
        ),
        integer("ways", 1, 50, "how many pay", "几个人分", unit="people"),
        integer("tip", 0, 100, "tip to add", "小费", unit="percent", default=0),
        person("person", "who owes me a share", "谁欠我一份", required=("charge", "settle")),
        internal(boolean("whole", "whether it is the share itself", "金额是否就是那一份")),
        internal(day("since", "day it was noted", "记下的日子")),
        record_id("share_id", "share3"),
    ],
    results=[
        field("total", "number"),
        field("each", "number"),
        field("ways", "integer"),
        field("share_id", "string"),
        field("name", "string", privacy=Privacy.PERSON),
        field("number", "string", privacy=Privacy.PHONE),
        field("amount", "number"),
        field("day", "string"),
        field("owed", "number"),
        field("shares", "array", privacy=Privacy.PERSON),
    ],
    effects={
        "split": Effect.READ,
        "charge": Effect.WRITE,
        "settle": Effect.WRITE,
        "query": Effect.READ,
    },
    preconditions=[
        needs(
            "permission",
            "contacts",
            code="permission_denied",
            on=("charge", "settle", "query"),
        )
    ],
    errors=["not_found", "ambiguous"],
    inverses={
        "charge": undone_by(
            "split_bill", action="settle", person="any", share_id="$result.share_id"
        ),
        "settle": undone_by(
            "split_bill",
            action="charge",
            amount="$result.amount",
            person="$result.number",
            whole=True,
            since="$result.day",
        ),
    },
    mechanism=Mechanism.NONE,
)
def split_bill(
    store: Store,
    action: str,
    amount: float | None,
    ways: int | None,
    tip: int,
    person: str | None,
    whole: bool,
    since: str | None,
    share_id: str | None,
) -> dict[str, JsonValue]:
    """Compute shares, rounded up to a cent; charging, note that a person owes one.

    A bill is split two ways where nobody says; what a person owes is charged whole.
    """
    if action in ("split", "charge"):
        usual = 2 if action == "split" else 1
        parts = _parts(cents_of(amount or 0), *((1, 0) if whole else (ways or usual, tip)))
        return parts if action == "split" else _charge(store, parts, str(person), since)
    cents = None if amount is None else cents_of(amount)
    found = _matching(store, person, cents, share_id)
    if action == "query":
        owed = sum(row.cents for _, row in found)
        return {"owed": owed / 100, "shares": [_view(store, key, row) for key, row in found]}
    key, row = the_one(found, "share", lambda each: _describe(store, each))
    store.remove(SHARES, key)
    return _view(store, key, row)


def _parts(cents: int, ways: int, tip: int) -> dict[str, JsonValue]:
    total = cents + -(-cents * tip // 100)
    return {"total": total / 100, "each": -(-total // ways) / 100, "ways": ways}


def _charge(
    store: Store, parts: dict[str, JsonValue], person: str, since: str | None
) -> dict[str, JsonValue]:
    on = date.fromisoformat(since) if since else store.only(DEVICE).clock.date()
    share = Share(find_person(store, person).phone, cents_of(float(str(parts["each"]))), on)
    return {**parts, **_view(store, store.add(SHARES, share), share)}


def _matching(
    store: Store, person: str | None, cents: int | None, share_id: str | None
) -> list[tuple[str, Share]]:
    found = chosen(store.all(SHARES), share_id, None, lambda row: row.number)
    people = None if person is None or share_id else people_called(store, person)
    return [
        (key, row)
        for key, row in found
        if (people is None or row.number in people) and cents in (None, row.cents)
    ]


def _describe(store: Store, row: Share) -> str:
    return f"{name_of(store, row.number) or row.number} {row.cents / 100:.2f} of {row.on}"


def _view(store: Store, key: str, row: Share) -> dict[str, JsonValue]:
    return {
        "share_id": key,
        "name": name_of(store, row.number),
        "number": row.number,
        "amount": row.cents / 100,
        "day": row.on.isoformat(),
    }


def populate(store: Store, random: Random, cast: Cast) -> None:
    """Some friends owe a share of something, one of them twice."""
    today = store.only(DEVICE).clock.date()
    people = [row.phone for row in store.all(CONTACTS).values() if row.group in ("friend", "work")]
    some = random.sample(people, min(6, len(people)))
    for owing in [*some, *some[:1]]:
        on = today - timedelta(days=random.randrange(1, 40))
        store.add(SHARES, Share(owing, random.randrange(300, 12_000), on))
