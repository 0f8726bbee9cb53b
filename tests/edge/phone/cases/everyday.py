"""Cases of the tools that people use every day."""

from __future__ import annotations

from typing import Any

from tandem_edge.phone.catalogue.apps_storage.applications import INSTALLED
from tandem_edge.phone.catalogue.audio_entertainment.media import MUSIC_APP, PLAYER, Player
from tandem_edge.phone.catalogue.calls_communication.contacts import CONTACTS, Contact
from tandem_edge.phone.sandbox.device import DEVICE
from tandem_edge.phone.sandbox.world import SandboxPhone
from tests.edge.phone.making import (
    AIRPLANE,
    LOCKED,
    NO_SIGNAL,
    NO_SIM,
    WEAK,
    Case,
    Setup,
    fails,
    must,
    ok,
)

HOTSPOT = must("manage_hotspot", action="enable")
CALLING = must("make_call", person="Mira Kaya")
ALARM = must("manage_alarm", action="create", time="7:30 tomorrow", label="Morning run")
TEA = must("manage_countdown", action="start", duration="20 minutes", label="tea")
DENTIST = must(
    "manage_schedule",
    action="create",
    title="Root canal",
    start="明天下午三点",
    duration="90 minutes",
    place="Elm Street",
    timezone="Tokyo",
)


def _twin_contact(phone: SandboxPhone) -> None:
    phone.store.add(CONTACTS, Contact("Kevin", "+447700900001"))


def _no_music_app(phone: SandboxPhone) -> None:
    phone.store.remove(INSTALLED, MUSIC_APP)


def _player(**fields: Any) -> Setup:
    return lambda phone: phone.store.put(PLAYER, "-", Player(**fields))


QUEUE = ("song1", "song2", "song3")
TOGGLES = (
    "manage_wifi",
    "manage_bluetooth",
    "manage_airplane_mode",
    "manage_mobile_data",
    "manage_hotspot",
    "manage_do_not_disturb",
    "manage_dark_mode",
    "control_flashlight",
    "manage_auto_rotate",
)

