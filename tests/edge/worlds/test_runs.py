"""The same run on every backend, with workers killed under it."""

from __future__ import annotations

import importlib.util
import sys

import pytest

from tandem_edge.bench.worlds import measure_ray, measure_worlds, sequences
from tandem_edge.worlds.backend import open_backend
from tandem_shared.errors import MissingError

HAS_RAY = importlib.util.find_spec("ray") is not None


def test_a_plan_is_the_same_each_time_and_kills_as_often_as_asked() -> None:
    assert sequences(60, 20) == sequences(60, 20)
    assert sum(plan.kills for plan in sequences(60, 20)) == 20
    assert sum(plan.kills for plan in sequences(7, 3)) == 3


@pytest.mark.slow
def test_20_killed_workers_are_reclaimed_and_the_results_are_those_of_no_kill_at_all() -> None:
    measured = measure_worlds("processes", count=40, kills=20)
    assert (measured.killed, measured.reclaimed) == (20, 20)
    assert measured.lost >= 20
    assert measured.as_in_memory == measured.sequences == 40
    leaked = (measured.leaked_leases, measured.leaked_worlds, measured.leaked_processes)
    assert leaked == (0, 0, 0)


@pytest.mark.slow
@pytest.mark.skipif(not HAS_RAY, reason="Ray is not installed: pip install 'tandem-phone[ray]'")
@pytest.mark.filterwarnings("ignore")  # Ray's own, about sockets and files it leaves to exit
def test_two_ray_nodes_give_the_same_results_and_lose_nothing() -> None:
    here = measure_worlds("processes", count=12, kills=2)
    there = measure_ray(nodes=2, count=12, kills=4)
    assert there.results == here.results
    assert there.places == there.nodes == 2
    assert (there.killed, there.reclaimed) == (4, 4)
    assert (there.leaked_leases, there.leaked_worlds, there.leaked_processes) == (0, 0, 0)


def test_without_the_extra_the_command_that_mends_it_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)  # importing it fails, as where it is not there
    with pytest.raises(MissingError) as error:
        open_backend("ray")
    assert "tandem-phone[ray]" in error.value.hint
