"""The Sub-agent tasks of the benchmark run through the room that ships."""

from __future__ import annotations

from tandem_edge.bench.agents.scripted import Follows
from tandem_edge.bench.attempts import attempt
from tandem_edge.bench.checkers import check
from tandem_edge.bench.proofs import prove_one
from tandem_edge.bench.standins import beside
from tandem_edge.bench.tasks.building import Built
from tandem_edge.bench.tasks.frozen import load_plans, load_tasks
from tandem_edge.planner.dialects import find_dialect
from tandem_edge.subagents.provider import AgentProvider
from tandem_shared.tasks import Dimension, Split, Task
from tests.fakes.planners import done, script


def tasks_of(split: Split) -> list[Task]:
    return [task for task in load_tasks(split) if task.dimension is Dimension.SUBAGENT]


def test_every_task_brings_the_room_and_its_oracle_passes() -> None:
    plans = load_plans(Split.EVOLVE)
    for task in tasks_of(Split.EVOLVE):
        assert isinstance(beside(task)[0], AgentProvider)
        verdict = check(task, attempt(task, Follows(plans[task.id]), find_dialect("signatures")))
        assert verdict.passed, (task.id, verdict.reasons)


def test_a_planner_is_told_of_each_tool_once() -> None:
    task, planner = tasks_of(Split.EVOLVE)[0], script([done()])
    attempt(task, planner, find_dialect("signatures"))
    prompts = planner.prompts
    offered = [spec.name for spec in prompts[0].tools]
    assert offered == list(task.tools)
    told = "".join(message.text for message in prompts[0].messages)
    assert told.count("delegate_task(") == 1


def test_mutants_of_a_hand_off_are_caught() -> None:
    plans = load_plans(Split.DEV)
    proof = prove_one(Built(tasks_of(Split.DEV)[0], plans[tasks_of(Split.DEV)[0].id]))
    assert proof.proven == 1 and proof.mutants["argument"] >= 2
