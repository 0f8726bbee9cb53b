"""What typing, capturing, gestures and the shade mean beyond doing and undoing."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from tandem_edge.phone.catalogue.apps_storage.stored import PHOTOS
from tandem_edge.phone.catalogue.calls_communication.contacts import CONTACTS
from tandem_edge.phone.catalogue.calls_communication.messages import MESSAGES
from tandem_edge.phone.catalogue.input_interaction.clipboard import CLIPS
from tandem_edge.phone.catalogue.input_interaction.gestures import ONE_HANDED
from tandem_edge.phone.catalogue.input_interaction.notification_actions import CHAT_REPLIES
from tandem_edge.phone.catalogue.input_interaction.notification_shade import NOTIFICATION_HISTORY
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.device import DEVICE
from tandem_edge.phone.sandbox.notifications import NOTIFICATIONS
from tandem_edge.phone.sandbox.world import SandboxPhone
from tests.edge.phone.cases.input_interaction import (
    CARD,
    CHAT,
    GUIDING,
    LINK,
    SALE,
    SNOOZED_SALE,
    SWIPES,
    TEXT,
    came,
    no_notes,
)
from tests.edge.phone.making import do, make_phone, must

NOW = datetime(2026, 3, 10, 9, 0)
FILMING = must("record_screen", action="start")


def data(phone: SandboxPhone, name: str, /, **arguments: Any) -> dict[str, Any]:
    result = do(phone, name, **arguments).result
    assert result.ok, result.fault
    return result.data


def titles(phone: SandboxPhone, **arguments: Any) -> list[str]:
    found = data(phone, "query_notifications", **arguments)["notifications"]
    return [note["title"] for note in found]


# the clipboard and the keyboard


def test_what_was_copied_last_is_listed_first() -> None:
    phone = make_phone(must("manage_clipboard", action="copy", text="platform nine"))
    assert data(phone, "manage_clipboard", action="query")["clips"][0]["text"] == "platform nine"


def test_copying_the_same_twice_is_one_clip() -> None:
    phone = make_phone(must("manage_clipboard", action="copy", text="platform nine"))
    again = do(phone, "manage_clipboard", action="copy", text="platform nine")
    assert again.result.data["changed"] is False and again.changes == ()


def test_clips_vanish_after_an_hour_unless_they_are_pinned() -> None:
    phone = make_phone(
        must("manage_clipboard", action="copy", text="keep me"),
        must("manage_clipboard", action="pin", text="keep me"),
        must("manage_clipboard", action="copy", text="lose me"),
    )
    phone.advance(NOW + timedelta(minutes=59))
    assert data(phone, "manage_clipboard", action="query", text="lose me")["total"] == 1
    phone.advance(NOW + timedelta(minutes=60))
    assert data(phone, "manage_clipboard", action="query", text="lose me")["total"] == 0
    assert all(clip.pinned for clip in phone.store.all(CLIPS).values())
    assert data(phone, "manage_clipboard", action="query", text="keep me")["total"] == 1


def test_clearing_the_clipboard_spares_what_is_pinned() -> None:
    phone = make_phone()
    pinned = [clip for clip in phone.store.all(CLIPS).values() if clip.pinned]
    assert data(phone, "manage_clipboard", action="clear")["cleared"] > 0
    assert list(phone.store.all(CLIPS).values()) == pinned


def test_a_keyboard_in_use_is_switched_off_after_another_took_over() -> None:
    phone = make_phone(
        must("manage_keyboard", action="enable", keyboard="Gboard"),
        must("manage_keyboard", action="enable", keyboard="讯飞"),
        must("manage_keyboard", action="switch", keyboard="Gboard"),
        must("manage_keyboard", action="switch", keyboard="讯飞"),
    )
    assert data(phone, "manage_keyboard", action="disable", keyboard="Gboard")["changed"] is True


def test_a_layout_without_a_keyboard_is_for_the_one_in_use() -> None:
    phone = make_phone(
        must("manage_keyboard", action="enable", keyboard="搜狗输入法"),
        must("manage_keyboard", action="switch", keyboard="搜狗输入法"),
    )
    after = data(phone, "manage_keyboard", action="set_layout", layout="nine_key")
    assert (after["keyboard"], after["current"]) == ("Sogou 搜狗输入法", True)


def test_shortcuts_that_begin_alike_are_not_mistaken() -> None:
    phone = make_phone()
    found = data(phone, "manage_text_shortcut", action="query", shortcut="OMW")["shortcuts"]
    assert [row["text"] for row in found] == ["On my way, ten minutes"]


# captures


def test_a_screenshot_is_among_the_photos_and_takes_room() -> None:
    phone = make_phone()
    free = phone.store.only(DEVICE).free_mb
    shot = data(phone, "take_screenshot", kind="long")
    photo = phone.store.all(PHOTOS)[shot["screenshot_id"]]
    assert photo.kind == "screenshot"
    assert phone.store.only(DEVICE).free_mb == free - photo.megabytes


def test_a_recording_counts_only_while_it_runs() -> None:
    phone = make_phone(FILMING)
    phone.advance(NOW + timedelta(minutes=2))
    do(phone, "record_screen", action="pause")
    phone.advance(NOW + timedelta(minutes=10))
    do(phone, "record_screen", action="resume")
    phone.advance(NOW + timedelta(minutes=11))
    saved = data(phone, "record_screen", action="stop")
    assert (saved["seconds"], saved["megabytes"]) == (180, 181)
    assert phone.store.all(PHOTOS)[saved["recording_id"]].kind == "video"


def test_a_recording_is_told_in_the_shade_until_it_ends() -> None:
    phone = make_phone(no_notes, FILMING)
    assert titles(phone) == ["Recording the screen"]
    assert data(phone, "clear_notifications")["kept_pinned"] == 1
    do(phone, "record_screen", action="discard")
    assert titles(phone) == []


def test_a_recording_fills_the_storage_and_no_more() -> None:
    phone = make_phone(FILMING)
    phone.advance(NOW + timedelta(hours=5))
    phone.store.update(DEVICE, free_mb=100)
    assert data(phone, "record_screen", action="stop")["megabytes"] == 100
    assert phone.store.only(DEVICE).free_mb == 0


# notifications


def test_notifications_are_looked_through_by_app_words_and_time() -> None:
    phone = make_phone(no_notes, CHAT)
    phone.advance(NOW + timedelta(minutes=30))
    SALE(phone)
    listed = titles(phone)
    assert listed[0] == "Lamp sale" and listed[-1] == "Mira Kaya"
    assert "Mira Kaya" not in titles(phone, within="10 minutes")
    assert titles(phone, app="WhatsApp") == ["Mira Kaya"]
    assert titles(phone, text="half PRICE") == ["Lamp sale"]
    assert titles(phone, category="promotion") == ["Lamp sale"]


def test_what_was_cleared_is_in_the_history_for_a_day() -> None:
    phone = make_phone(no_notes, CHAT, SALE, GUIDING)
    cleared = data(phone, "clear_notifications")
    assert (cleared["cleared"], cleared["kept_pinned"]) == (2, 1)
    assert titles(phone) == ["To Elm Street"]
    assert titles(phone, which="cleared", text="lamp") == ["Lamp sale"]
    phone.advance(NOW + timedelta(hours=24))
    assert not phone.store.all(NOTIFICATION_HISTORY)


def test_clearing_one_kind_leaves_the_others() -> None:
    phone = make_phone(no_notes, CHAT, SALE)
    do(phone, "clear_notifications", category="promotion")
    assert titles(phone) == ["Mira Kaya"]


def test_clearing_an_empty_shade_changes_nothing() -> None:
    execution = do(make_phone(no_notes), "clear_notifications")
    assert execution.result.data["changed"] is False and execution.changes == ()


def test_a_snoozed_notification_comes_back_as_a_new_one() -> None:
    phone = make_phone(no_notes, SALE, SNOOZED_SALE)
    assert len(data(phone, "snooze_notification", action="query", text="lamp")["snoozed"]) == 1
    phone.advance(NOW + timedelta(minutes=59))
    assert titles(phone, text="lamp") == []
    phone.advance(NOW + timedelta(hours=1))
    found = data(phone, "query_notifications", text="lamp")["notifications"]
    assert [(note["title"], note["posted"]) for note in found] == [
        ("Lamp sale", "2026-03-10T10:00")
    ]


def test_a_snoozed_notification_comes_back_silent_while_it_is_quiet() -> None:
    phone = make_phone(no_notes, SALE, SNOOZED_SALE)
    do(phone, "manage_do_not_disturb", action="enable")
    phone.advance(NOW + timedelta(hours=1))
    assert titles(phone, which="silenced", text="lamp") == ["Lamp sale"]


def test_replying_to_a_text_sends_it_and_reads_the_thread() -> None:
    phone = make_phone(no_notes, TEXT)
    do(phone, "reply_notification", text="Gate 4")
    mira = next(row for row in phone.store.all(CONTACTS).values() if row.name == "Mira Kaya")
    thread = [row for row in phone.store.all(MESSAGES).values() if row.number == mira.phone]
    assert (thread[-1].text, thread[-1].incoming) == ("Gate 4", False)
    assert all(row.read for row in thread)
    assert titles(phone) == [] and titles(phone, which="cleared", text="gate") == ["Mira Kaya"]


def test_replying_in_a_chat_clears_all_of_that_chat_and_no_other() -> None:
    phone = make_phone(no_notes, CHAT, CHAT, TEXT)
    answered = data(phone, "reply_notification", text="Two minutes", app="WhatsApp")
    assert (answered["app"], answered["to"]) == ("WhatsApp", "Mira Kaya")
    assert [row.text for row in phone.store.all(CHAT_REPLIES).values()] == ["Two minutes"]
    assert [note.app for note in phone.store.all(NOTIFICATIONS).values()] == [
        "com.android.messaging"
    ]


def test_a_chat_needs_the_internet_and_a_text_needs_a_mobile_signal() -> None:
    phone = make_phone(no_notes, CHAT, TEXT)
    phone.store.update(DEVICE, signal_bars=0)
    fault = do(phone, "reply_notification", text="x", app="Messages").result.fault
    assert fault is not None and fault.code == "offline"
    assert do(phone, "reply_notification", text="x", app="WhatsApp").result.ok


@pytest.mark.parametrize("cast", list(Cast))
def test_every_phone_has_a_bilingual_shade(cast: Cast) -> None:
    phone = SandboxPhone.generate(5, cast=cast)
    words = [f"{note.title} {note.text}" for note in phone.store.all(NOTIFICATIONS).values()]
    chinese = [text for text in words if any(ord(letter) > 0x2E80 for letter in text)]
    assert len(words) >= 12
    assert 3 <= len(chinese) <= len(words) - 3
    now = phone.store.only(DEVICE).clock
    assert all(note.posted <= now for note in phone.store.all(NOTIFICATIONS).values())


# gestures and codes


def test_buttons_instead_of_swipes_end_one_handed_mode() -> None:
    phone = make_phone(SWIPES, must("set_one_handed_mode", action="enable", side="left"))
    do(phone, "manage_gesture", action="disable", gesture="swipe_navigation")
    assert not phone.store.only(ONE_HANDED).enabled
    assert phone.store.only(ONE_HANDED).side == "left"


def test_assigning_a_gesture_switches_it_on_and_forgets_the_app() -> None:
    phone = make_phone(must("manage_gesture", action="disable", gesture="shake"))
    first = data(
        phone, "manage_gesture", action="assign", gesture="shake", does="open_app", app="微信"
    )
    assert (first["enabled"], first["app"]) == (True, "com.tencent.mm")
    then = data(phone, "manage_gesture", action="assign", gesture="shake", does="mute", app="微信")
    assert (then["does"], then["app"]) == ("mute", "")


def test_a_scanned_card_is_in_the_contacts() -> None:
    phone = make_phone(CARD)
    assert data(phone, "scan_code", action="read")["kind"] == "contact"
    saved = data(phone, "scan_code", action="save_contact")
    assert (saved["name"], saved["phone"]) == ("Ida Brandt", "+447700900922")
    assert data(phone, "make_call", person="Ida Brandt")["number"] == "+447700900922"


def test_a_scanned_link_can_be_pasted() -> None:
    phone = make_phone(LINK, must("scan_code", action="copy"))
    newest = data(phone, "manage_clipboard", action="query")["clips"][0]
    assert newest["text"] == "https://example.com/a"


def test_a_notification_knows_its_sender() -> None:
    stranger = came("com.android.messaging", "Unknown", "Hello?", sender="+447700900933")
    phone = make_phone(no_notes, stranger)
    do(phone, "reply_notification", text="Who is this?")
    assert any(row.number == "+447700900933" for row in phone.store.all(MESSAGES).values())
