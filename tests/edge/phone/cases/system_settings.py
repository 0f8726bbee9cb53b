"""Cases of the settings: battery, language, updates, accounts, backups, users, focus, sleep."""

from __future__ import annotations

from typing import Any

from tandem_edge.phone.catalogue.system_settings.accessibility import FEATURES
from tandem_edge.phone.catalogue.system_settings.developer_options import OPTIONS
from tandem_edge.phone.catalogue.system_settings.focus_modes import FOCUS_MODES, FocusMode
from tandem_edge.phone.catalogue.system_settings.phone_backup import BACKUPS
from tandem_edge.phone.catalogue.system_settings.phone_language import LANGUAGES
from tandem_edge.phone.catalogue.system_settings.phone_updates import UPDATE, SystemUpdate
from tandem_edge.phone.catalogue.system_settings.quick_tiles import TILES
from tandem_edge.phone.catalogue.system_settings.setting_list import SECTIONS
from tandem_edge.phone.catalogue.system_settings.settings_pages import SCOPES
from tandem_edge.phone.catalogue.system_settings.sync_accounts import ACCOUNTS, DATA, PROVIDERS
from tandem_edge.phone.catalogue.system_settings.user_profiles import USERS, UserProfile
from tandem_edge.phone.sandbox.world import SandboxPhone
from tests.edge.phone.cases.everyday import CALLING
from tests.edge.phone.making import (
    AIRPLANE,
    FULL,
    LOCKED,
    OFFLINE,
    WEAK,
    Case,
    Setup,
    device,
    fails,
    hit_by,
    must,
    ok,
)

SAVER = must("manage_battery_saver", action="enable")
LEVEL = must("manage_battery_saver", action="schedule", percent=20)
NIGHT = must("restart_phone", action="schedule", time="3:00 tomorrow", repeat="weekly")
MENU = must("manage_developer_option", action="enable", option="developer_menu")
USB = must("manage_developer_option", action="enable", option="usb_debugging")
BEDTIME = must("manage_bedtime", action="set", start="23:00", end="6:30", nights="weeknights")
LATE = device(clock=SandboxPhone.generate(7).now().replace(hour=23, minute=30, tzinfo=None))
NO_WIFI = must("manage_wifi", action="disable")
GUEST = must("manage_user_profile", action="switch", name="Guest")
NADIA = must("manage_user_profile", action="create", name="Nadia")
FOCUS = must("manage_focus_mode", action="create", name="Thesis")
BLOCKED = must("manage_focus_mode", action="add_app", name="Thesis", app="微信")
OPEN_CHAT = must("open_app", app="微信")
RUNNING = must("manage_focus_mode", action="start", name="Thesis", duration="2 hours")
HELPER = must("manage_emergency_contact", action="add", person="Marcus Chen", relation="friend")
MINE = {"provider": "samsung", "address": "kim@example.com"}
ADDED = must("manage_account", action="add", **MINE)
BACKED_UP = must("manage_phone_backup", action="create")


def update(**fields: Any) -> Setup:
    offer: dict[str, Any] = {"version": "16.2", "patch": "2026-03", "megabytes": 900}
    return lambda phone: phone.store.put(UPDATE, "-", SystemUpdate(**(offer | fields)))


OFFERED, HERE = update(), update(downloaded=True)
BOOKED = must("manage_system_update", action="schedule", time="3:00 tomorrow")


def _no_backup_account(phone: SandboxPhone) -> None:
    for key in list(phone.store.all(ACCOUNTS)):
        phone.store.update(ACCOUNTS, key, backup=False)


def _nothing_synced(phone: SandboxPhone) -> None:
    for key in list(phone.store.all(ACCOUNTS)):
        phone.store.update(ACCOUNTS, key, synced=())


def _huge_backups(phone: SandboxPhone) -> None:
    for key in list(phone.store.all(BACKUPS)):
        phone.store.update(BACKUPS, key, megabytes=6000)


def _many_users(phone: SandboxPhone) -> None:
    for number in range(4):
        phone.store.add(USERS, UserProfile(f"Lodger {number}", "adult"))


def _twin_modes(phone: SandboxPhone) -> None:
    for name in ("Thesis draft", "Thesis talk"):
        phone.store.add(FOCUS_MODES, FocusMode(name))


def _many_helpers(phone: SandboxPhone) -> None:
    for name in ("Marcus Chen", "Marcus Chan", "Kevin"):
        must("manage_emergency_contact", action="add", person=name)(phone)


