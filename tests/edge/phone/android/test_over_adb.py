"""The same calls over the real adb server, adbutils and a phone's shell."""

from __future__ import annotations

from pathlib import Path

import pytest

from tandem_edge.phone.android.link.adb_link import AdbLink
from tests.edge.phone.android.cases import READS, WRITES, Case
from tests.edge.phone.android.simulated import by_sandbox, tables, world_of
from tests.fakes.adb_server import PrivateAdb
from tests.fakes.android_phone.running import AndroidPhone

PATIENCE_S = 120.0
"""Of the first line, which starts the link: the machine may be busy."""


def _over_adb(case: Case, adb: PrivateAdb, home: Path) -> None:
    wanted, ours = by_sandbox(case)
    sandbox = case.phone()
    with AndroidPhone.running(sandbox) as phone:
        for setting in case.settings:
            phone.model.settings.put(*setting)
        with AdbLink(phone.serial, home=home) as link:
            link.shell("true", changes=False, deadline_s=PATIENCE_S)
            execution = world_of(link, home).call(case.call())
        adb.disconnect(phone.serial)
    assert execution.result.fault is None
    assert ours.result.ok
    assert tables(sandbox) == tables(wanted)


@pytest.mark.slow
@pytest.mark.parametrize("case", [*WRITES, *READS], ids=str)
def test_a_call_over_adb_leaves_the_phone_as_it_leaves_the_sandbox(
    case: Case, adb: PrivateAdb, tmp_path: Path
) -> None:
    _over_adb(case, adb, tmp_path)
