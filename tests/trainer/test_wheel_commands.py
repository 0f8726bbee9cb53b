"""The flywheel from nothing to a data set, by its commands alone; and what must not get through."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("sqlalchemy", reason="the trainer extra is not installed")

import pyarrow.parquet as pq

from tandem_edge.cli.common import carried_out
from tandem_shared.experience import Proposal, Rollout
from tandem_trainer.cli.main import trainer
from tandem_trainer.facade import open_experience

Told = list[dict[str, Any]]


class Wheel:
    """The commands, on one home."""

    def __init__(self, home: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.home, self._capsys = home, capsys
        self.err = ""

    def code(self, *words: str) -> int:
        """The exit code of a command; what it says on stderr is kept in ``err``."""
        code = carried_out(trainer, [*words, "--home", str(self.home)], "tandem-trainer")
        self.err = self._capsys.readouterr().err
        return code

    def told(self, *words: str) -> Told:
        """What a command that ends well says."""
        given = [*words, "--home", str(self.home), "--json"]
        assert carried_out(trainer, given, "tandem-trainer") == 0
        return [json.loads(line) for line in self._capsys.readouterr().out.splitlines()]

    def one(self, *words: str) -> dict[str, Any]:
        """What a command that says one thing says."""
        (found,) = self.told(*words)
        return found

    def add(self, *rollouts: Rollout) -> None:
        """Bring rollouts in as sync does."""
        with open_experience(self.home) as store:
            store.add(rollouts)

    def curate(self) -> dict[str, Any]:
        return self.one("curate", "--workers", "1")

    def diagnose(self, *options: str) -> dict[str, Any]:
        return self.one("diagnose", "--words", "--workers", "1", *options)

    def proposal(self, *options: str) -> Proposal:
        """The proposal that diagnosing makes now."""
        with open_experience(self.home) as store:
            return store.get(Proposal, self.diagnose(*options)["proposal"])

    def approve(self, proposal: str) -> None:
        self.one("proposal", "approve", proposal[:12], "--as", "bo", "--reason", "looked at it")

    def freeze(self, proposal: str) -> dict[str, Any]:
        return self.one("freeze", proposal[:12], "--words", "--workers", "1")


@pytest.fixture
def wheel(home: Path, capsys: pytest.CaptureFixture[str]) -> Wheel:
    return Wheel(home, capsys)


def gathered(wheel: Wheel, count: int, *policies: str) -> None:
    tasks = str(wheel.home / "tasks.jsonl")
    asked = ("--weakness", "never-converts-units", "--words", "--workers", "1", "--seed", "3")
    wheel.one("tasks", "construct", "--count", str(count), "--out", tasks, *asked)
    for policy in policies:
        wheel.told("collect", "--policy", policy, "--from", tasks, "--workers", "1", "--words")


def reviewed(wheel: Wheel) -> int:
    queued = wheel.told("review", "list")
    for case in queued:
        assert wheel.one("review", "show", case["id"][:16])["case"] == case["id"]
        wheel.one("review", "approve", case["id"][:16], "--as", "ann", "--reason", "seen")
    return len(queued)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_from_nothing_to_a_data_set_that_says_where_each_example_is_from(
    wheel: Wheel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gathered(wheel, 30, "oracle", "never-converts-units")
    curated = wheel.curate()
    assert (curated["rollouts"], curated["left"]) == (60, 0)
    by_policy = {each["policy"]: each for each in curated["attribution"]}
    assert int(by_policy["never-converts-units"]["completed"]) < 30
    assert by_policy["oracle"]["suitable"] == "30"
    reviewed(wheel)
    assert wheel.told("review", "list") == []
    made = wheel.diagnose()
    shown = wheel.one("proposal", "show", made["proposal"][:12])
    assert len(shown["additions"]) == 30
    assert wheel.code("freeze", made["proposal"][:12], "--words") == 1
    assert "nobody has approved" in wheel.err
    wheel.approve(made["proposal"])
    frozen = wheel.freeze(made["proposal"])
    assert frozen["rollouts"] == 30
    (listed,) = wheel.told("freeze", "--list")
    assert (listed["dataset"], listed["withdrawn"]) == (frozen["dataset"], 0)
    rows = loaded(Path(frozen["out"]) / frozen["dataset"], tmp_path, monkeypatch)
    assert {row["policy"] for row in rows} == {"oracle"}
    weak = {row["task"]: row["weight"] for row in rows}
    explained = wheel.one("freeze", "--explain", rows[0]["id"][:16])
    assert explained["lineage"]["task"] == rows[0]["task"]
    assert explained["lineage"]["weight"]["weight"] == weak[rows[0]["task"]]
    assert explained["approval"]["person"] == "bo"
    for name in explained["lineage"]["weight"]["evidence"]:
        with open_experience(wheel.home) as store:
            assert store.get(Rollout, name).policy.name == "never-converts-units"


def loaded(folder: Path, scratch: Path, monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """The examples as a trainer reads them."""
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    place = str(folder / "examples.parquet")
    try:
        from datasets import load_dataset
    except ImportError:
        found: list[dict[str, Any]] = pq.read_table(place).to_pylist()
        return found
    cache = str(scratch / "cache")
    return list(load_dataset("parquet", data_files=place, split="train", cache_dir=cache))
