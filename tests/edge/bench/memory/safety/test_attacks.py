"""Every attack on a home is refused with no byte changed, and a harmed index is made anew; where
that is not so, it is told."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tandem_edge.bench.memory.safety.attacking import (
    Attacked,
    Outcome,
    attack_all,
    make_homes,
    try_attack,
)
from tandem_edge.bench.memory.safety.attacks import Attack, Target, every_attack
from tandem_edge.bench.memory.safety.indexes import HARMS, harm_all
from tandem_edge.bench.memory.safety.measuring import Safety
from tandem_edge.bench.memory.safety.tally import Tally
from tandem_edge.memory.store import vectors
from tandem_edge.vault import database
from tests.fakes.hashed_embedder import HashedEmbedder


@pytest.mark.slow
def test_every_attack_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    found = attack_all(tmp_path, seed=5)
    assert found.control
    assert [each for each in found.outcomes if not (each.refused and each.unchanged)] == []
    assert len(found.outcomes) == len(every_attack()) > 40


@pytest.mark.slow
def test_without_a_look_before_opening_the_attacks_would_get_through(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "examine", lambda *_: None)
    found = attack_all(tmp_path, seed=5)
    through = {each.name for each in found.outcomes if not (each.refused and each.unchanged)}
    assert {"two pages exchanged", "a page more", "a bit of the log's header"} <= through
    assert "another user's database under the log" in through
    assert not found.whole


def test_no_harm_is_no_refusal(tmp_path: Path) -> None:
    clean, logged, other = (tmp_path / name / "home" for name in ("clean", "logged", "other"))
    make_homes(clean, logged, other, random.Random(0))
    outcome = try_attack(Attack("none", lambda _: None), Target(clean, other, random.Random(0)))
    assert not outcome.refused


@pytest.mark.parametrize(
    ("refused", "unchanged", "control"),
    [(False, True, True), (True, False, True), (True, True, False)],
)
def test_one_that_gets_through_or_changes_a_byte_is_told(
    refused: bool, unchanged: bool, control: bool
) -> None:
    attacked = Attacked([Outcome("it", refused, unchanged, "it opened")], control)
    assert not attacked.whole
    tally = Tally(kills=1)
    tally.in_flight["write"] += 1
    assert Safety(tally, attacked, [], "").faults
    assert not Safety(tally, Attacked([Outcome("it", True, True, "")], True), [], "").faults


@pytest.mark.slow
def test_harmed_vectors_are_made_anew_and_mislead_nobody(tmp_path: Path) -> None:
    found = harm_all(tmp_path, HashedEmbedder())
    assert [each for each in found if not each.whole] == [] and len(found) == len(HARMS)


def test_vectors_taken_as_they_are_would_break_or_mislead(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vectors, "_sound", lambda blob, *_: blob[: -vectors.SUM_BYTES])
    harms = {each: HARMS[each] for each in ("vectors cut short", "vectors exchanged")}
    monkeypatch.setattr("tandem_edge.bench.memory.safety.indexes.HARMS", harms)
    assert not any(each.whole for each in harm_all(tmp_path, HashedEmbedder()))
