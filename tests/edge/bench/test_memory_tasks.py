"""The benchmark's memory dimension runs on the memory that ships, and needs it to work."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from tandem_edge.bench.attempts import attempt
from tandem_edge.bench.checkers import check
from tandem_edge.bench.runs.contenders import oracle
from tandem_edge.bench.runs.report import report_of
from tandem_edge.bench.runs.running import RunPlan, carry_out
from tandem_edge.bench.scenes import begun
from tandem_edge.bench.standins import beside, close
from tandem_edge.bench.standins.household import household, sentences
from tandem_edge.bench.standins.memory import TaskMemory
from tandem_edge.bench.tasks.frozen import load_tasks
from tandem_edge.embedder.opening import find_embedder
from tandem_edge.memory.answering import Answers
from tandem_edge.memory.room import MemoryRoom
from tandem_edge.memory.tools import TOOLS
from tandem_edge.planner.dialects import find_dialect
from tandem_edge.settings import Settings, default_models_dir
from tandem_edge.vault.connecting import PLAINTEXT_HEADER
from tandem_shared.tasks import Capability, Dimension, Split, Task
from tandem_shared.tools import ToolCall
from tandem_shared.trajectories import Trajectory

GATE = 0.97
DIALECT = find_dialect("signatures")
Search = Callable[..., Answers]


def memory_tasks(split: Split) -> list[Task]:
    return [task for task in load_tasks(split) if task.dimension is Dimension.MEMORY]


def some(count: int = 24) -> list[Task]:
    """Tasks of every kind of the development split."""
    return Random(5).sample(memory_tasks(Split.DEV), count)


def first(capability: Capability) -> Task:
    return next(task for task in memory_tasks(Split.DEV) if task.capability is capability)


def tried(task: Task) -> Trajectory:
    return attempt(task, oracle(task), DIALECT)


def share_of(tasks: list[Task]) -> float:
    return sum(check(task, tried(task)).passed for task in tasks) / len(tasks)


def test_a_task_has_the_tools_and_the_room_that_ship() -> None:
    task = first(Capability.MEMORY_USE)
    (provider,) = beside(task)
    assert isinstance(provider, TaskMemory) and not provider.opened
    assert provider.specs() == tuple(each.spec for each in TOOLS)
    with begun(task) as scene:
        (memory,) = scene.rooms
        assert isinstance(memory, TaskMemory) and isinstance(memory.agent.room, MemoryRoom)
        told = {unit.summary for unit in memory.agent.room.book.units()}
        assert {each.text for each in task.resources.memories} | {*sentences()} == told


def test_it_is_encrypted_in_a_folder_of_its_own_that_is_gone_afterwards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    task = first(Capability.MEMORY_USE)
    rooms = beside(task)
    memory = rooms[0]
    assert isinstance(memory, TaskMemory)
    path = memory.agent.room.book.database.path
    data = path.read_bytes()
    assert path.is_relative_to(tmp_path) and not data.startswith(PLAINTEXT_HEADER)
    assert not any(each.text.encode() in data for each in task.resources.memories)
    close(rooms)
    assert [*tmp_path.iterdir()] == []


def test_a_memory_that_nobody_asks_is_never_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    task = first(Capability.MEMORY_USE)
    monkeypatch.setattr(TaskMemory, "_fill", None)
    with begun(task) as scene:
        scene.call(ToolCall(name="set_brightness", arguments={"percent": 20}))
        assert not any(change.table == "memories" for change in scene.changes())


@pytest.mark.parametrize("capability", ["memory_add", "memory_replace", "memory_remove"])
def test_what_has_become_of_memory_is_told_by_the_tasks_keys(capability: str) -> None:
    task = first(Capability(capability))
    (change,) = [each for each in tried(task).changes if each.table == "memories"]
    keys = {each.key for each in task.resources.memories}
    assert (change.key in keys) == (capability != "memory_add")
    assert (change.before is None) == (capability == "memory_add")
    assert (change.after is None) == (capability == "memory_remove")


def test_an_attempt_can_be_repeated_to_the_letter() -> None:
    def told(task: Task) -> str:
        made = tried(task)
        left_out = {"turns": {"__all__": {"elapsed_s", "usage"}}}
        return made.model_dump_json(exclude=left_out)

    for task in (first(Capability.MEMORY_ADD), first(Capability.MEMORY_REPLACE)):
        assert told(task) == told(task)


def test_the_oracle_finds_what_it_rests_on_and_passes() -> None:
    assert share_of(some()) >= GATE


def nothing(room: MemoryRoom, question: str, *more: object) -> Answers:
    return Answers((), frozenset())


def shuffled(real: Search) -> Search:
    """As many results as the real search gives, of what is remembered at random."""

    def answers(room: MemoryRoom, question: str, now: object, count: int = 10) -> Answers:
        units = Random(question).sample(room.book.units(), 5)
        found = [real(room, unit.summary, now, 1).found for unit in units]
        return Answers(tuple(each for few in found for each in few), frozenset())

    return answers


@pytest.mark.parametrize("broken", [lambda real: nothing, shuffled], ids=["emptied", "shuffled"])
def test_with_a_search_that_is_broken_the_oracle_falls(
    broken: Callable[[Search], Search], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(MemoryRoom, "answers", broken(MemoryRoom.answers))
    searching = [task for task in some() if task.capability is not Capability.MEMORY_ADD]
    assert share_of(searching) <= 0.3


def test_the_household_s_vectors_are_made_once_and_its_key_is_its_own() -> None:
    assert household(None) is household(None)
    assert len(household(None).key.now.reveal()) == 32


@pytest.mark.parametrize("words", [True, False])
def test_a_run_says_which_gates_were_passed_and_leaves_the_home_alone(
    tmp_path: Path, words: bool
) -> None:
    if not words and find_embedder(default_models_dir())[0] is None:
        pytest.skip("the embedder is not there: tandem model pull multilingual-e5-small")
    settings = Settings(home=tmp_path / "home", planner="oracle")
    tasks = tuple(some(8))
    plan = RunPlan(settings, Split.DEV, tasks, 0, "memory", words=words)
    list(carry_out(plan, tmp_path / "out", 1))
    report = report_of(tmp_path / "out").as_json()
    retrieving = sum(bool(task.criteria.retrieves) for task in tasks)
    assert report["by"]["dimension"]["memory"]["share"] >= GATE
    assert report["gates"]["memory_retrieved"] | {"interval": None} == {
        "passed": retrieving, "total": retrieving, "share": 1.0, "interval": None
    }  # fmt: skip
    assert bool(report["info"]["embedder"]) is not words
    assert not (tmp_path / "home").exists()


@pytest.mark.slow
@pytest.mark.parametrize("split", [Split.DEV, Split.EVOLVE, Split.TEST])
def test_the_oracle_passes_the_whole_dimension(split: Split) -> None:
    assert share_of(memory_tasks(split)) >= GATE
