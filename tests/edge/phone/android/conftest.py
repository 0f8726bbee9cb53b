"""A simulated phone behind a real adb server, and a link to it, for a whole module of tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tandem_edge.phone.android.link.adb_link import AdbLink
from tests.fakes.adb_server import PrivateAdb
from tests.fakes.adb_server import adb as adb
from tests.fakes.android_phone.running import AndroidPhone

PATIENCE_S = 120.0
"""Of the first line, which starts the link: the machine may be busy."""


@pytest.fixture(scope="module")
def started() -> Iterator[AndroidPhone]:
    """A phone of the seed that the cases are for."""
    with AndroidPhone.running(7) as phone:
        yield phone


@pytest.fixture(scope="module")
def connected(
    started: AndroidPhone, adb: PrivateAdb, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[AdbLink]:
    """A link to it over the real adb server, adbutils and uiautomator2."""
    with AdbLink(started.serial, home=tmp_path_factory.mktemp("home")) as link:
        link.shell("true", changes=False, deadline_s=PATIENCE_S)
        yield link
    adb.disconnect(started.serial)
