"""Figures with right values, worked out by hand or taken from published tables."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tandem_edge.bench.runs.scoring import Share, compare, overall, shares
from tandem_shared.tasks import Dimension
from tests.edge.bench.tasks_for_tests import one
from tests.edge.bench.test_checkers import BRIEF, MEMORY, TEA

TASKS = (one(TEA).task, one(MEMORY, Dimension.MEMORY).task, one(BRIEF, Dimension.SUBAGENT).task)


def test_wilsons_interval_has_the_published_values() -> None:
    low, high = Share(81, 263).interval  # Newcombe 1998, table I, method 3
    assert (round(low, 4), round(high, 4)) == (0.2553, 0.3662)
    low, high = Share(0, 20).interval
    assert (low, round(high, 4)) == (0.0, 0.1611)


@given(st.integers(0, 200), st.integers(0, 200))
def test_an_interval_holds_its_share(passed: int, failed: int) -> None:
    share = Share(passed, passed + failed)
    low, high = share.interval
    assert 0 <= low <= share.value + 1e-9 and share.value - 1e-9 <= high <= 1


def test_overall_weighs_dimensions_and_shares_out_what_was_not_run() -> None:
    tool, memory, agent = (task.id for task in TASKS)
    whole = overall(TASKS, {tool: True, memory: False, agent: False})
    assert math.isclose(whole.points, 100 * 0.5 / 0.8)
    assert not whole.complete
    assert math.isclose(overall(TASKS, {memory: True, agent: True}).points, 100 * 0.3 / 0.8)


def test_a_task_without_a_verdict_counts_as_failed() -> None:
    found = shares(TASKS, {TASKS[0].id: True}, lambda task: task.language)
    assert found == {"en": Share(1, 3)}


def test_two_runs_are_compared_task_by_task() -> None:
    first = {f"t{n}": n < 15 for n in range(20)}
    second = {f"t{n}": n < 5 or n == 19 for n in range(20)}
    found = compare(first, second)
    assert (found.only_first, found.only_second, found.difference) == (10, 1, 0.45)
    assert math.isclose(found.p_value, 2 * 12 / 2**11)
    assert found.low < 0.45 < found.high


def test_runs_without_a_common_task_cannot_be_compared() -> None:
    with pytest.raises(ValueError, match="no task in common"):
        compare({"a": True}, {"b": True})


def test_equal_runs_do_not_differ() -> None:
    same = {"a": True, "b": False}
    found = compare(same, same)
    assert (found.difference, found.p_value) == (0.0, 1.0)
