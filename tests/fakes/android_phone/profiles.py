"""What is wrong with a phone, as named data. A profile changes how the phone answers, never what
a command means."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

FEATURES = ("shell_v2", "cmd", "stat_v2", "ls_v2", "fixed_push_mkdir")
"""What the banner tells of; nothing is told of that is not there."""
SHELL_PERMISSIONS = frozenset(
    "SEND_SMS READ_SMS CALL_PHONE READ_CONTACTS WRITE_CONTACTS READ_CALENDAR WRITE_CALENDAR "
    "WRITE_SETTINGS WRITE_SECURE_SETTINGS INJECT_EVENTS NETWORK_SETTINGS CHANGE_WIFI_STATE "
    "STATUS_BAR GRANT_RUNTIME_PERMISSIONS SET_TIME DUMP FORCE_STOP_PACKAGES DELETE_PACKAGES "
    "CLEAR_APP_USER_DATA CALL_PRIVILEGED".split()
)
"""What the shell user may do on an unspoilt Android; it holds no READ_CALL_LOG and no WRITE_SMS."""


@dataclass(frozen=True, slots=True)
class Profile:
    """A phone's faults; a field left alone is the unspoilt behaviour."""

    name: str
    says: str
    """What it stands for, in a sentence."""
    trust: Literal["anyone", "accepts", "refuses"] = "accepts"
    """``accepts``: whoever holds the phone allows each new computer at once."""
    silent: bool = False
    """The daemon takes connections and never says hello: adb lists the phone as offline."""
    features: tuple[str, ...] = FEATURES
    freezes_at: str = ""
    """Nothing is answered any more once a service that begins so is opened."""
    drops_after: int = 0
    """The connection is cut when so many bytes of stream data went out; 0 for never."""
    drops: int = 1
    """How often it is cut."""
    delay_s: float = 0.0
    """Before each service is served."""
    denied: frozenset[str] = frozenset()
    """Permissions that the vendor took from the shell user."""
    missing: frozenset[str] = frozenset()
    """Commands that this phone does not have."""
    automator: Literal["starts", "registered", "absent", "disconnects"] = "starts"
    hierarchy: Literal["as_is", "empty", "huge", "malformed", "junk", "surrogates", "overflow"] = (
        "as_is"
    )
    screenshot: Literal["as_is", "black", "warning", "null"] = "as_is"
    keyboard_covers: bool = False
    """The keyboard stays shown over what is at the bottom of the screen."""
    rotation: int = 0
    """In quarter turns."""
    clipboard: Literal["as_is", "denied"] = "as_is"
    input_method: Literal["as_is", "rewrites"] = "as_is"
    """``rewrites``: the current input method turns key presses into something else."""
    dumps: Literal["utf-8", "gbk"] = "utf-8"
    """How the names of apps are written in what dumpsys prints."""
    asks_permission: bool = False
    """An app that is opened asks for a permission at once, in a dialog over it."""


_UNSPOILT = Profile("unspoilt", "A phone with nothing wrong.")


def _spoilt(name: str, says: str, **fields: object) -> Profile:
    return replace(_UNSPOILT, name=name, says=says, **fields)  # type: ignore[arg-type]


_ALL = (
    _UNSPOILT,
    _spoilt("trusting", "Asks no computer for its key, as emulators do.", trust="anyone"),
    _spoilt("unauthorised", "Nobody accepts the dialog on the phone.", trust="refuses"),
    _spoilt("offline", "The daemon takes the connection and says nothing.", silent=True),
    _spoilt("frozen", "Stops answering when the first shell line is sent.", freezes_at="shell"),
    _spoilt("frozen_automator", "Stops answering when its automation is asked.", freezes_at="tcp:"),
    _spoilt("dropping", "The cable comes loose once, in the middle of a stream.", drops_after=2000),
    _spoilt(
        "loose_cable",
        "The connection breaks after every 2000 bytes.",
        drops_after=2000,
        drops=10**6,
    ),
    _spoilt("slow", "Takes its time before each service.", delay_s=0.3),
    _spoilt(
        "old_shell", "Has no shell v2: no exit codes, one output.", features=("cmd", "stat_v2")
    ),
    _spoilt(
        "xiaomi_locked_debugging",
        "USB debugging without its security settings: no input, no secure settings.",
        denied=frozenset({"WRITE_SECURE_SETTINGS", "INJECT_EVENTS", "WRITE_SETTINGS"}),
        missing=frozenset({"media"}),
    ),
    _spoilt(
        "no_secure_settings",
        "The shell may not write secure and global settings.",
        denied=frozenset({"WRITE_SECURE_SETTINGS"}),
    ),
    _spoilt("no_input", "The shell may not inject input.", denied=frozenset({"INJECT_EVENTS"})),
    _spoilt(
        "no_providers",
        "The vendor keeps contacts, calendar and messages from the shell.",
        denied=frozenset(
            {"READ_CONTACTS", "WRITE_CONTACTS", "READ_CALENDAR", "WRITE_CALENDAR", "READ_SMS"}
        ),
    ),
    _spoilt("automator_taken", "Another program holds UI automation.", automator="registered"),
    _spoilt("automator_absent", "The automation server does not start.", automator="absent"),
    _spoilt(
        "automator_disconnects", "UI automation is lost at its first call.", automator="disconnects"
    ),
    _spoilt("empty_hierarchy", "No window tells what is in it.", hierarchy="empty"),
    _spoilt("huge_hierarchy", "A screen of ten thousand nodes.", hierarchy="huge"),
    _spoilt("malformed_hierarchy", "The hierarchy is cut off.", hierarchy="malformed"),
    _spoilt("junk_after_hierarchy", "Text follows the hierarchy.", hierarchy="junk"),
    _spoilt("lone_surrogates", "Half an emoji stands in the hierarchy.", hierarchy="surrogates"),
    _spoilt("deep_hierarchy", "The tree is too deep for the server.", hierarchy="overflow"),
    _spoilt("black_screenshot", "The screen is secure: its picture is black.", screenshot="black"),
    _spoilt("no_screenshot", "The automation gives no picture.", screenshot="null"),
    _spoilt("warned_screenshot", "A warning stands before the picture.", screenshot="warning"),
    _spoilt(
        "keyboard_covering", "The keyboard covers the screen's lower part.", keyboard_covers=True
    ),
    _spoilt("rotated", "Lies on its side.", rotation=1),
    _spoilt("clipboard_denied", "Nobody may read the clipboard.", clipboard="denied"),
    _spoilt(
        "rewriting_input_method", "What is typed comes out otherwise.", input_method="rewrites"
    ),
    _spoilt("gbk_dumps", "dumpsys prints app names in GBK.", dumps="gbk"),
    _spoilt("asking_apps", "Each app asks for a permission first.", asks_permission=True),
)
PROFILES: dict[str, Profile] = {profile.name: profile for profile in _ALL}
UNSPOILT = _UNSPOILT
