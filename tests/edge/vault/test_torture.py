"""Killed at any moment: nothing acknowledged is lost or broken, nothing is in plain text."""

from __future__ import annotations

from pathlib import Path

import pytest

from tandem_edge.vault.torture import Tally, killing

pytestmark = pytest.mark.skipif(
    not Path("/proc/self/fd").exists(), reason="looks into processes by way of /proc"
)


@pytest.mark.slow
def test_six_kills_leave_everything_that_was_acknowledged(tmp_path: Path) -> None:
    tally = killing(tmp_path, 6, seed=20)
    assert tally.whole, tally
    assert tally.kills == 6 and tally.rows > 0 and sum(tally.opened_by.values()) == 2
    log = (tmp_path / "home" / "logs" / "tandem.log").read_text("utf-8")
    assert "rows written" in log and '"dropped_fields": 1' in log


@pytest.mark.parametrize("fault", ["lost", "faults", "leaks"])
def test_a_tally_with_a_fault_is_not_whole(fault: str) -> None:
    assert Tally(kills=1).whole and not Tally().whole
    assert not Tally(kills=1, **{fault: 1 if fault == "lost" else ["x"]}).whole  # type: ignore[arg-type]
