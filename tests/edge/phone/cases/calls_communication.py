"""Cases of calls, messages and mail."""

from __future__ import annotations

from tandem_edge.phone.catalogue.calls_communication.contacts import CONTACTS
from tandem_edge.phone.catalogue.calls_communication.incoming import ring
from tandem_edge.phone.catalogue.calls_communication.mail import EMAILS, Email
from tandem_edge.phone.catalogue.calls_communication.messages import MESSAGES, Message
from tandem_edge.phone.catalogue.calls_communication.voicemail import VOICEMAILS, Voicemail
from tandem_edge.phone.sandbox.device import DEVICE
from tandem_edge.phone.sandbox.world import SandboxPhone
from tests.edge.phone.making import (
    AIRPLANE,
    LOCKED,
    NO_SIGNAL,
    OFFLINE,
    Case,
    Setup,
    fails,
    hit_by,
    must,
    ok,
)

DENIED = {name: hit_by("denied", name) for name in ("contacts", "sms", "phone", "call_log")}


def number_of(phone: SandboxPhone, name: str) -> str:
    return next(row.phone for row in phone.store.all(CONTACTS).values() if row.name == name)


def ringing(name: str, says: str = "") -> Setup:
    """Somebody calls."""
    return lambda phone: ring(phone.store, number_of(phone, name), says)


def wrote(name: str, text: str, *, read: bool = False) -> Setup:
    """Somebody wrote, just now."""

    def setup(phone: SandboxPhone) -> None:
        now = phone.store.only(DEVICE).clock
        phone.store.add(MESSAGES, Message(number_of(phone, name), text, now, True, read))

    return setup


def mailed(name: str, subject: str, **fields: object) -> Setup:
    """A mail from somebody, just now."""

    def setup(phone: SandboxPhone) -> None:
        now = phone.store.only(DEVICE).clock
        address = f"{name.split()[0].lower()}@test.example"
        mail = Email(name, address, subject, "as promised", now, **{"read": False, **fields})  # type: ignore[arg-type]
        phone.store.add(EMAILS, mail)

    return setup


def spoke(name: str, text: str, *, heard: bool = False, deleted: bool = False) -> Setup:
    """Somebody spoke to the mailbox, just now."""

    def setup(phone: SandboxPhone) -> None:
        now = phone.store.only(DEVICE).clock
        row = Voicemail(number_of(phone, name), text, now, 12, heard, deleted)
        phone.store.add(VOICEMAILS, row)

    return setup


def no_mail(name: str) -> Setup:
    """A contact without an e-mail address."""

    def setup(phone: SandboxPhone) -> None:
        rows = phone.store.all(CONTACTS).items()
        key = next(key for key, row in rows if row.name == name)
        phone.store.update(CONTACTS, key, email="")

    return setup


RINGS = ringing("Mira Kaya", "Call me back about the tickets")
CALLING = must("make_call", person="Kevin")
GREETING = must(
    "schedule_message", action="create", person="Kevin", text="Happy new job!", time="9:00 tomorrow"
)
WROTE = wrote("Kevin", "The door code is 4471")
SPOKE = spoke("Kevin", "The door code is 4471")
MAILED = mailed("Zara Quill", "Door code")
TO_MIRA = must("forward_calls", action="enable", to="Mira Kaya")
BLOCKED = must("manage_blocked_number", action="block", person="Kevin")

