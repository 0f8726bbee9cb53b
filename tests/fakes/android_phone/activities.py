"""Which activity answers an intent, and what the phone then does."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from tandem_edge.phone.catalogue.apps_storage.app_care import DEFAULTS
from tandem_edge.phone.sandbox.screens.elements import Address
from tests.fakes.android_phone.answers import Failed
from tests.fakes.android_phone.intents import Intent
from tests.fakes.android_phone.screen.packages import (
    HIDDEN,
    SCREENS,
    Component,
    main_activity,
)

if TYPE_CHECKING:
    from tests.fakes.android_phone.model import Model

_PREFIX = "android.intent.action."
_ALARM = "android.intent.extra.alarm."
_HOME = "android.intent.category.HOME"
_WEEK: dict[frozenset[object], str] = {
    frozenset(range(1, 8)): "daily",
    frozenset(range(2, 7)): "weekdays",
}
_WEEK[frozenset({1, 7})] = "weekends"
"""Calendar.SUNDAY is 1."""
SETTINGS_PAGES = {
    "SETTINGS": "",
    "WIFI_SETTINGS": "network",
    "WIRELESS_SETTINGS": "network",
    "AIRPLANE_MODE_SETTINGS": "network",
    "BLUETOOTH_SETTINGS": "network",
    "DATA_ROAMING_SETTINGS": "network",
    "DISPLAY_SETTINGS": "display",
    "SOUND_SETTINGS": "sound",
    "ZEN_MODE_SETTINGS": "sound",
    "BATTERY_SAVER_SETTINGS": "battery",
    "SECURITY_SETTINGS": "security",
    "PRIVACY_SETTINGS": "security",
    "LOCATION_SOURCE_SETTINGS": "security",
    "ACCESSIBILITY_SETTINGS": "accessibility",
    "DATE_SETTINGS": "system",
    "DEVICE_INFO_SETTINGS": "system",
}
"""Pages of the Settings app by the end of ``android.settings.X``."""


def start_activity(phone: Model, intent: Intent) -> Component | None:
    """Start what answers the intent; ``None`` where nothing does.

    Fails when a component was named that there is not.
    """
    if intent.component is not None:
        return _named(phone, intent.component)
    if _HOME in intent.categories:
        phone.window.home()
        return SCREENS["home"]
    if intent.action.startswith("android.settings."):
        return _settings(phone, intent)
    answer = _ANSWERS.get(intent.action)
    return answer(phone, intent) if answer else None


def launch(phone: Model, package: str) -> Component:
    """Start an installed app as its icon does."""
    phone.window.launch(package)
    if package not in HIDDEN:
        phone.act("open_app", app=package)
    if phone.faults.profile.asks_permission and package not in HIDDEN:
        phone.window.ask_permission(package)
    return main_activity(package)


def _named(phone: Model, component: Component) -> Component:
    known = phone.installed(component.package) or component.package in HIDDEN
    if not known or not _has_activity(component):
        raise Failed(
            f"Error type 3\nError: Activity class {{{component.package}/{component.activity}}} "
            "does not exist.\n",
            1,
        )
    launch(phone, component.package)
    return component


def _has_activity(component: Component) -> bool:
    """Only an app's main activity is exported here."""
    return component == main_activity(component.package)


def _show(phone: Model, to: Address, **drafts: str) -> Component:
    """Show a screen of the sandbox phone with its fields filled in."""
    phone.window.go(to)
    filled = {name: text for name, text in drafts.items() if text}
    phone.window.view.drafts.setdefault(to, {}).update(filled)
    return SCREENS[to.app]


def _settings(phone: Model, intent: Intent) -> Component | None:
    name = intent.action.removeprefix("android.settings.")
    if name == "APPLICATION_DETAILS_SETTINGS":
        package = intent.data.removeprefix("package:")
        return _show(phone, Address("apps", "app", package)) if phone.installed(package) else None
    page = SETTINGS_PAGES.get(name)
    return _show(phone, Address("settings", page)) if page is not None else None


def _set_alarm(phone: Model, intent: Intent) -> Component:
    hour, minute = (intent.number(f"{_ALARM}{name}") for name in ("HOUR", "MINUTES"))
    in_range = hour is not None and 0 <= hour < 24 and 0 <= (minute or 0) < 60
    if intent.extras.get(f"{_ALARM}SKIP_UI") is not True or not in_range or hour is None:
        return _show(phone, Address("clock", "new_alarm" if not in_range else "alarms"))
    days = intent.extras.get(f"{_ALARM}DAYS")
    repeat = _WEEK.get(frozenset(days), "once") if isinstance(days, tuple) else "once"
    rings = _next_at(phone.now(), hour, minute or 0)
    phone.act("manage_alarm", action="create", time=rings, repeat=repeat, **_labelled(intent))
    return SCREENS["clock"]


def _labelled(intent: Intent) -> dict[str, str]:
    label = intent.text(f"{_ALARM}MESSAGE")
    return {"label": label} if label else {}


def _next_at(now: datetime, hour: int, minute: int) -> str:
    rings = now.replace(hour=hour, minute=minute, second=0, microsecond=0)
    rings = rings if rings > now else rings + timedelta(days=1)
    return rings.strftime("%Y-%m-%dT%H:%M")


