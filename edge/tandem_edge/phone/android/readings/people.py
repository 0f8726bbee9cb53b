"""Contacts, messages, the call in progress."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from tandem_edge.phone.android.parsing import one
from tandem_edge.phone.android.recipe import Fetch, Listing, ListingFill, Row, reading
from tandem_edge.phone.android.view import Unreadable, View
from tandem_edge.phone.catalogue.calls_communication.calls import CALLS, LINE
from tandem_edge.phone.catalogue.calls_communication.contacts import CONTACTS, Contact
from tandem_edge.phone.catalogue.calls_communication.incoming import RINGING
from tandem_edge.phone.catalogue.calls_communication.messages import MESSAGES
from tandem_edge.phone.language.dialling import e164
from tandem_edge.phone.language.phrases import PhraseError
from tandem_edge.phone.sandbox.device import DEVICE

DATA = "content://com.android.contacts/data"
RAW_CONTACTS = "content://com.android.contacts/raw_contacts"
KIND = "vnd.android.cursor.item/"
"""What the MIME types of a contact's rows begin with."""


def _part(field: str) -> ListingFill:
    def fill(rows: Sequence[Row], view: View) -> None:
        """The first row of each contact counts: a contact here has one number and one address."""
        view.known.add(CONTACTS.name)
        for row in reversed(rows):
            key = f"{CONTACTS.prefix}{row['raw_contact_id']}"
            text = row["data1"] or ""
            part = _dialled(text, view) if field == "phone" else text
            found = view.store.rows[CONTACTS.name].get(key, Contact("", ""))
            view.store.put(CONTACTS, key, replace(found, **{field: part}))

    return fill


def _dialled(text: str, view: View) -> str:
    """In E.164 where it is a telephone number, else as it is kept."""
    try:
        return e164(text, view.store.only(DEVICE).timezone)
    except PhraseError:
        return text


def _rows(kind: str, field: str) -> Listing:
    return Listing(
        DATA,
        ("raw_contact_id",),
        ("data1",),
        _part(field),
        (f"contacts.{field}",),
        where=f"mimetype='{KIND}{kind}'",
        sort="_id ASC",
    )


PEOPLE = (_rows("name", "name"), _rows("phone_v2", "phone"), _rows("email_v2", "email"))


def _begun(rows: Sequence[Row], view: View) -> None:
    if len(rows) != 1:
        raise Unreadable(f"{len(rows)} contacts have no name: which one was begun is not clear")
    view.facts["begun"] = rows[0]["_id"]


BEGUN = Fetch(
    Listing(
        RAW_CONTACTS, (), (), _begun, ("fact.begun",), where="display_name IS NULL AND deleted=0"
    )
)
"""The one contact that has no name yet."""


def _messages(rows: Sequence[Row], view: View) -> None:
    zone = ZoneInfo(view.store.only(DEVICE).timezone)
    view.list(MESSAGES, ((f"{MESSAGES.prefix}{row['_id']}", _message(row, zone)) for row in rows))


def _message(row: Row, zone: ZoneInfo) -> dict[str, Any]:
    at = datetime.fromtimestamp(int(row["date"] or 0) / 1000, zone).replace(tzinfo=None)
    return {
        "number": row["address"] or "",
        "text": row["body"] or "",
        "at": at,
        "incoming": row["type"] == "1",
        "read": row["read"] == "1",
    }


TEXTS = Listing(
    "content://sms",
    ("date", "type", "read"),
    ("address", "body"),
    _messages,
    ("messages",),
    where="type IN (1, 2)",
    sort="_id ASC",
)
"""Received and sent ones: drafts and failed ones are neither."""


def _line(out: str, view: View) -> None:
    """Who is on the line is told to the dialler alone."""
    state = one(r"mCallState=(\d)", out, "call state")
    view.facts["call_state"] = state
    view.set(RINGING, number="")
    view.list(CALLS, [])
    view.set(LINE, call="")
    if state == "2":
        now = view.store.only(DEVICE).clock
        view.list(CALLS, [("call1", {"number": "", "kind": "outgoing", "at": now, "seconds": 0})])
        view.set(LINE, call="call1")


CALL_STATE = reading(
    "dumpsys telephony.registry", _line, "line.call", "calls", "incoming_call", "fact.call_state"
)
