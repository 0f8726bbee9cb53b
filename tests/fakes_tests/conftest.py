"""What the simulator's own tests share: one adb server, one phone connected to it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.fakes.adb_server import PrivateAdb, adb  # noqa: F401 - a fixture
from tests.fakes.android_phone import AndroidPhone


@pytest.fixture(scope="session")
def shared_android() -> Iterator[AndroidPhone]:
    """A phone of seed 7 for a whole run: starting one takes longer than most tests."""
    with AndroidPhone.running(7) as phone:
        yield phone


@pytest.fixture
def android(adb: PrivateAdb, shared_android: AndroidPhone) -> AndroidPhone:  # noqa: F811
    """It, online, as it was when it started."""
    shared_android.reset()
    if adb.states().get(shared_android.serial) != "device":
        adb.connect(shared_android.serial)
        adb.wait_for(shared_android.serial)
    shared_android.log.clear()
    return shared_android


@pytest.fixture
def untouched(adb: PrivateAdb) -> Iterator[AndroidPhone]:  # noqa: F811
    """A phone of its own: on the shared one uiautomator2 may still see to what an earlier test
    connected to, and start its server again."""
    with AndroidPhone.running(7) as phone:
        adb.connect(phone.serial)
        adb.wait_for(phone.serial)
        yield phone


@pytest.fixture
def unplugged(shared_android: AndroidPhone) -> AndroidPhone:
    """The phone as it was when it started, with no adb server in the way."""
    shared_android.reset()
    return shared_android
