"""Jobs over processes: each is done once, few wait at a time, a lost process is told."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from tandem_edge.bench.runs.spreading import QUEUED, spread
from tandem_shared.errors import PlannerError

prefix = ""


def opened(given: str) -> None:
    global prefix
    prefix = given


def work(job: str) -> str:
    if job == "die":
        os._exit(1)
    return prefix + job


def test_every_job_is_done_once_in_processes_that_were_opened() -> None:
    jobs = [str(number) for number in range(50)]
    assert sorted(spread(work, jobs, 2, opened, ("job ",))) == sorted(f"job {n}" for n in jobs)


def test_jobs_are_asked_for_as_they_are_needed() -> None:
    asked = []

    def jobs() -> Iterator[str]:
        for number in range(1000):
            asked.append(number)
            yield str(number)

    running = spread(work, jobs(), 2, opened, ("",))
    next(running)
    running.close()
    assert len(asked) <= 2 * QUEUED


def test_a_process_that_is_gone_is_told() -> None:
    running = spread(work, ["a", "die"], 1, opened, ("",))
    with pytest.raises(PlannerError, match="a worker of the run is gone"):
        list(running)


def test_no_jobs_are_no_results() -> None:
    assert list(spread(work, [], 1, opened, ("",))) == []
