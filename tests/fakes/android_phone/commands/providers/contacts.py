"""Contacts (android.provider.ContactsContract): raw contacts and the rows of their data."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tandem_edge.phone.catalogue.calls_communication.contacts import CONTACTS, Contact
from tests.fakes.android_phone.commands.providers.table import (
    Provider,
    Row,
    Table,
    number_of,
)
from tests.fakes.android_phone.model import Model

AUTHORITY = "com.android.contacts"
_PREFIX = "vnd.android.cursor.item/"
_FIELDS = {f"{_PREFIX}name": "name", f"{_PREFIX}phone_v2": "phone", f"{_PREFIX}email_v2": "email"}
_DATA = "_id raw_contact_id contact_id mimetype data1 data2 display_name".split()
_PHONES = "_id raw_contact_id contact_id display_name data1 data2 number".split()
_RAW = "_id contact_id display_name account_name account_type deleted".split()
_PEOPLE = "_id display_name has_phone_number starred".split()


def _people(phone: Model) -> Iterator[tuple[int, dict[str, str]]]:
    """Every contact's number and fields, those that are only begun too."""
    for key, row in phone.store.all(CONTACTS).items():
        yield number_of(key), {"name": row.name, "phone": row.phone, "email": row.email}
    yield from phone.begun_contacts.items()


def _data(phone: Model) -> Iterator[Row]:
    for number, fields in _people(phone):
        for place, (kind, name) in enumerate(_FIELDS.items()):
            if fields.get(name):
                yield {
                    "_id": number * 10 + place,
                    "raw_contact_id": number,
                    "contact_id": number,
                    "mimetype": kind,
                    "data1": fields[name],
                    "display_name": fields.get("name"),
                }


def _phones(phone: Model) -> Iterator[Row]:
    for row in _data(phone):
        if row["mimetype"] == f"{_PREFIX}phone_v2":
            yield {**row, "data2": 2, "number": row["data1"]}


def _raw(phone: Model) -> Iterator[Row]:
    for number, fields in _people(phone):
        yield {
            "_id": number,
            "contact_id": number,
            "display_name": fields.get("name"),
            "deleted": 0,
        }


def _contacts(phone: Model) -> Iterator[Row]:
    for number, fields in _people(phone):
        has = int(bool(fields.get("phone")))
        yield {
            "_id": number,
            "display_name": fields.get("name"),
            "has_phone_number": has,
            "starred": 0,
        }


def _begin(phone: Model, values: Row) -> None:
    number = max((number for number, _ in _people(phone)), default=0) + 1
    phone.begun_contacts[number] = {}


def _add_data(phone: Model, values: Row) -> None:
    name, number = _FIELDS.get(str(values.get("mimetype"))), values.get("raw_contact_id")
    if not isinstance(number, int) or values.get("mimetype") is None:
        raise ValueError("raw_contact_id and mimetype are required")
    if name is None:
        return  # a kind of row that the sandbox phone has no record of
    known = dict(_people(phone))
    if number not in known:
        raise ValueError(f"raw_contact_id {number} does not exist")
    _set(phone, number, {**known[number], name: str(values.get("data1") or "")})


def _set(phone: Model, number: int, fields: dict[str, str]) -> None:
    key = f"contact{number}"
    before = phone.store.get(CONTACTS, key)
    phone_number = fields.get("phone", "").replace(" ", "").replace("-", "")
    name = fields.get("name", "")
    if before is None and not (name and phone_number):
        phone.begun_contacts[number] = fields
        return
    phone.begun_contacts.pop(number, None)
    base = before or Contact(name, phone_number)
    made = replace(base, name=name, phone=phone_number, email=fields.get("email", ""))
    phone.store.put(CONTACTS, key, made)


def _update_data(phone: Model, row: Row, values: Row) -> None:
    if "data1" in values:
        number = int(row["raw_contact_id"] or 0)
        name = _FIELDS[str(row["mimetype"])]
        _set(phone, number, {**dict(_people(phone))[number], name: str(values["data1"] or "")})


def _delete(phone: Model, row: Row) -> None:
    number = int(row["_id"] or 0)
    if phone.begun_contacts.pop(number, None) is None:
        name = str(row["display_name"])
        phone.act("manage_contact", action="delete", name=name, contact_id=f"contact{number}")


PROVIDER = Provider(
    {
        "data": Table(tuple(_DATA), _data, _add_data, _update_data),
        "data/phones": Table(tuple(_PHONES), _phones),
        "raw_contacts": Table(tuple(_RAW), _raw, _begin, delete=_delete),
        "contacts": Table(tuple(_PEOPLE), _contacts, delete=_delete),
    },
    read="READ_CONTACTS",
    write="WRITE_CONTACTS",
)
