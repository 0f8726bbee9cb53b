"""The same attempts on Ray as in processes, and an end that loses nothing."""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tandem_edge.bench.runs.ray_spreading import spread_on_ray
from tandem_shared.errors import MissingError, PlannerError, UsageError
from tandem_trainer.rollout.collecting import collect
from tests.trainer.rollout.test_collecting import Kept, wanted

HAS_RAY = importlib.util.find_spec("ray") is not None
needs_ray = pytest.mark.skipif(
    not HAS_RAY, reason="Ray is not installed: pip install 'tandem-phone[ray]'"
)
own_warnings = pytest.mark.filterwarnings("ignore")  # Ray's, of sockets and files it leaves to exit


@pytest.fixture(scope="module")
def cluster() -> Iterator[None]:
    """Of one node, on this machine."""
    import ray

    ray.init(num_cpus=2, object_store_memory=80_000_000, log_to_driver=False, logging_level="ERROR")
    yield
    ray.shutdown()


def nothing() -> None:
    pass


def does(job: str) -> str:
    if job == "die":
        os._exit(1)
    if job == "refuse":
        raise UsageError("no such job", hint="another")
    return f"{os.getpid()} {job}"


@needs_ray
@own_warnings
def test_attempts_on_ray_are_those_made_here(cluster: None, tmp_path: Path) -> None:
    here, there = Kept(), Kept()
    list(collect(wanted(tmp_path), here))
    list(collect(wanted(tmp_path), there, 2, backend="ray"))
    assert {*there} == {*here} and len(here) > 5


@needs_ray
@own_warnings
def test_more_workers_than_the_cluster_has_room_for_delay_nobody(cluster: None) -> None:
    made = [each.split() for each in spread_on_ray(does, map(str, range(40)), 5, nothing, ())]
    assert sorted(int(job) for _, job in made) == [*range(40)]
    assert os.getpid() not in {int(pid) for pid, _ in made}


@needs_ray
@own_warnings
def test_a_worker_that_dies_or_refuses_is_told_as_it_is_of_processes(cluster: None) -> None:
    with pytest.raises(PlannerError, match="worker of the run is gone") as died:
        list(spread_on_ray(does, ["1", "die"], 1, nothing, ()))
    assert "what is done is kept" in died.value.hint
    with pytest.raises(UsageError, match="no such job"):
        list(spread_on_ray(does, ["refuse"], 1, nothing, ()))


def test_without_ray_one_sentence_says_what_to_type(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)  # importing it fails, as where it is not there
    with pytest.raises(MissingError) as error:
        list(collect(wanted(tmp_path), Kept(), backend="ray"))
    assert "tandem-phone[ray]" in error.value.hint
