"""Construction: deterministic, new, kept apart from other splits, and aimed at what is asked."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tandem_edge.bench.tasks.frozen import FROZEN_SPLITS, load_tasks
from tandem_shared.errors import UsageError
from tandem_shared.experience import Failing, WantedTasks
from tandem_shared.tasks import Capability, Split
from tandem_trainer.tasks import constructing, keeping
from tandem_trainer.tasks.constructing import Block, blocks, construct
from tandem_trainer.tasks.keeping import construct_file, plans_file, read_constructed, record_file
from tandem_trainer.tasks.novelty import HashedWords, Novelty, normal, text_of
from tandem_trainer.tasks.records import Constructed

COUNT = 150


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(constructing, "BLOCK", 16)
    monkeypatch.setattr(keeping, "BLOCK", 16)


@pytest.fixture(scope="module")
def tasks() -> list[Constructed]:
    return list(construct(COUNT, 11, HashedWords()))


def test_as_many_as_asked_and_each_is_another(tasks: list[Constructed]) -> None:
    assert len(tasks) == COUNT
    assert len({each.task.id for each in tasks}) == COUNT
    assert len({(each.task.turns, each.task.criteria.model_dump_json()) for each in tasks}) == COUNT


def test_both_languages_and_several_steps_have_their_share(tasks: list[Constructed]) -> None:
    assert sum(each.task.language == "zh" for each in tasks) >= 0.4 * COUNT
    assert sum(each.multi_step for each in tasks) >= 0.4 * COUNT


def test_only_training_tasks_of_families_that_no_other_split_has(tasks: list[Constructed]) -> None:
    foreign = {task.family for split in FROZEN_SPLITS for task in load_tasks(split)}
    assert {each.task.split for each in tasks} == {Split.TRAIN}
    assert {each.task.initial.cast for each in tasks} == {"train"}
    assert not foreign & {each.task.family for each in tasks}


def test_a_twin_is_there_or_none_is_named(tasks: list[Constructed]) -> None:
    ids = {each.task.id for each in tasks}
    twins = {each.task.twin for each in tasks if each.task.twin}
    assert twins and twins <= ids


def test_another_seed_gives_other_tasks_with_other_ids(tasks: list[Constructed]) -> None:
    others = list(construct(20, 12, HashedWords()))
    assert not {each.task.id for each in others} & {each.task.id for each in tasks}


def test_what_another_split_says_is_not_made_again(tasks: list[Constructed]) -> None:
    task = tasks[0].task
    (judgement,), _ = Novelty(HashedWords(), [task]).judge([[task]])
    assert judgement.duplicate == "in another split"


def test_the_same_words_are_kept_once_but_not_where_the_end_differs(
    tasks: list[Constructed],
) -> None:
    one = next(each.task for each in tasks if each.task.criteria.changes)
    shouted = one.model_copy(update={"turns": tuple(f"{turn.upper()}!" for turn in one.turns)})
    first, second = Novelty(HashedWords()).judge([[one], [shouted]])[0]
    assert (first.duplicate, second.duplicate) == ("", "same words")
    assert normal(text_of(one)) == normal(text_of(shouted))


def test_a_near_duplicate_is_told_from_something_new(tasks: list[Constructed]) -> None:
    one, other = tasks[0].task, tasks[-1].task
    near = one.model_copy(
        update={"turns": (one.turns[0] + "x", *one.turns[1:]), "facts": (), "twin": ""}
    )
    judgements = Novelty(HashedWords()).judge([[one], [near], [other]])[0]
    assert [each.duplicate for each in judgements] == ["", "near duplicate", ""]
    assert judgements[2].novelty > 0.05


def test_a_gap_gets_half_of_the_tasks_with_its_tool_and_its_evidence() -> None:
    wanted = WantedTasks(
        capability=Capability.GROUNDING,
        tools=("convert_unit",),
        count=30,
        why="never converts units",
        evidence=("a" * 64,),
    )
    made = list(construct(60, 3, HashedWords(), wanted=[wanted]))
    aimed = [each for each in made if each.source.startswith("gap:")]
    assert len(aimed) >= 15
    assert all("convert_unit" in each.tools for each in aimed)
    assert {each.evidence for each in aimed} == {("a" * 64,)}


def test_a_gap_of_state_tracking_gets_tasks_of_several_turns_or_memory() -> None:
    wanted = WantedTasks(
        capability=Capability.REFERENCE, failing=Failing.STATE_TRACKING, count=9, why="forgets"
    )
    made = list(construct(40, 4, HashedWords(), wanted=[wanted]))
    aimed = [each for each in made if each.source.startswith("gap:")]
    assert aimed and all(len(each.task.turns) > 1 for each in aimed)


@pytest.mark.parametrize(
    ("capability", "tools"),
    [(Capability.GROUNDING, ("no_such_tool",)), (Capability.SKILL_CHOICE, ("no_such_tool",))],
)
def test_a_gap_that_cannot_be_filled_is_said(
    capability: Capability, tools: tuple[str, ...]
) -> None:
    wanted = WantedTasks(capability=capability, tools=tools, count=1, why="x")
    with pytest.raises(UsageError, match="cannot be made"):
        next(construct(1, 0, HashedWords(), wanted=[wanted]))


def test_a_run_that_was_broken_off_goes_on_to_the_same_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, broken = tmp_path / "whole.jsonl", tmp_path / "broken.jsonl"
    record = construct_file(whole, 60, 7, HashedWords())

    def breaks(*args: object, **others: object) -> Iterator[Block]:
        for block in blocks(*args, **others):  # type: ignore[arg-type]
            yield block
            if block.number == 1:
                raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(keeping, "blocks", breaks)
        with pytest.raises(KeyboardInterrupt):
            construct_file(broken, 60, 7, HashedWords())
    assert not broken.exists()
    (broken.with_name("broken.jsonl.part") / ".000002.json.torn").write_text("{")
    assert construct_file(broken, 60, 7, HashedWords()) == record
    for name in (lambda path: path, plans_file, record_file):
        assert name(whole).read_bytes() == name(broken).read_bytes()
    assert [path.name for path in tmp_path.iterdir() if path.is_dir()] == []


def test_several_processes_make_the_same_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()  # the workers know only the real size of a block
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    construct_file(one, 40, 7, HashedWords(), workers=1)
    construct_file(two, 40, 7, HashedWords(), workers=2)
    assert one.read_bytes() == two.read_bytes()


def test_a_finished_file_is_left_alone_and_another_is_not_written_over(tmp_path: Path) -> None:
    out = tmp_path / "tasks.jsonl"
    record = construct_file(out, 10, 7, HashedWords())
    before = out.stat().st_mtime_ns
    assert construct_file(out, 10, 7, HashedWords()) == record
    assert out.stat().st_mtime_ns == before
    with pytest.raises(UsageError, match="something else"):
        construct_file(out, 10, 8, HashedWords())
    out.write_bytes(out.read_bytes()[:-9])
    with pytest.raises(UsageError, match="something else"):
        construct_file(out, 10, 7, HashedWords())


def test_plans_stand_beside_their_tasks_and_the_record_says_from_what(tmp_path: Path) -> None:
    out = tmp_path / "tasks.jsonl"
    construct_file(out, 10, 7, HashedWords())
    plans = [json.loads(line)["task"] for line in plans_file(out).read_text().splitlines()]
    assert plans == [each.task.id for each in read_constructed(out)]
    inputs = json.loads(record_file(out).read_text())["inputs"]
    assert set(inputs) >= {"seed", "count", "catalogue", "wordings", "files", "meaning", "orders"}


def test_what_is_no_file_of_tasks_is_refused_with_its_line(tmp_path: Path) -> None:
    out = tmp_path / "tasks.jsonl"
    out.write_text('{"task": "[/bad]"}\n')
    with pytest.raises(UsageError, match="line 1"):
        list(read_constructed(out))