def _set_timer(phone: Model, intent: Intent) -> Component:
    seconds = intent.number(f"{_ALARM}LENGTH")
    if intent.extras.get(f"{_ALARM}SKIP_UI") is not True or seconds is None:
        return _show(phone, Address("clock", "new_timer"))
    phone.act("manage_countdown", action="start", duration=f"{seconds} s", **_labelled(intent))
    return SCREENS["clock"]


def _send_to(phone: Model, intent: Intent) -> Component | None:
    scheme, _, rest = intent.data.partition(":")
    number = unquote(rest.split("?")[0]).replace(" ", "")
    if scheme in ("sms", "smsto", "mms", "mmsto"):
        text = intent.text("sms_body")
        phone.window.leaves_after_sending = intent.extras.get("exit_on_sent") is True
        return _show(phone, Address("messages", "new", number), text=text)
    return _open_default(phone, "mail", "com.google.android.gm") if scheme == "mailto" else None


def _call(phone: Model, intent: Intent) -> Component | None:
    number = _telephone(intent)
    if not number:
        return None
    phone.require("CALL_PHONE", "start")
    if number in ("110", "112", "119", "120", "911", "999"):
        return _dial(phone, intent)  # emergency calls are for the dialler's own button
    phone.act("make_call", person=number)
    return _foreign(phone, Component("com.android.dialer", "com.android.incallui.InCallActivity"))


def _dial(phone: Model, intent: Intent) -> Component:
    return _foreign(phone, Component("com.android.dialer", "com.android.dialer.main.MainActivity"))


def _telephone(intent: Intent) -> str:
    scheme, _, number = intent.data.partition(":")
    return unquote(number).replace(" ", "").replace("-", "") if scheme == "tel" else ""


def _view(phone: Model, intent: Intent) -> Component | None:
    scheme = urlsplit(intent.data).scheme
    match scheme:
        case "http" | "https":
            return _open_default(phone, "browser", "com.android.browser")
        case "geo" | "google.navigation" | "androidamap" | "baidumap":
            return _open_default(phone, "maps", "com.google.android.apps.maps")
        case "tel":
            return _dial(phone, intent)
        case "content":
            return _view_content(phone, intent)
        case _:
            return None


def _view_content(phone: Model, intent: Intent) -> Component | None:
    authority = urlsplit(intent.data).netloc
    pages = {
        "com.android.calendar": "calendar",
        "com.android.contacts": "contacts",
        "sms": "messages",
    }
    return _show(phone, Address(pages[authority])) if authority in pages else None


def _insert(phone: Model, intent: Intent) -> Component | None:
    if intent.kind.endswith(("/contact", "/raw_contact")) or "contacts" in intent.data:
        fields = {name: intent.text(name) for name in ("name", "phone", "email")}
        return _show(phone, Address("contacts", "new"), **fields)
    if intent.kind.endswith("/event") or "com.android.calendar" in intent.data:
        begins = intent.extras.get("beginTime")
        start = _wall(phone, begins) if isinstance(begins, int) else ""
        fields = {"title": intent.text("title"), "place": intent.text("eventLocation")}
        return _show(phone, Address("calendar", "new"), start=start, **fields)
    return None


def _wall(phone: Model, milliseconds: int) -> str:
    zone = phone.now().tzinfo
    return datetime.fromtimestamp(milliseconds / 1000, zone).strftime("%Y-%m-%dT%H:%M")


def _main(phone: Model, intent: Intent) -> Component | None:
    package = intent.package
    return launch(phone, package) if package and phone.installed(package) else None


def _open_default(phone: Model, role: str, package: str) -> Component | None:
    row = phone.store.get(DEFAULTS, role)
    chosen = row.package if row is not None else package
    if not phone.installed(chosen):
        return None
    return launch(phone, chosen)


def _foreign(phone: Model, component: Component) -> Component:
    phone.window.start(component)
    return component


def _to(app: str, page: str = "") -> Callable[[Model, Intent], Component]:
    return lambda phone, intent: _show(phone, Address(app, page))


def _camera(phone: Model, intent: Intent) -> Component:
    return launch(phone, "com.android.camera")


_ANSWERS: dict[str, Callable[[Model, Intent], Component | None]] = {
    f"{_PREFIX}SET_ALARM": _set_alarm,
    f"{_PREFIX}SET_TIMER": _set_timer,
    f"{_PREFIX}SHOW_ALARMS": _to("clock", "alarms"),
    f"{_PREFIX}SHOW_TIMERS": _to("clock", "timers"),
    f"{_PREFIX}DISMISS_ALARM": _to("clock", "alarms"),
    f"{_PREFIX}SENDTO": _send_to,
    f"{_PREFIX}CALL": _call,
    f"{_PREFIX}DIAL": _dial,
    f"{_PREFIX}VIEW": _view,
    f"{_PREFIX}INSERT": _insert,
    f"{_PREFIX}MAIN": _main,
    "android.media.action.STILL_IMAGE_CAMERA": _camera,
}
