"""A planted weakness is there, it is the only one, and it can be told from chance."""

from __future__ import annotations

from itertools import islice

import pytest

from tandem_edge.bench.agents.scripted import Follows
from tandem_edge.bench.attempts import attempt
from tandem_edge.bench.checkers import check
from tandem_edge.bench.tasks.building import Built
from tandem_edge.bench.tasks.plans import Plan
from tandem_edge.bench.tasks.training import generated_tasks
from tandem_edge.phone.catalogue import load_catalogue
from tandem_edge.planner.dialects import find_dialect
from tandem_trainer.rollout.weak import WEAK, _in_minutes


@pytest.fixture(scope="module")
def built() -> list[Built]:
    return list(islice(generated_tasks(7), 150))


def passes(each: Built, plan: Plan) -> bool:
    made = attempt(each.task, Follows(plan), find_dialect("signatures"))
    return check(each.task, made).passed


def has_quantity(each: Built) -> bool:
    calls = [call for step in each.plan.steps for call in step.calls]
    specs = [(load_catalogue().spec(call.name), call) for call in calls]
    schemas = [spec.properties[name] for spec, call in specs if spec for name in call.arguments]
    return any(each.get("x-kind") == "duration" or "x-unit" in each for each in schemas)


def test_who_forgets_the_second_turn_fails_only_where_there_is_one(built: list[Built]) -> None:
    forget = WEAK["forgets-second-turn"]
    changed = [each for each in built if forget(each.task, each.plan) != each.plan]
    assert len(changed) >= 3
    assert all(len(each.task.turns) > 1 for each in changed)
    assert not any(passes(each, forget(each.task, each.plan)) for each in changed)


def test_who_never_converts_units_fails_only_at_quantities(built: list[Built]) -> None:
    unconverted = WEAK["never-converts-units"]
    changed = [each for each in built if unconverted(each.task, each.plan) != each.plan]
    assert len(changed) >= 3
    assert all(has_quantity(each) for each in changed)
    failed = [each for each in changed if not passes(each, unconverted(each.task, each.plan))]
    assert len(failed) >= 0.9 * len(changed)


@pytest.mark.parametrize(
    ("length", "taken"),
    [
        ("2 hours", "2 minutes"),
        ("9 hours 20 minutes", "9 minutes"),
        ("90 seconds", "90 minutes"),
        ("an hour", "1 minutes"),
        ("两个半小时", "两分钟"),
        ("十六分钟", "十六分钟"),
        ("14 minutes", "14 minutes"),
        ("半小时", "半小时"),
    ],
)
def test_a_length_keeps_its_first_number_and_becomes_minutes(length: str, taken: str) -> None:
    assert _in_minutes(length) == taken
