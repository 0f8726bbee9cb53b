"""What the families mean beyond doing and undoing: cross effects, look-alikes, time zones."""

from __future__ import annotations

from typing import Any

import pytest

from tandem_edge.phone.catalogue.audio_entertainment.media import PLAYER
from tandem_edge.phone.catalogue.calls_communication.contacts import CONTACTS, Contact
from tandem_edge.phone.catalogue.calls_communication.messages import MESSAGES
from tandem_edge.phone.catalogue.display_sound.sound import SOUND
from tandem_edge.phone.catalogue.network_connectivity.connectivity import RADIOS
from tandem_edge.phone.catalogue.time_management.alarms import ALARMS
from tandem_edge.phone.sandbox.device import DEVICE
from tandem_edge.phone.sandbox.world import SandboxPhone
from tests.edge.phone.cases.everyday import ALARM, CALLING, HOTSPOT
from tests.edge.phone.making import AIRPLANE, device, do, make_phone, must


def data(phone: SandboxPhone, name: str, /, **arguments: Any) -> dict[str, Any]:
    result = do(phone, name, **arguments).result
    assert result.ok, result.fault
    return result.data


def test_airplane_mode_drops_every_radio_and_brings_back_what_was_on() -> None:
    phone = make_phone(must("manage_bluetooth", action="enable"))
    before = phone.store.only(RADIOS)
    do(phone, "manage_airplane_mode", action="enable")
    dark = phone.store.only(RADIOS)
    assert not (dark.wifi or dark.bluetooth or dark.mobile_data or dark.hotspot)
    do(phone, "manage_airplane_mode", action="disable")
    assert phone.store.only(RADIOS) == before


def test_wifi_used_in_the_air_is_there_on_the_next_flight() -> None:
    phone = make_phone(AIRPLANE, must("manage_wifi", action="enable"))
    do(phone, "manage_airplane_mode", action="disable")
    do(phone, "manage_airplane_mode", action="enable")
    assert phone.store.only(RADIOS).wifi


def test_the_hotspot_takes_the_wifi_radio_and_gives_it_back() -> None:
    phone = make_phone(HOTSPOT)
    assert data(phone, "manage_wifi", action="query") == {"enabled": False, "changed": False}
    assert data(phone, "manage_hotspot", action="disable")["wifi_enabled"] is True


def test_repeating_a_switch_changes_nothing() -> None:
    phone = make_phone(must("manage_dark_mode", action="enable"))
    execution = do(phone, "manage_dark_mode", action="enable")
    assert execution.result.data == {"enabled": True, "changed": False}
    assert execution.changes == ()


def test_a_muted_ringer_keeps_its_volume() -> None:
    phone = make_phone(must("set_volume", stream="ring", percent=65))
    do(phone, "set_ringer_mode", mode="silent")
    do(phone, "set_ringer_mode", mode="ring")
    assert phone.store.only(SOUND).ring == 65


def test_look_alike_names_are_asked_about_with_their_numbers() -> None:
    fault = do(make_phone(), "make_call", person="mira k").result.fault
    assert fault is not None and fault.code == "ambiguous"
    for name in ("Mira Kovač", "Mira Kaya", "Mira Kovacs"):
        assert f"{name} +44" in fault.message
    assert "Miro" not in fault.message


@pytest.mark.parametrize("name", ["王小明", "王晓明", "王小敏", "王晓敏", "张伟", "Marcus Chen"])
def test_an_exact_name_is_not_ambiguous(name: str) -> None:
    assert data(make_phone(), "make_call", person=name)["name"] == name


def test_a_person_may_be_a_number_saved_or_not() -> None:
    phone = make_phone()
    mira = next(row for row in phone.store.all(CONTACTS).values() if row.name == "Mira Kaya")
    assert data(phone, "send_message", person=mira.phone, text="hi")["name"] == "Mira Kaya"
    stranger = data(phone, "send_message", person="186 1111 2222", text="hi")
    assert (stranger["name"], stranger["number"]) == ("", "+8618611112222")


def test_a_contact_whose_name_is_digits_is_found_by_it() -> None:
    phone = make_phone()
    phone.store.add(CONTACTS, Contact("10086", "10086"))
    assert data(phone, "make_call", person="10086")["name"] == "10086"


def test_a_sent_message_is_in_its_thread_and_unread_ones_stay_unread() -> None:
    phone = make_phone(must("send_message", person="Mira Kaya", text="On my way"))
    newest = data(phone, "read_messages", person="Mira Kaya")["messages"][0]
    assert (newest["text"], newest["incoming"]) == ("On my way", False)
    unread = [row for row in phone.store.all(MESSAGES).values() if not row.read]
    assert data(phone, "read_messages", unread=True)["total"] == len(unread)


