"""Writing an e-mail to a contact or an address."""

from __future__ import annotations

from pydantic import JsonValue

from tandem_edge.phone.authoring import ALWAYS, ToolFailure, field, needs, person, text, tool
from tandem_edge.phone.catalogue.calls_communication.contacts import (
    CONTACTS,
    find_person,
    is_address,
)
from tandem_edge.phone.catalogue.calls_communication.mail import EMAILS, Email
from tandem_edge.phone.sandbox.device import DEVICE
from tandem_edge.phone.sandbox.selection import fold
from tandem_edge.phone.sandbox.store import Store
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy


@tool(
    domain=Domain.CALLS_COMMUNICATION,
    en="send an e-mail to a contact or an address",
    zh="发邮件：给联系人或某个邮箱写一封电子邮件",
    cues_en="email e-mail mail write to compose subject line cc copy boss formal letter send over "
    "mail address at dot com",
    cues_zh="发邮件 写邮件 发封邮件 邮件给 电子邮件 抄送 主题写 正文 邮箱 发到邮箱 回邮件 email",
    arguments=[
        person("to", "contact or address", "收件人或邮箱", required=ALWAYS),
        text(
            "text",
            "what to say",
            "正文",
            max_length=4000,
            example="The report is attached",
            required=ALWAYS,
        ),
        text("subject", "subject line", "主题", example="Report"),
        person("cc", "who gets a copy", "抄送给谁"),
    ],
    results=[
        field("email_id", "string"),
        field("name", "string", privacy=Privacy.PERSON),
        field("address", "string", privacy=Privacy.ADDRESS),
        field("subject", "string", privacy=Privacy.MESSAGE),
        field("text", "string", privacy=Privacy.MESSAGE),
        field("cc_address", "string", privacy=Privacy.ADDRESS),
    ],
    effects=Effect.IRREVERSIBLE,
    preconditions=[
        needs("unlocked", code="locked"),
        needs("permission", "contacts", code="permission_denied"),
        needs("network", code="offline"),
    ],
    errors=["not_found", "ambiguous", "no_address"],
    conflicts=["manage_airplane_mode"],
    changes=["manage_email"],
    mechanism=Mechanism.INTENT,
)
def send_email(
    store: Store, to: str, text: str, subject: str | None, cc: str | None
) -> dict[str, JsonValue]:
    """Send a mail; it then lies among those sent, once for each who gets it."""
    name, address = _mailbox(store, to)
    copy = _mailbox(store, cc) if cc is not None else ("", "")
    now, line = store.only(DEVICE).clock, subject or ""
    key = store.add(EMAILS, Email(name, address, line, text, now, "sent"))
    if copy[1]:
        store.add(EMAILS, Email(*copy, line, text, now, "sent"))
    return {
        "email_id": key,
        "name": name,
        "address": address,
        "subject": line,
        "text": text,
        "cc_address": copy[1],
    }


def _mailbox(store: Store, said: str) -> tuple[str, str]:
    """Name and address of who is meant."""
    if "@" in said:
        if not is_address(said):
            raise ToolFailure("invalid_argument", f"{said!r:.60} is not an e-mail address")
        rows = store.all(CONTACTS).values()
        return next((row.name for row in rows if fold(row.email) == fold(said)), ""), said
    contact = find_person(store, said)
    if not contact.email:
        raise ToolFailure("no_address", f"no e-mail address of {contact.name or said} is known")
    return contact.name, contact.email
