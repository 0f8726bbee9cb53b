"""Every fault profile does what it says, seen through a real adb server."""

from __future__ import annotations

import subprocess

import adbutils
import pytest
import uiautomator2
from uiautomator2.exceptions import AccessibilityServiceAlreadyRegisteredError, RPCError

from tests.fakes.adb_server import PrivateAdb
from tests.fakes.android_phone import PROFILES, AndroidPhone
from tests.fakes.waiting import wait_until

pytestmark = [
    # uiautomator2 leaves its sockets to the collector when a call fails.
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


def shell(adb: PrivateAdb, phone: AndroidPhone, line: str) -> str:
    return adb.text("-s", phone.serial, "shell", line)


def test_each_profile_has_its_own_name_and_says_what_it_stands_for() -> None:
    assert all(name == profile.name and profile.says for name, profile in PROFILES.items())


def test_a_phone_that_nobody_unlocks_for_us_is_unauthorised_until_somebody_does(
    adb: PrivateAdb,
) -> None:
    with AndroidPhone.running(7, profile="unauthorised") as phone:
        adb.connect(phone.serial)
        adb.wait_for(phone.serial, "unauthorized")
        wait_until(lambda: "PUBLIC_KEY" in phone.log.of("auth"))
        phone.allow()
        adb.wait_for(phone.serial)
        adb.disconnect(phone.serial)


def test_a_key_that_was_allowed_once_is_known_by_its_signature(
    adb: PrivateAdb, android: AndroidPhone
) -> None:
    adb.disconnect(android.serial)
    android.log.clear()
    adb.connect(android.serial)
    adb.wait_for(android.serial)
    assert android.log.of("auth") == ["SIGNATURE"]


def test_a_silent_daemon_is_offline(adb: PrivateAdb) -> None:
    with AndroidPhone.running(7, profile="offline") as phone:
        connecting = subprocess.Popen(
            [adbutils.adb_path(), "connect", phone.serial],
            env=adb.environment,
            stdout=subprocess.DEVNULL,
        )
        adb.wait_for(phone.serial, "offline")
        connecting.kill()
        connecting.wait()
        adb.disconnect(phone.serial)


def test_a_frozen_phone_answers_nothing_until_it_thaws(
    adb: PrivateAdb, android: AndroidPhone
) -> None:
    android.become("frozen")
    with pytest.raises(subprocess.TimeoutExpired):
        adb.run("-s", android.serial, "shell", "echo hi", timeout_s=1)
    assert adb.states()[android.serial] == "device"
    android.become("unspoilt")
    assert shell(adb, android, "echo hi") == "hi\n"


def test_a_dropped_connection_cuts_what_was_under_way_and_comes_back(
    adb: PrivateAdb, android: AndroidPhone
) -> None:
    android.become("dropping")
    done = adb.run("-s", android.serial, "shell", "seq 1 5000")
    assert len(done.stdout) < 5000
    assert done.returncode != 0
    adb.connect(android.serial)
    adb.wait_for(android.serial)
    assert shell(adb, android, "seq 1 5000 | wc -l") == "5000\n"


def test_an_old_shell_gives_no_exit_code_and_one_stream(adb: PrivateAdb) -> None:
    with AndroidPhone.running(7, profile="old_shell") as phone:  # its banner is read once
        adb.connect(phone.serial)
        adb.wait_for(phone.serial)
        done = adb.run("-s", phone.serial, "shell", "echo err >&2; exit 3")
        assert (done.stdout, done.stderr, done.returncode) == (b"err\n", b"", 0)
        adb.disconnect(phone.serial)


def test_a_vanished_phone_is_no_longer_there(adb: PrivateAdb) -> None:
    with AndroidPhone.running(7) as phone:
        adb.connect(phone.serial)
        adb.wait_for(phone.serial)
        phone.vanish()
        wait_until(lambda: adb.states().get(phone.serial) != "device")
        assert adb.run("-s", phone.serial, "shell", "true").returncode != 0
        adb.disconnect(phone.serial)


@pytest.mark.parametrize(
    ("profile", "line", "said"),
    [
        ("xiaomi_locked_debugging", "settings put secure a 1", "WRITE_SECURE_SETTINGS"),
        ("xiaomi_locked_debugging", "input tap 1 1", "INJECT_EVENTS"),
        ("xiaomi_locked_debugging", "media volume --get", "inaccessible or not found"),
        ("no_secure_settings", "ime list -s", "SecurityException"),
        ("no_secure_settings", "settings put global a 1", "SecurityException"),
        ("no_input", "input keyevent HOME", "INJECT_EVENTS"),
        ("no_providers", "content query --uri content://sms/inbox", "READ_SMS"),
    ],
)
def test_a_vendor_that_takes_a_permission_away_says_so(
    adb: PrivateAdb, android: AndroidPhone, profile: str, line: str, said: str
) -> None:
    android.become(profile)
    done = adb.run("-s", android.serial, "shell", line)
    assert said in done.stderr.decode()
    assert done.returncode != 0
    assert android.store.changes() == ()


def test_dumps_of_a_gbk_phone_are_no_utf_8(adb: PrivateAdb, android: AndroidPhone) -> None:
    android.become("gbk_dumps")
    raw = adb.run("-s", android.serial, "shell", "dumpsys notification --noredact").stdout
    with pytest.raises(UnicodeDecodeError):
        raw.decode()
    assert "android.title" in raw.decode("gbk", "replace")


def test_an_automator_that_another_program_holds_is_reported_as_such(
    adb: PrivateAdb, untouched: AndroidPhone
) -> None:
    untouched.become("automator_taken")
    with pytest.raises(AccessibilityServiceAlreadyRegisteredError):
        _ = uiautomator2.connect(untouched.serial).info


def test_a_warning_stands_before_the_picture_of_a_phone_with_two_displays(
    adb: PrivateAdb,
    android: AndroidPhone,
) -> None:
    android.become("warned_screenshot")
    raw = adb.run("-s", android.serial, "exec-out", "screencap -p").stdout
    assert raw.startswith(b"[Warning]")
    assert b"\x89PNG" in raw


@pytest.mark.parametrize("profile", ["empty_hierarchy", "huge_hierarchy", "malformed_hierarchy"])
def test_a_spoilt_hierarchy_is_spoilt_in_its_own_way(
    adb: PrivateAdb, android: AndroidPhone, profile: str
) -> None:
    android.become(profile)
    xml = uiautomator2.connect(android.serial).jsonrpc.dumpWindowHierarchy(False, 50)
    assert {
        "empty_hierarchy": xml.endswith('<hierarchy rotation="0" />'),
        "huge_hierarchy": xml.count("<node") > 10_000,
        "malformed_hierarchy": not xml.endswith(">") or "</hierarchy>" not in xml,
    }[profile]


def test_a_tree_too_deep_for_the_server_overflows_unless_asked_for_less(
    adb: PrivateAdb, android: AndroidPhone
) -> None:
    android.become("deep_hierarchy")
    device = uiautomator2.connect(android.serial)
    with pytest.raises(RPCError, match="StackOverflowError"):
        device.jsonrpc.dumpWindowHierarchy(False, 50)
    assert "</hierarchy>" in device.jsonrpc.dumpWindowHierarchy(False, 15)


def test_a_secure_screen_is_black_and_its_views_are_there(
    adb: PrivateAdb, android: AndroidPhone
) -> None:
    android.become("black_screenshot")
    device = uiautomator2.connect(android.serial)
    assert device.screenshot().convert("L").getextrema() == (0, 0)
    assert device(text="Settings").exists


def test_what_the_keyboard_covers_cannot_be_touched(adb: PrivateAdb, android: AndroidPhone) -> None:
    android.become("keyboard_covering")
    device = uiautomator2.connect(android.serial)
    device.app_start("com.android.settings", ".Settings")
    device(text="Display").click()
    before = android.store.mark()
    device.click(540, 2200)
    assert android.store.mark() == before
    assert "keyboard_area" in device.dump_hierarchy()


def test_a_phone_on_its_side_says_so_everywhere(adb: PrivateAdb, android: AndroidPhone) -> None:
    android.become("rotated")
    device = uiautomator2.connect(android.serial)
    assert device.info["displayRotation"] == 1
    assert device.window_size() == (2400, 1080)
    assert 'rotation="1"' in device.dump_hierarchy()
    assert device.screenshot().size == (2400, 1080)


def test_a_clipboard_that_may_not_be_read_gives_nothing(
    adb: PrivateAdb, android: AndroidPhone
) -> None:
    android.become("clipboard_denied")
    device = uiautomator2.connect(android.serial)
    device.set_clipboard("secret")
    assert device.clipboard is None


def test_an_app_that_asks_first_hides_its_window_behind_the_dialog(
    adb: PrivateAdb, android: AndroidPhone
) -> None:
    android.become("asking_apps")
    device = uiautomator2.connect(android.serial)
    shell(adb, android, "am start -n com.chess/.MainActivity")
    deny = device(resourceId="com.android.permissioncontroller:id/permission_deny_button")
    assert not device(packageName="com.chess").exists
    deny.click()
    assert not deny.exists
    assert any(change.table == "permissions" for change in android.store.changes())
