"""Recorded answers are given again without the model, or not at all."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tandem_edge.bench.simulated import measure_consistency
from tandem_edge.bench.simulated_runs import attempt
from tandem_edge.llm.record import NotRecorded, Recorder, Recording, Replayer
from tandem_edge.llm.role import LanguageModel
from tandem_edge.phone.simulated.account import Account
from tandem_edge.phone.simulated.discovery import load_services
from tandem_edge.phone.simulated.fake import Bookkeeper
from tests.edge.simulated.saying import fresh


def played(model: LanguageModel, seed: int = 1) -> Account:
    spec = load_services().spec("book_gym_class")
    assert spec is not None
    return attempt(spec, fresh(), model, Random(seed), calls=8)


def test_a_replay_is_the_run_that_was_recorded(tmp_path: Path) -> None:
    file = tmp_path / "answers.jsonl"
    recorder = Recorder(Bookkeeper(3), Recording.open(file))
    recorded = played(recorder)
    assert played(Replayer(Recording.open(file), recorder.name)) == recorded


def test_what_was_not_recorded_is_an_error_and_no_fault_of_the_tool(tmp_path: Path) -> None:
    file = tmp_path / "answers.jsonl"
    recorder = Recorder(Bookkeeper(3), Recording.open(file))
    played(recorder)
    with pytest.raises(NotRecorded, match="but none of bookkeeper-3") as error:
        played(Replayer(Recording.open(file), recorder.name), seed=2)
    assert "record again" in error.value.hint
    with pytest.raises(NotRecorded):
        played(Replayer(Recording.open(file), "another model"))


def test_the_measured_validator_reaches_its_floors(tmp_path: Path) -> None:
    measured = measure_consistency(tmp_path / "answers.jsonl", attempts=45, planted=26, seed=5)
    assert measured.tools > 30 and measured.attempts == 45
    assert measured.planted == 26 and len(measured.by_kind) >= 10
    assert measured.caught_rate >= 0.9, measured.missed
    assert measured.false_alarm_rate <= 0.05
    assert measured.replayed_alike