EXAMPLES: list[Case] = [
    ok(
        "manage_contact",
        action="create",
        name="Felix Braun",
        phone="+49 30 901820",
        email="felix@mail.example",
    ),
    ok("manage_contact", action="update", name="Mira Kaya", email="mk@mail.example"),
    ok("manage_contact", no_mail("Kevin"), action="update", name="Kevin", email="k@mail.example"),
    ok("answer_call", RINGS, action="answer"),
    ok("answer_call", RINGS, action="answer", speaker=True),
    ok("answer_call", RINGS, CALLING, action="answer"),
    ok("answer_call", RINGS, action="decline"),
    ok("answer_call", RINGS, action="decline", text="开会呢，晚点回你"),
    ok("answer_call", RINGS, action="silence"),
    ok("manage_blocked_number", action="block", person="Kevin"),
    ok("manage_blocked_number", action="block", person="+44 7700 900999", covers="calls"),
    ok(
        "manage_blocked_number",
        must("manage_blocked_number", action="block", person="王小明", covers="calls"),
        action="block",
        person="王小明",
        covers="both",
    ),
    ok("manage_blocked_number", BLOCKED, action="unblock", person="Kevin"),
    ok("manage_blocked_number", BLOCKED, action="unblock", person="Kevin", covers="messages"),
    ok("manage_blocked_number", BLOCKED, action="query", person="Kevin"),
    ok("manage_blocked_number", action="query", covers="calls"),
    *(
        ok("forward_calls", action="enable", condition=condition, to="王小明")
        for condition in ("always", "busy", "unanswered", "unreachable")
    ),
    ok("forward_calls", TO_MIRA, action="enable", to="+44 7700 900999"),
    ok("forward_calls", TO_MIRA, action="disable"),
    ok("forward_calls", TO_MIRA, action="disable", condition="always"),
    ok("forward_calls", action="query"),
    ok("forward_calls", action="disable", restored="busy:10086;always:+447700900999"),
    ok("manage_voicemail", SPOKE, action="play", person="Kevin", text="door code"),
    ok("manage_voicemail", spoke("Kevin", "Bye", heard=True), action="mark_unheard", text="Bye"),
    ok("manage_voicemail", SPOKE, action="delete", text="door code"),
    ok("manage_voicemail", spoke("Kevin", "Bye", deleted=True), action="restore", text="Bye"),
    ok("manage_voicemail", action="query", unheard=True),
    ok("manage_voicemail", action="query"),
    ok("manage_voicemail", action="play", voicemail_id="voicemail2"),
    ok(
        "schedule_message",
        action="create",
        person="Mira Kaya",
        text="Happy birthday!",
        time="8:00 tomorrow",
    ),
    ok("schedule_message", action="create", person="王小明", text="新年快乐", time="明天零点"),
    ok("schedule_message", GREETING, action="change", person="Kevin", time="10:00 tomorrow"),
    ok("schedule_message", GREETING, action="change", text="new job", new_text="Good luck!"),
    ok("schedule_message", GREETING, action="cancel", person="Kevin", time="9:00"),
    ok("schedule_message", GREETING, action="send_now", person="Kevin"),
    ok("schedule_message", action="query"),
    ok("schedule_message", action="cancel", scheduled_id="scheduled2"),
    *(
        ok(
            "manage_conversation",
            WROTE,
            *(must("manage_conversation", action=each, person="Kevin") for each in before),
            action=action,
            person="Kevin",
        )
        for before, action in (
            (("unpin",), "pin"),
            (("pin",), "unpin"),
            (("unmute",), "mute"),
            (("mute",), "unmute"),
            (("unarchive",), "archive"),
            (("archive",), "unarchive"),
            ((), "mark_read"),
            (("mark_read",), "mark_unread"),
            (("pin",), "delete"),
        )
    ),
    *(
        ok("manage_conversation", action="query", show=show)
        for show in ("all", "unread", "pinned", "muted", "archived")
    ),
    ok("manage_conversation", WROTE, action="query", person="Kevin"),
    ok(
        "manage_conversation",
        action="mark_unread",
        person="10690001",
        message_ids="message1 message2",
    ),
    ok("forward_message", to="Mira Kaya"),
    ok("forward_message", WROTE, to="王小明", person="Kevin"),
    ok("forward_message", to="Mira Kaya", text="取件码"),
    ok("send_email", to="Mira Kaya", text="See you at the station"),
    ok("send_email", to="王小明", text="合同在附件里", subject="合同", cc="Kevin"),
    ok("send_email", to="desk@hotel.example", text="A late check-in, please"),
    ok("manage_email", action="query"),
    *(
        ok("manage_email", action="query", folder=folder)
        for folder in ("inbox", "sent", "archive", "trash", "spam")
    ),
    ok("manage_email", MAILED, action="query", person="Zara Quill", subject="promised"),
    ok("manage_email", action="query", unread=True),
    ok("manage_email", MAILED, action="mark_read", subject="Door code"),
    ok("manage_email", mailed("Zara Quill", "x", read=True), action="mark_unread", person="Zara"),
    ok("manage_email", MAILED, action="star", person="zara@test.example"),
    ok("manage_email", mailed("Zara Quill", "x", starred=True), action="unstar", person="Zara"),
    ok("manage_email", MAILED, action="archive", subject="Door code"),
    ok("manage_email", MAILED, action="delete", subject="Door code"),
    ok(
        "manage_email",
        mailed("Zara Quill", "x", folder="trash"),
        action="move",
        person="Zara",
        folder="inbox",
    ),
    ok("manage_email", action="mark_unread", email_id="email2"),
]

