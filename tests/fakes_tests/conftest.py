"""What the simulator's own tests share: one adb server, one unspoilt phone connected to it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.fakes.adb_server import PrivateAdb, adb  # noqa: F401 - a fixture
from tests.fakes.android_phone import AndroidPhone


@pytest.fixture
def android(adb: PrivateAdb) -> Iterator[AndroidPhone]:  # noqa: F811 - the fixture, as pytest names it
    """A fresh phone of seed 7, online."""
    with AndroidPhone.running(7) as phone:
        adb.connect(phone.serial)
        adb.wait_for(phone.serial)
        yield phone
        adb.disconnect(phone.serial)
