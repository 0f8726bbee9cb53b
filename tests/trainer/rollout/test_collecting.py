"""Attempts are made once, come out the same wherever they are made, and are kept as they come."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterable
from functools import lru_cache
from itertools import islice
from pathlib import Path

import pytest

from tandem_edge.bench.census import tasks_with_plans
from tandem_edge.bench.tasks.building import Built
from tandem_edge.bench.tasks.training import generated_tasks
from tandem_edge.phone.catalogue import load_catalogue
from tandem_edge.settings import Settings
from tandem_shared.errors import PlannerError, UsageError
from tandem_shared.experience import PolicyKind, Rollout
from tandem_shared.tasks import Split
from tandem_trainer.rollout import collecting
from tandem_trainer.rollout.collecting import Collecting, collect, refuse_unfit, seed_of
from tandem_trainer.rollout.policies import PolicySpec

TASKS = 5


class Kept(dict[str, Rollout]):
    """Rollouts in memory."""

    def add(self, records: Iterable[Rollout]) -> int:
        before = len(self)
        self.update({each.id: each for each in records})
        return len(self) - before

    def tried(self, group: str) -> frozenset[int]:
        return frozenset(each.trial for each in self.values() if each.group == group)


@lru_cache(maxsize=1)
def some() -> tuple[Built, ...]:
    return tuple(islice(generated_tasks(3), TASKS))


def wanted(home: Path, name: str = "random-tool", *, group: int = 2, seed: int = 0) -> Collecting:
    spec = PolicySpec(Settings(home=home, planner=name))
    return Collecting(spec, tuple((each.task, each.plan) for each in some()), group, seed)


def test_every_task_gets_its_group_of_attempts(tmp_path: Path) -> None:
    kept = Kept()
    made = list(collect(wanted(tmp_path, "oracle"), kept))
    assert len(made) == len(kept) == 2 * TASKS
    assert all(each.verdict and each.verdict.passed for each in made)
    assert {(each.policy.kind, each.trial) for each in made} == {
        (PolicyKind.ORACLE, 0),
        (PolicyKind.ORACLE, 1),
    }
    assert len({each.group for each in made}) == TASKS


def test_the_same_attempts_have_the_same_ids_on_any_number_of_processes(tmp_path: Path) -> None:
    one, two = Kept(), Kept()
    list(collect(wanted(tmp_path), one, 1))
    list(collect(wanted(tmp_path), two, 2))
    assert {*one} == {*two} and len(one) == 2 * TASKS


def test_what_is_done_is_not_done_again(tmp_path: Path) -> None:
    whole, broken = Kept(), Kept()
    list(collect(wanted(tmp_path), whole))
    running = collect(wanted(tmp_path), broken)
    for _ in range(3):
        next(running)
    running.close()
    assert len(list(collect(wanted(tmp_path), broken))) == 2 * TASKS - 3
    assert {*broken} == {*whole}
    assert list(collect(wanted(tmp_path), broken)) == []


def test_attempts_of_a_group_and_of_another_seed_differ_by_chance(tmp_path: Path) -> None:
    kept = Kept()
    made = [*collect(wanted(tmp_path, group=3), kept)]
    seeds = {each.trajectory.seed for each in made}
    assert len(seeds) == 3 * TASKS
    assert not seeds & {seed_of(1, each.task, trial) for each in some() for trial in range(3)}


def test_a_record_that_broke_is_invalid_and_not_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tandem_edge.bench.agents.scripted import Follows

    def breaks(*_: object, **__: object) -> None:
        raise PlannerError("the planner hung")

    monkeypatch.setattr(Follows, "step", breaks)
    kept = Kept()
    made = list(collect(wanted(tmp_path, "oracle", group=1), kept))
    assert {(each.verdict, each.trajectory.fault) for each in made} == {(None, "the planner hung")}
    assert list(collect(wanted(tmp_path, "oracle", group=1), kept)) == []


@pytest.mark.parametrize("split", [Split.TEST, Split.EVOLVE])
def test_nothing_is_collected_from_what_scores_are_made_of(split: Split) -> None:
    built = next(tasks_with_plans(split, 1))
    with pytest.raises(UsageError, match="from which nothing is collected"):
        refuse_unfit(built.task)
    refuse_unfit(next(tasks_with_plans(Split.DEV, 1)).task)


def test_a_task_that_needs_another_world_is_told_before_any_is_tried(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tool = some()[-1].task.tools[0]
    spec = load_catalogue().spec(tool)
    assert spec is not None

    class Far:
        @staticmethod
        def spec(name: str) -> object:
            return spec.model_copy(update={"long_tail": True}) if name == tool else None

    monkeypatch.setattr(collecting, "load_catalogue", Far)
    kept = Kept()
    with pytest.raises(UsageError, match=f"needs a simulated world for {tool}"):
        list(collect(wanted(tmp_path), kept))
    assert not kept


def test_a_task_that_nobody_knows_how_to_do_is_told(tmp_path: Path) -> None:
    spec = PolicySpec(Settings(home=tmp_path, planner="oracle"))
    with pytest.raises(UsageError, match="nobody knows how"):
        list(collect(Collecting(spec, ((some()[0].task, None),)), Kept()))


def test_the_harness_is_a_part_of_who_the_policy_is(tmp_path: Path) -> None:
    settings = Settings(home=tmp_path, planner="oracle")
    with_it, bare = PolicySpec(settings).policy(), PolicySpec(settings, bare=True).policy()
    assert len(with_it.harness) == 64 and bare.harness == ""


KILLED = """
import sys, pathlib
from tandem_edge.settings import Settings
from tandem_trainer.experience.opening import default_url, open_store
from tandem_trainer.rollout.collecting import collect
from tests.trainer.rollout.test_collecting import wanted
home = pathlib.Path(sys.argv[1])
with open_store(default_url(home)) as store:
    for rollout in collect(wanted(home, group=8), store):
        print(rollout.id, flush=True)
