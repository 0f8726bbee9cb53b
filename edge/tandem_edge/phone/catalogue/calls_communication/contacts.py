"""Contacts, and how every other family finds the person a user means."""

from __future__ import annotations

import re
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
    phone_number,
    record_id,
    text,
    tool,
    undone_by,
)
from tandem_edge.phone.catalogue.calls_communication.people import PEOPLE
from tandem_edge.phone.language.dialling import e164, looks_like_number
from tandem_edge.phone.language.phrases import PhraseError
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.device import DEVICE
from tandem_edge.phone.sandbox.selection import chosen, named, the_one
from tandem_edge.phone.sandbox.store import Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

GROUPS = ("family", "friend", "work", "service", "other")


@dataclass(frozen=True, slots=True)
class Contact:
    """``phone`` is E.164; two contacts may share a name but not name and number."""

    name: str
    phone: str
    group: Literal["family", "friend", "work", "service", "other"] = "other"
    email: str = ""


_ADDRESS = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s.]+")
CONTACTS = Table("contacts", Contact, prefix="contact")


def find_person(store: Store, said: str) -> Contact:
    """The contact meant by a name, a part of one or a number; an unsaved number has no name.

    Raises the faults ``not_found`` and ``ambiguous``.
    """
    found = _called(store, said)
    number = "" if found else _number(store, said)
    if number:
        found = [(key, row) for key, row in store.all(CONTACTS).items() if row.phone == number]
        return found[0][1] if found else Contact("", number)
    return the_one(found, "contact", describe)[1]


def people_called(store: Store, said: str) -> dict[str, str]:
    """Number to name of every contact that ``said`` may mean, for searching."""
    number = _number(store, said)
    rows = {row.phone: row.name for _, row in _called(store, said)}
    return rows or ({number: name_of(store, number)} if number else {})


def name_of(store: Store, number: str) -> str:
    """The saved name of ``number``, or ``""``."""
    return next((row.name for row in store.all(CONTACTS).values() if row.phone == number), "")


def is_address(said: str) -> bool:
    """Whether ``said`` has the form of an e-mail address."""
    return _ADDRESS.fullmatch(said) is not None


def describe(contact: Contact) -> str:
    """Name and number, to tell look-alikes apart."""
    return f"{contact.name} {contact.phone}"


def _called(store: Store, said: str) -> list[tuple[str, Contact]]:
    return named(store.all(CONTACTS), said, lambda row: row.name)


def _number(store: Store, said: str) -> str:
    """``said`` in E.164 if it is a telephone number, else ``""``."""
    if not looks_like_number(said):
        return ""
    try:
        return e164(said, store.only(DEVICE).timezone)
    except PhraseError:
        return ""


@tool(
    domain=Domain.CALLS_COMMUNICATION,
    en="contacts in the address book: add, change, delete, look up number",
    zh="通讯录联系人：新建、修改、删除、查号码",
    cues_en="contact address book phonebook save number add new contact look up what's the number "
    "of details of do I have saved store his number her number rename changed number card",
    cues_zh="联系人 通讯录 存号码 存一下 新建联系人 加到通讯录 手机号是多少 电话是多少 "
    "查号码 换号 记下来 留个底 删掉联系人 号码",
    arguments=[
        action("create", "update", "delete", "query"),
        person("name", "who", "姓名", required=("create", "update", "delete")),
        phone_number("phone", "number", "号码", required=("create",)),
        text(
            "new_name",
            "changed name",
            "新姓名",
            privacy=Privacy.PERSON,
            max_length=80,
            example="Mira Kaya",
        ),
        choice("group", GROUPS, "kind of contact", "分组"),
        text(
            "email",
            "e-mail address",
            "邮箱地址",
            privacy=Privacy.ADDRESS,
            max_length=100,
            example="mira@mail.example",
        ),
        record_id("contact_id", "contact3"),
    ],
    results=[
        field("contact_id", "string"),
        field("name", "string", privacy=Privacy.PERSON),
        field("phone", "string", privacy=Privacy.PHONE),
        field("group", "string"),
        field("email", "string", privacy=Privacy.ADDRESS),
        field("previous_name", "string", privacy=Privacy.PERSON),
        field("previous_phone", "string", privacy=Privacy.PHONE),
        field("previous_group", "string"),
        field("previous_email", "string", privacy=Privacy.ADDRESS),
        field("contacts", "array", privacy=Privacy.PERSON),
    ],
    effects={
        "create": Effect.WRITE,
        "update": Effect.WRITE,
        "delete": Effect.WRITE,
        "query": Effect.READ,
    },
    preconditions=[
        needs("unlocked", code="locked"),
        needs("permission", "contacts", code="permission_denied"),
    ],
    errors=["already_exists", "not_found", "ambiguous"],
    inverses={
        "create": undone_by(
            "manage_contact",
            action="delete",
            name="$result.name",
            contact_id="$result.contact_id",
        ),
        "update": undone_by(
            "manage_contact",
            action="update",
            name="$result.name",
            contact_id="$result.contact_id",
            new_name="$result.previous_name",
            phone="$result.previous_phone",
            group="$result.previous_group",
            email="$result.previous_email",
        ),
        "delete": undone_by(
            "manage_contact",
            action="create",
            name="$result.name",
            phone="$result.phone",
            group="$result.group",
            email="$result.email",
        ),
    },
    mechanism=Mechanism.PROVIDER,
)
def manage_contact(
    store: Store,
    action: str,
    name: str | None,
    phone: str | None,
    new_name: str | None,
    group: str | None,
    email: str | None,
    contact_id: str | None,
) -> dict[str, JsonValue]:
    """Add, change, delete or look up contacts."""
    if email is not None and not is_address(email):
        raise ToolFailure("invalid_argument", f"{email!r:.60} is not an e-mail address")
    if action == "create":
        contact = Contact(str(name), str(phone), group or "other", email or "")  # type: ignore[arg-type]
        _refuse_double(store, "", contact)
        return _view(store.add(CONTACTS, contact), contact)
    found = _matching(store, name, None if action == "update" else phone, contact_id)
    if action == "query":
        kept = [(key, row) for key, row in found if group in (None, row.group)]
        return {"contacts": [_view(key, row) for key, row in kept]}
    key, before = the_one(found, "contact", describe)
    if action == "delete":
        return _view(key, store.remove(CONTACTS, key))
    if contact_id is not None:
        email = email or ""  # an update being undone may have brought the address
    wanted = {"name": new_name, "phone": phone, "group": group, "email": email}
    return _update(store, key, before, wanted)


