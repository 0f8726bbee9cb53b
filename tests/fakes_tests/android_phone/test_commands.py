"""The phone's commands: what they change of the sandbox phone, and what they refuse."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tandem_edge.phone.catalogue.display_sound.display import DISPLAY
from tandem_edge.phone.sandbox.device import DEVICE
from tests.fakes.android_phone import AndroidPhone
from tests.fakes.android_phone.answers import Answer
from tests.fakes.android_phone.commands.providers.calendar import _minutes
from tests.fakes.android_phone.kept import KEPT

ALARM = "android.intent.extra.alarm."
SET_ALARM = ("am", "start", "-a", "android.intent.action.SET_ALARM")


def changed(phone: AndroidPhone) -> dict[str, object]:
    """The fields that differ from the phone at its start, as ``table.field``."""
    fields: dict[str, object] = {}
    for change in phone.store.changes():
        before = change.before if isinstance(change.before, dict) else {}
        after = change.after if isinstance(change.after, dict) else {}
        for name in after:
            if before.get(name) != after[name]:
                fields[f"{change.table}.{name}"] = after[name]
    return fields


@given(value=st.integers(0, 255))
def test_brightness_is_read_as_it_was_put_and_kept_in_percent(
    shared_android: AndroidPhone, value: int
) -> None:
    shared_android.command("settings", "put", "system", "screen_brightness", str(value))
    read = shared_android.command("settings", "get", "system", "screen_brightness")
    assert read.out == f"{value}\n"
    assert shared_android.store.only(DISPLAY).brightness == round(value * 100 / 255)


@given(name=st.sampled_from(sorted(KEPT)), text=st.text("0123456789.ax-", max_size=6))
def test_no_text_of_a_setting_breaks_a_record(
    shared_android: AndroidPhone, name: tuple[str, str], text: str
) -> None:
    shared_android.command("settings", "put", *name, text)
    table = KEPT[name].table
    for record in shared_android.store.all(table).values():
        assert table.adapter.validate_python(table.adapter.dump_python(record)) == record


@pytest.mark.parametrize(
    ("line", "changes"),
    [
        ("settings put system screen_off_timeout 30000", {"screen.timeout": 30}),
        ("settings put system accelerometer_rotation 0", {"display.auto_rotate": False}),
        ("settings put system time_12_24 12", {"device.hour24": False}),
        ("settings put secure night_display_activated 1", {"night_light.enabled": True}),
        ("settings put global wifi_on 0", {}),
        ("settings put global airplane_mode_on 1", {}),
        ("svc wifi disable", {"radios.wifi": False}),
        ("svc data disable", {"radios.mobile_data": False}),
        ("cmd wifi set-wifi-enabled disabled", {"radios.wifi": False}),
        ("cmd wifi set-wifi-enabled off", {}),
        ("cmd bluetooth_manager disable", {"radios.bluetooth": False}),
        ("cmd location set-location-enabled false", {"sensor_access.location": False}),
        ("cmd location set-location-enabled 0", {}),
        ("cmd uimode night no", {"display.dark_mode": False}),
        ("cmd notification set_dnd on", {"sound.do_not_disturb": True}),
        ("cmd power set-mode 1", {"battery.saver": True}),
        ("cmd power set-mode on", {}),
        ("cmd media_session volume --stream 3 --set 5", {"sound.media": 20}),
        ("media volume --stream 9 --set 5", {}),
        ("media volume --set 99", {"sound.media": 100}),
        ("cmd audio set-ringer-mode SILENT", {"sound.mode": "silent"}),
        ("cmd sensor_privacy enable 0 camera", {"sensor_access.camera": False}),
        ("am start -n com.chess/.MainActivity", {"apps.running": True}),
        ("am start -n com.chess/.NoSuchActivity", {}),
        ("am force-stop com.tencent.mm", {"apps.running": False}),
        ("pm revoke com.whatsapp android.permission.CAMERA", {"permissions.grant": "denied"}),
        ("input keyevent VOLUME_UP", {"sound.media": 60}),
    ],
)
def test_a_command_changes_the_record_that_it_is_about(
    unplugged: AndroidPhone, line: str, changes: dict[str, object]
) -> None:
    if "tencent" in line:
        unplugged.command("am", "start", "-n", "com.tencent.mm/.MainActivity")
    unplugged.command(*line.split())
    assert changed(unplugged) == changes or (
        "tencent" in line and not unplugged.store.rows["apps"]["com.tencent.mm"].running
    )


@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        ("settings get nowhere x", 255, "Invalid namespace 'nowhere'"),
        ("settings put system", 255, "Bad arguments"),
        ("settings put --usr 0 system a b", 255, "unknown option --usr"),
        ("cmd nosuch", 20, "Can't find service: nosuch"),
        ("cmd media_session volume --stream x", 255, "NumberFormatException"),
        ("am start -a a.b --ez x maybe", 1, "Invalid boolean value"),
        ("am start -a a.b --nosuch", 255, "Unknown option: --nosuch"),
        ("am start -a a.b", 1, "unable to resolve Intent { act=a.b }"),
        ("am start -n com.nosuch/.X", 1, "Activity class {com.nosuch/com.nosuch.X} does not exist"),
        ("am broadcast -a android.intent.action.AIRPLANE_MODE", 255, "SecurityException"),
        ("pm grant com.whatsapp android.permission.NOSUCH", 255, "not a changeable permission"),
        ("pm list nothing", 255, "unknown list type"),
        ("input tap 1", 255, "Invalid arguments for command: tap"),
        ("input keyevent NOSUCH", 255, "Unknown keycode: NOSUCH"),
        ("input text 你好", 255, "NullPointerException"),
        ("ime set com.nosuch/.X", 255, "cannot be selected"),
        ("content query", 1, "URI not specified"),
        ("content query --uri content://call_log/calls", 1, "READ_CALL_LOG"),
        ("content query --uri content://sms/inbox --where x=", 1, "SQLiteException"),
        ("monkey -p com.nosuch 1", 252, ""),
    ],
)
def test_what_android_refuses_is_refused_in_its_words_and_changes_nothing(
    unplugged: AndroidPhone, line: str, code: int, said: str
) -> None:
    answer = unplugged.command(*line.split())
    assert (answer.code, said in answer.err) == (code, True)
    assert {change.table for change in unplugged.store.changes()} <= {"display"}


def test_an_alarm_is_made_only_where_the_clock_may_skip_its_page(unplugged: AndroidPhone) -> None:
    when = ("--ei", f"{ALARM}HOUR", "7", "--ei", f"{ALARM}MINUTES", "30")
    unplugged.command(*SET_ALARM, *when)
    assert changed(unplugged) == {}
    named = ("--es", f"{ALARM}MESSAGE", "跑步 run", "--ez", f"{ALARM}SKIP_UI", "true")
    unplugged.command(*SET_ALARM, *when, *named)
    assert changed(unplugged) == {
        "alarms.next": "2026-03-11T07:30:00",
        "alarms.label": "跑步 run",
        "alarms.repeat": "once",
        "alarms.enabled": True,
    }


def test_an_extra_of_another_type_is_no_extra(unplugged: AndroidPhone) -> None:
    hour = ("--es", f"{ALARM}HOUR", "7", "--ez", f"{ALARM}SKIP_UI", "true")
    unplugged.command(*SET_ALARM, *hour)
    assert changed(unplugged) == {}


def test_an_app_started_by_the_monkey_turns_auto_rotate_on(unplugged: AndroidPhone) -> None:
    unplugged.command("settings", "put", "system", "accelerometer_rotation", "0")
    unplugged.command("monkey", "-p", "com.chess", "-c", "android.intent.category.LAUNCHER", "1")
    assert unplugged.store.only(DISPLAY).auto_rotate


def content(phone: AndroidPhone, *words: str) -> Answer:
    verb, uri, *rest = words
    return phone.command("content", verb, "--uri", f"content://{uri}", *rest)


def test_an_event_needs_its_calendar_its_zone_and_its_end(unplugged: AndroidPhone) -> None:
    binds = {
        "calendar_id": "i:1",
        "title": "s:Lunch: 午饭",
        "dtstart": "l:1773201600000",
        "dtend": "l:1773205200000",
        "eventTimezone": "s:Asia/Shanghai",
    }
    for left_out in ("calendar_id", "dtstart", "dtend", "eventTimezone"):
        some = [f"{name}:{value}" for name, value in binds.items() if name != left_out]
        bound = [word for bind in some for word in ("--bind", bind)]
        assert content(unplugged, "insert", "com.android.calendar/events", *bound).code == 1
    assert changed(unplugged) == {}
    bound = [word for name, value in binds.items() for word in ("--bind", f"{name}:{value}")]
    content(unplugged, "insert", "com.android.calendar/events", *bound)
    made = changed(unplugged)
    assert (made["events.title"], made["events.minutes"]) == ("Lunch: 午饭", 60)
    assert made["events.start"] == "2026-03-11T12:00:00"


def test_an_event_is_changed_and_removed_by_its_number(unplugged: AndroidPhone) -> None:
    title = ("--bind", "title:s:Other")
    content(unplugged, "update", "com.android.calendar/events", *title, "--where", "_id=1")
    assert changed(unplugged) == {"events.title": "Other"}
    content(unplugged, "delete", "com.android.calendar/events/1")
    assert unplugged.store.rows["events"].get("event1") is None


def test_a_contact_is_there_once_it_has_a_name_and_a_number(unplugged: AndroidPhone) -> None:
    content(unplugged, "insert", "com.android.contacts/raw_contacts", "--bind", "account_name:n:")
    found = content(
        unplugged,
        "query",
        "com.android.contacts/raw_contacts",
        "--projection",
        "_id",
        "--sort",
        "_id DESC LIMIT 1",
    )
    number = str(found.out).strip().rpartition("=")[2]
    for kind, value in (("name", "Mei Lin"), ("phone_v2", "+8613800138000")):
        assert changed(unplugged) == {}
        row = [f"raw_contact_id:i:{number}", f"mimetype:s:vnd.android.cursor.item/{kind}"]
        bound = [word for bind in [*row, f"data1:s:{value}"] for word in ("--bind", bind)]
        content(unplugged, "insert", "com.android.contacts/data", *bound)
    assert changed(unplugged)["contacts.name"] == "Mei Lin"
    assert changed(unplugged)["contacts.phone"] == "+8613800138000"


def test_messages_are_read_in_sqlites_order_and_never_written(unplugged: AndroidPhone) -> None:
    shown = content(unplugged, "query", "sms/inbox", "--projection", "date", "--sort", "date DESC")
    dates = [int(line.rpartition("=")[2]) for line in str(shown.out).splitlines()]
    assert dates == sorted(dates, reverse=True)
    content(unplugged, "insert", "sms/sent", "--bind", "address:s:1", "--bind", "body:s:x")
    content(unplugged, "delete", "sms")
    assert changed(unplugged) == {}


@pytest.mark.parametrize(
    ("written", "minutes"), [("P3600S", 60), ("PT1H30M", 90), ("P1D", 1440), ("PT30S", 1)]
)
def test_a_duration_is_read_as_rfc_5545_writes_it(written: str, minutes: int) -> None:
    assert _minutes(written) == minutes


def test_a_locked_phone_stays_locked_without_its_code(unplugged: AndroidPhone) -> None:
    unplugged.command("input", "keyevent", "26")
    assert unplugged.store.only(DEVICE).locked  # seed 7 has a PIN
    unplugged.command("input", "keyevent", "224")
    unplugged.command("wm", "dismiss-keyguard")
    unplugged.command("input", "swipe", "500", "2000", "500", "500")
    assert unplugged.store.only(DEVICE).locked
    assert "showing=true" in str(unplugged.command("dumpsys", "window", "policy").out)
