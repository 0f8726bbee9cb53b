"""The mailbox: e-mails by folder, found by person and subject, and what is done with them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from random import Random
from typing import Literal

from pydantic import JsonValue

from tandem_edge.phone.authoring import (
    ToolFailure,
    action,
    boolean,
    choice,
    field,
    needs,
    person,
    record_id,
    text,
    tool,
    undone_by,
)
from tandem_edge.phone.catalogue.calls_communication.contacts import CONTACTS, Contact
from tandem_edge.phone.catalogue.calls_communication.mail_texts import CHINESE, COMPANIES, ENGLISH
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.device import DEVICE, Wall
from tandem_edge.phone.sandbox.selection import chosen, fold, named, the_one
from tandem_edge.phone.sandbox.store import Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

NEEDS = ("contacts",)
Folder = Literal["inbox", "sent", "archive", "trash", "spam"]
FOLDERS = ("inbox", "sent", "archive", "trash", "spam")
HIDDEN = ("trash", "spam")
"""Folders that a search looks into only when it is told to."""
LISTED = 20


@dataclass(frozen=True, slots=True)
class Email:
    """One mail; ``name`` and ``address`` are of the other side: its sender, or who gets it."""

    name: str
    address: str
    subject: str
    text: str
    at: Wall
    folder: Folder = "inbox"
    read: bool = True
    starred: bool = False


EMAILS = Table("emails", Email, prefix="email")


@tool(
    domain=Domain.CALLS_COMMUNICATION,
    en="e-mails in the mailbox: search, mark read, star, archive, delete, move",
    zh="邮箱里的邮件：查找、标已读、星标、归档、删除、移动",
    cues_en="email e-mail mail inbox unread mails from subject newsletter junk spam star flag "
    "important archive trash restore from bin mark unread did she email me",
    cues_zh="邮件 电子邮件 邮箱 收件箱 未读邮件 谁发的邮件 加星 星标 归档 垃圾邮件 删邮件 废件箱 "
    "移回收件箱 标为未读",
    arguments=[
        action("query", "mark_read", "mark_unread", "star", "unstar", "archive", "delete", "move"),
        person("person", "from or to whom", "和谁的"),
        text("subject", "words in subject or text", "主题或正文里的文字", example="invoice"),
        choice("folder", FOLDERS, "to look in, or to move to", "所在或移到的文件夹"),
        boolean("unread", "only unread ones", "只看未读"),
        record_id("email_id", "email3"),
    ],
    results=[
        field("email_id", "string"),
        field("name", "string", privacy=Privacy.PERSON),
        field("address", "string", privacy=Privacy.ADDRESS),
        field("subject", "string", privacy=Privacy.MESSAGE),
        field("at", "string"),
        field("folder", "string"),
        field("previous_folder", "string"),
        field("read", "boolean"),
        field("starred", "boolean"),
        field("changed", "boolean"),
        field("emails", "array", privacy=Privacy.MESSAGE),
        field("total", "integer"),
    ],
    effects={
        "query": Effect.READ,
        **dict.fromkeys(
            ("mark_read", "mark_unread", "star", "unstar", "archive", "delete", "move"),
            Effect.WRITE,
        ),
    },
    preconditions=[needs("unlocked", code="locked")],
    errors=["not_found", "ambiguous", "missing_argument"],
    inverses={
        **{
            each: undone_by("manage_email", action=opposite, email_id="$result.email_id")
            for each, opposite in (
                ("mark_read", "mark_unread"),
                ("mark_unread", "mark_read"),
                ("star", "unstar"),
                ("unstar", "star"),
            )
        },
        **{
            each: undone_by(
                "manage_email",
                action="move",
                folder="$result.previous_folder",
                email_id="$result.email_id",
            )
            for each in ("archive", "delete", "move")
        },
    },
    mechanism=Mechanism.UI,
)
def manage_email(
    store: Store,
    action: str,
    person: str | None,
    subject: str | None,
    folder: str | None,
    unread: bool,
    email_id: str | None,
) -> dict[str, JsonValue]:
    """Search the mailbox, or do something with the one mail that fits."""
    if action == "move" and folder is None:
        raise ToolFailure("missing_argument", "say to which folder")
    where = None if action == "move" else folder
    found = _matching(store, person, subject, email_id)
    found = [item for item in found if not (unread and item[1].read)]
    if action == "query":
        kept = [item for item in found if _shown(item[1], where)]
        return {"emails": [_view(*item) for item in kept[:LISTED]], "total": len(kept)}
    key, before = the_one(_fitting(found, action, where, email_id), "e-mail", describe)
    after = store.update(EMAILS, key, **_fields(action, folder))
    return {
        **_view(key, after),
        "previous_folder": before.folder,
        "changed": before != after,
    }


def _fields(action: str, folder: str | None) -> dict[str, str | bool]:
    if action in ("mark_read", "mark_unread"):
        return {"read": action == "mark_read"}
    if action in ("star", "unstar"):
        return {"starred": action == "star"}
    return {"folder": {"archive": "archive", "delete": "trash"}.get(action, str(folder))}


def _fitting(
    found: list[tuple[str, Email]], action: str, where: str | None, email_id: str | None
) -> list[tuple[str, Email]]:
    """Those in the folder; when moving out of any, also what lies in the bin or among spam."""
    if email_id is not None or (action == "move" and where is None):
        return found
    return [item for item in found if _shown(item[1], where)]


def _shown(email: Email, folder: str | None) -> bool:
    return email.folder == folder if folder else email.folder not in HIDDEN


def _matching(
    store: Store, person: str | None, subject: str | None, email_id: str | None
) -> list[tuple[str, Email]]:
    """Newest first; a part of the subject or, where no subject has it, of the text."""
    found = chosen(store.all(EMAILS), email_id, subject, lambda row: row.subject)
    if subject is not None and not found:
        rows = store.all(EMAILS).items()
        found = [(key, row) for key, row in rows if fold(subject) in fold(row.text)]
    if person is not None:
        addresses = _addresses(store, person)
        found = [item for item in found if item[1].address in addresses]
    return sorted(found, key=lambda item: item[1].at, reverse=True)


def _addresses(store: Store, person: str) -> set[str]:
    """Those that ``person`` may mean: an address, a contact's, or of a correspondent's name."""
    known = {row.address: row for row in store.all(EMAILS).values()}
    if "@" in person:
        return {address for address in known if fold(address) == fold(person)}
    contacts = named(store.all(CONTACTS), person, lambda row: row.name)
    saved = {row.email for _, row in contacts if row.email}
    return saved or {address for address, _ in named(known, person, lambda row: row.name)}


def describe(email: Email) -> str:
    """Who, when and what about."""
    return f"{email.name or email.address} {email.at:%m-%d}: {email.subject[:40]}"


def _view(key: str, email: Email) -> dict[str, JsonValue]:
    return {
        "email_id": key,
        "name": email.name,
        "address": email.address,
        "subject": email.subject,
        "at": email.at.strftime("%Y-%m-%dT%H:%M"),
        "folder": email.folder,
        "read": email.read,
        "starred": email.starred,
    }


def populate(store: Store, random: Random, cast: Cast) -> None:
    """A month of mail from contacts and companies; some of it sent, put away or thrown away."""
    now = store.only(DEVICE).clock
    people = [row for row in store.all(CONTACTS).values() if row.email]
    pools = cast.of(ENGLISH), cast.of(CHINESE)
    lines = [_written(random, contact, pools) for contact in random.sample(people, 26)]
    lines += [tuple(entry.split("|")) for entry in cast.of(COMPANIES)]
    for place, (name, address, subject, body) in enumerate(lines):
        at = now - timedelta(minutes=random.randrange(10, 45_000))
        folder: Folder = random.choice(("inbox", "inbox", "inbox", "sent", "archive", "trash"))
        if place >= 26:
            folder = "spam" if place == len(lines) - 1 else "inbox"
        read = folder != "inbox" or random.random() < 0.6
        starred = random.random() < 0.15
        store.add(EMAILS, Email(name, address, subject, body, at, folder, read, starred))


def _written(random: Random, contact: Contact, pools: tuple[list[str], ...]) -> tuple[str, ...]:
    pool = pools[contact.phone.startswith("+86")]
    subject, _, text = random.choice(pool).partition("|")
    return contact.name, contact.email, subject, text
