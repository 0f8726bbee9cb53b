"""Killed at any moment, the memory keeps what it acknowledged; one that did not is told."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tandem_edge.bench.memory.safety.killing import Killing
from tandem_edge.bench.memory.safety.tally import Tally
from tandem_edge.bench.memory.safety.victims import DEEDS, REKEY
from tests.edge.bench.memory.safety import saboteurs

pytestmark = pytest.mark.skipif(
    not Path("/proc/self/fd").exists(), reason="looks into processes by way of /proc"
)


def sabotaged(folder: Path, work: Callable[..., None], kills: int = 2) -> Tally:
    return Killing(folder, seed=4, work=work).kill(kills)


@pytest.mark.slow
def test_sixteen_kills_lose_break_and_show_nothing(tmp_path: Path) -> None:
    tally = Killing(tmp_path, seed=3).kill(16)
    assert tally.whole, (tally.lost, tally.faults, tally.leaks)
    assert set(tally.by_kind) == {*DEEDS, REKEY} and tally.by_kind.total() == tally.kills == 16
    assert tally.in_flight.total() > 8 and tally.turns > 20 and tally.units > 20
    assert tally.searched > 0 and tally.files > 50


def test_what_is_acknowledged_too_early_is_counted_as_lost(tmp_path: Path) -> None:
    tally = sabotaged(tmp_path, saboteurs.promises_too_early)
    assert tally.lost and not tally.whole


def test_half_a_deed_is_a_fault(tmp_path: Path) -> None:
    tally = sabotaged(tmp_path, saboteurs.commits_in_part, 1)
    assert any("1 of 2 turns" in fault for fault in tally.faults) and not tally.whole


def test_plain_text_beside_the_database_is_a_leak(tmp_path: Path) -> None:
    tally = sabotaged(tmp_path, saboteurs.writes_plainly, 1)
    assert "note.tmp" in tally.leaks and not tally.whole


def test_a_search_that_has_lost_a_document_is_a_fault(tmp_path: Path) -> None:
    tally = sabotaged(tmp_path, saboteurs.forgets_to_index, 1)
    assert any("search words" in fault for fault in tally.faults) and not tally.whole


def test_a_look_that_breaks_is_a_fault_that_says_why(tmp_path: Path) -> None:
    tally = sabotaged(tmp_path, saboteurs.spoils_the_file)
    broke = [fault for fault in tally.faults if fault.startswith("a fresh process that looks: ")]
    assert len(broke) == 4, "each of two homes was looked at twice"
    assert all("Error: " in fault for fault in broke) and not tally.whole


def test_kills_that_meet_no_write_prove_nothing(tmp_path: Path) -> None:
    tally = sabotaged(tmp_path, saboteurs.does_nothing, 1)
    assert not (tally.lost or tally.faults or tally.leaks) and not tally.whole


def test_a_process_that_breaks_is_a_fault(tmp_path: Path) -> None:
    tally = sabotaged(tmp_path, saboteurs.breaks, 1)
    assert any("KeyError" in fault for fault in tally.faults) and not tally.whole


@pytest.mark.parametrize("what", ["lost", "faults", "leaks"])
def test_a_tally_with_anything_amiss_is_not_whole(what: str) -> None:
    tally = Tally(kills=1)
    assert not tally.whole
    tally.in_flight["write"] += 1
    assert tally.whole
    getattr(tally, what).append("x")
    assert not tally.whole
