"""What the locks guard, what permissions mean, and what a lost phone does."""

from __future__ import annotations

from typing import Any

import pytest

from tandem_edge.phone.authoring import needs
from tandem_edge.phone.catalogue.apps_storage.applications import INSTALLED
from tandem_edge.phone.catalogue.display_sound.sound import SOUND
from tandem_edge.phone.catalogue.security_privacy.app_permissions import PERMISSION_USES
from tandem_edge.phone.catalogue.security_privacy.browsing_data import SITE_DATA, VISITS
from tandem_edge.phone.catalogue.security_privacy.password_vault import LOGINS
from tandem_edge.phone.catalogue.security_privacy.screen_lock import SCREEN_LOCK
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.conditions import first_failure
from tandem_edge.phone.sandbox.device import DEVICE
from tandem_edge.phone.sandbox.permissions import ASSISTANT, PERMISSIONS, grant_of
from tandem_edge.phone.sandbox.world import SandboxPhone
from tandem_shared.canonical import canonical_bytes
from tests.edge.phone.cases.security_privacy import APP_LOCKED, LOST, NO_LOCK, SAVED
from tests.edge.phone.making import do, hit_by, make_phone, must

CHAT = "com.tencent.mm"


def data(phone: SandboxPhone, name: str, /, **arguments: Any) -> dict[str, Any]:
    result = do(phone, name, **arguments).result
    assert result.ok, result.fault
    return result.data


def code(phone: SandboxPhone, name: str, /, **arguments: Any) -> str:
    fault = do(phone, name, **arguments).result.fault
    return fault.code if fault else ""


# permissions


def test_asking_again_leaves_no_record() -> None:
    phone = make_phone()
    for grant in ("allowed", "ask"):
        do(phone, "manage_app_permission", action="set", app="微信", permission="sms", grant=grant)
    assert grant_of(phone.store, CHAT, "sms") == "ask"
    assert f"{CHAT}:sms" not in phone.store.all(PERMISSIONS)


def test_the_assistant_cannot_give_itself_a_permission() -> None:
    phone = make_phone(hit_by("denied", "contacts"))
    asked = {"app": "Tandem", "permission": "contacts", "grant": "allowed"}
    assert code(phone, "manage_app_permission", action="set", **asked) == "protected"
    (held,) = data(phone, "manage_app_permission", action="query", app="tandem",
                   permission="contacts")["permissions"]  # fmt: skip
    assert held["grant"] == "denied"
    assert grant_of(phone.store, ASSISTANT, "sms") == "allowed"


def test_the_report_lists_only_those_who_may() -> None:
    phone = make_phone()
    for grant, listed in (("allowed", True), ("denied", False)):
        do(phone, "manage_app_permission", action="set", app="微信", permission="health",
           grant=grant)  # fmt: skip
        entries = data(phone, "audit_permissions", permission="health")["entries"]
        assert ("WeChat" in [entry["app"] for entry in entries]) is listed


def test_the_report_of_today_and_of_never_share_nothing() -> None:
    phone = make_phone()
    told = {
        view: {(entry["app"], entry["permission"])
               for entry in data(phone, "audit_permissions", view=view)["entries"]}
        for view in ("allowed", "used_today", "never_used")
    }  # fmt: skip
    assert told["used_today"] and told["never_used"]
    assert not told["used_today"] & told["never_used"]


def test_permissions_go_with_their_app() -> None:
    phone = make_phone(must("manage_app", action="uninstall", app="WeChat"))
    assert not [row for row in phone.store.all(PERMISSIONS).values() if row.app == CHAT]
    assert not [row for row in phone.store.all(PERMISSION_USES).values() if row.app == CHAT]


def test_resetting_app_preferences_makes_apps_ask_but_spares_the_assistant() -> None:
    phone = make_phone(
        hit_by("denied", "sms"), must("reset_settings", scope="app_preferences")
    )  # fmt: skip
    assert {row.app for row in phone.store.all(PERMISSIONS).values()} == {ASSISTANT}


def test_a_sensor_that_is_cut_off_is_off_for_everybody() -> None:
    phone = make_phone(must("manage_sensor_access", action="block", sensor="camera"))
    for sensor, cut_off in (("camera", "blocked"), ("location", "")):
        asked = (needs("sensor_on", sensor, code="blocked"),)
        assert first_failure(phone.store, asked, "*")[0] == cut_off


# locks


def test_the_code_of_the_screen_is_kept_nowhere() -> None:
    phone = make_phone(must("set_screen_lock", kind="pin", code="739152"))
    assert b"739152" not in canonical_bytes(phone.dump())


@pytest.mark.parametrize(
    ("kind", "given", "ends_in"),
    [
        ("pin", "73 91", ""),
        ("pin", "4567", "weak_code"),
        ("pin", "7777", "weak_code"),
        ("pin", "739", "invalid_argument"),
        ("pattern", "1478", ""),
        ("pattern", "1479963", "invalid_argument"),
        ("password", "tulip7", ""),
        ("password", "iloveyou", "weak_code"),
        ("password", "83719", "invalid_argument"),
    ],
)
def test_a_code_is_well_formed_and_hard_to_guess(kind: str, given: str, ends_in: str) -> None:
    assert code(make_phone(), "set_screen_lock", kind=kind, code=given) == ends_in