FAULTS: list[Case] = [
    fails("permission_denied", "manage_contact", DENIED["contacts"], action="query"),
    fails("permission_denied", "send_message", DENIED["sms"], person="Kevin", text="x"),
    fails("permission_denied", "read_messages", DENIED["sms"]),
    fails("permission_denied", "make_call", DENIED["phone"], person="Kevin"),
    fails("permission_denied", "control_call", CALLING, DENIED["phone"], action="hang_up"),
    fails("permission_denied", "query_calls", DENIED["call_log"]),
    fails("invalid_argument", "manage_contact", action="update", name="Kevin", email="nowhere"),
    fails("missing_argument", "answer_call"),
    fails("no_call", "answer_call", action="answer"),
    fails("permission_denied", "answer_call", RINGS, DENIED["phone"], action="decline"),
    fails("missing_argument", "manage_blocked_number", action="block"),
    fails("locked", "manage_blocked_number", LOCKED, action="query"),
    fails(
        "permission_denied",
        "manage_blocked_number",
        DENIED["phone"],
        action="block",
        person="Kevin",
    ),
    fails("not_found", "manage_blocked_number", action="unblock", person="Kevin"),
    fails("ambiguous", "manage_blocked_number", action="block", person="王"),
    fails("missing_argument", "forward_calls", action="enable"),
    fails("permission_denied", "forward_calls", DENIED["phone"], action="query"),
    fails("no_service", "forward_calls", NO_SIGNAL, action="disable"),
    fails("not_found", "forward_calls", action="enable", to="Nobody Atall"),
    fails("ambiguous", "forward_calls", action="enable", to="Mira"),
    fails("missing_argument", "manage_voicemail"),
    fails("locked", "manage_voicemail", LOCKED, action="query"),
    fails("permission_denied", "manage_voicemail", DENIED["phone"], action="query"),
    fails("not_found", "manage_voicemail", action="play", text="no such words"),
    fails("ambiguous", "manage_voicemail", action="delete"),
    fails("missing_argument", "schedule_message", action="create", person="Kevin"),
    fails("locked", "schedule_message", LOCKED, action="query"),
    fails("permission_denied", "schedule_message", DENIED["sms"], action="query"),
    fails("no_service", "schedule_message", GREETING, AIRPLANE, action="send_now", person="Kevin"),
    fails("not_found", "schedule_message", action="cancel", text="no such words"),
    fails("ambiguous", "schedule_message", action="cancel"),
    fails("invalid_argument", "schedule_message", GREETING, action="change", person="Kevin"),
    fails(
        "already_exists",
        "schedule_message",
        GREETING,
        action="create",
        person="Kevin",
        text="Happy new job!",
        time="9:00 tomorrow",
    ),
    fails(
        "invalid_argument",
        "schedule_message",
        action="create",
        person="Kevin",
        text="x",
        time="2026-03-10T08:00",
    ),
    fails("missing_argument", "manage_conversation", action="pin"),
    fails("locked", "manage_conversation", LOCKED, action="query"),
    fails("permission_denied", "manage_conversation", DENIED["sms"], action="query"),
    fails("not_found", "manage_conversation", action="pin", person="+44 7700 900999"),
    fails("ambiguous", "manage_conversation", action="pin", person="王"),
    fails("missing_argument", "forward_message"),
    fails("locked", "forward_message", LOCKED, to="Kevin"),
    fails("permission_denied", "forward_message", DENIED["sms"], to="Kevin"),
    fails("no_service", "forward_message", NO_SIGNAL, to="Kevin"),
    fails("not_found", "forward_message", to="Kevin", text="no such words"),
    fails("ambiguous", "forward_message", to="Mira"),
    fails("missing_argument", "send_email", to="Kevin"),
    fails("locked", "send_email", LOCKED, to="Kevin", text="x"),
    fails("permission_denied", "send_email", DENIED["contacts"], to="Kevin", text="x"),
    fails("offline", "send_email", OFFLINE, to="Kevin", text="x"),
    fails("not_found", "send_email", to="Nobody Atall", text="x"),
    fails("ambiguous", "send_email", to="Mira", text="x"),
    fails("no_address", "send_email", no_mail("Kevin"), to="Kevin", text="x"),
    fails("invalid_argument", "send_email", to="kevin@", text="x"),
    fails("missing_argument", "manage_email", action="move", subject="x"),
    fails("locked", "manage_email", LOCKED, action="query"),
    fails("not_found", "manage_email", action="star", subject="no such words"),
    fails("ambiguous", "manage_email", action="delete"),
]
