"""kill -9 in the middle of any step: the same command goes on, and all comes out the same."""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

pytest.importorskip("sqlalchemy", reason="the trainer extra is not installed")

from tandem_shared.experience import Approval, Curated, Dataset, Proposal, Rollout
from tandem_trainer.facade import open_experience

MAIN = "from tandem_trainer.cli.main import main; main()"
KILLS = 2
TASKS = 40


def started(home: Path, words: Sequence[str]) -> subprocess.Popen[bytes]:
    given = [sys.executable, "-c", MAIN, *words, "--home", str(home)]
    return subprocess.Popen(given, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)


def carried_out(home: Path, words: Sequence[str]) -> float:
    """Carry a command out to its end; how long it took, in seconds."""
    begun = time.monotonic()
    process = started(home, words)
    _, said = process.communicate()
    assert process.returncode == 0, said.decode()
    return time.monotonic() - begun


def killed(home: Path, words: Sequence[str], seconds: float, random: Random) -> None:
    """Kill a command at some moment of its work, several times, then let it come to its end."""
    for _ in range(KILLS):
        process = started(home, words)
        try:
            process.wait(random.uniform(0.2, 1) * seconds)
        except subprocess.TimeoutExpired:
            process.kill()
        process.communicate()
    carried_out(home, words)


def steps() -> list[Sequence[str]]:
    """The commands up to a proposal; ``tests/trainer/tasks/test_construction_kills.py`` kills the
    one before them."""
    alone = ("--workers", "1", "--words")
    return [
        ("collect", "--policy", "oracle", "--tasks", str(TASKS), *alone),
        ("curate", "--workers", "1"),
        ("diagnose", *alone),
    ]


def proposal_of(home: Path) -> str:
    with open_experience(home) as store:
        (made,) = store.ids(Proposal)
    return made


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_a_wheel_that_is_killed_in_every_step_comes_to_the_same_data_set(tmp_path: Path) -> None:
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    random = Random(5)
    for words in steps():
        killed(broken, words, carried_out(whole, words), random)
    proposal = proposal_of(whole)
    assert proposal_of(broken) == proposal
    approve = ("proposal", "approve", proposal, "--as", "bo", "--reason", "looked at it")
    carried_out(whole, approve)
    with open_experience(whole) as store, open_experience(broken) as other:
        other.add(store.each(Approval))
    sets = tmp_path / "sets"
    freeze = ("freeze", proposal, "--workers", "1", "--words", "--out", str(sets))
    seconds = carried_out(whole, freeze)
    frozen = sorted(each.name for each in sets.iterdir())
    shutil.rmtree(sets)
    killed(broken, freeze, seconds, random)
    assert sorted(each.name for each in sets.iterdir()) == frozen
    with open_experience(whole) as store, open_experience(broken) as other:
        for kind in (Rollout, Curated, Proposal, Dataset):
            assert store.ids(kind) == other.ids(kind)
        for kind in ("collect", "curate", "diagnose", "freeze"):
            assert store.steps.of(kind) == other.steps.of(kind)


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_two_workers_that_are_killed_keep_what_one_that_is_left_alone_keeps(tmp_path: Path) -> None:
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    random = Random(9)
    for words in steps()[:2]:
        command = [each for each in words if each not in ("--workers", "1")]
        seconds = carried_out(whole, (*command, "--workers", "1"))
        killed(broken, (*command, "--workers", "2"), seconds, random)
    with open_experience(whole) as store, open_experience(broken) as other:
        assert len(store.ids(Rollout)) == TASKS
        for kind in (Rollout, Curated):
            assert store.ids(kind) == other.ids(kind)
        for name in ("collect", "curate"):
            assert store.steps.of(name) == other.steps.of(name)
