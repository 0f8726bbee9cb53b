"""Cases of the keyboard, the clipboard, gestures, the screen and notifications."""

from __future__ import annotations

from typing import Any

from tandem_edge.phone.catalogue.apps_storage.applications import INSTALLED
from tandem_edge.phone.catalogue.calls_communication.contacts import CONTACTS, Contact
from tandem_edge.phone.catalogue.input_interaction.code_scanner import CODES, IN_VIEW, Code
from tandem_edge.phone.catalogue.input_interaction.gestures import GESTURES
from tandem_edge.phone.sandbox.notifications import NOTIFICATIONS, notify
from tandem_edge.phone.sandbox.world import SandboxPhone
from tests.edge.phone.making import (
    FULL,
    LOCKED,
    NO_SIGNAL,
    OFFLINE,
    WEAK,
    Case,
    Setup,
    fails,
    hit_by,
    must,
    ok,
)

COPIED = must("manage_clipboard", action="copy", text="platform nine")
PINNED = must("manage_clipboard", action="pin", text="platform nine")
SHORTCUT = must("manage_text_shortcut", action="create", shortcut="pls", text="Please and thanks")
GBOARD = must("manage_keyboard", action="enable", keyboard="Gboard")
TYPES_GBOARD = must("manage_keyboard", action="switch", keyboard="Gboard")
FILMING = must("record_screen", action="start")
NO_NOTES = hit_by("denied", "notifications")
SWIPES = must("manage_gesture", action="enable", gesture="swipe_navigation")


def came(app: str, title: str, text: str, category: Any = "message", **more: Any) -> Setup:
    """A notification that came just now."""
    return lambda phone: notify(phone.store, app, title, text, category, **more)


def no_notes(phone: SandboxPhone) -> None:
    for key in list(phone.store.all(NOTIFICATIONS)):
        phone.store.remove(NOTIFICATIONS, key)


def sees(kind: Any, content: str, source: str = "camera") -> Setup:
    """A code in view."""

    def setup(phone: SandboxPhone) -> None:
        phone.store.update(IN_VIEW, **{source: phone.store.add(CODES, Code(kind, content))})

    return setup


def _off(gesture: str) -> Setup:
    return lambda phone: phone.store.update(GESTURES, gesture, enabled=False)


def _without(package: str) -> Setup:
    return lambda phone: phone.store.remove(INSTALLED, package)


def _closed_browser(phone: SandboxPhone) -> None:
    phone.store.update(INSTALLED, "com.android.browser", running=False)


CHAT = came("com.whatsapp", "Mira Kaya", "Are you near?")
TEXT = came("com.android.messaging", "Mira Kaya", "Which gate?")
SALE = came("com.taobao.taobao", "Lamp sale", "Half price", "promotion")
GUIDING = came("com.google.android.apps.maps", "To Elm Street", "Left ahead", "system", pinned=True)
SNOOZED_SALE = must("snooze_notification", action="snooze", text="Lamp sale", duration="1 hour")
LINK = sees("link", "https://example.com/a")
CARD = sees("contact", "MECARD:N:Ida Brandt;TEL:+447700900922;;")