"""


def test_a_collection_killed_at_any_moment_goes_on_to_the_same_end(tmp_path: Path) -> None:
    pytest.importorskip("sqlalchemy", reason="the trainer extra is not installed")
    from tandem_trainer.experience.opening import default_url, open_store

    path = os.pathsep.join(filter(None, sys.path))
    root = Path(__file__).parents[3]
    environment = {**os.environ, "PYTHONPATH": f"{root}{os.pathsep}{path}"}
    process = subprocess.Popen(
        [sys.executable, "-c", KILLED, str(tmp_path)],
        stdout=subprocess.PIPE,
        env=environment,
        start_new_session=True,
        text=True,
    )
    assert process.stdout is not None
    told = [process.stdout.readline().strip() for _ in range(7)]
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    process.stdout.close()
    whole = Kept()
    list(collect(wanted(tmp_path, group=8), whole))
    with open_store(default_url(tmp_path)) as store:
        assert {*told} <= {*store.ids(Rollout)}
        again = list(collect(wanted(tmp_path, group=8), store))
        assert not {*told} & {each.id for each in again}
        assert {*store.ids(Rollout)} == {*whole}


def test_an_attempt_ends_where_it_is_told_to(tmp_path: Path) -> None:
    spec = PolicySpec(Settings(home=tmp_path, planner="random-tool"))
    tasks = tuple((each.task, each.plan) for each in some())
    made = list(collect(Collecting(spec, tasks, most_steps=2), Kept()))
    steps = [sum(len(turn.steps) for turn in each.trajectory.turns) for each in made]
    assert max(steps) == 2
    assert all(each.verdict is not None for each in made)


def test_the_rest_of_a_group_is_made_where_a_part_of_it_is_there(tmp_path: Path) -> None:
    kept = Kept()
    list(collect(wanted(tmp_path, group=1), kept))
    first = {*kept}
    list(collect(wanted(tmp_path, group=3), kept, 2))
    assert first < {*kept} and len(kept) == 3 * TASKS
    whole = Kept()
    list(collect(wanted(tmp_path, group=3), whole))
    assert {*whole} == {*kept}