EXAMPLES: list[Case] = [
    ok("manage_alarm", action="create", time="7:30 tomorrow", label="Morning run"),
    ok("manage_alarm", action="create", time="明天下午三点", repeat="weekends"),
    ok("manage_alarm", action="create", time="6:15 tomorrow", repeat="daily", enabled=False),
    ok("manage_alarm", ALARM, action="create", time="7:30 tomorrow", repeat="weekdays"),
    ok("manage_alarm", ALARM, action="delete", time="7:30"),
    ok("manage_alarm", ALARM, action="delete", label="morning RUN"),
    ok(
        "manage_alarm",
        ALARM,
        must("manage_alarm", action="disable", label="Morning run"),
        action="delete",
        label="Morning run",
    ),
    ok("manage_alarm", ALARM, action="disable", label="Morning run"),
    ok(
        "manage_alarm",
        ALARM,
        must("manage_alarm", action="disable", label="Morning run"),
        action="enable",
        label="Morning run",
    ),
    ok("manage_alarm", action="disable", alarm_id="alarm2"),
    ok("manage_alarm", action="query"),
    ok("manage_countdown", action="start", duration="20 minutes", label="tea"),
    ok("manage_countdown", TEA, action="start", duration="20 minutes", label="tea"),
    ok("manage_countdown", TEA, action="pause", label="tea"),
    ok("manage_countdown", action="resume", label="番茄钟"),
    ok("manage_countdown", TEA, action="cancel", duration="20 minutes"),
    ok("manage_countdown", action="cancel", countdown_id="countdown1"),
    ok("manage_countdown", action="query"),
    ok("manage_stopwatch", action="start"),
    ok(
        "manage_stopwatch",
        must("manage_stopwatch", action="start"),
        lambda phone: phone.store.update(DEVICE, clock=phone.now().replace(hour=11, tzinfo=None)),
        action="stop",
    ),
    ok("manage_stopwatch", action="reset"),
    ok("manage_stopwatch", action="query"),
    ok("manage_schedule", action="create", title="Dentist visit", start="7:30 tomorrow"),
    ok(
        "manage_schedule",
        action="create",
        title="东京会",
        start="明天下午三点",
        duration="20 minutes",
        place="线上",
        timezone="东京",
    ),
    ok("manage_schedule", DENTIST, action="delete", title="Root canal"),
    ok("manage_schedule", DENTIST, action="reschedule", title="root", start="10:00 tomorrow"),
    ok(
        "manage_schedule",
        DENTIST,
        action="reschedule",
        title="root",
        start="10:00 tomorrow",
        duration="20 minutes",
        timezone="New York",
    ),
    ok("manage_schedule", DENTIST, action="query", title="Root canal", day="tomorrow"),
    ok("manage_schedule", action="delete", title="any", event_id="event2"),
    ok("manage_schedule", action="query"),
    ok("find_free_time", day="tomorrow", duration="20 minutes"),
    ok("find_free_time", day="明天"),
    ok("manage_contact", action="create", name="Felix Braun", phone="+49 30 901820"),
    ok("manage_contact", action="create", name="周姐", phone="138 0013 8000", group="service"),
    ok("manage_contact", action="update", name="Mira Kaya", phone="+44 7700 900001"),
    ok("manage_contact", action="update", name="王晓明", new_name="王大明", group="work"),
    ok("manage_contact", action="update", name="Kevin", group="family"),
    ok("manage_contact", action="update", name="Kevin", group="other"),
    ok("manage_contact", action="delete", name="Mira Kaya"),
    ok("manage_contact", action="query", name="mira"),
    ok("manage_contact", action="query", group="friend"),
    ok("manage_contact", action="delete", name="any", contact_id="contact2"),
    ok("manage_contact", action="query"),
    ok("send_message", person="Mira Kaya", text="On my way"),
    ok("send_message", person="王小明", text="我堵车了"),
    ok("send_message", person="+44 7700 900999", text="hello"),
    ok("read_messages"),
    ok("read_messages", unread=True),
    ok("read_messages", person="10690001", text="取件"),
    ok("make_call", person="Mira Kaya"),
    ok("make_call", person="138 0013 8000", speaker=True),
    ok("control_call", CALLING, action="mute"),
    ok("control_call", CALLING, must("control_call", action="mute"), action="unmute"),
    ok("control_call", CALLING, action="speaker_on"),
    ok("control_call", CALLING, must("control_call", action="speaker_on"), action="speaker_off"),
    ok("control_call", CALLING, action="hang_up"),
    ok("control_call", CALLING, action="query"),
    ok("control_call", action="query"),
    *(ok("query_calls", kind=kind) for kind in ("any", "incoming", "outgoing", "missed")),
    ok("query_calls", CALLING, person="Mira Kaya", day="today"),
    *(
        ok(name, must(name, action=before), action=after)
        for name in TOGGLES
        for before, after in (("disable", "enable"), ("enable", "disable"), ("enable", "query"))
    ),
    ok("manage_wifi", AIRPLANE, action="enable"),
    ok("manage_bluetooth", AIRPLANE, action="enable"),
    ok("manage_airplane_mode", HOTSPOT, action="enable"),
    ok("manage_airplane_mode", AIRPLANE, must("manage_wifi", action="enable"), action="disable"),
    ok("manage_hotspot", must("manage_wifi", action="disable"), action="enable"),
    *(
        ok("set_volume", stream=stream, percent=35)
        for stream in ("media", "ring", "alarm", "notification", "call")
    ),
    ok("set_volume", percent="80%"),
    *(ok("set_ringer_mode", mode=mode) for mode in ("ring", "vibrate", "silent")),
    ok("set_brightness", percent=20),
    ok("open_app", must("close_app", app="WeChat"), app="微信"),
    ok("close_app", must("open_app", app="WeChat"), app="wechat"),
    ok("manage_app", action="uninstall", app="Spotify"),
    ok("manage_app", action="query"),
    ok("manage_app", action="query", app="支付宝"),
    ok("play_music", query="Greensleeves"),
    ok("play_music", query="周一乐队"),
    ok("play_music", query="Sunday chill"),
    ok("play_music", must("set_music_play_mode", mode="shuffle"), query="睡前轻音乐"),
    ok("control_playback", action="resume"),
    ok("control_playback", must("control_playback", action="resume"), action="pause"),
    *(
        ok(
            "control_playback",
            _player(queue=QUEUE, position=at, mode=mode, playing=True),
            action=action,
        )
        for mode, at in (("sequence", 1), ("shuffle", 0), ("repeat_all", 0), ("repeat_one", 2))
        for action in ("next", "previous")
    ),
    ok("control_playback", action="query"),
    *(
        ok("set_music_play_mode", mode=mode)
        for mode in ("sequence", "shuffle", "repeat_one", "repeat_all")
    ),
    ok("manage_note", action="create", text="parked on level 5"),
    ok("manage_note", action="delete", text="lasagne"),
    ok("manage_note", action="query", text="红烧肉"),
    ok("manage_note", action="delete", text="any", note_id="note2"),
    ok("manage_note", action="query"),
    ok("manage_todo", action="create", text="fix the door"),
    ok("manage_todo", action="create", text="退快递", due="明天"),
    ok(
        "manage_todo",
        must("manage_todo", action="reopen", text="Buy stamps"),
        action="complete",
        text="buy stamps",
    ),
    ok(
        "manage_todo",
        must("manage_todo", action="complete", text="买猫粮"),
        action="reopen",
        text="猫粮",
    ),
    ok("manage_todo", action="delete", text="买猫粮"),
    ok("manage_todo", action="delete", text="any", todo_id="todo2"),
    ok("manage_todo", action="query"),
    ok("convert_unit", value=10, source="kilometers", target="miles"),
    ok("convert_unit", value=350, source="fahrenheit", target="摄氏度"),
]