EXAMPLES: list[Case] = [
    ok("manage_clipboard", action="copy", text="Elm Street 12"),
    ok("manage_clipboard", COPIED, action="copy", text="platform nine"),
    ok("manage_clipboard", action="copy", text="x", copied_at="2026-03-09T08:30:00", pinned=True),
    ok("manage_clipboard", COPIED, action="delete", text="platform"),
    ok("manage_clipboard", COPIED, PINNED, action="delete", text="platform nine"),
    ok("manage_clipboard", COPIED, action="pin", text="platform nine"),
    ok("manage_clipboard", COPIED, PINNED, action="unpin", text="platform nine"),
    ok("manage_clipboard", action="pin", text="any", clip_id="clip40"),
    ok("manage_clipboard", action="clear"),
    ok("manage_clipboard", action="query"),
    ok("manage_clipboard", action="query", text="快递"),
    ok("manage_keyboard", GBOARD, action="switch", keyboard="gboard"),
    ok(
        "manage_keyboard",
        GBOARD,
        must("manage_keyboard", action="enable", keyboard="讯飞"),
        action="switch",
        keyboard="讯飞输入法",
    ),
    ok("manage_keyboard", action="enable", keyboard="OpenBoard"),
    ok(
        "manage_keyboard",
        must("manage_keyboard", action="disable", keyboard="百度输入法"),
        action="enable",
        keyboard="百度",
    ),
    ok(
        "manage_keyboard",
        must("manage_keyboard", action="enable", keyboard="百度输入法"),
        action="disable",
        keyboard="百度",
    ),
    *(
        ok("manage_keyboard", action="set_layout", keyboard="Sogou 搜狗输入法", layout=layout)
        for layout in ("qwerty", "nine_key", "handwriting", "stroke", "wubi", "one_handed")
    ),
    ok("manage_keyboard", action="set_layout", layout="qwerty"),
    ok("manage_keyboard", action="set_layout", layout="qwerty", keyboard_id="keyboard1"),
    ok("manage_keyboard", action="query"),
    ok("manage_text_shortcut", action="create", shortcut="hlo", text="Hello there"),
    ok("manage_text_shortcut", SHORTCUT, action="update", shortcut="PLS", text="Please do"),
    ok("manage_text_shortcut", SHORTCUT, action="delete", shortcut="pls"),
    ok("manage_text_shortcut", action="delete", shortcut="x", shortcut_id="text_shortcut2"),
    ok("manage_text_shortcut", action="query"),
    ok("manage_text_shortcut", action="query", text="杏花路"),
    ok("take_screenshot"),
    ok("take_screenshot", kind="long"),
    ok("take_screenshot", screenshot_id="photo9999"),
    ok("record_screen", action="start"),
    ok("record_screen", action="start", sound="microphone"),
    ok("record_screen", action="start", sound="system"),
    ok("record_screen", FILMING, action="pause"),
    ok("record_screen", FILMING, must("record_screen", action="pause"), action="resume"),
    ok("record_screen", FILMING, action="stop"),
    ok("record_screen", FILMING, action="discard"),
    ok("record_screen", action="query"),
    ok("query_notifications"),
    ok("query_notifications", CHAT, app="WhatsApp", within="10 minutes", text="near"),
    *(
        ok("query_notifications", category=category)
        for category in ("alarm", "reminder", "message", "call", "media", "system", "promotion")
    ),
    ok("query_notifications", which="silenced"),
    ok("query_notifications", which="cleared"),
    ok("clear_notifications"),
    ok("clear_notifications", SALE, app="淘宝", text="lamp"),
    *(
        ok("clear_notifications", category=category)
        for category in ("alarm", "reminder", "message", "call", "media", "system", "promotion")
    ),
    ok("clear_notifications", batch="cleared9999"),
    ok("reply_notification", no_notes, CHAT, text="On my way"),
    ok("reply_notification", TEXT, text="Gate 4", person="Mira Kaya", app="Messages"),
    ok("snooze_notification", SALE, action="snooze", text="lamp sale", duration="1 hour"),
    ok("snooze_notification", no_notes, SALE, action="snooze", app="淘宝", duration="半小时"),
    ok("snooze_notification", SALE, SNOOZED_SALE, action="cancel", text="lamp"),
    ok("snooze_notification", action="cancel", snooze_id="snoozed1"),
    ok(
        "snooze_notification",
        action="snooze",
        notification_id="notification3",
        duration="5 minutes",
    ),
    ok("snooze_notification", action="query"),
    *(
        ok("manage_gesture", _off(gesture), action="enable", gesture=gesture)
        for gesture in (
            "double_tap_to_wake",
            "raise_to_wake",
            "flip_to_silence",
            "three_finger_screenshot",
            "swipe_navigation",
            "shake",
        )
    ),
    ok(
        "manage_gesture",
        SWIPES,
        must("set_one_handed_mode", action="enable"),
        action="disable",
        gesture="swipe_navigation",
    ),
    *(
        ok("manage_gesture", _off(gesture), action="assign", gesture=gesture, does=does)
        for gesture, does in (
            ("back_double_tap", "screenshot"),
            ("back_triple_tap", "flashlight"),
            ("power_double_press", "camera"),
            ("shake", "mute"),
            ("back_double_tap", "pay_code"),
        )
    ),
    ok("manage_gesture", action="assign", gesture="shake", does="open_app", app="微信"),
    ok("manage_gesture", action="query"),
    ok("manage_gesture", action="enable", gesture="shake", state="{}"),
    ok("set_one_handed_mode", SWIPES, action="enable", side="left"),
    ok("set_one_handed_mode", SWIPES, action="enable", side="right"),
    ok(
        "set_one_handed_mode",
        SWIPES,
        must("set_one_handed_mode", action="enable"),
        action="disable",
    ),
    ok("set_one_handed_mode", action="query"),
    ok("set_one_handed_mode", action="disable", state="{}"),
    ok("scan_code", action="read"),
    ok("scan_code", sees("text", "Locker 9", "screen"), action="copy", source="screen"),
    ok("scan_code", LINK, action="copy", source="camera"),
    ok("scan_code", LINK, _closed_browser, action="open"),
    ok("scan_code", CARD, action="save_contact"),
]


