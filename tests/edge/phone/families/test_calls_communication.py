"""Calls that come in, threads, mail: what they do to one another."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from tandem_edge.phone.catalogue.calls_communication.calls import CALLS, LINE
from tandem_edge.phone.catalogue.calls_communication.contacts import CONTACTS
from tandem_edge.phone.catalogue.calls_communication.incoming import (
    ARRIVALS,
    RINGING,
    Arrival,
    ring,
)
from tandem_edge.phone.catalogue.calls_communication.mail import EMAILS
from tandem_edge.phone.catalogue.calls_communication.messages import MESSAGES, THREADS
from tandem_edge.phone.catalogue.calls_communication.scheduled_messages import SCHEDULED
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.notifications import NOTIFICATIONS
from tandem_edge.phone.sandbox.world import SandboxPhone
from tests.edge.phone.cases.calls_communication import (
    BLOCKED,
    CALLING,
    GREETING,
    RINGS,
    WROTE,
    number_of,
    ringing,
)
from tests.edge.phone.making import AIRPLANE, do, make_phone, must


def data(phone: SandboxPhone, name: str, /, **arguments: Any) -> dict[str, Any]:
    result = do(phone, name, **arguments).result
    assert result.ok, result.fault
    return result.data


def wait(phone: SandboxPhone, **span: int) -> None:
    phone.advance(phone.now().replace(tzinfo=None) + timedelta(**span))


def kinds(phone: SandboxPhone, person: str) -> list[str]:
    return [row["kind"] for row in data(phone, "query_calls", person=person)["calls"]]


def titles(phone: SandboxPhone) -> list[str]:
    return [row.title for row in phone.store.all(NOTIFICATIONS).values()]


def test_a_call_that_nobody_takes_is_missed_and_leaves_its_message() -> None:
    phone = make_phone(RINGS)
    wait(phone, minutes=2)
    assert phone.store.only(RINGING).number == ""
    assert kinds(phone, "Mira Kaya")[0] == "missed"
    assert "Missed call" in titles(phone)
    heard = data(phone, "manage_voicemail", action="query", person="Mira Kaya", unheard=True)
    assert heard["voicemails"][0]["text"] == "Call me back about the tickets"


def test_an_answered_call_is_the_one_in_progress() -> None:
    phone = make_phone(RINGS, must("answer_call", action="answer", speaker=True))
    line = data(phone, "control_call", action="query")
    assert (line["name"], line["speaker"]) == ("Mira Kaya", True)
    wait(phone, minutes=3)
    data(phone, "control_call", action="hang_up")
    newest = data(phone, "query_calls", person="Mira Kaya")["calls"][0]
    assert (newest["kind"], newest["seconds"]) == ("incoming", 180)


def test_the_call_that_was_held_goes_on_after_the_second_one() -> None:
    phone = make_phone(RINGS, CALLING, must("answer_call", action="answer"))
    assert data(phone, "control_call", action="query")["name"] == "Mira Kaya"
    data(phone, "control_call", action="hang_up")
    assert data(phone, "control_call", action="query")["name"] == "Kevin"
    data(phone, "control_call", action="hang_up")
    assert not phone.store.only(LINE).call


def test_a_declined_caller_gets_the_text() -> None:
    phone = make_phone(RINGS)
    data(phone, "answer_call", action="decline", text="In a meeting")
    newest = data(phone, "read_messages", person="Mira Kaya")["messages"][0]
    assert (newest["text"], newest["incoming"]) == ("In a meeting", False)
    assert kinds(phone, "Mira Kaya")[0] == "missed"


def test_a_blocked_caller_does_not_ring_and_a_blocked_text_does_not_come() -> None:
    phone = make_phone(BLOCKED, ringing("Kevin"))
    assert phone.store.only(RINGING).number == ""
    number, now = number_of(phone, "Kevin"), phone.now().replace(tzinfo=None)
    phone.store.add(ARRIVALS, Arrival(number, now + timedelta(minutes=1), "hello?", False))
    before = len(phone.store.all(MESSAGES))
    wait(phone, minutes=5)
    assert len(phone.store.all(MESSAGES)) == before


def test_blocking_calls_only_lets_the_texts_through() -> None:
    phone = make_phone(must("manage_blocked_number", action="block", person="Kevin"))
    after = data(
        phone, "manage_blocked_number", action="unblock", person="Kevin", covers="messages"
    )
    assert (after["calls_blocked"], after["messages_blocked"]) == (True, False)
    assert data(phone, "manage_blocked_number", action="query", covers="messages")["blocked"] != []


def test_with_all_calls_forwarded_the_phone_stays_quiet() -> None:
    phone = make_phone(must("forward_calls", action="enable", to="王小明"), RINGS)
    assert phone.store.only(RINGING).number == ""
    assert data(phone, "forward_calls", action="query")["rules"][0]["name"] == "王小明"


def test_a_call_while_talking_is_missed_unless_busy_calls_are_forwarded() -> None:
    phone = make_phone(CALLING, ringing("Mira Kaya"))
    assert kinds(phone, "Mira Kaya")[0] == "missed"
    setup = must("forward_calls", action="enable", condition="busy", to="10086")
    calls = len(make_phone(setup, CALLING).store.all(CALLS))
    assert len(make_phone(setup, CALLING, ringing("Mira Kaya")).store.all(CALLS)) == calls


def test_a_scheduled_text_goes_out_at_its_time() -> None:
    phone = make_phone(GREETING)
    wait(phone, days=1)
    newest = data(phone, "read_messages", person="Kevin")["messages"][0]
    assert (newest["text"], newest["at"]) == ("Happy new job!", "2026-03-11T09:00")
    assert not data(phone, "schedule_message", action="query", person="Kevin", text="new job")[
        "scheduled"
    ]


def test_a_scheduled_text_without_service_waits_as_failed() -> None:
    phone = make_phone(GREETING, AIRPLANE)
    wait(phone, days=1)
    rows = data(phone, "schedule_message", action="query", person="Kevin", text="new job")
    assert rows["scheduled"][0]["failed"] is True
    assert any("Kevin" in title for title in titles(phone))
    do(phone, "manage_airplane_mode", action="disable")
    sent = data(phone, "schedule_message", action="send_now", person="Kevin", text="new job")
    assert sent["message_id"]


def test_a_conversation_leaves_the_archive_when_something_is_written_in_it() -> None:
    phone = make_phone(WROTE, must("manage_conversation", action="archive", person="Kevin"))
    data(phone, "send_message", person="Kevin", text="Thanks")
    assert number_of(phone, "Kevin") not in phone.store.all(THREADS)


def test_pinned_conversations_are_listed_first() -> None:
    phone = make_phone(WROTE, must("manage_conversation", action="pin", person="Kevin"))
    listed = data(phone, "manage_conversation", action="query")["conversations"]
    pinned = [row["pinned"] for row in listed]
    assert pinned == sorted(pinned, reverse=True)
    assert "Kevin" in [row["name"] for row in listed[: sum(pinned)]]


def test_a_muted_conversation_gets_its_message_without_a_notification() -> None:
    phone = make_phone(WROTE, must("manage_conversation", action="mute", person="Kevin"))
    number, now = number_of(phone, "Kevin"), phone.now().replace(tzinfo=None)
    phone.store.add(ARRIVALS, Arrival(number, now + timedelta(minutes=1), "one more", False))
    wait(phone, minutes=2)
    assert data(phone, "read_messages", person="Kevin")["messages"][0]["text"] == "one more"
    assert "Kevin" not in titles(phone)


def test_a_deleted_conversation_takes_its_messages_with_it() -> None:
    phone = make_phone(WROTE)
    gone = data(phone, "manage_conversation", action="delete", person="Kevin")
    assert gone["deleted_messages"] >= 1
    assert data(phone, "read_messages", person="Kevin")["total"] == 0


def test_the_newest_fitting_message_is_the_one_forwarded() -> None:
    phone = make_phone(WROTE)
    assert data(phone, "forward_message", to="王小明")["text"] == "The door code is 4471"
    sent = data(phone, "forward_message", to="王小明", text="取件码")
    assert "取件码" in sent["text"] and sent["name"] == "王小明"


def test_a_service_is_meant_by_the_number_it_writes_from() -> None:
    phone = make_phone()
    assert data(phone, "read_messages", person="10690001")["total"] == 1
    assert data(phone, "manage_conversation", action="pin", person="10690001")["pinned"]


def test_a_mail_to_a_contact_goes_to_the_address_of_the_card() -> None:
    phone = make_phone(
        must("manage_contact", action="update", name="Kevin", email="kevin@new.example")
    )
    sent = data(phone, "send_email", to="Kevin", text="Hello", subject="Hi")
    assert sent["address"] == "kevin@new.example"
    found = data(phone, "manage_email", action="query", folder="sent", person="Kevin")
    assert "Hi" in [row["subject"] for row in found["emails"]]


def test_a_mail_with_a_copy_lies_twice_among_those_sent() -> None:
    phone = make_phone()
    before = len(phone.store.all(EMAILS))
    data(phone, "send_email", to="Kevin", text="Hello", cc="cc@desk.example")
    assert len(phone.store.all(EMAILS)) == before + 2


@pytest.mark.parametrize("cast", [each for each in Cast if each is not Cast.EVERYDAY])
def test_every_cast_has_a_full_address_book_and_a_life_to_come(cast: Cast) -> None:
    store = SandboxPhone.generate(3, cast=cast).store
    names = [row.name for row in store.all(CONTACTS).values()]
    assert len(names) == len(set(names)) >= 60
    assert 20 < sum(name.isascii() for name in names) < len(names) - 20
    assert not store.only(RINGING).number and len(store.all(ARRIVALS)) > 3
    assert len(store.all(EMAILS)) > 25 and len(store.all(SCHEDULED)) > 4
    assert len(store.all(MESSAGES)) > 80


def test_no_two_casts_share_a_person() -> None:
    phones = [SandboxPhone.generate(1, cast=cast) for cast in Cast if cast is not Cast.EVERYDAY]
    names = [row.name for phone in phones for row in phone.store.all(CONTACTS).values()]
    assert len(names) == len(set(names))


def test_a_second_caller_is_missed_while_the_first_one_rings() -> None:
    phone = make_phone(RINGS, lambda phone: ring(phone.store, "10086"))
    assert phone.store.only(RINGING).number == number_of(phone, "Mira Kaya")
    assert kinds(phone, "10086") == ["missed"]