EXAMPLES: list[Case] = [
    ok("query_battery"),
    ok("query_battery", SAVER, device(charging=True, battery_percent=40)),
    ok("manage_battery_saver", action="enable"),
    ok("manage_battery_saver", SAVER, action="enable"),
    ok("manage_battery_saver", SAVER, action="disable"),
    ok("manage_battery_saver", action="query"),
    ok("manage_battery_saver", action="schedule", percent=20),
    ok("manage_battery_saver", LEVEL, action="schedule", percent=0),
    ok("manage_battery_saver", device(battery_percent=12), action="schedule", percent="30%"),
    ok("manage_battery_saver", action="schedule", percent=15, enabled=False),
    ok("set_charging_limit", percent=80),
    ok("set_charging_limit", percent="最高"),
    ok("query_battery_usage"),
    ok("query_battery_usage", app="微信", period="last_week"),
    ok("query_battery_usage", period="last_charge"),
    *(ok("set_system_language", language=each, app="WhatsApp") for each in LANGUAGES),
    ok("set_system_language", language="chinese"),
    ok("set_system_language", device(language="zh"), language="english"),
    ok("manage_time_zone", action="set", zone="东京"),
    ok(
        "manage_time_zone",
        must("manage_countdown", action="start", duration="20 minutes"),
        must("manage_stopwatch", action="start"),
        action="set",
        zone="New York",
    ),
    ok(
        "manage_time_zone",
        must("manage_time_zone", action="set", zone="London"),
        action="automatic",
    ),
    ok("manage_time_zone", action="set", zone="Berlin", follows=True),
    ok("manage_time_zone", action="query"),
    *(ok("set_clock_format", format=each) for each in ("12_hour", "24_hour", "12-hour")),
    *(
        ok("query_device_info", topic=each)
        for each in ("hardware", "software", "identifiers", "uptime")
    ),
    ok("restart_phone", OPEN_CHAT, action="now"),
    ok("restart_phone", action="schedule", time="3:00 tomorrow"),
    ok("restart_phone", NIGHT, action="schedule", time="4:00 tomorrow", repeat="daily"),
    ok("restart_phone", action="schedule", time="2026-03-01T04:00", repeat="weekly"),
    ok("restart_phone", NIGHT, action="cancel"),
    ok("restart_phone", NIGHT, action="cancel", back_to="2026-03-12T03:00"),
    ok("restart_phone", action="query"),
    ok("manage_system_update", OFFERED, action="check"),
    ok("manage_system_update", update(version=""), action="check"),
    ok("manage_system_update", OFFERED, action="download"),
    ok("manage_system_update", OFFERED, NO_WIFI, action="download", mobile_data=True),
    ok("manage_system_update", HERE, action="discard"),
    ok("manage_system_update", HERE, OPEN_CHAT, action="install"),
    ok("manage_system_update", HERE, action="schedule", time="3:00 tomorrow"),
    ok("manage_system_update", HERE, BOOKED, action="schedule", time="明天凌晨四点"),
    ok("manage_system_update", HERE, BOOKED, action="cancel"),
    ok("manage_system_update", HERE, BOOKED, action="cancel", back_to="2026-03-12T03:00"),
    *(
        ok(
            "manage_accessibility_feature",
            must("manage_accessibility_feature", action=before, feature=each),
            action=after,
            feature=each,
        )
        for each in FEATURES
        for before, after in (("disable", "enable"), ("enable", "disable"))
    ),
    *(
        ok(
            "manage_accessibility_feature",
            action="assign_shortcut",
            feature="magnification",
            shortcut=each,
        )
        for each in ("volume_keys", "floating_button", "none")
    ),
    ok("manage_accessibility_feature", action="query"),
    ok("manage_accessibility_feature", action="query", feature="bold_text"),
    *(
        ok("manage_account", action="add", provider=each, address="kim@example.com")
        for each in PROVIDERS
    ),
    ok("manage_account", ADDED, action="remove", **MINE),
    ok("manage_account", ADDED, action="remove", account_id="account7"),
    ok("manage_account", action="query"),
    ok("manage_account", action="query", provider="google"),
    ok("sync_account", action="sync"),
    ok("sync_account", action="sync", provider="work"),
    *(
        ok(
            "sync_account",
            ADDED,
            must("sync_account", action=before, data=each, **MINE),
            action=after,
            data=each,
            **MINE,
        )
        for each in DATA
        for before, after in (("disable", "enable"), ("enable", "disable"))
    ),
    ok("sync_account", action="disable", data="contacts", account_id="account2"),
    ok("sync_account", action="query"),
    ok("sync_account", action="query", data="mail"),
    *(ok("sync_account", action="query", provider=each) for each in PROVIDERS),
    ok("manage_phone_backup", action="create"),
    ok("manage_phone_backup", action="restore"),
    ok("manage_phone_backup", action="restore", day="yesterday"),
    ok("manage_phone_backup", BACKED_UP, action="delete", day="today"),
    ok("manage_phone_backup", action="delete", backup_id="backup2"),
    ok("manage_phone_backup", action="query"),
    ok("manage_phone_backup", BACKED_UP, action="query", device="Pixel"),
    ok("manage_phone_backup", action="enable"),
    ok("manage_phone_backup", must("manage_phone_backup", action="enable"), action="disable"),
    *(
        ok("manage_user_profile", action="create", name="Nadia", kind=each)
        for each in ("adult", "child", "guest")
    ),
    ok("manage_user_profile", NADIA, action="switch", name="Nadia"),
    ok("manage_user_profile", GUEST, action="switch", name="Owner"),
    ok("manage_user_profile", GUEST, action="switch", name="机主"),
    ok("manage_user_profile", NADIA, action="rename", name="nadia", new_name="Nadia B."),
    ok("manage_user_profile", action="delete", name="Guest"),
    ok("manage_user_profile", NADIA, action="delete", name="any", user_id="user5"),
    ok("manage_user_profile", action="query"),
    ok("manage_developer_option", action="enable", option="developer_menu"),
    ok("manage_developer_option", MENU, USB, action="disable", option="developer_menu"),
    ok(
        "manage_developer_option",
        action="enable",
        option="developer_menu",
        options="usb_debugging stay_awake",
    ),
    *(
        ok(
            "manage_developer_option",
            MENU,
            must("manage_developer_option", action=before, option=each),
            action=after,
            option=each,
        )
        for each in OPTIONS
        for before, after in (("disable", "enable"), ("enable", "disable"))
    ),
    ok("manage_developer_option", action="query"),
    ok("manage_focus_mode", FOCUS, BLOCKED, OPEN_CHAT, action="start", name="Thesis"),
    ok("manage_focus_mode", FOCUS, action="start", name="thesis", duration="90 minutes"),
    ok("manage_focus_mode", FOCUS, RUNNING, action="start", name="Thesis"),
    ok("manage_focus_mode", FOCUS, action="start", name="Thesis", until="2026-03-10T11:00:00"),
    ok("manage_focus_mode", FOCUS, BLOCKED, RUNNING, OPEN_CHAT, action="stop"),
    ok("manage_focus_mode", FOCUS, BLOCKED, action="stop", name="Thesis", reopened="com.whatsapp"),
    ok("manage_focus_mode", action="create", name="Thesis"),
    ok("manage_focus_mode", FOCUS, BLOCKED, action="delete", name="Thesis"),
    ok("manage_focus_mode", FOCUS, RUNNING, action="add_app", name="Thesis", app="WeChat"),
    ok("manage_focus_mode", FOCUS, BLOCKED, action="remove_app", name="Thesis", app="WeChat"),
    ok("manage_focus_mode", action="delete", name="any", focus_id="focus2"),
    ok("manage_focus_mode", action="query"),
    *(
        ok("manage_bedtime", action="set", start="10:30 pm", end="早上六点", nights=each)
        for each in ("every_night", "weeknights", "weekend_nights")
    ),
    ok("manage_bedtime", LATE, BEDTIME, action="set", start="22:00", end="7:00"),
    ok("manage_bedtime", action="set", start="22:00", end="7:00", enabled=False),
    ok("manage_bedtime", LATE, action="enable"),
    ok("manage_bedtime", LATE, BEDTIME, action="disable"),
    ok("manage_bedtime", action="query"),
    *(
        ok("manage_emergency_contact", action="add", person="Marcus Chen", relation=each)
        for each in ("parent", "partner", "child", "sibling", "friend", "doctor", "other")
    ),
    ok("manage_emergency_contact", HELPER, action="remove", person="Marcus Chen"),
    ok("manage_emergency_contact", action="remove", person="any", helper_id="helper1"),
    ok("manage_emergency_contact", LOCKED, action="query"),
    ok("manage_emergency_contact", HELPER, action="query", person="Marcus"),
    *(
        ok("manage_quick_tile", must("manage_quick_tile", action="remove", tile=each),
           action="add", tile=each)
        for each in TILES
    ),
    ok("manage_quick_tile", must("manage_quick_tile", action="remove", tile="nfc"),
       action="add", tile="nfc", position=2),
    ok("manage_quick_tile", action="remove", tile="bluetooth"),
    ok("manage_quick_tile", action="move", tile="flashlight", position=1),
    ok("manage_quick_tile", action="query"),
    *(ok("search_settings", query="screen lock pin volume wifi apps battery backup captions 字体",
         section=each) for each in SECTIONS if each == "display"),
    *(ok("search_settings", query=word, section=section) for section, word in (
        ("network", "VPN"), ("sound", "来电铃声"), ("battery", "drain"), ("apps", "悬浮窗"),
        ("security", "fingerprint unlock"), ("system", "关于手机"), ("accessibility", "captions"),
    )),
    ok("search_settings", query="字太小了"),
    *(ok("reset_settings", must("set_brightness", percent=3), scope=each) for each in SCOPES),
]  # fmt: skip

