"""The same calls over the real adb server, adbutils and a phone's own shell."""

from __future__ import annotations

from pathlib import Path

import pytest

from tandem_edge.phone.android.link.adb_link import AdbLink
from tests.edge.phone.android.cases import READS, WRITES, Case
from tests.edge.phone.android.simulated import by_sandbox, tables, world_of
from tests.fakes.android_phone.running import AndroidPhone


@pytest.mark.slow
@pytest.mark.parametrize("case", [*WRITES, *READS], ids=str)
def test_a_call_over_adb_leaves_the_phone_as_it_leaves_the_sandbox(
    case: Case, started: AndroidPhone, connected: AdbLink, tmp_path: Path
) -> None:
    wanted, ours = by_sandbox(case)
    started.reset()
    for setup in case.setups:
        setup(started.sandbox)
    for setting in case.settings:
        started.model.settings.put(*setting)
    execution = world_of(connected, tmp_path).call(case.call())
    assert execution.result.fault is None
    assert ours.result.ok
    assert tables(started.sandbox) == tables(wanted)