def test_a_call_shows_in_the_log_and_its_length_when_it_ends() -> None:
    phone = make_phone(
        CALLING, device(clock=SandboxPhone.generate(7).now().replace(minute=5, tzinfo=None))
    )
    assert data(phone, "control_call", action="hang_up")["name"] == "Mira Kaya"
    newest = data(phone, "query_calls", person="Mira Kaya")["calls"][0]
    assert (newest["kind"], newest["seconds"]) == ("outgoing", 300)


def test_an_event_of_another_zone_is_shown_on_the_phones_clock() -> None:
    phone = make_phone(
        must(
            "manage_schedule",
            action="create",
            title="Standup Berlin",
            start="2026-03-11T23:00",
            timezone="Berlin",
        )
    )
    found = data(phone, "manage_schedule", action="query", day="2026-03-12")["events"]
    event = next(each for each in found if each["title"] == "Standup Berlin")
    assert event["local_start"] == "2026-03-12T06:00"


def test_an_overlapping_event_is_made_and_said_to_overlap() -> None:
    first = must("manage_schedule", action="create", title="A-first", start="2026-05-01T10:00")
    made = data(
        make_phone(first),
        "manage_schedule",
        action="create",
        title="B-second",
        start="2026-05-01T10:30",
    )
    assert made["overlaps"] == ["A-first"]


def test_free_time_is_what_events_leave() -> None:
    phone = make_phone(
        must(
            "manage_schedule",
            action="create",
            title="Long",
            start="2026-05-01T09:30",
            duration="3 hours",
        ),
        must("manage_schedule", action="create", title="Short", start="2026-05-01T13:00"),
    )
    assert data(phone, "find_free_time", day="2026-05-01")["free"] == [
        {"from": "08:00", "to": "09:30"},
        {"from": "14:00", "to": "22:00"},
    ]


def test_an_alarm_on_weekends_first_rings_on_a_saturday() -> None:
    made = data(
        make_phone(), "manage_alarm", action="create", time="8:00 tomorrow", repeat="weekends"
    )
    assert made["rings_at"] == "2026-03-14T08:00"


def test_alarms_at_one_clock_time_are_told_apart_by_label() -> None:
    phone = make_phone(ALARM, must("manage_alarm", action="create", time="7:30 tomorrow"))
    fault = do(phone, "manage_alarm", action="delete", time="7:30").result.fault
    assert fault is not None and fault.code == "ambiguous"
    assert data(phone, "manage_alarm", action="delete", label="Morning run")
    labels = [alarm.label for alarm in phone.store.all(ALARMS).values()]
    assert "Morning run" not in labels and "" in labels


def test_a_paused_countdown_keeps_what_is_left() -> None:
    phone = make_phone(
        must("manage_countdown", action="start", duration="20 minutes", label="tea"),
        device(clock=SandboxPhone.generate(7).now().replace(minute=5, tzinfo=None)),
    )
    assert data(phone, "manage_countdown", action="pause", label="tea")["left_seconds"] == 900
    phone.store.update(DEVICE, clock=phone.now().replace(hour=20, tzinfo=None))
    assert data(phone, "manage_countdown", action="resume", label="tea")["left_seconds"] == 900


def test_shuffle_visits_every_song_once_before_any_twice() -> None:
    phone = make_phone(
        must("set_music_play_mode", mode="shuffle"), must("play_music", query="Workout")
    )
    count = len(phone.store.only(PLAYER).queue)
    seen = [phone.store.only(PLAYER).position]
    for _ in range(count - 1):
        do(phone, "control_playback", action="next")
        seen.append(phone.store.only(PLAYER).position)
    assert sorted(seen) == list(range(count))
    assert seen != sorted(seen)


def test_uninstalling_the_music_app_ends_the_music() -> None:
    phone = make_phone(must("manage_app", action="uninstall", app="音乐"))
    fault = do(phone, "play_music", query="Greensleeves").result.fault
    assert fault is not None and fault.code == "app_missing"


def test_a_sandbox_phone_is_bilingual_and_full() -> None:
    phone = make_phone()
    names = {row.name for row in phone.store.all(CONTACTS).values()}
    assert len(names) >= 60
    assert {"Mira Kovač", "Mira Kaya", "王小明", "王晓明"} <= names
    zones = {row.timezone for row in phone.store.rows["events"].values()}
    assert len(zones) >= 3
    assert len(phone.store.all(MESSAGES)) >= 50
    assert all(
        alarm.next > phone.store.only(DEVICE).clock for alarm in phone.store.all(ALARMS).values()
    )


def test_a_service_number_is_found_as_it_is_dialled(phone: SandboxPhone) -> None:
    found = data(phone, "read_messages", person="10086")["messages"]
    assert found
    assert all(message["number"] == "10086" for message in found)