FAULTS: list[Case] = [
    fails("missing_argument", "manage_clipboard", action="copy"),
    fails("locked", "manage_clipboard", LOCKED, action="query"),
    fails("not_found", "manage_clipboard", action="pin", text="no such clip"),
    fails("ambiguous", "manage_clipboard", action="delete", text="杏花路12号"),
    fails("invalid_argument", "manage_clipboard", action="copy", text="x", copied_at="yesterday"),
    fails("missing_argument", "manage_keyboard", action="switch"),
    fails("locked", "manage_keyboard", LOCKED, action="enable", keyboard="OpenBoard"),
    fails("not_found", "manage_keyboard", action="switch", keyboard="no such"),
    fails("ambiguous", "manage_keyboard", action="enable", keyboard="Sogou"),
    fails(
        "not_enabled",
        "manage_keyboard",
        GBOARD,
        TYPES_GBOARD,
        must("manage_keyboard", action="disable", keyboard="OpenBoard"),
        action="switch",
        keyboard="OpenBoard",
    ),
    fails("in_use", "manage_keyboard", GBOARD, TYPES_GBOARD, action="disable", keyboard="Gboard"),
    fails("unsupported", "manage_keyboard", action="set_layout", keyboard="Gboard", layout="wubi"),
    fails("missing_argument", "manage_text_shortcut", action="create", shortcut="x"),
    fails("locked", "manage_text_shortcut", LOCKED, action="query"),
    fails("not_found", "manage_text_shortcut", action="delete", shortcut="no such"),
    fails(
        "already_exists",
        "manage_text_shortcut",
        SHORTCUT,
        action="create",
        shortcut="Pls",
        text="Plates",
    ),
    fails("low_storage", "take_screenshot", FULL),
    fails("missing_argument", "record_screen"),
    fails("locked", "record_screen", LOCKED, action="start"),
    fails("battery_low", "record_screen", WEAK, action="start"),
    fails("already_recording", "record_screen", FILMING, action="start"),
    fails("not_recording", "record_screen", action="stop"),
    fails("low_storage", "record_screen", FULL, action="start"),
    fails(
        "no_permission",
        "record_screen",
        hit_by("denied", "microphone"),
        action="start",
        sound="microphone",
    ),
    fails(
        "call_active",
        "record_screen",
        must("make_call", person="Mira Kaya"),
        action="start",
        sound="microphone",
    ),
    fails("no_permission", "query_notifications", NO_NOTES),
    fails("locked", "query_notifications", LOCKED),
    fails("no_permission", "clear_notifications", NO_NOTES),
    fails("missing_argument", "reply_notification", CHAT),
    fails("no_permission", "reply_notification", NO_NOTES, text="x"),
    fails("locked", "reply_notification", LOCKED, text="x"),
    fails("not_found", "reply_notification", no_notes, SALE, text="x"),
    fails("ambiguous", "reply_notification", no_notes, CHAT, TEXT, text="x"),
    fails("offline", "reply_notification", no_notes, CHAT, OFFLINE, text="x"),
    fails("offline", "reply_notification", no_notes, TEXT, NO_SIGNAL, text="x"),
    fails("missing_argument", "snooze_notification", action="snooze", text="x"),
    fails("no_permission", "snooze_notification", NO_NOTES, action="query"),
    fails("not_found", "snooze_notification", action="cancel", text="no such"),
    fails("ambiguous", "snooze_notification", action="snooze", duration="1 hour"),
    fails(
        "pinned",
        "snooze_notification",
        GUIDING,
        action="snooze",
        text="Elm Street",
        app="Google Maps",
        duration="1 hour",
    ),
    fails("missing_argument", "manage_gesture", action="enable"),
    fails("missing_argument", "manage_gesture", action="assign", gesture="shake", does="open_app"),
    fails(
        "not_assignable",
        "manage_gesture",
        action="assign",
        gesture="raise_to_wake",
        does="mute",
    ),
    fails(
        "not_installed",
        "manage_gesture",
        _without("com.tencent.mm"),
        action="assign",
        gesture="shake",
        does="open_app",
        app="WeChat",
    ),
    fails("missing_argument", "set_one_handed_mode"),
    fails(
        "needs_swipe_navigation",
        "set_one_handed_mode",
        must("manage_gesture", action="disable", gesture="swipe_navigation"),
        action="enable",
    ),
    fails("missing_argument", "scan_code"),
    fails("no_permission", "scan_code", hit_by("denied", "camera"), action="read"),
    fails("locked", "scan_code", LOCKED, action="copy"),
    fails(
        "not_found",
        "scan_code",
        lambda phone: phone.store.update(IN_VIEW, screen=""),
        action="read",
        source="screen",
    ),
    fails("wrong_kind", "scan_code", CARD, action="open"),
    fails(
        "already_exists",
        "scan_code",
        CARD,
        lambda phone: phone.store.add(CONTACTS, Contact("Ida Brandt", "+447700900922")),
        action="save_contact",
    ),
    fails("not_installed", "scan_code", LINK, _without("com.android.browser"), action="open"),
]
