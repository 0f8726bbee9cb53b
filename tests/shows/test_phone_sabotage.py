"""With the thing it measures broken, each item of ``make show-phone`` prints ``short``."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from shows import phone
from shows.framework import ROOT, Bench
from tests.shows.pretending import marks, pretending, saying

bench = partial(pretending, "pretend_phone.py")


def test_1_tools_are_short_of_a_domain_and_the_lint_of_a_look_alike(tmp_path: Path) -> None:
    assert marks(phone.tools(bench(tmp_path))) == {"1 tools by domain": True, "1 lint": True}
    lacking = marks(phone.tools(bench(tmp_path, "domain")))
    assert lacking == {"1 tools by domain": False, "1 lint": False}
    assert marks(phone.tools(bench(tmp_path, "alike")))["1 lint"] is False


def test_2_a_checker_that_says_yes_or_no_to_everything_is_short(tmp_path: Path) -> None:
    proven = "2 tasks proven (quick: only dev)"
    assert marks(phone.proven(bench(tmp_path), quick=True)) == {
        proven: True,
        "2 mutants caught": True,
    }
    credulous = marks(phone.proven(bench(tmp_path, "credulous"), quick=True))
    assert credulous == {proven: False, "2 mutants caught": False}
    strict = marks(phone.proven(bench(tmp_path, "strict"), quick=True))
    assert strict[proven] is False


CENSUS = {
    "proofs": {"test": {"tasks": 2, "proven": 2, "mutants": {"extra": 3}, "caught": {"extra": 3}}},
    "points": {**dict.fromkeys(phone.NULLS, 1.0), phone.KEYWORDS: 30.0},
    "minutes": 1.0,
    "workers": 2,
}


@pytest.mark.parametrize(
    ("agent", "points", "item"),
    [
        ("always-asks", 7.5, "2 null agents, points on test"),
        (phone.KEYWORDS, 36.0, "2 keyword router, points on test"),
    ],
)
def test_2_simple_agents_that_get_too_much_are_short(
    tmp_path: Path, agent: str, points: float, item: str
) -> None:
    assert all(marks(phone.proven(saying(tmp_path, CENSUS), quick=False)).values())
    easy = {**CENSUS, "points": {**CENSUS["points"], agent: points}}  # type: ignore[dict-item]
    assert marks(phone.proven(saying(tmp_path, easy), quick=False))[item] is False


def test_3_slow_calls_and_slow_resets_are_short(tmp_path: Path) -> None:
    calls = "3 tool calls, one core"
    assert marks(phone.throughput(bench(tmp_path, "slow")))[calls] is False
    assert marks(phone.throughput(bench(tmp_path, "heavy")))["3 reset"] is False


SPEED = {
    "calls_per_s": 9000.0,
    "tools": 200,
    "cores": 2,
    "reset_s": 0.0001,
    "snapshot_s": 0.0001,
    "restore_s": 0.0001,
    "generate_s": 0.05,
    "instances": 1000,
    "instances_mb": 50.0,
}


def test_3_phones_that_take_too_much_memory_are_short(tmp_path: Path) -> None:
    item = "3 memory of 1,000 live phones"
    assert marks(phone.throughput(saying(tmp_path, SPEED)))[item] is True
    heavy = {**SPEED, "instances_mb": 2500.0}
    assert marks(phone.throughput(saying(tmp_path, heavy)))[item] is False
    fewer = {**SPEED, "instances": 10}
    assert marks(phone.throughput(saying(tmp_path, fewer))) == {
        "3 tool calls, one core": True,
        "3 reset": True,
        "3 memory of 10 live phones": False,
    }


@pytest.mark.slow
def test_4_a_rollback_that_forgets_is_short(tmp_path: Path) -> None:
    plugin = {"PYTEST_ADDOPTS": "-p tests.shows.broken_rollback"}
    broken = replace(Bench(), env={**plugin, "PYTHONPATH": str(ROOT)})
    assert list(marks(phone.invariants(broken, quick=True)).values()) == [False]


@pytest.mark.slow
def test_5_a_planner_that_does_nothing_is_short(tmp_path: Path) -> None:
    got = marks(phone.baseline(bench(tmp_path), quick=True))
    assert got.pop("5 the planner against the best null agent") is False
    assert all(got.values())


SIMULATED = {
    "attempts": 200,
    "tools": 45,
    "planted": 50,
    "caught": 48,
    "false_alarms": 2,
}


@pytest.mark.parametrize(
    ("wrong", "item"),
    [
        ({"caught": 44}, "7 contradictions caught"),
        ({"attempts": 20}, "7 contradictions caught"),
        ({"false_alarms": 11}, "7 false alarms"),
    ],
)
def test_7_a_validator_that_misses_or_cries_wolf_is_short(
    tmp_path: Path, wrong: dict[str, int], item: str
) -> None:
    assert all(marks(phone.simulated(saying(tmp_path, SIMULATED), quick=True)).values())
    got = marks(phone.simulated(saying(tmp_path, {**SIMULATED, **wrong}), quick=True))
    assert got[item] is False


RAY = {"nodes": 2, "sequences": 40, "same": True}
WORLDS = {"killed": 20, "reclaimed": 20, "leaked": 0, "ray": RAY}


@pytest.mark.parametrize(
    ("wrong", "item"),
    [
        ({"reclaimed": 19}, "7 world manager"),
        ({"leaked": 1}, "7 world manager"),
        ({"ray": {**RAY, "same": False}}, "7 the same run on a Ray cluster"),
        ({"ray": {**RAY, "nodes": 1}}, "7 the same run on a Ray cluster"),
    ],
)
def test_7_a_manager_that_leaks_or_differs_is_short(
    tmp_path: Path, wrong: dict[str, Any], item: str
) -> None:
    assert all(marks(phone.manager(saying(tmp_path, WORLDS), quick=True)).values())
    got = marks(phone.manager(saying(tmp_path, {**WORLDS, **wrong}), quick=True))
    assert got[item] is False
