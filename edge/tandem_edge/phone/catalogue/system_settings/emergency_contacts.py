"""Emergency contacts: whom helpers may call without unlocking the phone."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Literal

from pydantic import JsonValue

from tandem_edge.phone.authoring import (
    ToolFailure,
    action,
    choice,
    field,
    needs,
    person,
    record_id,
    tool,
    undone_by,
)
from tandem_edge.phone.catalogue.calls_communication.contacts import CONTACTS, find_person
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.selection import chosen, the_one
from tandem_edge.phone.sandbox.store import Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

NEEDS = ("contacts",)
RELATIONS = ("parent", "partner", "child", "sibling", "friend", "doctor", "other")
MOST = 5


@dataclass(frozen=True, slots=True)
class EmergencyContact:
    """Kept apart from the address book, so that deleting a contact leaves it."""

    name: str
    phone: str
    relation: Literal["parent", "partner", "child", "sibling", "friend", "doctor", "other"]


EMERGENCY_CONTACTS = Table("emergency_contacts", EmergencyContact, prefix="helper")


@tool(
    domain=Domain.SYSTEM_SETTINGS,
    en="emergency contacts shown on the lock screen: add, remove, list",
    zh="紧急联系人：锁屏也能看到，可添加、移除、查看",
    cues_en="emergency contact in case of emergency ICE sos accident who to call if something "
    "happens to me next of kin lock screen",
    cues_zh="紧急联系人 应急联系人 SOS 出事了找谁 意外 万一 急救 锁屏联系人 家属电话 求助",
    arguments=[
        action("add", "remove", "query"),
        person("person", "who", "谁", required=("add", "remove")),
        choice("relation", RELATIONS, "what they are to the user", "与机主的关系", default="other"),
        record_id("helper_id", "helper2"),
    ],
    results=[
        field("helper_id", "string"),
        field("name", "string", privacy=Privacy.PERSON),
        field("phone", "string", privacy=Privacy.PHONE),
        field("relation", "string"),
        field("contacts", "array", privacy=Privacy.PERSON),
    ],
    effects={"add": Effect.WRITE, "remove": Effect.WRITE, "query": Effect.READ},
    preconditions=[
        needs("unlocked", code="locked", on=("add", "remove")),
        needs("permission", "contacts", code="permission_denied", on=("add",)),
    ],
    errors=["not_found", "ambiguous", "already_exists", "limit_reached"],
    inverses={
        "add": undone_by(
            "manage_emergency_contact",
            action="remove",
            person="$result.phone",
            helper_id="$result.helper_id",
        ),
        "remove": undone_by(
            "manage_emergency_contact",
            action="add",
            person="$result.phone",
            relation="$result.relation",
        ),
    },
    mechanism=Mechanism.UI,
)
def manage_emergency_contact(
    store: Store, action: str, person: str | None, relation: str, helper_id: str | None
) -> dict[str, JsonValue]:
    """Add someone from the address book, remove or list; listing works while locked."""
    if action == "add":
        return _add(store, str(person), relation)
    rows = store.all(EMERGENCY_CONTACTS)
    found = chosen(rows, helper_id, person, lambda row: row.name)
    if not found and person and helper_id is None:
        number = find_person(store, person).phone
        found = [(key, row) for key, row in rows.items() if row.phone == number]
    if action == "query":
        return {"contacts": [_view(key, row) for key, row in found]}
    key, _ = the_one(found, "emergency contact", lambda row: f"{row.name} {row.phone}")
    return _view(key, store.remove(EMERGENCY_CONTACTS, key))


def _add(store: Store, said: str, relation: str) -> dict[str, JsonValue]:
    who, rows = find_person(store, said), store.all(EMERGENCY_CONTACTS)
    if any(row.phone == who.phone for row in rows.values()):
        raise ToolFailure("already_exists", f"{who.name or who.phone} is one already")
    if len(rows) >= MOST:
        raise ToolFailure("limit_reached", f"{MOST} emergency contacts are the most")
    row = EmergencyContact(who.name, who.phone, relation)  # type: ignore[arg-type]
    return _view(store.add(EMERGENCY_CONTACTS, row), row)


def _view(key: str, row: EmergencyContact) -> dict[str, JsonValue]:
    return {
        "helper_id": key,
        "name": row.name,
        "phone": row.phone,
        "relation": row.relation,
    }


def populate(store: Store, random: Random, cast: Cast) -> None:
    """One of the family and a friend."""
    people = list(store.all(CONTACTS).values())
    for group, relation in (("family", "parent"), ("friend", "friend")):
        known = [row for row in people if row.group == group]
        if known:
            who = random.choice(known)
            row = EmergencyContact(who.name, who.phone, relation)  # type: ignore[arg-type]
            store.add(EMERGENCY_CONTACTS, row)