def _update(
    store: Store, key: str, before: Contact, wanted: dict[str, str | None]
) -> dict[str, JsonValue]:
    fields = {name: value for name, value in wanted.items() if value is not None}
    if not fields:
        raise ToolFailure("missing_argument", "say the new name, number, group or address")
    after = store.update(CONTACTS, key, **fields)
    _refuse_double(store, key, after)
    return {
        **_view(key, after),
        "previous_name": before.name,
        "previous_phone": before.phone,
        "previous_group": before.group,
        "previous_email": before.email,
    }


def _refuse_double(store: Store, own_key: str, contact: Contact) -> None:
    for key, row in store.all(CONTACTS).items():
        if key != own_key and (row.name, row.phone) == (contact.name, contact.phone):
            raise ToolFailure("already_exists", f"{describe(row)} is already saved")


def _matching(
    store: Store, name: str | None, phone: str | None, contact_id: str | None
) -> list[tuple[str, Contact]]:
    rows = store.all(CONTACTS)
    found = chosen(rows, contact_id, name, lambda row: row.name)
    number = "" if found or name is None or contact_id else _number(store, name)
    if number:
        found = [(key, row) for key, row in rows.items() if row.phone == number]
    return [(key, row) for key, row in found if phone in (None, row.phone)]


def _view(key: str, contact: Contact) -> dict[str, JsonValue]:
    return {
        "contact_id": key,
        "name": contact.name,
        "phone": contact.phone,
        "group": contact.group,
        "email": contact.email,
    }


_FAMILY = "Mum|Dad|Grandma|Uncle Pete|Aunt Rosa|老妈|老爸|奶奶|外婆|二姐|表弟|大舅"
_FRIENDS = (
    "Mira Kovač|Mira Kaya|Mira Kovacs|Miro Kovač|Jonas Weber|Jonas Webber|Priya Nair|Priya Naidu|"
    "Sophie Martin|Sofie Martens|Ahmed Hassan|Ahmad Hasan|Hannah Lee|Hana Li|Oliver Grant|"
    "王小明|王晓明|王小敏|王晓敏|李娜|李楠|张伟|张薇|刘洋|刘阳|陈晨|陈辰|林晓雨|林小雨|阿强"
)
_WORK = (
    "Dr. Amara Osei|Marcus Chen|Marcus Chan|Boss|Elena Petrova|Elena Petrov|Kevin|"
    "李总|刘主任|陈老师|孙教授|张伟 财务部|王经理|赵磊|何建国"
)
_SERVICES = (
    "Pizza Palace|Landlord|Roadside Rescue|Elm Street Clinic|物业|房东|送水站|修空调老马|理发店小东"
)


def populate(store: Store, random: Random, cast: Cast) -> None:
    """Sixty people and more, with look-alike names in both scripts."""
    everyone = _everyday() if cast is Cast.EVERYDAY else _of(cast)
    random.shuffle(everyone)
    serials = random.sample(range(100, 1000), len(everyone))
    for (name, group), serial in zip(everyone, serials, strict=True):
        email = _address(name, group, serial)
        store.add(CONTACTS, Contact(name, _made_up(name, serial), group, email))  # type: ignore[arg-type]


def _everyday() -> list[tuple[str, str]]:
    groups = {"family": _FAMILY, "friend": _FRIENDS, "work": _WORK, "service": _SERVICES}
    return [(name, group) for group, names in groups.items() for name in names.split("|")]


def _of(cast: Cast) -> list[tuple[str, str]]:
    return [
        (name, group)
        for group, entries in PEOPLE.items()
        for entry in cast.of(entries)
        for name in entry.split("|")
    ]


def _made_up(name: str, serial: int) -> str:
    """A number nobody has: Ofcom's drama range, or a Chinese one of that look."""
    return f"+8619900000{serial}" if ord(max(name)) > 0x2E80 else f"+447700900{serial}"


def _address(name: str, group: str, serial: int) -> str:
    """A mailbox under a domain that is kept for examples; half of the services have none."""
    if group == "service" and serial % 2:
        return ""
    box = ".".join(re.findall("[a-z]+", name.casefold())) or f"w{serial}"
    return f"{box}{serial % 100}@{'office' if group == 'work' else 'mail'}.example"
