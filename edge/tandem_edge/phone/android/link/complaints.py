"""What is told of a fault, and what its user can do about it."""

from __future__ import annotations

from tandem_edge.languages.catalogue import _
from tandem_edge.phone.android.link.faults import Fault, Kind
from tandem_edge.phone.android.link.protocol import (
    AdbUnavailable,
    AutomationFailed,
    AutomatorUnavailable,
    DeadlineMissed,
    DeviceAbsent,
    DeviceRefused,
    DeviceUnauthorised,
    FileFailed,
    LinkBroken,
    LinkError,
)
from tandem_edge.phone.android.link.refusals import refused
from tandem_edge.phone.android.link.serials import connectable
from tandem_shared.text import one_line

_SHOWN = 200
LOOK = "tandem phone list"


def of_fault(fault: Fault, serial: str) -> LinkError:
    """The error that a fault of the child process is to the link's user."""
    said = one_line(str(fault), limit=_SHOWN)
    match fault.kind:
        case Kind.NO_ADB:
            return no_adb(said)
        case Kind.UNSENT:
            return DeviceAbsent(
                _("{serial} cannot be reached: {why}", serial=serial, why=said), hint=LOOK
            )
        case Kind.BROKEN:
            return broken(serial, said)
        case Kind.TAKEN:
            return _taken(serial, fault.detail)
        case Kind.NO_AUTOMATOR:
            return AutomatorUnavailable(
                _("UI automation of {serial} does not start: {why}", serial=serial, why=said),
                hint=_("restart the phone; tandem phone check {serial}", serial=serial),
            )
        case Kind.REFUSED:
            return refused(str(fault)) or DeviceRefused(said)
        case Kind.FILE:
            return FileFailed(_("a file of {serial}: {why}", serial=serial, why=said))
        case Kind.NO_PICTURE:
            return LinkError(
                _("{serial} gave no picture of its screen: {why}", serial=serial, why=said)
            )
        case Kind.ANSWERED:
            return AutomationFailed(
                _("UI automation of {serial}: {why}", serial=serial, why=said), fault=fault.detail
            )


def no_adb(said: str) -> AdbUnavailable:
    """No adb program, or no server of it."""
    return AdbUnavailable(
        _("adb cannot be used: {why}", why=said),
        hint=_("install adb (apt install adb), or name it: ADBUTILS_ADB_PATH=/path/to/adb"),
    )


def old_server(version: int, oldest: int) -> AdbUnavailable:
    """The adb server that runs speaks too old a protocol."""
    return AdbUnavailable(
        _("the adb server that runs is version 1.0.{version}; 1.0.{oldest} is needed",
          version=version, oldest=oldest),
        hint=_("another program started it: end that, adb kill-server, and try again"),
    )  # fmt: skip


def broken(serial: str, said: str) -> LinkBroken:
    """The connection ended in the middle of a call."""
    return LinkBroken(
        _("the connection to {serial} broke: {why}", serial=serial, why=said),
        hint=_("look on the phone whether it was done; check the cable or the Wi-Fi"),
    )


def late(serial: str, deadline_s: float) -> DeadlineMissed:
    """The phone did not answer in time."""
    seconds = f"{deadline_s:g}"
    return DeadlineMissed(
        _("{serial} did not answer within {seconds} s", serial=serial, seconds=seconds),
        hint=_("look on the phone whether it was done; is it awake and in reach?"),
    )


def silent(serial: str) -> DeviceAbsent:
    """The phone did not answer before anything was asked of it."""
    return DeviceAbsent(_("{serial} does not answer", serial=serial), hint=_way_back(serial))


def absent(serial: str, state: str) -> LinkError:
    """Why a phone in this state of the adb server's (``""``: it is not listed) is not there."""
    if state in ("unauthorized", "authorizing"):
        return DeviceUnauthorised(
            _("{serial} does not trust this computer yet", serial=serial),
            hint=_("unlock the phone and accept the dialog Allow USB debugging; if none comes, "
                   "revoke USB debugging authorisations in its developer options and reconnect"),
        )  # fmt: skip
    if state == "no":
        return DeviceAbsent(
            _("this user may not use {serial} over USB", serial=serial),
            hint=_("add yourself to the group plugdev (apt install android-sdk-platform-tools-"
                   "common), then plug the phone in again"),
        )  # fmt: skip
    if not state:
        return DeviceAbsent(
            _("no phone {serial} is attached", serial=serial), hint=_way_back(serial)
        )
    return DeviceAbsent(
        _("{serial} is {state}", serial=serial, state=one_line(state, limit=_SHOWN)),
        hint=_way_back(serial),
    )


def _way_back(serial: str) -> str:
    if connectable(serial):
        return _("wake the phone, check that it is in the same Wi-Fi, then adb connect {serial}",
                 serial=serial)  # fmt: skip
    return _("wake the phone, plug it in again, then tandem phone list")


def _taken(serial: str, owners: str) -> AutomatorUnavailable:
    told = one_line(owners, limit=_SHOWN)
    return AutomatorUnavailable(
        _("another program holds UI automation of {serial}", serial=serial),
        hint=_("it may be: {owners}; end it, or restart the phone", owners=told)
        if told
        else _("end it (Appium, another test program, a screen reader of such), or restart the "
               "phone"),
    )  # fmt: skip
