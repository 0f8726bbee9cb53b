"""Rewards: what an attempt earns, whoever made it."""

from __future__ import annotations

import json

import pytest

from tandem_edge.bench.attempts import attempt
from tandem_edge.planner.dialects import find_dialect
from tandem_edge.planner.protocol import Planner
from tandem_edge.planner.scripted import ScriptedPlanner
from tandem_shared.tasks import Checker, Criteria, Task, WantedCall
from tandem_trainer.train.rewards import NEEDED, load_rewards
from tandem_trainer.train.rewards.attempted import Attempted, Costing
from tests.trainer.rollouts_for_tests import task

REWARDS = load_rewards()
WANTED = ("Stefan Novak", "Victor Han")


def reading(name: str) -> dict[str, object]:
    return {"name": "read_messages", "arguments": {"person": name, "unread": True}}


def done(answer: str) -> dict[str, object]:
    return {"name": "done", "arguments": {"answer": answer}}


def two_reads() -> Task:
    calls = tuple(
        WantedCall(turn=0, step=0, name="read_messages", arguments={"person": name, "unread": True})
        for name in WANTED
    )
    criteria = Criteria(checker=Checker.CALLS, calls=calls, reply={0: (("seven",),)})
    return task("reads").model_copy(update={"tools": ("read_messages",), "criteria": criteria})


def tried(*steps: list[dict[str, object]], wanted: Task | None = None) -> Attempted:
    planner: Planner = ScriptedPlanner([json.dumps({"calls": step}) for step in steps])
    wanted = wanted or two_reads()
    return Attempted(
        wanted, attempt(wanted, planner, find_dialect("chatml_json")), Costing(100, 10)
    )


def test_every_file_of_the_room_is_a_reward_and_those_of_the_paper_come_first() -> None:
    assert tuple(REWARDS)[:3] == NEEDED


def test_an_attempt_that_passes_has_the_outcome_and_all_progress() -> None:
    whole = tried([reading(WANTED[0]), reading(WANTED[1])], [done("there are seven")])
    assert REWARDS["outcome"](whole) == 1.0
    assert REWARDS["progress"](whole) == 1.0


def test_each_criterion_that_holds_is_progress() -> None:
    one_read = tried([reading(WANTED[0])], [done("none")])
    both_read = tried([reading(WANTED[0]), reading(WANTED[1])], [done("none")])
    said_only = tried([done("seven")])
    assert REWARDS["progress"](one_read) == pytest.approx(3 / 5)
    assert REWARDS["progress"](both_read) == pytest.approx(4 / 5)
    assert REWARDS["progress"](said_only) == pytest.approx(3 / 5)
    assert REWARDS["outcome"](both_read) == 0.0


def test_doing_nothing_is_no_progress_although_it_breaks_nothing() -> None:
    assert REWARDS["progress"](tried([done("none")])) == 0.0


def test_touching_something_else_takes_progress_away() -> None:
    wanted = two_reads().model_copy(update={"tools": ("read_messages", "set_brightness")})
    dims = {"name": "set_brightness", "arguments": {"percent": 7}}
    clean = tried([reading(WANTED[0])], [done("none")], wanted=wanted)
    touched = tried([reading(WANTED[0]), dims], [done("none")], wanted=wanted)
    assert touched.trajectory.changes
    assert REWARDS["progress"](touched) < REWARDS["progress"](clean)


def test_a_broken_attempt_counts_as_failed() -> None:
    broken = tried([reading(WANTED[0])])
    assert broken.trajectory.fault
    assert (REWARDS["outcome"](broken), REWARDS["progress"](broken)) == (0.0, 0.0)


def test_only_a_call_that_can_tell_nothing_new_is_redundant() -> None:
    twice = tried([reading(WANTED[0]), reading(WANTED[0]), reading(WANTED[1])], [done("seven")])
    once = tried([reading(WANTED[0]), reading(WANTED[1])], [done("seven")])
    assert (twice.redundant, once.redundant) == (1, 0)


def test_a_call_repeated_after_a_change_is_not_redundant() -> None:
    wanted = two_reads().model_copy(update={"tools": ("read_messages", "set_brightness")})
    dims = {"name": "set_brightness", "arguments": {"percent": 7}}
    made = tried([reading(WANTED[0]), dims, reading(WANTED[0])], [done("seven")], wanted=wanted)
    assert made.trajectory.changes
    assert made.redundant == 0


def test_cost_counts_tokens_and_redundant_calls_and_has_an_end() -> None:
    made = tried([reading(WANTED[0]), reading(WANTED[0])], [done("seven")])
    tokens = made.usage.output_tokens
    assert tokens > 0
    assert REWARDS["cost"](made) == pytest.approx((tokens + 10) / 100)
    dear = Attempted(made.task, made.trajectory, Costing(1, 10))
    assert REWARDS["cost"](dear) == 1.0