def test_a_locked_phone_does_not_read_messages() -> None:
    phone = make_phone(must("lock_phone", lockdown=True))
    assert code(phone, "read_messages") == "locked"
    assert phone.store.only(SCREEN_LOCK).lockdown


def test_without_a_screen_lock_a_restart_leaves_the_phone_open() -> None:
    phone = make_phone(NO_LOCK, must("restart_phone", action="now"))
    assert not phone.store.only(DEVICE).locked


def test_the_screen_lock_stays_while_apps_need_it() -> None:
    phone = make_phone(APP_LOCKED)
    for app in ("WhatsApp", "Gallery", "Alipay"):
        do(phone, "manage_app_lock", action="disable", app=app)
    assert code(phone, "set_screen_lock", kind="none") == "in_use"
    do(phone, "manage_app_lock", action="disable", app="Clock")
    assert code(phone, "set_screen_lock", kind="none") == ""


def test_a_lost_phone_is_locked_and_rings_aloud() -> None:
    phone = make_phone(
        must("set_ringer_mode", mode="silent"), must("manage_do_not_disturb", action="enable"), LOST
    )
    sound = phone.store.only(SOUND)
    assert phone.store.only(DEVICE).locked
    assert (sound.mode, sound.ring, sound.do_not_disturb) == ("ring", 100, False)
    shown = data(phone, "manage_lost_mode", action="query")
    assert (shown["message"], shown["phone"]) == ("Reward!", "+447700900123")


# passwords


def test_listing_logins_never_shows_a_password() -> None:
    phone = make_phone(SAVED)
    assert "Plum-River-42" not in str(data(phone, "manage_password", action="list"))
    shown = data(phone, "manage_password", action="show", site="bookworm")
    assert shown["password"] == "Plum-River-42"


def test_two_logins_of_one_site_are_told_apart_by_username() -> None:
    phone = make_phone(
        SAVED, must("manage_password", action="generate", site="Bookworm", username="dad")
    )
    fault = do(phone, "manage_password", action="show", site="Bookworm").result.fault
    assert fault is not None and fault.code == "ambiguous" and "Bookworm dad" in fault.message
    mine = data(phone, "manage_password", action="show", site="Bookworm", username="mira.k")
    assert mine["password"] == "Plum-River-42"


def test_a_new_password_takes_a_finding_off_the_check_up() -> None:
    phone = make_phone()
    before = data(phone, "check_security", area="passwords")["findings"]
    bad = next(key for key, row in phone.store.all(LOGINS).items() if row.leaked)
    login = phone.store.all(LOGINS)[bad]
    do(phone, "manage_password", action="update", site=login.site, username=login.username,
       password="Cedar-Moss-58-kettle")  # fmt: skip
    after = data(phone, "check_security", area="passwords")["findings"]
    assert len(after) < len(before)


def test_the_check_up_names_a_tool_for_everything_it_finds() -> None:
    phone = make_phone(NO_LOCK)
    found = data(phone, "check_security")
    assert not found["safe"]
    assert "set_screen_lock" in [each["mended_by"] for each in found["findings"]]
    assert {each["mended_by"] for each in found["findings"]} <= set(phone.catalogue.tools)


# browsing


def test_clearing_an_hour_leaves_what_is_older() -> None:
    phone = make_phone()
    whole = len(phone.store.all(VISITS))
    gone = data(phone, "clear_browsing_data", kind="history", period="last_hour")["visits"]
    assert 0 < gone < whole
    assert len(phone.store.all(VISITS)) == whole - gone


def test_clearing_one_site_signs_out_there_only() -> None:
    phone = make_phone()
    site = next(row.site for row in phone.store.all(SITE_DATA).values() if row.signed_in)
    cleared = data(phone, "clear_browsing_data", kind="cookies", site=site)
    assert cleared["signed_out"] == [site]
    assert any(row.cookies for row in phone.store.all(SITE_DATA).values())


def test_clearing_the_cache_frees_room_and_keeps_one_signed_in() -> None:
    phone = make_phone()
    free = phone.store.only(DEVICE).free_mb
    freed = data(phone, "clear_browsing_data", kind="cache")["freed_megabytes"]
    assert phone.store.only(DEVICE).free_mb == free + freed > free
    assert any(row.signed_in for row in phone.store.all(SITE_DATA).values())


@pytest.mark.parametrize("cast", list(Cast))
def test_every_cast_has_permissions_logins_and_a_history(cast: Cast) -> None:
    store = SandboxPhone.generate(11, cast=cast).store
    assert len(store.all(PERMISSIONS)) >= 60
    assert {row.app for row in store.all(PERMISSIONS).values()} <= set(store.all(INSTALLED))
    assert len(store.all(LOGINS)) >= 12
    assert len(store.all(VISITS)) >= 16
