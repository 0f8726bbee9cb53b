"""The phone itself: clock, lock, battery, SIM, storage, what it is."""

from __future__ import annotations

import re
from datetime import datetime

from tandem_edge.phone.android.parsing import ON_OFF, kept, one, value
from tandem_edge.phone.android.recipe import reading
from tandem_edge.phone.android.view import Unreadable, View
from tandem_edge.phone.catalogue.security_privacy.screen_lock import SCREEN_LOCK
from tandem_edge.phone.catalogue.system_settings.phone_battery import BATTERY
from tandem_edge.phone.catalogue.system_settings.phone_identity import IDENTITY
from tandem_edge.phone.sandbox.device import DEVICE

_MB = 1024
"""Blocks of ``df -k`` in a megabyte."""
_CHARGING = {"2": True, "5": True, "3": False, "4": False, "1": False}
"""BatteryManager.BATTERY_STATUS_*: charging, full; discharging, not charging, unknown."""


def _clock(out: str, view: View) -> None:
    try:
        view.set(DEVICE, clock=datetime.fromisoformat(out.strip()))
        view.facts["now"] = out.strip()
    except ValueError as error:
        raise Unreadable(f"{out[:40]!r} is no time") from error


def _language(out: str, view: View) -> None:
    chinese = out.strip().lower().startswith("zh")
    view.set(DEVICE, language="zh" if chinese else "en")


CLOCK = (
    reading("date +%Y-%m-%dT%H:%M:%S", _clock, "device.clock", "fact.now"),
    reading(
        "getprop persist.sys.timezone",
        lambda out, view: view.set(DEVICE, timezone=out.strip()),
        "device.timezone",
    ),
    reading("getprop persist.sys.locale", _language, "device.language"),
)
"""What every call needs: the time, the zone and the language."""


def _locked(out: str, view: View) -> None:
    view.set(DEVICE, locked=one(r"\(current\).*?deviceLocked=(\d)", out, "lock") == "1")


LOCKED = reading("dumpsys trust", _locked, "device.locked")


def _battery(out: str, view: View) -> None:
    level = int(one(r"^\s*level: (\d+)$", out, "battery level"))
    scale = int(one(r"^\s*scale: (\d+)$", out, "battery scale")) or 100
    charging = value(one(r"^\s*status: (\d)$", out, "battery status"), _CHARGING)
    view.set(DEVICE, battery_percent=round(level * 100 / scale), charging=charging)


BATTERY_LEVEL = reading("dumpsys battery", _battery, "device.battery_percent", "device.charging")
SAVER = reading(
    "settings get global low_power", kept(BATTERY, "saver", ON_OFF, unset=False), "battery.saver"
)
SAVER_AT = reading(
    "settings get global low_power_trigger_level",
    kept(BATTERY, "saver_at", int, unset=0),
    "battery.saver_at",
)


def _sim(out: str, view: View) -> None:
    """``LOADED`` or, with two slots, ``LOADED,ABSENT``."""
    states = set(out.strip().split(","))
    view.set(DEVICE, sim_present=bool(states - {"ABSENT", "UNKNOWN", "NOT_READY", ""}))


SIM = reading("getprop gsm.sim.state", _sim, "device.sim_present")


def _storage(out: str, view: View) -> None:
    rows = out.strip().splitlines()
    found = re.fullmatch(r"\S+\s+(\d+)\s+\d+\s+(\d+)\s+\S+\s+.*", rows[-1]) if rows else None
    if found is None:
        raise Unreadable(f"no storage in {out[:60]!r}")
    total, free = int(found[1]) // _MB, int(found[2]) // _MB
    view.set(DEVICE, total_mb=total, free_mb=min(free, total))


STORAGE = reading("df -k /data", _storage, "device.total_mb", "device.free_mb")


def _secured(out: str, view: View) -> None:
    """Which kind of lock it is cannot be told: ``pin`` stands for any."""
    off = value(out.strip(), {"true": True, "false": False})
    view.set(SCREEN_LOCK, kind="none" if off else "pin")


SECURED = reading("locksettings get-disabled", _secured, "screen_lock.kind")

SOFTWARE = (
    reading(
        "getprop ro.build.version.release",
        lambda out, view: view.set(IDENTITY, android=out.strip()),
        "identity.android",
    ),
    reading(
        "getprop ro.build.version.security_patch",
        lambda out, view: view.set(IDENTITY, patch=out.strip()[:7]),
        "identity.patch",
    ),
    reading(
        "getprop ro.build.display.id",
        lambda out, view: view.set(IDENTITY, build=out.strip()),
        "identity.build",
    ),
)
