"""kill -9 in the middle of constructing: the same command goes on, and writes the same bytes."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from tandem_edge.cli.common import carried_out
from tandem_trainer.cli.main import trainer
from tandem_trainer.tasks import constructing, keeping
from tandem_trainer.tasks.keeping import plans_file, read_constructed, record_file

BLOCK, COUNT, KILLS = 16, 40, 2
"""Attempts in a block, so few that there are several blocks; tasks; kills."""
SMALL_BLOCKS = f"""\
from tandem_trainer.tasks import constructing, keeping
constructing.BLOCK = keeping.BLOCK = {BLOCK}
"""
MAIN = "from tandem_trainer.cli.main import main; main()"
LOOK_S = 0.01
"""How often is looked at what a process has done."""


def command(out: Path, *options: str) -> list[str]:
    asked = ["tasks", "construct", "--count", str(COUNT), "--seed", "7", "--words"]
    return [*asked, "--out", str(out), *options]


def started(out: Path, *options: str, before: str = "") -> subprocess.Popen[bytes]:
    given = [sys.executable, "-c", before + MAIN, *command(out, *options)]
    return subprocess.Popen(given, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)


def part(out: Path) -> Path:
    return out.with_name(out.name + ".part")


def blocks_of(out: Path) -> int:
    """How many blocks are kept so far."""
    return len(list(part(out).glob("[0-9]*.json")))


def waited(process: subprocess.Popen[bytes], until: Callable[[], bool]) -> None:
    """Wait until something is so, or the process has ended."""
    while process.poll() is None and not until():
        with suppress(subprocess.TimeoutExpired):
            process.wait(LOOK_S)


def files(out: Path) -> Iterator[bytes]:
    return (each.read_bytes() for each in (out, plans_file(out), record_file(out)))


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_construction_that_is_killed_at_random_moments_writes_identical_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, broken = tmp_path / "whole.jsonl", tmp_path / "broken.jsonl"
    for module in (constructing, keeping):
        monkeypatch.setattr(module, "BLOCK", BLOCK)
    assert carried_out(trainer, command(whole, "--workers", "1"), "tandem-trainer") == 0
    random = Random(3)
    for kill in range(1, KILLS + 1):
        process = started(broken, "--workers", "1", before=SMALL_BLOCKS)
        waited(process, lambda least=kill: blocks_of(broken) >= least)  # type: ignore[misc]
        with suppress(subprocess.TimeoutExpired):
            process.wait(random.uniform(0, 0.5))  # some moment of the block after
        process.kill()
        process.communicate()
        assert process.returncode == -signal.SIGKILL, "it was done before it could be killed"
        assert not broken.exists() and blocks_of(broken) >= kill
    last = started(broken, "--workers", "1", before=SMALL_BLOCKS)
    _, said = last.communicate()
    assert last.returncode == 0, said.decode()
    assert len(list(read_constructed(broken))) == COUNT
    assert [*files(broken)] == [*files(whole)]
    assert not part(broken).exists()


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_the_workers_of_a_construction_that_is_killed_end_with_it(tmp_path: Path) -> None:
    out = tmp_path / "tasks.jsonl"
    process = started(out, "--workers", "2")
    waited(process, part(out).joinpath("inputs.json").exists)
    with suppress(subprocess.TimeoutExpired):
        process.wait(1)
    process.kill()
    process.communicate(timeout=200)  # its stderr is also that of its workers
    assert process.returncode == -signal.SIGKILL