FAULTS: list[Case] = [
    fails("missing_argument", "manage_alarm", action="create"),
    fails("already_exists", "manage_alarm", ALARM, **EXAMPLES[0].arguments),
    fails("not_found", "manage_alarm", action="delete", label="no such alarm"),
    fails("ambiguous", "manage_alarm", action="disable"),
    fails("invalid_argument", "manage_countdown", action="start", duration="8 days"),
    fails("missing_argument", "manage_countdown", action="start"),
    fails("not_found", "manage_countdown", action="cancel", label="no such"),
    fails("ambiguous", "manage_countdown", action="cancel"),
    fails("missing_argument", "manage_stopwatch"),
    fails("locked", "manage_schedule", LOCKED, action="query"),
    fails("missing_argument", "manage_schedule", action="create", title="x"),
    fails("not_found", "manage_schedule", action="delete", title="no such"),
    fails("ambiguous", "manage_schedule", action="delete", title="部门周会"),
    fails(
        "already_exists",
        "manage_schedule",
        must("manage_schedule", action="create", title="x", start="7:30 tomorrow"),
        action="create",
        title="x",
        start="7:30 tomorrow",
    ),
    fails(
        "invalid_argument",
        "manage_schedule",
        action="create",
        title="x",
        start="7:30 tomorrow",
        duration="30 days",
    ),
    fails("missing_argument", "find_free_time"),
    fails("locked", "find_free_time", LOCKED, day="tomorrow"),
    fails("missing_argument", "manage_contact", action="create", name="x"),
    fails("missing_argument", "manage_contact", action="update", name="Kevin"),
    fails("locked", "manage_contact", LOCKED, action="query"),
    fails("not_found", "manage_contact", action="delete", name="Nobody Atall"),
    fails("ambiguous", "manage_contact", action="delete", name="Mira"),
    fails(
        "already_exists",
        "manage_contact",
        must("manage_contact", action="create", name="x", phone="13800138000"),
        action="create",
        name="x",
        phone="+86 138 0013 8000",
    ),
    fails(
        "already_exists",
        "manage_contact",
        _twin_contact,
        must("manage_contact", action="create", name="x", phone="+447700900001"),
        action="update",
        name="x",
        new_name="Kevin",
    ),
    fails("missing_argument", "send_message", person="Kevin"),
    fails("locked", "send_message", LOCKED, person="Kevin", text="x"),
    fails("no_service", "send_message", AIRPLANE, person="Kevin", text="x"),
    fails("no_service", "send_message", NO_SIM, person="Kevin", text="x"),
    fails("not_found", "send_message", person="Nobody Atall", text="x"),
    fails("ambiguous", "send_message", person="王", text="x"),
    fails("locked", "read_messages", LOCKED),
    fails("not_found", "read_messages", person="Nobody Atall"),
    fails("missing_argument", "make_call"),
    fails("locked", "make_call", LOCKED, person="Kevin"),
    fails("no_service", "make_call", NO_SIGNAL, person="Kevin"),
    fails("call_active", "make_call", CALLING, person="Kevin"),
    fails("not_found", "make_call", person="Nobody Atall"),
    fails("ambiguous", "make_call", _twin_contact, person="Kevin"),
    fails("missing_argument", "control_call"),
    fails("no_call", "control_call", action="hang_up"),
    fails("locked", "query_calls", LOCKED),
    fails("not_found", "query_calls", person="Nobody Atall"),
    *(fails("missing_argument", name) for name in TOGGLES),
    fails("conflict", "manage_wifi", HOTSPOT, action="enable"),
    fails("call_active", "manage_airplane_mode", CALLING, action="enable"),
    fails("airplane_mode_on", "manage_mobile_data", AIRPLANE, action="enable"),
    fails("no_sim", "manage_mobile_data", NO_SIM, action="enable"),
    fails("airplane_mode_on", "manage_hotspot", AIRPLANE, action="enable"),
    fails("no_sim", "manage_hotspot", NO_SIM, action="enable"),
    fails("battery_low", "manage_hotspot", WEAK, action="enable"),
    fails("missing_argument", "set_volume", stream="ring"),
    fails("invalid_argument", "set_volume", percent=101),
    fails(
        "conflict", "set_volume", must("set_ringer_mode", mode="silent"), stream="ring", percent=9
    ),
    fails("missing_argument", "set_ringer_mode"),
    fails("invalid_argument", "set_ringer_mode", mode="loud"),
    fails("missing_argument", "set_brightness"),
    fails("conflict", "control_flashlight", must("open_app", app="相机"), action="enable"),
    fails("battery_low", "control_flashlight", WEAK, action="enable"),
    fails("missing_argument", "open_app"),
    fails("locked", "open_app", LOCKED, app="WeChat"),
    fails("not_installed", "open_app", app="Candy Crush"),
    fails("conflict", "open_app", must("control_flashlight", action="enable"), app="相机"),
    fails("missing_argument", "close_app"),
    fails("not_installed", "close_app", app="Candy Crush"),
    fails("missing_argument", "manage_app", action="uninstall"),
    fails("locked", "manage_app", LOCKED, action="uninstall", app="WeChat"),
    fails("not_installed", "manage_app", action="query", app="Candy Crush"),
    fails("protected", "manage_app", action="uninstall", app="Settings"),
    fails("missing_argument", "play_music"),
    fails("app_missing", "play_music", _no_music_app, query="Greensleeves"),
    fails("not_found", "play_music", query="No Such Tune"),
    fails("missing_argument", "control_playback"),
    fails("app_missing", "control_playback", _no_music_app, action="pause"),
    fails("nothing_playing", "control_playback", _player(), action="pause"),
    fails("end_of_queue", "control_playback", _player(queue=QUEUE, position=2), action="next"),
    fails("end_of_queue", "control_playback", _player(queue=QUEUE), action="previous"),
    fails("missing_argument", "set_music_play_mode"),
    fails("app_missing", "set_music_play_mode", _no_music_app, mode="shuffle"),
    fails("missing_argument", "manage_note", action="create"),
    fails(
        "already_exists",
        "manage_note",
        must("manage_note", action="create", text="x"),
        action="create",
        text="x",
    ),
    fails("not_found", "manage_note", action="delete", text="no such note"),
    fails("ambiguous", "manage_note", action="delete", text="l"),
    fails("missing_argument", "manage_todo", action="complete"),
    fails(
        "already_exists",
        "manage_todo",
        must("manage_todo", action="create", text="x"),
        action="create",
        text="x",
    ),
    fails("not_found", "manage_todo", action="complete", text="no such task"),
    fails("ambiguous", "manage_todo", action="delete", text="p"),
    fails("missing_argument", "convert_unit", value=3),
    fails("invalid_argument", "convert_unit", value=3, source="parsecs", target="km"),
    fails("incompatible_units", "convert_unit", value=3, source="kg", target="km"),
]
