"""Simulated phones behind a real adb server, and links to them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tandem_edge.phone.android.link.adb_link import AdbLink
from tests.fakes.adb_server import PrivateAdb
from tests.fakes.adb_server import adb as adb
from tests.fakes.android_phone.profiles import Profile
from tests.fakes.android_phone.running import AndroidPhone

PATIENCE_S = 120.0
"""Of calls whose length is not what a test is about: the machine may be busy."""
StartPhone = Callable[..., AndroidPhone]
OpenLink = Callable[..., AdbLink]


@pytest.fixture
def start(adb: PrivateAdb) -> Iterator[StartPhone]:
    """Start a phone of a profile; it ends with the test."""
    with ExitStack() as running:

        def begin(profile: Profile | str = "unspoilt") -> AndroidPhone:
            phone = running.enter_context(AndroidPhone.running(7, profile=profile))
            running.callback(adb.disconnect, phone.serial)
            return phone

        yield begin


@pytest.fixture
def open_link(tmp_path: Path) -> Iterator[OpenLink]:
    """A link to a phone, that ends with the test. Unless told otherwise it was used once."""
    with ExitStack() as opened:

        def begin(phone: AndroidPhone | str, *, used: bool = True) -> AdbLink:
            serial = phone if isinstance(phone, str) else phone.serial
            link = opened.enter_context(AdbLink(serial, home=tmp_path / "home"))
            if used:
                link.shell("true", changes=False, deadline_s=PATIENCE_S)
            return link

        yield begin
