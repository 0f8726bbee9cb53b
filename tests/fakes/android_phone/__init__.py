"""A simulated Android phone behind a real adb daemon protocol: see docs/device-simulator.md."""

from tests.fakes.android_phone.log import Entry, Log
from tests.fakes.android_phone.profiles import PROFILES, Profile
from tests.fakes.android_phone.running import AndroidPhone

__all__ = ["PROFILES", "AndroidPhone", "Entry", "Log", "Profile"]
