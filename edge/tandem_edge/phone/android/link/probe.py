"""What one phone can do for us, found by asking it, and kept in the home.

Nothing changes on the phone: a setting is written with the value that it has, and the key pressed
is the one that means nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from shlex import quote
from typing import TypeVar

from pydantic import ValidationError

from tandem_edge.files import read_limited, write_atomically
from tandem_edge.phone.android.link.adb_link import AdbLink
from tandem_edge.phone.android.link.protocol import (
    START_S,
    AutomatorUnavailable,
    DeviceAbsent,
    DeviceRefused,
    DeviceUnauthorised,
    LinkError,
)
from tandem_edge.phone.android.link.serials import file_name
from tandem_edge.phone.android.link.text_input import KEYBOARDS
from tandem_shared.text import one_line
from tandem_shared.tools import Frozen

T = TypeVar("T")
D = TypeVar("D")
_FILE = "capabilities.json"
_LARGEST = 100_000
_SHOWN = 200
_PROPERTIES = {
    "api": "ro.build.version.sdk",
    "release": "ro.build.version.release",
    "maker": "ro.product.manufacturer",
    "model": "ro.product.model",
    "build": "ro.build.fingerprint",
}
_HARMLESS = ("global", "stay_on_while_plugged_in")
"""A setting that the shell may write on a phone without a maker's own lock."""
_UNKNOWN_KEY = "input keyevent 0"
_KEYGUARD = re.compile(
    r"\b(?:isKeyguardShowing|mShowingLockscreen|mIsShowing|showing)=(true|false)"
)
_SECURE = re.compile(r"\bsecure=(true|false)")
_AWAKE = re.compile(r"\bmWakefulness=(\w+)")
_LEVEL = re.compile(r"^\s*level: (\d{1,3})\s*$", re.MULTILINE)


class May(StrEnum):
    """Whether the phone lets the shell do a thing."""

    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"


class Capabilities(Frozen):
    """What was found. Words of the phone are foreign text."""

    serial: str
    at: datetime
    wireless: bool
    api: int | None
    """The API level; None when the phone does not tell."""
    release: str
    maker: str
    model: str
    build: str
    """The fingerprint of its Android; what was found holds as long as it stays."""
    errors_apart: bool
    secure_settings: May
    input: May
    automation: May
    """``no``: another program holds it, or it does not start; see ``automation_fault``."""
    automation_fault: str
    input_method: str
    adb_keyboard: May
    """Whether a keyboard that adb can type with is installed; ``unknown``: the phone does not say
    which there are."""
    locked: May
    secure_lock: May
    awake: May
    battery: int | None
    """Percent."""


def probe(
    link: AdbLink, *, now: Callable[[], datetime] = lambda: datetime.now(UTC)
) -> Capabilities:
    """Ask the phone. Raises ``LinkError`` when it is not there; what a phone that is there does
    not answer is unknown."""
    told = _properties(link)
    automation, fault = _automation(link)
    policy = _read(link, "dumpsys window policy")
    return Capabilities(
        serial=link.serial,
        at=now(),
        wireless=link.wireless,
        api=int(told["api"]) if told["api"].isdecimal() else None,
        release=told["release"],
        maker=told["maker"],
        model=told["model"],
        build=told["build"],
        errors_apart=bool(link.tells_errors_apart),
        secure_settings=_may_write(link),
        input=_may(lambda: link.shell(_UNKNOWN_KEY, changes=False).code == 0),
        automation=automation,
        automation_fault=fault,
        input_method=_or("", link.input_method.current),
        adb_keyboard=_keyboard(link),
        locked=_stated(_KEYGUARD, policy),
        secure_lock=_stated(_SECURE, policy),
        awake=_awake(_read(link, "dumpsys power")),
        battery=_level(_read(link, "dumpsys battery")),
    )


def keep(found: Capabilities, home: Path) -> None:
    """Keep what was found in ``home``. Raises ``OSError``."""
    write_atomically(_file(found.serial, home), found.model_dump_json().encode())


def known(serial: str, home: Path) -> Capabilities | None:
    """What was last found about a phone, if anything that can be read was kept."""
    try:
        return Capabilities.model_validate_json(read_limited(_file(serial, home), _LARGEST))
    except (OSError, ValueError, ValidationError):
        return None


def _file(serial: str, home: Path) -> Path:
    return home / "phones" / file_name(serial) / _FILE


def _properties(link: AdbLink) -> dict[str, str]:
    line = "; ".join(f"getprop {quote(name)}" for name in _PROPERTIES.values())
    printed = link.shell(line, changes=False).out.splitlines()
    values = [one_line(each, limit=_SHOWN) for each in printed]
    values += [""] * (len(_PROPERTIES) - len(values))
    return dict(zip(_PROPERTIES, values, strict=False))


def _automation(link: AdbLink) -> tuple[May, str]:
    try:
        link.automate("deviceInfo", changes=False, deadline_s=START_S)
    except AutomatorUnavailable as error:
        return May.NO, one_line(str(error), limit=_SHOWN)
    except (DeviceAbsent, DeviceUnauthorised):
        raise
    except LinkError as error:
        return May.UNKNOWN, one_line(str(error), limit=_SHOWN)
    return May.YES, ""


def _may_write(link: AdbLink) -> May:
    """Write a setting with the value that it has."""
    where = " ".join(_HARMLESS)
    value = _read(link, f"settings get {where}").strip()
    if not value.isdecimal():
        return May.UNKNOWN
    line = f"settings put {where} {quote(value)}"
    return _may(lambda: link.shell(line, changes=True).code == 0)


def _keyboard(link: AdbLink) -> May:
    """A phone that does not say which input methods there are may still use one of ours."""
    ours = {each.id for each in KEYBOARDS}
    if _or("", link.input_method.current) in ours:
        return May.YES
    there = _or(None, link.input_method.installed)
    if there is None:
        return May.UNKNOWN
    return May.YES if there & ours else May.NO


def _may(ask: Callable[[], bool]) -> May:
    try:
        return May.YES if ask() else May.UNKNOWN
    except DeviceRefused:
        return May.NO
    except LinkError:
        return May.UNKNOWN


def _or(otherwise: D, ask: Callable[[], T]) -> T | D:
    with suppress(LinkError):
        return ask()
    return otherwise


def _read(link: AdbLink, line: str) -> str:
    return _or("", lambda: link.shell(line, changes=False).out)


def _stated(pattern: re.Pattern[str], printed: str) -> May:
    found = pattern.search(printed)
    if found is None:
        return May.UNKNOWN
    return May.YES if found[1] == "true" else May.NO


def _awake(printed: str) -> May:
    found = _AWAKE.search(printed)
    if found is None:
        return May.UNKNOWN
    return May.YES if found[1] == "Awake" else May.NO


def _level(printed: str) -> int | None:
    found = _LEVEL.search(printed)
    return int(found[1]) if found else None