FAULTS: list[Case] = [
    fails("missing_argument", "manage_battery_saver", action="schedule"),
    fails("charging", "manage_battery_saver", device(charging=True), action="enable"),
    fails("missing_argument", "set_charging_limit"),
    fails("invalid_argument", "set_charging_limit", percent=30),
    fails("not_installed", "query_battery_usage", app="No Such App"),
    fails("missing_argument", "set_system_language"),
    fails("locked", "set_system_language", LOCKED, language="chinese"),
    fails("unsupported", "set_system_language", language="korean"),
    fails("unsupported", "set_system_language", language="system_default"),
    fails("not_installed", "set_system_language", language="korean", app="No Such App"),
    fails("missing_argument", "manage_time_zone", action="set"),
    fails("invalid_argument", "manage_time_zone", action="set", zone="Atlantis"),
    fails("offline", "manage_time_zone", OFFLINE, action="automatic"),
    fails("missing_argument", "set_clock_format"),
    fails("missing_argument", "query_device_info"),
    fails("locked", "query_device_info", LOCKED, topic="identifiers"),
    fails("missing_argument", "restart_phone", action="schedule"),
    fails("invalid_argument", "restart_phone", action="schedule", time="2026-03-01T04:00"),
    fails("call_active", "restart_phone", CALLING, action="now"),
    fails("nothing_planned", "restart_phone", action="cancel"),
    fails("missing_argument", "manage_system_update", HERE, action="schedule"),
    fails("offline", "manage_system_update", OFFLINE, action="check"),
    fails("battery_saver_on", "manage_system_update", OFFERED, SAVER, action="download"),
    fails("call_active", "manage_system_update", HERE, CALLING, action="install"),
    fails("battery_low", "manage_system_update", HERE, WEAK, action="install"),
    fails("up_to_date", "manage_system_update", update(version=""), action="download"),
    fails("wifi_needed", "manage_system_update", OFFERED, NO_WIFI, action="download"),
    fails("low_storage", "manage_system_update", OFFERED, FULL, action="download"),
    fails("not_downloaded", "manage_system_update", OFFERED, action="install"),
    fails("not_downloaded", "manage_system_update", OFFERED, action="schedule",
          time="3:00 tomorrow"),
    fails("invalid_argument", "manage_system_update", HERE, action="schedule",
          time="2026-03-01T04:00"),
    fails("scheduled", "manage_system_update", HERE, BOOKED, action="discard"),
    fails("nothing_planned", "manage_system_update", HERE, action="cancel"),
    fails("missing_argument", "manage_accessibility_feature", action="enable"),
    fails(
        "conflict",
        "manage_accessibility_feature",
        must("manage_accessibility_feature", action="enable", feature="color_inversion"),
        action="enable",
        feature="color_correction",
    ),
    fails("missing_argument", "manage_account", action="add", provider="google"),
    fails("invalid_argument", "manage_account", action="add", provider="google", address="kim"),
    fails("locked", "manage_account", LOCKED, action="query"),
    fails("offline", "manage_account", OFFLINE, action="add", **MINE),
    fails("already_exists", "manage_account", ADDED, action="add", **MINE),
    fails("not_found", "manage_account", action="remove", address="nobody@example.com"),
    fails("ambiguous", "manage_account", action="remove", provider="google"),
    fails("in_use", "manage_account", action="remove", account_id="account1"),
    fails("missing_argument", "sync_account", action="enable"),
    fails("offline", "sync_account", AIRPLANE, NO_WIFI, action="sync"),
    fails("battery_saver_on", "sync_account", SAVER, action="sync"),
    fails("not_found", "sync_account", action="sync", address="nobody@example.com"),
    fails("ambiguous", "sync_account", action="enable", data="mail", provider="google"),
    fails("nothing_to_sync", "sync_account", _nothing_synced, action="sync"),
    fails("missing_argument", "manage_phone_backup"),
    fails("locked", "manage_phone_backup", LOCKED, action="restore"),
    fails("offline", "manage_phone_backup", OFFLINE, action="create"),
    fails("battery_saver_on", "manage_phone_backup", SAVER, action="create"),
    fails("no_account", "manage_phone_backup", _no_backup_account, action="create"),
    fails("no_account", "manage_phone_backup", _no_backup_account, action="enable"),
    fails("cloud_full", "manage_phone_backup", _huge_backups, action="create"),
    fails("not_found", "manage_phone_backup", action="restore", device="Nokia"),
    fails("ambiguous", "manage_phone_backup", action="delete"),
    fails("missing_argument", "manage_user_profile", action="create"),
    fails("locked", "manage_user_profile", LOCKED, action="switch", name="Guest"),
    fails("not_owner", "manage_user_profile", GUEST, action="create", name="Nadia"),
    fails("already_exists", "manage_user_profile", NADIA, action="create", name="NADIA"),
    fails("limit_reached", "manage_user_profile", _many_users, action="create", name="Nadia"),
    fails("not_found", "manage_user_profile", action="switch", name="Nobody"),
    fails("ambiguous", "manage_user_profile", _many_users, action="switch", name="lodger"),
    fails("protected", "manage_user_profile", action="delete", name="Owner"),
    fails("missing_argument", "manage_developer_option", action="enable"),
    fails("locked", "manage_developer_option", LOCKED, action="enable", option="developer_menu"),
    fails("not_owner", "manage_developer_option", GUEST, action="enable", option="developer_menu"),
    fails("menu_off", "manage_developer_option", action="enable", option="usb_debugging"),
    fails("wifi_needed", "manage_developer_option", MENU, NO_WIFI, action="enable",
          option="wireless_debugging"),
    fails("missing_argument", "manage_focus_mode", action="start"),
    fails("invalid_argument", "manage_focus_mode", FOCUS, action="start", name="Thesis",
          duration="3 days"),
    fails("not_found", "manage_focus_mode", action="start", name="No such mode"),
    fails("not_found", "manage_focus_mode", action="stop"),
    fails("ambiguous", "manage_focus_mode", _twin_modes, action="start", name="Thesis"),
    fails("already_exists", "manage_focus_mode", FOCUS, action="create", name="THESIS"),
    fails("conflict", "manage_focus_mode", FOCUS, RUNNING, action="delete", name="Thesis"),
    fails("not_installed", "manage_focus_mode", FOCUS, action="add_app", name="Thesis",
          app="No Such App"),
    fails("missing_argument", "manage_bedtime", action="set", start="22:00"),
    fails("invalid_argument", "manage_bedtime", action="set", start="22:00", end="10 pm"),
    fails("missing_argument", "manage_emergency_contact", action="add"),
    fails("locked", "manage_emergency_contact", LOCKED, action="add", person="Kevin"),
    fails("permission_denied", "manage_emergency_contact", hit_by("denied", "contacts"),
          action="add", person="Kevin"),
    fails("not_found", "manage_emergency_contact", action="add", person="Nobody Atall"),
    fails("ambiguous", "manage_emergency_contact", action="add", person="Mira"),
    fails("already_exists", "manage_emergency_contact", HELPER, action="add",
          person="Marcus Chen"),
    fails("limit_reached", "manage_emergency_contact", _many_helpers, action="add",
          person="Dr. Amara Osei"),
    fails("missing_argument", "manage_quick_tile", action="move", tile="wifi"),
    fails("not_found", "manage_quick_tile",
          must("manage_quick_tile", action="remove", tile="nfc"),
          action="move", tile="nfc", position=1),
    fails("missing_argument", "search_settings"),
    fails("not_found", "search_settings", query="xylophone"),
    fails("missing_argument", "reset_settings"),
    fails("locked", "reset_settings", LOCKED, scope="sound"),
    fails("not_owner", "reset_settings", GUEST, scope="sound"),
    fails("call_active", "reset_settings", CALLING, scope="network"),
]  # fmt: skip
