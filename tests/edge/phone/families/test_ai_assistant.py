"""What the assistant's own tools mean: routines that run, scenes that go back, what is told."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from tandem_edge.phone.catalogue.ai_assistant.assistant_history import HISTORY, Request
from tandem_edge.phone.catalogue.ai_assistant.drafts import DRAFTS
from tandem_edge.phone.catalogue.ai_assistant.routines import ROUTINES
from tandem_edge.phone.catalogue.ai_assistant.sentences import LANGUAGES, SENTENCES
from tandem_edge.phone.catalogue.ai_assistant.translation import PACKS, Packs, language_of
from tandem_edge.phone.catalogue.apps_storage.applications import INSTALLED
from tandem_edge.phone.catalogue.calls_communication.messages import MESSAGES, Message
from tandem_edge.phone.catalogue.display_sound.display import DISPLAY
from tandem_edge.phone.catalogue.display_sound.sound import SOUND
from tandem_edge.phone.catalogue.network_connectivity.connectivity import RADIOS
from tandem_edge.phone.catalogue.time_management.calendar import EVENTS
from tandem_edge.phone.sandbox.notifications import NOTIFICATIONS, Notification
from tandem_edge.phone.sandbox.permissions import ASSISTANT
from tandem_edge.phone.sandbox.world import SandboxPhone
from tests.edge.phone.cases.ai_assistant import (
    DRAFT,
    LOUD_STEP,
    NO_DRAFTS,
    OFFLINE,
    ON,
    QUIET_STEP,
    SCENE,
    TIDY,
    pictures,
)
from tests.edge.phone.cases.time_management import emptied
from tests.edge.phone.making import LOCKED, Case, device, do, hit_by, make_phone, must
from tests.edge.phone.test_undo import filled, inverse_of, state

NOW = datetime(2026, 3, 10, 9, 0)


def data(phone: SandboxPhone, name: str, /, **arguments: Any) -> dict[str, Any]:
    result = do(phone, name, **arguments).result
    assert result.ok, result.fault
    return result.data


def code(phone: SandboxPhone, name: str, /, **arguments: Any) -> str:
    fault = do(phone, name, **arguments).result.fault
    return fault.code if fault else ""


def told(phone: SandboxPhone) -> list[tuple[str, str, str]]:
    """Time, title and text of what the assistant posted."""
    rows = phone.store.all(NOTIFICATIONS).values()
    return [(f"{n.posted:%d %H:%M}", n.title, n.text) for n in rows if n.app == ASSISTANT]


def at(hour: int, minute: int = 0, day: int = 10) -> datetime:
    return datetime(2026, 3, day, hour, minute)


SILENCE = emptied(NOTIFICATIONS, ROUTINES)


def timed(time: str, repeat: str = "daily") -> Any:
    return must("manage_routine", action="schedule", name="Tidy up", time=time, repeat=repeat)


def opening(app: str) -> Any:
    return must("edit_routine_steps", action="add", routine="Tidy up", step="open_app", app=app)


OFF = must("manage_routine", action="disable", name="Tidy up")


# routines


def test_a_routine_does_its_steps_in_order_and_tells_which() -> None:
    phone = make_phone(TIDY, QUIET_STEP, LOUD_STEP)
    assert data(phone, "run_routine", name="tidy")["done"] == ["dnd_on", "media_volume 80"]
    sound = phone.store.only(SOUND)
    assert sound.do_not_disturb and sound.media == 80


def test_a_step_that_cannot_be_done_does_not_stop_the_others() -> None:
    phone = make_phone(
        TIDY,
        opening("Quibble Quest"),
        QUIET_STEP,
    )
    ran = data(phone, "run_routine", name="Tidy up")
    assert ran["done"] == ["dnd_on"]
    assert ran["failed"] == ["open_app quibble quest: quibble quest is not installed"]


def test_a_step_obeys_what_its_tool_needs() -> None:
    phone = make_phone(
        TIDY,
        opening("Camera"),
        QUIET_STEP,
        must("control_flashlight", action="enable"),
    )
    assert len(data(phone, "run_routine", name="Tidy up")["failed"]) == 1
    assert not phone.store.all(INSTALLED)["com.android.camera"].running


def test_undoing_a_run_puts_back_everything_that_its_steps_changed() -> None:
    steps = ("wifi_off", "bluetooth_on", "dark_mode_on", "ringer_vibrate", "tell_agenda")
    more = [
        must("edit_routine_steps", action="add", routine="Tidy up", step=step) for step in steps
    ]
    phone = make_phone(TIDY, QUIET_STEP, LOUD_STEP, *more)
    before = state(phone)
    execution = do(phone, "run_routine", name="Tidy up")
    assert execution.changes
    inverse = inverse_of(phone, Case("run_routine", {}), execution)
    assert inverse is not None
    assert phone.call(filled(inverse, execution)).result.ok
    assert state(phone) == before


def test_a_routine_runs_by_itself_at_its_time_and_again_the_next_day() -> None:
    phone = make_phone(SILENCE, TIDY, LOUD_STEP, timed("21:00"))
    phone.advance(at(20, 59))
    assert phone.store.only(SOUND).media != 80
    phone.advance(at(21))
    assert phone.store.only(SOUND).media == 80
    phone.advance(at(23, day=12))
    assert told(phone) == [(f"{day} 21:00", "Tidy up ran", "1/1") for day in (10, 11, 12)]


def test_a_weekend_routine_waits_for_saturday() -> None:
    phone = make_phone(SILENCE, TIDY, LOUD_STEP, timed("8:00", "weekends"))
    phone.advance(at(12, day=16))
    assert [when for when, _, _ in told(phone)] == ["14 08:00", "15 08:00"]


def test_a_routine_for_once_runs_once() -> None:
    phone = make_phone(SILENCE, TIDY, LOUD_STEP, timed("10:00", "once"))
    phone.advance(at(12, day=16))
    assert len(told(phone)) == 1
    (row,) = data(phone, "manage_routine", action="query", name="Tidy up")["routines"]
    assert row["enabled"] is False


def test_a_routine_that_is_off_or_untimed_does_not_run() -> None:
    phone = make_phone(
        SILENCE,
        TIDY,
        LOUD_STEP,
        timed("10:00"),
        must("manage_routine", action="disable", name="Tidy"),
    )
    must("manage_routine", action="create", name="Untimed")(phone)
    phone.advance(at(12))
    assert told(phone) == []


def test_a_routine_switched_on_again_waits_for_its_next_time() -> None:
    phone = make_phone(
        SILENCE,
        TIDY,
        LOUD_STEP,
        timed("10:00"),
        must("manage_routine", action="disable", name="Tidy"),
    )
    phone.advance(at(12, day=13))
    back = data(phone, "manage_routine", action="enable", name="Tidy up")
    assert back["runs_at"] == "2026-03-14T10:00"


def test_on_a_locked_phone_a_routine_does_what_it_can_and_tells_the_rest() -> None:
    phone = make_phone(
        SILENCE,
        TIDY,
        QUIET_STEP,
        opening("WeChat"),
        timed("10:00"),
        LOCKED,
    )
    phone.advance(at(10))
    ((_, _, text),) = told(phone)
    assert text.startswith("1/2; open_app com.tencent.mm: ")
    assert phone.store.only(SOUND).do_not_disturb


def test_a_routine_tells_the_agenda_and_says_a_line() -> None:
    phone = make_phone(
        emptied(NOTIFICATIONS, EVENTS),
        TIDY,
        must("edit_routine_steps", action="add", routine="Tidy up", step="tell_agenda"),
        must("edit_routine_steps", action="add", routine="Tidy up", step="say", text="Keys?"),
        must("manage_schedule", action="create", title="Review", start="14:00"),
    )
    data(phone, "run_routine", name="Tidy up")
    agenda, line = told(phone)
    assert agenda[1].endswith("things today") and "Review" in agenda[2]
    assert line[1] == "Keys?"


def test_a_step_is_put_where_it_is_said_to_go() -> None:
    phone = make_phone(TIDY, QUIET_STEP, LOUD_STEP)
    edit = {"routine": "Tidy up"}
    steps = data(phone, "edit_routine_steps", action="add", step="wifi_off", position=1, **edit)
    assert steps["steps"] == ["wifi_off", "dnd_on", "media_volume 80"]
    steps = data(phone, "edit_routine_steps", action="move", step="wifi_off", **edit)
    assert steps["steps"] == ["dnd_on", "media_volume 80", "wifi_off"]


# scenes


def test_leaving_a_scene_goes_back_to_what_was_before() -> None:
    phone = make_phone(SCENE)
    do(phone, "set_volume", percent=5)
    do(phone, "manage_dark_mode", action="enable")
    before = (phone.store.only(SOUND), phone.store.only(DISPLAY))
    do(phone, "manage_scene", action="apply", name="Workbench")
    do(phone, "manage_scene", action="leave")
    assert (phone.store.only(SOUND), phone.store.only(DISPLAY)) == before


def test_leaving_the_second_of_two_scenes_goes_back_to_before_the_first() -> None:
    phone = make_phone(SCENE)
    do(phone, "set_volume", percent=5)
    do(phone, "manage_scene", action="save", name="Murmur")
    do(phone, "set_volume", percent=66)
    for name in ("Workbench", "Murmur"):
        do(phone, "manage_scene", action="apply", name=name)
    assert phone.store.only(SOUND).media == 5
    do(phone, "manage_scene", action="leave")
    assert phone.store.only(SOUND).media == 66


def test_putting_a_scene_on_twice_changes_nothing() -> None:
    phone = make_phone(SCENE, ON)
    again = do(phone, "manage_scene", action="apply", name="Workbench")
    assert again.result.data["changed"] is False and again.changes == ()


# voice


def test_the_same_wake_word_in_other_letters_is_no_change() -> None:
    phone = make_phone(must("manage_wake_word", action="change", phrase="Hello Tandem"))
    assert (
        data(phone, "manage_wake_word", action="change", phrase="hello TANDEM")["changed"] is False
    )


@pytest.mark.parametrize("phrase", ["小搭", "你好小搭", "Hey Robin", "Ma'am Tandem"])
def test_a_sayable_wake_word_is_taken(phrase: str) -> None:
    assert (
        data(make_phone(), "manage_wake_word", action="change", phrase=phrase)["phrase"] == phrase
    )


# translation


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_known_sentence_is_recognised_in_every_language(language: str) -> None:
    assert all(language_of(sentence[language]) == language for sentence in SENTENCES)


@pytest.mark.parametrize(
    ("said", "language"),
    [
        ("我想退房", "chinese"),
        ("チェックアウトしたい", "japanese"),
        ("방을 바꾸고 싶어요", "korean"),
        ("Где мой багаж", "russian"),
        ("I want to check out", "english"),
    ],
)
def test_another_sentence_is_recognised_by_its_letters(said: str, language: str) -> None:
    assert language_of(said) == language


def test_a_sentence_is_translated_whatever_its_case_and_stops() -> None:
    made = data(make_phone(), "translate_text", text="THE BILL, PLEASE.", target="chinese")
    assert made["translation"] == "麻烦买单"


def test_a_language_on_the_phone_needs_no_network() -> None:
    phone = make_phone(OFFLINE)
    phone.store.put(PACKS, "-", Packs(("english", "chinese", "korean")))
    assert (
        data(phone, "translate_text", text="谢谢", target="korean")["translation"] == "감사합니다"
    )
    assert code(phone, "translate_text", text="谢谢", target="german") == "offline"


# summaries


def _message(text: str, minutes: int, *, incoming: bool = True, number: str = "+1") -> Message:
    return Message(number, text, NOW - timedelta(minutes=minutes), incoming, read=False)


def test_a_question_that_was_answered_no_longer_waits() -> None:
    phone = make_phone(emptied(MESSAGES))
    phone.store.add(MESSAGES, _message("Are you in?", 30))
    phone.store.add(MESSAGES, _message("几点到？", 20, number="+2"))
    assert data(phone, "summarise_messages")["unanswered"] == 2
    phone.store.add(MESSAGES, _message("Yes", 10, incoming=False))
    summary = data(phone, "summarise_messages")
    assert summary["unanswered"] == 1
    assert [thread["waiting"] for thread in summary["threads"]] == ["", "几点到？"]


def test_the_gist_of_a_day_holds_that_day_only() -> None:
    phone = make_phone(emptied(MESSAGES))
    phone.store.add(MESSAGES, _message("today", 30))
    phone.store.add(MESSAGES, _message("yesterday", 24 * 60))
    assert data(phone, "summarise_messages", day="yesterday")["total"] == 1


def test_the_loudest_app_comes_first_with_its_newest_headlines() -> None:
    phone = make_phone(emptied(NOTIFICATIONS))
    for minutes in range(5):
        posted = NOW - timedelta(minutes=minutes)
        note = Notification("com.tencent.mm", f"No. {minutes}", "", posted, "message")
        phone.store.add(NOTIFICATIONS, note)
    phone.store.add(NOTIFICATIONS, Notification("com.whatsapp", "Hi", "", NOW, "message"))
    digest = data(phone, "summarise_notifications")
    assert digest["apps"][0] == {
        "app": "WeChat",
        "count": 5,
        "headlines": ["No. 0", "No. 1", "No. 2"],
    }
    assert digest["by_category"] == [{"category": "message", "count": 6}]
    assert data(phone, "summarise_notifications", app="WhatsApp")["total"] == 1


# drafts


def test_a_sent_draft_is_a_message_and_a_draft_no_more() -> None:
    phone = make_phone(NO_DRAFTS, DRAFT)
    sent = data(phone, "manage_draft", action="send", person="Mira Kaya")
    assert phone.store.all(MESSAGES)[sent["message_id"]].text == "About Sunday"
    assert not phone.store.all(DRAFTS)


def test_writing_a_draft_sends_nothing() -> None:
    phone = make_phone(NO_DRAFTS)
    before = len(phone.store.all(MESSAGES))
    data(phone, "manage_draft", action="create", person="Mira Kaya", text="hm")
    assert len(phone.store.all(MESSAGES)) == before


def test_a_draft_is_meant_by_an_exact_name_before_a_part_of_one() -> None:
    phone = make_phone(
        NO_DRAFTS, DRAFT, must("manage_draft", action="create", person="Mira Kovacs", text="x")
    )
    gone = data(phone, "manage_draft", action="delete", person="Mira Kaya")
    assert gone["name"] == "Mira Kaya"


# searching, suggesting, remembering


def test_one_search_finds_a_word_wherever_it_is() -> None:
    phone = make_phone(
        must("manage_note", action="create", text="quokka food"),
        must("manage_todo", action="create", text="photograph a quokka"),
        must("manage_schedule", action="create", title="Quokka talk", start="tomorrow at 9"),
        must("send_message", person="Mira Kaya", text="saw a QUOKKA"),
    )
    found = data(phone, "search_phone", query="quokka")
    assert found["kinds"] == ["messages", "notes", "todos", "events"]
    assert data(phone, "search_phone", query="quokka", kind="notes")["total"] == 1
    assert data(phone, "search_phone", query="quokka photograph")["total"] == 1


def test_a_low_battery_and_a_full_phone_are_told() -> None:
    phone = make_phone(device(battery_percent=9, free_mb=150))
    hints = data(phone, "suggest_actions", topic="device")["suggestions"]
    assert [hint["tool"] for hint in hints] == ["manage_battery_saver", "free_up_space"]
    plugged = make_phone(device(battery_percent=9, charging=True))
    assert data(plugged, "suggest_actions", topic="device")["total"] == 0


def test_events_that_overlap_are_told() -> None:
    phone = make_phone(
        emptied(EVENTS),
        must("manage_schedule", action="create", title="A", start="tomorrow at 9:00"),
        must("manage_schedule", action="create", title="B", start="tomorrow at 9:30"),
    )
    hints = data(phone, "suggest_actions", topic="calendar")["suggestions"]
    assert {"topic": "calendar", "tool": "manage_schedule", "about": "A / B"} in hints


def test_erasing_some_history_leaves_the_rest() -> None:
    phone = make_phone(emptied(HISTORY))
    for said in ("boil an egg", "egg timer", "rain tomorrow"):
        phone.store.add(HISTORY, Request(said, "ok", NOW))
    assert data(phone, "manage_assistant_history", action="delete", text="egg")["deleted"] == 2
    left = data(phone, "manage_assistant_history", action="query")["requests"]
    assert [row["said"] for row in left] == ["rain tomorrow"]


# access


def test_what_the_assistant_is_denied_other_tools_cannot_do() -> None:
    phone = make_phone(must("manage_assistant_access", action="deny", access="calendar"))
    assert code(phone, "query_agenda") == "permission_denied"
    do(phone, "manage_assistant_access", action="allow", access="calendar")
    assert code(phone, "query_agenda") == ""


def test_undoing_a_grant_gives_back_the_exact_one_before() -> None:
    phone = make_phone(hit_by("denied", "sms"))
    before = state(phone)
    execution = do(phone, "manage_assistant_access", action="allow", access="sms")
    inverse = inverse_of(phone, Case("manage_assistant_access", {}), execution)
    assert inverse is not None
    assert phone.call(filled(inverse, execution)).result.ok
    assert state(phone) == before


# writing on photos


@pytest.mark.parametrize(
    ("part", "found"),
    [
        ("phone_numbers", ["199 0000 1234"]),
        ("amounts", ["£24.90", "38元"]),
        ("dates", ["3月15日", "2026-03-02"]),
        ("links", ["www.anju.example"]),
        ("everything", []),
    ],
)
def test_a_part_of_the_writing_is_picked_out(part: str, found: list[str]) -> None:
    written = "安居 199 0000 1234\nwww.anju.example\n£24.90 38元\n3月15日 2026-03-02"
    phone = make_phone(pictures(("name card", written)))
    assert data(phone, "read_text_in_photo", photo="card", part=part)["found"] == found


def test_of_two_photos_the_one_with_writing_is_meant() -> None:
    phone = make_phone(pictures(("beach sign", ""), ("sign at the gate", "No dogs")))
    assert data(phone, "read_text_in_photo", photo="sign")["text"] == "No dogs"


def test_the_radios_a_routine_switched_stay_switched() -> None:
    phone = make_phone(
        TIDY, must("edit_routine_steps", action="add", routine="Tidy up", step="wifi_off")
    )
    data(phone, "run_routine", name="Tidy up")
    assert not phone.store.only(RADIOS).wifi
