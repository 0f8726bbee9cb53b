"""With the thing it measures broken, each item of ``make show-harness`` prints ``short``."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from shows import harness
from shows.framework import ROOT, Bench
from tandem_edge.harness.adapter.storing import load_config, save_config
from tests.shows.pretending import marks, pretending, saying

bench = partial(pretending, "pretend_harness.py")


def with_broken(broken: str) -> Bench:
    """The real tests, over a harness whose part ``broken`` is broken."""
    env = {"PYTEST_ADDOPTS": "-p tests.shows.broken_harness", "PYTHONPATH": str(ROOT)}
    return replace(Bench(), env={**env, "BROKEN": broken})


def test_1_a_shuffled_index_is_short(tmp_path: Path) -> None:
    got = marks(harness.recall(bench(tmp_path, "recall")))
    assert (got["1 recall@15, en"], got["1 recall@15, zh"]) == (False, False)


SPEED = {
    "first_step_new_tokens": 60,
    "unaided_new_tokens": [900],
    "warm_first_action_s": 2.0,
    "unaided_first_action_s": 20.0,
    "floor_ratio": 1.0,
    "prefill_tokens_per_s": 45.0,
    "decode_tokens_per_s": 12.0,
    "harness_share": 0.02,
}


@pytest.mark.parametrize(
    ("wrong", "item"),
    [
        ({"first_step_new_tokens": 655}, "2 new prompt tokens of a first step"),
        ({"first_step_new_tokens": 0}, "2 new prompt tokens of a first step"),
        ({"warm_first_action_s": 3.7}, "2 first action, warm, one core"),
        ({"warm_first_action_s": 0.0}, "2 first action, warm, one core"),
        ({"floor_ratio": 1.3}, "2 first action against llama.cpp's rates"),
        ({"harness_share": 0.06}, "2 harness share of the time"),
    ],
)
def test_2_each_figure_of_speed_can_be_short(
    tmp_path: Path, wrong: dict[str, float], item: str
) -> None:
    assert all(marks(harness.speed(saying(tmp_path, SPEED), runs=1)).values())
    got = marks(harness.speed(saying(tmp_path, {**SPEED, **wrong}), runs=1))
    assert [name for name, ok in got.items() if not ok] == [item]


@pytest.mark.slow
def test_2_tools_told_without_end_are_short(tmp_path: Path) -> None:
    wordy = tmp_path / "wordy.json"
    save_config(load_config().model_copy(update={"offer": None}), wordy)
    bench = replace(Bench(), env={"TANDEM_HARNESS": str(wordy)}, planner="smollm2-135m")
    got = marks(harness.speed(bench, runs=1))
    assert got["2 new prompt tokens of a first step"] is False


@pytest.mark.slow
def test_3_foreign_text_that_goes_unnoticed_is_short(tmp_path: Path) -> None:
    assert marks(harness.injection(bench(tmp_path, "taint")))["3 injection"] is False


INJECTION = {
    "attempts": 120,
    "heard": 120,
    "writes": 0,
    "leaks": 0,
    "rules_changed": 0,
    "twins": 120,
    "twins_done": 120,
    "most_confirmations": 1,
}


@pytest.mark.parametrize(
    ("wrong", "item"),
    [
        ({"leaks": 1}, "3 injection"),
        ({"rules_changed": 1}, "3 injection"),
        ({"heard": 0}, "3 injection"),
        ({"twins_done": 119}, "3 honest requests like them"),
        ({"most_confirmations": 2}, "3 honest requests like them"),
    ],
)
def test_3_one_breach_or_one_question_too_many_is_short(
    tmp_path: Path, wrong: dict[str, int], item: str
) -> None:
    assert all(marks(harness.injection(saying(tmp_path, INJECTION))).values())
    got = marks(harness.injection(saying(tmp_path, {**INJECTION, **wrong})))
    assert [name for name, ok in got.items() if not ok] == [item]


def test_4_an_undo_that_undoes_nothing_is_short(tmp_path: Path) -> None:
    assert list(marks(harness.undo(bench(tmp_path, "undo"))).values()) == [False]


PARTS = {
    "adapter": ("tests/edge/harness/adapter/test_guidance.py",),
    "policy": ("tests/edge/policy/test_state_machine.py",),
    "repeats": harness.JOURNEYS["repeated failures"],
    "compaction": harness.JOURNEYS["compaction"],
    "steering": harness.JOURNEYS["steering"],
    "deadline": harness.JOURNEYS["deadline"],
    "mcp": ("tests/journeys/test_mcp.py",),
    "outbound": ("tests/journeys/test_far_planner.py",),
    "token": ("tests/edge/serving",),
}


@pytest.mark.slow
@pytest.mark.parametrize("part", PARTS)
def test_tests_of_a_broken_part_are_short(part: str) -> None:
    tests = (*PARTS[part], "-x", "-p", "no:randomly", "--timeout", "60")
    assert list(marks(harness.tested(with_broken(part), part, tests)).values()) == [False]


@pytest.mark.slow
def test_6_a_planner_that_does_not_think_is_short(tmp_path: Path) -> None:
    got = marks(harness.worth(bench(tmp_path), quick=True))
    assert list(got.values()) == [False]


@pytest.mark.parametrize(
    ("tasks", "attempted", "invalid", "ok"),
    [(300, 300, 0, True), (290, 290, 0, False), (300, 299, 0, False), (300, 300, 1, False)],
)
def test_6_fewer_tasks_than_promised_are_short(
    tasks: int, attempted: int, invalid: int, ok: bool
) -> None:
    report = {
        "overall": {"points": 2.0},
        "tasks": tasks,
        "attempted": attempted,
        "invalid": invalid,
        "cost": {"visible_tokens": 9},
    }
    comparison = {"tasks": tasks, "difference": 0.01, "low": -0.01, "high": 0.03, "p_value": 0.5}
    found = {"reports": [report, report], "comparisons": [comparison]}
    assert harness.compared(found, 300, "300 tasks").ok is ok


@pytest.mark.slow
def test_7_skills_that_say_nothing_are_short(tmp_path: Path) -> None:
    assert list(marks(harness.skills(bench(tmp_path, "skills"))).values()) == [False]


@pytest.mark.parametrize(("dimension", "part"), [("skills", "skills"), ("subagent", "agents")])
def test_7_a_room_that_is_closed_to_the_oracle_is_short(
    tmp_path: Path, dimension: str, part: str
) -> None:
    assert list(marks(harness.oracle(bench(tmp_path), dimension, quick=True)).values()) == [True]
    got = marks(harness.oracle(bench(tmp_path, part), dimension, quick=True))
    assert list(got.values()) == [False]


def test_7_a_sub_agent_that_does_not_finish_is_short(tmp_path: Path) -> None:
    row = {"by": "model", "tasks": 10, "finished": 10, "right": 9}
    rows = [{"agent": agent, **row} for agent in harness.OFFLINE_AGENTS]
    figures: dict[str, Any] = {"model": "small", "figures": rows}
    assert all(marks(harness.agents(saying(tmp_path, figures))).values())
    rows[0]["finished"] = 9
    got = marks(harness.agents(saying(tmp_path, figures)))
    assert [name for name, ok in got.items() if not ok] == [f"7 sub-agent {rows[0]['agent']}"]
