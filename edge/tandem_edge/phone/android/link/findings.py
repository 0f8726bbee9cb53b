"""What was found about a phone, told to its owner: each with what to do about it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from tandem_edge.languages.catalogue import _
from tandem_edge.phone.android.link.attached import AdbVersions
from tandem_edge.phone.android.link.probe import Capabilities, May

OLDEST_API = 21
"""Android 5: what UI automation itself needs."""
_LOW = 15
"""Percent of battery."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One line. ``bad``: Tandem cannot act in that way; ``worth``: it can, but read ``fix``."""

    name: str
    state: Literal["ok", "worth", "bad"]
    fact: str
    fix: str = ""


def findings(phone: Capabilities, adb: AdbVersions) -> tuple[Finding, ...]:
    """Every finding, in the language in force."""
    return (
        _android(phone),
        _adb(adb),
        _wireless(phone),
        _shell(phone),
        _settings(phone),
        _input(phone),
        _automation(phone),
        _keyboard(phone),
        *_screen(phone),
        *_battery(phone),
    )


def _android(phone: Capabilities) -> Finding:
    fact = _("Android {release}, API {api}, {maker} {model}", release=phone.release or "?",
             api=phone.api or "?", maker=phone.maker, model=phone.model)  # fmt: skip
    if phone.api is not None and phone.api < OLDEST_API:
        return Finding("android", "bad", fact, _("Tandem needs Android 5 (API 21) or newer"))
    return Finding("android", "ok", fact)


def _adb(adb: AdbVersions) -> Finding:
    fact = _("server 1.0.{server}, program {path} 1.0.{program}", server=adb.server,
             path=adb.path, program=adb.program or "?")  # fmt: skip
    if adb.clash:
        fix = _("two versions of adb are in use: a command of one ends the server of the other, "
                "and with it every link. Keep one: ADBUTILS_ADB_PATH=/path/to/adb")  # fmt: skip
        return Finding("adb", "worth", fact, fix)
    return Finding("adb", "ok", fact)


def _wireless(phone: Capabilities) -> Finding:
    if not phone.wireless:
        return Finding("link", "ok", _("by cable, or from this computer itself"))
    fix = _("switching the phone's Wi-Fi off cuts the link")
    return Finding("link", "worth", _("over Wi-Fi"), fix)


def _shell(phone: Capabilities) -> Finding:
    if phone.errors_apart:
        return Finding("shell", "ok", _("tells errors from output"))
    fix = _("an old shell: errors stand among the output; nothing to do about it")
    return Finding("shell", "worth", _("errors are not told apart"), fix)


def _settings(phone: Capabilities) -> Finding:
    fix = _("switch on USB debugging (Security settings) in the developer options (Xiaomi, Redmi, "
            "POCO), or Disable permission monitoring (OPPO, OnePlus, realme)")  # fmt: skip
    return _permitted("settings", phone.secure_settings, _("settings may be changed"),
                      _("settings may not be changed"), fix)  # fmt: skip


def _input(phone: Capabilities) -> Finding:
    fix = _("the same switch as for settings: without it nothing can be tapped or typed")
    return _permitted("input", phone.input, _("taps and keys may be sent"),
                      _("taps and keys may not be sent"), fix)  # fmt: skip


def _automation(phone: Capabilities) -> Finding:
    fix = _("end the other program (Appium, another test program), or restart the phone")
    return _permitted("automation", phone.automation, _("UI automation works"),
                      phone.automation_fault, fix)  # fmt: skip


def _permitted(name: str, may: May, good: str, bad: str, fix: str) -> Finding:
    if may is May.YES:
        return Finding(name, "ok", good)
    if may is May.NO:
        return Finding(name, "bad", bad, fix)
    return Finding(name, "worth", _("not known: the phone does not say"))


def _keyboard(phone: Capabilities) -> Finding:
    name = phone.input_method or "?"
    if phone.adb_keyboard is May.YES:
        return Finding("keyboard", "ok", _("{name}; one for adb is installed too", name=name))
    if phone.adb_keyboard is May.NO:
        return Finding("keyboard", "ok", _("{name}; text is set in fields directly", name=name))
    return Finding("keyboard", "worth", _("{name}; the phone does not list its keyboards",
                                          name=name))  # fmt: skip


def _screen(phone: Capabilities) -> Iterator[Finding]:
    if phone.locked is May.YES:
        fix = (
            _("unlock it yourself: Tandem neither asks for nor keeps its code")
            if phone.secure_lock is not May.NO
            else _("swipe it open")
        )
        yield Finding("screen", "worth", _("locked"), fix)
    elif phone.awake is May.NO:
        yield Finding("screen", "worth", _("off"), _("wake it"))
    elif May.UNKNOWN in (phone.locked, phone.awake):
        yield Finding("screen", "worth", _("not known: the phone does not say"))
    else:
        yield Finding("screen", "ok", _("on and unlocked"))


def _battery(phone: Capabilities) -> Iterator[Finding]:
    if phone.battery is None:
        return
    low = phone.battery < _LOW
    fix = _("charge it: a phone that saves its battery slows Tandem down") if low else ""
    yield Finding("battery", "worth" if low else "ok", f"{phone.battery} %", fix)
