"""What is aimed at a weakness shows it, and a trait is told by how a task is done."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from tandem_edge.bench.tasks.training import generated_tasks
from tandem_shared.experience import Trait, WantedTasks
from tandem_shared.tasks import Capability
from tandem_trainer.rollout.weak import WEAK
from tandem_trainer.tasks.asking import WEAKNESSES, wanted_by_name
from tandem_trainer.tasks.constructing import orders_of
from tandem_trainer.tasks.keeping import construct_file, read_with_plans
from tandem_trainer.tasks.novelty import HashedWords
from tandem_trainer.tasks.orders import Asked
from tandem_trainer.tasks.quota import Shares
from tandem_trainer.tasks.traits import has

COUNT = 24


@pytest.mark.parametrize("name", sorted(WEAK))
def test_most_tasks_aimed_at_a_weakness_are_done_otherwise_by_who_has_it(
    tmp_path: Path, name: str
) -> None:
    out = tmp_path / "tasks.jsonl"
    asked = Asked(orders_of(wanted_by_name((), (), (name,), ()), []), share=1.0)
    construct_file(out, COUNT, 3, HashedWords(), asked, shares=Shares(chinese=0.45))
    made = list(read_with_plans(out))
    weakened = [WEAK[name](each.constructed.task, each.plan) != each.plan for each in made]
    assert sum(weakened) >= 0.5 * COUNT
    assert sum(each.constructed.task.language == "zh" for each in made) >= 0.45 * COUNT
    assert {each.constructed.source.split(":")[0] for each in made} == {"gap"}


def test_every_planted_weakness_can_be_asked_for() -> None:
    assert set(WEAKNESSES) == set(WEAK)


def test_a_later_turn_is_one_in_which_something_is_done() -> None:
    some = list(islice(generated_tasks(7), 60))
    found = [each for each in some if has(Trait.LATER_TURN, each)]
    assert found and all(len(each.task.turns) > 1 for each in found)


def test_units_are_where_who_converts_none_does_something_else() -> None:
    some = list(islice(generated_tasks(7), 120))
    found = {each.task.id for each in some if has(Trait.UNITS, each)}
    weaken = WEAK["never-converts-units"]
    changed = {each.task.id for each in some if weaken(each.task, each.plan) != each.plan}
    assert found and len(found) < len(some) / 3
    assert len(changed & found) >= 0.8 * len(changed)


def test_tools_are_asked_for_by_name_in_every_way() -> None:
    found = wanted_by_name((), ("convert_unit",), (), ())
    assert len(found) > 1
    assert all(each.tools == ("convert_unit",) for each in found)
    only = wanted_by_name(("recovery",), ("convert_unit",), (), ("units",))
    assert [(each.capability, each.trait) for each in only] == [
        (Capability.RECOVERY, None),
        (Capability.ROUTING, Trait.UNITS),
    ]


def test_wanted_tasks_without_a_trait_are_written_as_before() -> None:
    wanted = WantedTasks(capability=Capability.RECOVERY, count=1, why="x")
    assert "trait" not in wanted.model_dump(mode="json")
