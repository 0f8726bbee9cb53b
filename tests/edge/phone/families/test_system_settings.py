"""What the settings do to one another and to the rest of the phone."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from tandem_edge.phone.authoring import needs
from tandem_edge.phone.catalogue.apps_storage.applications import INSTALLED
from tandem_edge.phone.catalogue.audio_entertainment.media import PLAYER
from tandem_edge.phone.catalogue.display_sound.display import DISPLAY
from tandem_edge.phone.catalogue.display_sound.sound import SOUND
from tandem_edge.phone.catalogue.network_connectivity.connectivity import RADIOS
from tandem_edge.phone.catalogue.network_connectivity.wifi_networks import SAVED_NETWORKS
from tandem_edge.phone.catalogue.system_settings.bedtime import BEDTIME
from tandem_edge.phone.catalogue.system_settings.developer_options import DEVELOPER
from tandem_edge.phone.catalogue.system_settings.focus_modes import paused_by
from tandem_edge.phone.catalogue.system_settings.phone_backup import BACKUPS
from tandem_edge.phone.catalogue.system_settings.phone_battery import BATTERY
from tandem_edge.phone.catalogue.system_settings.phone_identity import IDENTITY
from tandem_edge.phone.catalogue.system_settings.phone_updates import UPDATE
from tandem_edge.phone.catalogue.system_settings.setting_list import PAGES, SECTIONS
from tandem_edge.phone.catalogue.system_settings.sync_accounts import ACCOUNTS
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.conditions import first_failure
from tandem_edge.phone.sandbox.device import DEVICE
from tandem_edge.phone.sandbox.notifications import NOTIFICATIONS
from tandem_edge.phone.sandbox.world import SandboxPhone
from tests.edge.phone.cases.system_settings import (
    BEDTIME as HOURS,
)
from tests.edge.phone.cases.system_settings import (
    BLOCKED,
    BOOKED,
    FOCUS,
    GUEST,
    HERE,
    MENU,
    NIGHT,
    OFFERED,
    OPEN_CHAT,
    RUNNING,
    SAVER,
    USB,
)
from tests.edge.phone.making import device, do, make_phone, must

CHAT = "com.tencent.mm"


def data(phone: SandboxPhone, name: str, /, **arguments: Any) -> dict[str, Any]:
    result = do(phone, name, **arguments).result
    assert result.ok, result.fault
    return result.data


def code(phone: SandboxPhone, name: str, /, **arguments: Any) -> str:
    fault = do(phone, name, **arguments).result.fault
    return fault.code if fault else ""


def let_pass(phone: SandboxPhone, **length: float) -> None:
    phone.advance(phone.store.only(DEVICE).clock + timedelta(**length))


def at(hour: int, minute: int = 0, day: int = 10) -> Any:
    return device(clock=datetime(2026, 3, day, hour, minute))


# battery


def test_the_saver_makes_the_battery_last_longer() -> None:
    phone = make_phone()
    before = data(phone, "query_battery")["hours_left"]
    do(phone, "manage_battery_saver", action="enable")
    assert data(phone, "query_battery")["hours_left"] > 1.3 * before


@pytest.mark.parametrize(
    ("tool", "action"),
    [("sync_account", "sync"), ("manage_phone_backup", "create"),
     ("manage_system_update", "download")],
)  # fmt: skip
def test_what_the_saver_holds_back_works_again_without_it(tool: str, action: str) -> None:
    phone = make_phone(OFFERED, SAVER)
    assert code(phone, tool, action=action) == "battery_saver_on"
    do(phone, "manage_battery_saver", action="disable")
    assert code(phone, tool, action=action) == ""


def test_other_families_can_ask_whether_the_saver_is_off() -> None:
    phone, asked = make_phone(), (needs("battery_saver_off", code="battery_saver_on"),)
    assert first_failure(phone.store, asked, "*") == ("", "")
    do(phone, "manage_battery_saver", action="enable")
    assert first_failure(phone.store, asked, "*")[0] == "battery_saver_on"


def test_a_level_that_is_reached_already_switches_the_saver_on() -> None:
    phone = make_phone(device(battery_percent=18))
    assert data(phone, "manage_battery_saver", action="schedule", percent=15)["enabled"] is False
    assert data(phone, "manage_battery_saver", action="schedule", percent=20)["enabled"] is True


def test_a_charging_phone_tells_when_it_reaches_its_limit() -> None:
    phone = make_phone(device(charging=True, battery_percent=60))
    do(phone, "set_charging_limit", percent=80)
    assert data(phone, "query_battery")["minutes_to_full"] == 22
    assert data(phone, "set_charging_limit", percent=60)["reached"] is True


def test_the_worst_drain_comes_first_and_an_app_may_be_asked_for() -> None:
    phone = make_phone()
    worst = data(phone, "query_battery_usage")["apps"]
    shares = [each["percent"] for each in worst]
    assert shares == sorted(shares, reverse=True) and shares[0] > 0
    (one,) = data(phone, "query_battery_usage", app=worst[0]["app"])["apps"]
    assert one == worst[0]


# language, zone


def test_one_app_may_speak_another_language_than_the_phone() -> None:
    phone = make_phone()
    do(phone, "set_system_language", language="french", app="WhatsApp")
    assert phone.store.only(DEVICE).language == "en"
    again = data(phone, "set_system_language", language="french", app="WhatsApp")
    assert again["changed"] is False


def test_moving_to_another_zone_moves_the_clock_and_not_the_instant() -> None:
    phone = make_phone(must("manage_countdown", action="start", duration="20 minutes", label="x"))
    before = phone.now()
    moved = data(phone, "manage_time_zone", action="set", zone="Tokyo")
    assert moved["local_time"] == "2026-03-10T10:00"
    assert phone.now() == before
    assert data(phone, "manage_countdown", action="pause", label="x")["left_seconds"] == 1200


def test_the_network_knows_the_zone_again() -> None:
    phone = make_phone(must("manage_time_zone", action="set", zone="London"))
    back = data(phone, "manage_time_zone", action="automatic")
    assert (back["zone"], back["automatic"]) == ("Asia/Shanghai", True)


# restart, update


def test_a_restart_closes_everything_locks_the_phone_and_counts_from_anew() -> None:
    phone = make_phone(OPEN_CHAT, must("control_playback", action="resume"))
    do(phone, "restart_phone", action="now")
    store = phone.store
    assert not any(row.running for row in store.all(INSTALLED).values())
    assert not store.only(PLAYER).playing
    assert store.only(DEVICE).locked
    assert data(phone, "query_device_info", topic="uptime")["up_hours"] == 0


def test_a_weekly_restart_comes_and_plans_the_next_one() -> None:
    phone = make_phone(OPEN_CHAT, NIGHT)
    let_pass(phone, days=1)
    assert not phone.store.all(INSTALLED)[CHAT].running
    assert data(phone, "restart_phone", action="query")["time"] == "2026-03-18T03:00"


def test_an_update_goes_from_the_offer_to_the_new_system() -> None:
    phone = make_phone(OFFERED)
    free = phone.store.only(DEVICE).free_mb
    assert data(phone, "manage_system_update", action="check")["megabytes"] == 900
    do(phone, "manage_system_update", action="download")
    assert phone.store.only(DEVICE).free_mb == free - 900
    assert data(phone, "manage_system_update", action="install")["android"] == "16.2"
    assert phone.store.only(DEVICE).free_mb == free
    assert data(phone, "query_device_info", topic="software")["patch"] == "2026-03"
    assert code(phone, "manage_system_update", action="install") == "up_to_date"


def test_a_booked_update_is_installed_at_night() -> None:
    phone = make_phone(HERE, BOOKED)
    let_pass(phone, days=1)
    assert phone.store.only(IDENTITY).android == "16.2"
    assert phone.store.only(IDENTITY).booted == datetime(2026, 3, 11, 3, 0)


def test_a_booked_update_waits_when_the_battery_is_too_low() -> None:
    phone = make_phone(HERE, BOOKED, device(battery_percent=10))
    let_pass(phone, days=1)
    assert phone.store.only(UPDATE).downloaded
    assert phone.store.only(UPDATE).install_at is None
    titles = [row.title for row in phone.store.all(NOTIFICATIONS).values()]
    assert "Update not installed" in titles


# accounts, backup


def test_syncing_sends_what_was_waiting() -> None:
    phone = make_phone()
    waiting = sum(row.pending for row in phone.store.all(ACCOUNTS).values())
    assert data(phone, "sync_account", action="sync")["sent"] == waiting > 0
    assert data(phone, "sync_account", action="sync")["sent"] == 0


def test_two_accounts_of_one_provider_are_told_apart_by_address() -> None:
    phone = make_phone()
    fault = do(phone, "sync_account", action="sync", provider="google").result
    assert fault.ok and len(fault.data["accounts"]) == 2  # type: ignore[arg-type]
    address = data(phone, "manage_account", action="query", provider="google")["accounts"][1]
    done = data(phone, "manage_account", action="remove", address=address["address"])
    assert done["provider"] == "google"


def test_a_backup_brings_screen_and_sound_back() -> None:
    phone = make_phone(must("set_brightness", percent=33), must("set_volume", percent=44))
    do(phone, "manage_phone_backup", action="create")
    do(phone, "set_brightness", percent=90)
    do(phone, "set_volume", percent=5)
    do(phone, "manage_phone_backup", action="restore")
    assert phone.store.only(DISPLAY).brightness == 33
    assert phone.store.only(SOUND).media == 44


def test_nightly_backups_come_by_themselves_but_not_without_wifi() -> None:
    phone = make_phone(must("manage_phone_backup", action="enable"))
    count = len(phone.store.all(BACKUPS))
    let_pass(phone, days=1)
    assert len(phone.store.all(BACKUPS)) == count + 1
    do(phone, "manage_wifi", action="disable")
    let_pass(phone, days=1)
    assert len(phone.store.all(BACKUPS)) == count + 1


# users, developer options


def test_a_guest_may_neither_reset_the_phone_nor_debug_it() -> None:
    phone = make_phone(GUEST)
    assert code(phone, "reset_settings", scope="sound") == "not_owner"
    assert code(phone, "manage_developer_option", action="enable", option="developer_menu")
    assert data(phone, "manage_user_profile", action="switch", name="owner")["changed"] is True
    assert code(phone, "reset_settings", scope="sound") == ""


def test_there_is_always_exactly_one_user_at_the_phone() -> None:
    phone = make_phone(GUEST, GUEST)
    users = data(phone, "manage_user_profile", action="query")["users"]
    assert [user["name"] for user in users if user["active"]] == ["Guest"]


def test_hiding_the_developer_menu_switches_its_options_off() -> None:
    phone = make_phone(MENU, USB)
    gone = data(phone, "manage_developer_option", action="disable", option="developer_menu")
    assert gone["switched_off"] == "usb_debugging"
    assert phone.store.only(DEVELOPER).options == ()


# focus, bedtime


def test_a_focus_mode_closes_its_apps_and_ends_by_the_clock() -> None:
    phone = make_phone(FOCUS, BLOCKED, OPEN_CHAT, RUNNING)
    assert not phone.store.all(INSTALLED)[CHAT].running
    assert paused_by(phone.store, CHAT) == "Thesis"
    asked = (needs("not_paused", CHAT, code="paused"),)
    assert first_failure(phone.store, asked, "*")[0] == "paused"
    let_pass(phone, hours=2)
    assert paused_by(phone.store, CHAT) == ""


def test_one_focus_mode_runs_at_a_time() -> None:
    phone = make_phone(FOCUS, RUNNING, must("manage_focus_mode", action="create", name="Chess"))
    assert code(phone, "manage_focus_mode", action="start", name="Chess") == "conflict"
    assert data(phone, "manage_focus_mode", action="stop")["name"] == "Thesis"
    assert code(phone, "manage_focus_mode", action="start", name="Chess") == ""


def test_an_uninstalled_app_is_gone_from_focus_modes() -> None:
    phone = make_phone(FOCUS, BLOCKED, must("manage_app", action="uninstall", app="WeChat"))
    (mode,) = data(phone, "manage_focus_mode", action="query", name="Thesis")["modes"]
    assert mode["apps"] == []


def test_bedtime_is_quiet_through_the_night_and_no_longer() -> None:
    phone = make_phone(HOURS)
    for hour, quiet in ((22, False), (23, True), (30, True), (31, False)):
        phone.advance(datetime(2026, 3, 10) + timedelta(hours=hour))
        assert phone.store.only(SOUND).do_not_disturb is quiet, hour


def test_bedtime_leaves_a_phone_quiet_that_was_so_before() -> None:
    phone = make_phone(must("manage_do_not_disturb", action="enable"), HOURS)
    let_pass(phone, days=1)
    assert phone.store.only(SOUND).do_not_disturb


@pytest.mark.parametrize(
    ("nights", "day", "begins"),
    [
        ("weeknights", 13, "2026-03-15"),  # from Friday on, Sunday evening is next
        ("weekend_nights", 10, "2026-03-13"),
        ("every_night", 13, "2026-03-13"),
    ],
)
def test_bedtime_begins_on_the_evenings_that_are_meant(nights: str, day: int, begins: str) -> None:
    phone = make_phone(at(12, day=day))
    do(phone, "manage_bedtime", action="set", start="23:00", end="7:00", nights=nights)
    assert f"{phone.store.only(BEDTIME).change_at:%Y-%m-%d}" == begins


def test_hours_after_midnight_belong_to_the_evening_before() -> None:
    phone = make_phone(at(12, day=13))
    do(phone, "manage_bedtime", action="set", start="0:30", end="8:00", nights="weekend_nights")
    assert phone.store.only(BEDTIME).change_at == datetime(2026, 3, 14, 0, 30)


# panel, search, reset, emergency


def test_a_tile_beyond_the_end_is_the_last_one() -> None:
    tiles = data(make_phone(), "manage_quick_tile", action="move", tile="wifi", position=18)
    assert tiles["tiles"][-1] == "wifi"


@pytest.mark.parametrize(
    ("query", "title"),
    [
        ("screen timeout", "Screen timeout"),
        ("make the text bigger", "Font size"),
        ("字太小了", "Font size"),
        ("色盲", "Colour correction"),
        ("公交卡", "NFC"),
        ("install unknown apps", "Special app access"),
    ],
)
def test_a_setting_is_found_by_what_people_call_it(query: str, title: str) -> None:
    assert data(make_phone(), "search_settings", query=query)["pages"][0]["title"] == title


def test_pages_are_told_in_the_phones_language() -> None:
    phone = make_phone(must("set_system_language", language="chinese"))
    assert data(phone, "search_settings", query="font size")["pages"][0]["path"] == (
        "设置 > 显示 > 字体大小"
    )


def test_every_page_belongs_to_a_section() -> None:
    assert {page.section for page in PAGES} == set(SECTIONS)


def test_resetting_the_network_leaves_the_screen_alone() -> None:
    phone = make_phone(
        must("manage_wifi", action="disable"), must("set_brightness", percent=7)
    )  # fmt: skip
    do(phone, "reset_settings", scope="network")
    assert phone.store.only(RADIOS).wifi
    assert not phone.store.all(SAVED_NETWORKS)
    assert phone.store.only(DISPLAY).brightness == 7
    assert data(phone, "reset_settings", scope="network")["changed"] is False


def test_an_emergency_contact_outlives_the_address_book() -> None:
    phone = make_phone(
        must("manage_emergency_contact", action="add", person="Marcus Chen"),
        must("manage_contact", action="delete", name="Marcus Chen"),
        device(locked=True),
    )
    found = data(phone, "manage_emergency_contact", action="query", person="Marcus Chen")
    assert found["contacts"][0]["name"] == "Marcus Chen"


@pytest.mark.parametrize("cast", list(Cast))
def test_every_cast_has_a_battery_accounts_and_backups(cast: Cast) -> None:
    store = SandboxPhone.generate(11, cast=cast).store
    assert 0 < store.only(BATTERY).health <= 100
    assert sum(row.backup for row in store.all(ACCOUNTS).values()) == 1
    assert len(store.all(BACKUPS)) >= 3
