"""What the screen and the sounds mean beyond doing and undoing: clocks, exceptions, look-alikes."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from tandem_edge.phone.catalogue.display_sound.clock_hours import (
    after_sunset,
    next_edge,
    on_days,
    within,
)
from tandem_edge.phone.catalogue.display_sound.dark_hours import NIGHT_LIGHT
from tandem_edge.phone.catalogue.display_sound.display import DISPLAY
from tandem_edge.phone.catalogue.display_sound.idle_screen import SCREEN_SAVER
from tandem_edge.phone.catalogue.display_sound.quiet_times import QUIET_TIMES
from tandem_edge.phone.catalogue.display_sound.screen_settings import SCREEN
from tandem_edge.phone.catalogue.display_sound.sound import SOUND
from tandem_edge.phone.sandbox.notifications import NOTIFICATIONS, notify
from tandem_edge.phone.sandbox.permissions import PERMISSIONS, Permission, permission_key
from tandem_edge.phone.sandbox.world import SandboxPhone
from tests.edge.phone.making import device, do, make_phone, must

MESSENGER = "com.whatsapp"
QUIET = must("manage_do_not_disturb", action="enable")


def at(hour: int, minute: int = 0, day: int = 10) -> datetime:
    return datetime(2026, 3, day, hour, minute)


def data(phone: SandboxPhone, name: str, /, **arguments: Any) -> dict[str, Any]:
    result = do(phone, name, **arguments).result
    assert result.ok, result.fault
    return result.data


def no_schedules(phone: SandboxPhone) -> None:
    for key in list(phone.store.all(QUIET_TIMES)):
        phone.store.remove(QUIET_TIMES, key)


def quiet(phone: SandboxPhone) -> bool:
    return phone.store.only(SOUND).do_not_disturb


def is_silent(phone: SandboxPhone, app: str, title: str, category: Any, **more: Any) -> bool:
    key = notify(phone.store, app, title, "text", category, **more)
    return phone.store.all(NOTIFICATIONS)[key].silent


# hours of the day


@pytest.mark.parametrize(
    ("when", "inside"),
    [
        (at(22, 59), False),
        (at(23), True),
        (at(3, day=11), True),
        (at(6, 59, day=11), True),
        (at(7, day=11), False),
        (at(3, day=14), True),  # the night that began on Friday
        (at(23, day=14), False),
        (at(3, day=16), False),  # Sunday's night is no weekday's
    ],
)
def test_a_night_belongs_to_the_day_on_which_it_begins(when: datetime, inside: bool) -> None:
    assert within(when, on_days("23:00", "07:00", "weekdays")) is inside


def test_the_next_edge_of_a_weekend_is_days_ahead() -> None:
    hours = on_days("23:45", "09:15", "weekends")
    assert next_edge(at(9), hours) == at(23, 45, day=14)
    assert next_edge(at(23, 45, day=14), hours) == at(9, 15, day=15)


def test_hours_that_end_when_they_begin_last_all_day() -> None:
    assert within(at(12), on_days("08:00", "08:00", "daily"))


def test_the_sun_sets_earlier_in_winter_and_in_the_south_half_a_year_apart() -> None:
    winter, summer = datetime(2026, 12, 1, 18), datetime(2026, 7, 1, 18)
    north, south = after_sunset("Europe/London"), after_sunset("Australia/Sydney")
    assert within(winter, north) and not within(summer, north)
    assert within(summer, south) and not within(winter, south)


# do not disturb


def test_do_not_disturb_for_an_hour_ends_by_itself() -> None:
    phone = make_phone(no_schedules)
    made = data(phone, "manage_do_not_disturb", action="enable", duration="an hour")
    assert made["until"] == "2026-03-10T10:00"
    phone.advance(at(9, 59))
    assert quiet(phone)
    phone.advance(at(10))
    assert not quiet(phone)


def test_switching_it_on_again_without_a_length_makes_it_last() -> None:
    phone = make_phone(no_schedules)
    do(phone, "manage_do_not_disturb", action="enable", duration="1 hour")
    assert data(phone, "manage_do_not_disturb", action="enable")["changed"] is True
    phone.advance(at(20))
    assert quiet(phone)


def test_quiet_hours_begin_and_end_on_their_days() -> None:
    phone = make_phone(no_schedules)
    do(phone, "manage_dnd_schedule", action="create", start="23:00", end="07:00", days="weekdays")
    for when, expected in (
        (at(22, 59), False),
        (at(23), True),
        (at(7, day=11), False),
        (at(23, 30, day=13), True),
        (at(23, 30, day=14), False),
        (at(23, 30, day=16), True),
    ):
        phone.advance(when)
        assert quiet(phone) is expected, when


def test_quiet_hours_that_cover_the_present_act_at_once() -> None:
    phone = make_phone(no_schedules)
    made = data(phone, "manage_dnd_schedule", action="create", start="08:00", end="10:00")
    assert made["do_not_disturb"] is True
    assert data(phone, "manage_dnd_schedule", action="disable")["do_not_disturb"] is False
    assert data(phone, "manage_dnd_schedule", action="enable")["do_not_disturb"] is True
    assert data(phone, "manage_dnd_schedule", action="delete")["do_not_disturb"] is False


def test_quiet_hours_that_overlap_end_with_the_last_of_them() -> None:
    phone = make_phone(no_schedules)
    do(phone, "manage_dnd_schedule", action="create", start="12:00", end="14:00")
    do(phone, "manage_dnd_schedule", action="create", start="13:00", end="15:00")
    phone.advance(at(14, 30))
    assert quiet(phone)
    phone.advance(at(15))
    assert not quiet(phone)


def test_an_hour_of_quiet_outlives_the_schedule_that_ends_in_it() -> None:
    phone = make_phone(no_schedules)
    do(phone, "manage_dnd_schedule", action="create", start="08:00", end="09:30")
    do(phone, "manage_do_not_disturb", action="enable", duration="2 hours")
    phone.advance(at(10))
    assert quiet(phone)
    phone.advance(at(11))
    assert not quiet(phone)


def test_a_schedule_switched_off_by_hand_is_quiet_again_the_next_day() -> None:
    phone = make_phone(no_schedules)
    do(phone, "manage_dnd_schedule", action="create", start="08:00", end="10:00")
    do(phone, "manage_do_not_disturb", action="disable")
    phone.advance(at(9, 45))
    assert not quiet(phone)
    phone.advance(at(8, 0, day=11))
    assert quiet(phone)


def test_a_changed_schedule_keeps_what_was_not_said() -> None:
    phone = make_phone(no_schedules)
    do(phone, "manage_dnd_schedule", action="create", name="Choir", start="19:00", end="21:00")
    after = data(phone, "manage_dnd_schedule", action="update", name="choir", end="10 pm")
    assert (after["start"], after["end"], after["days"]) == ("19:00", "22:00", "daily")
    assert after["enabled"] is True


# what gets through


def test_notifications_are_silent_while_it_is_quiet() -> None:
    phone = make_phone(no_schedules)
    assert not is_silent(phone, "com.taobao.taobao", "Sale", "promotion")
    QUIET(phone)
    assert is_silent(phone, "com.taobao.taobao", "Sale", "promotion")
    assert data(phone, "query_notifications", which="silenced", app="淘宝")["total"] >= 1


def test_alarms_are_heard_unless_they_are_no_exception_any_more() -> None:
    phone = make_phone(QUIET)
    clock = "com.android.deskclock"
    assert not is_silent(phone, clock, "07:00", "alarm")
    do(phone, "manage_dnd_exception", action="remove", sort="alarms")
    do(phone, "manage_dnd_exception", action="remove", app="Clock")
    assert is_silent(phone, clock, "07:00", "alarm")


@pytest.mark.parametrize(
    "exception",
    [{"person": "Mira Kaya"}, {"app": "WhatsApp"}, {"sort": "messages"}],
    ids=["person", "app", "sort"],
)
def test_each_kind_of_exception_lets_a_message_be_heard(exception: dict[str, str]) -> None:
    phone = make_phone(QUIET)
    for name in ("WhatsApp", "WeChat"):
        do(phone, "manage_dnd_exception", action="remove", app=name)
    assert is_silent(phone, MESSENGER, "Mira Kaya", "message")
    assert data(phone, "manage_dnd_exception", action="allow", **exception)["changed"] is True
    assert not is_silent(phone, MESSENGER, "Mira Kaya", "message")
    assert is_silent(phone, "com.taobao.taobao", "Mira", "promotion")


def test_a_family_exception_is_for_the_contacts_of_that_group() -> None:
    phone = make_phone(QUIET, must("manage_dnd_exception", action="allow", sort="family"))
    assert not is_silent(phone, "com.android.dialer", "Dad", "call")
    assert is_silent(phone, "com.android.dialer", "Boss", "call")


def test_a_caller_is_known_by_number_where_the_title_does_not_name_them() -> None:
    phone = make_phone(QUIET, must("manage_dnd_exception", action="allow", person="Boss"))
    number = data(phone, "manage_dnd_exception", action="query", person="Boss")["exceptions"][0]
    dialer = "com.android.dialer"
    assert not is_silent(phone, dialer, "Missed call", "call", sender=number["person"])
    assert is_silent(phone, dialer, "Missed call", "call", sender="+447700900001")


def test_an_exception_made_twice_is_one() -> None:
    phone = make_phone(must("manage_dnd_exception", action="allow", app="WhatsApp"))
    again = do(phone, "manage_dnd_exception", action="allow", app="WhatsApp")
    assert again.result.data["changed"] is False and again.changes == ()


def test_an_app_without_the_permission_posts_nothing_but_alarms() -> None:
    phone = make_phone()
    key = permission_key(MESSENGER, "notifications")
    phone.store.put(PERMISSIONS, key, Permission(MESSENGER, "notifications", "denied"))
    assert notify(phone.store, MESSENGER, "Mira", "hi", "message") == ""
    assert notify(phone.store, MESSENGER, "07:00", "", "alarm")


# sound


def test_a_profile_brings_back_every_volume_and_the_ringer_mode() -> None:
    phone = make_phone(must("set_volume", stream="media", percent=35))
    before = phone.store.only(SOUND)
    do(phone, "manage_sound_profile", action="save", name="Mine")
    do(phone, "set_volume", stream="media", percent=90)
    do(phone, "set_ringer_mode", mode="silent")
    assert data(phone, "manage_sound_profile", action="apply", name="mine")["changed"] is True
    assert phone.store.only(SOUND) == before
    assert data(phone, "manage_sound_profile", action="apply", name="mine")["changed"] is False


def test_an_app_is_heard_as_a_part_of_the_media_volume() -> None:
    phone = make_phone(must("set_volume", stream="media", percent=60))
    assert data(phone, "set_app_volume", app="Douyin", percent=50)["heard_percent"] == 30


def test_one_persons_ringtone_leaves_all_others_alone() -> None:
    phone = make_phone()
    default = data(phone, "set_ringtone", sound="Harp")["sound_id"]
    made = data(phone, "set_ringtone", sound="Rooster", person="Mira Kaya")
    assert (made["name"], made["previous_sound"]) == ("Mira Kaya", "default")
    assert data(phone, "set_ringtone", sound="Harp")["previous_sound_id"] == default


def test_a_song_can_be_a_ringtone_and_a_ringtone_comes_first() -> None:
    phone = make_phone()
    assert data(phone, "set_ringtone", sound="Greensleeves")["sound_id"].startswith("song")
    assert data(phone, "set_ringtone", sound="Marimba")["sound_id"].startswith("ringtone")


# the screen


def test_the_dark_theme_follows_the_sun() -> None:
    phone = make_phone(must("manage_dark_mode", action="enable"))
    assert data(phone, "schedule_dark_mode", action="set", schedule="sunset")["dark_now"] is False
    phone.advance(at(18, 10))
    assert phone.store.only(DISPLAY).dark_mode
    phone.advance(at(6, 15, day=11))
    assert not phone.store.only(DISPLAY).dark_mode


def test_a_theme_changed_by_hand_holds_until_the_next_edge() -> None:
    phone = make_phone(must("schedule_dark_mode", action="set", schedule="sunset"))
    phone.advance(at(19))
    do(phone, "manage_dark_mode", action="disable")
    phone.advance(at(23))
    assert not phone.store.only(DISPLAY).dark_mode
    phone.advance(at(18, 10, day=11))
    assert phone.store.only(DISPLAY).dark_mode


def test_the_night_light_comes_and_goes_at_its_own_hours() -> None:
    phone = make_phone()
    do(phone, "manage_night_light", action="schedule", start="21:00", end="23:00", warmth=80)
    assert not phone.store.only(NIGHT_LIGHT).enabled
    phone.advance(at(21))
    assert phone.store.only(NIGHT_LIGHT).enabled
    assert phone.store.only(NIGHT_LIGHT).warmth == 80
    phone.advance(at(23))
    assert not phone.store.only(NIGHT_LIGHT).enabled


def test_the_night_light_rules_the_tint_but_not_the_colours() -> None:
    phone = make_phone(must("manage_night_light", action="enable"))
    fault = do(phone, "set_color_mode", mode="natural", temperature="cool").result.fault
    assert fault is not None and fault.code == "conflict"
    assert data(phone, "set_color_mode", mode="natural")["mode"] == "natural"


def test_text_grows_by_steps_and_stops_at_the_largest() -> None:
    phone = make_phone(must("set_font_size", size="larger"))
    assert data(phone, "set_font_size", size="one_step_up")["size"] == "largest"
    again = do(phone, "set_font_size", size="one_step_up")
    assert again.result.data["changed"] is False and again.changes == ()


def test_one_apps_refresh_rate_leaves_the_phones() -> None:
    phone = make_phone(must("set_refresh_rate", rate="60"))
    assert data(phone, "set_refresh_rate", rate="120", app="WeChat")["previous_rate"] == "inherit"
    assert phone.store.only(SCREEN).rate == "60"


def test_120_hertz_on_an_empty_battery_needs_the_charger() -> None:
    phone = make_phone(device(battery_percent=5, charging=True))
    assert data(phone, "set_refresh_rate", rate="120")["rate"] == "120"


def test_a_wallpaper_for_the_lock_screen_leaves_the_home_screen() -> None:
    phone = make_phone(must("set_wallpaper", wallpaper="Plain Black"))
    after = data(phone, "set_wallpaper", wallpaper="Koi", screen="lock")
    assert (after["home"], after["lock"]) == ("Plain Black", "Koi")


def test_look_alike_wallpapers_are_asked_about() -> None:
    fault = do(make_phone(), "set_wallpaper", wallpaper="晨雾").result.fault
    assert fault is not None and fault.code == "ambiguous"
    assert "晨雾松林" in fault.message and "晨雾群山" in fault.message


def test_a_disabled_screen_saver_no_longer_shows() -> None:
    phone = make_phone()
    do(phone, "manage_screen_saver", action="start", shows="photos")
    do(phone, "manage_screen_saver", action="disable")
    saver = phone.store.only(SCREEN_SAVER)
    assert not saver.showing and saver.shows == "photos"
