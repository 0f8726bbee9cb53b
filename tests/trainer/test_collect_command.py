"""``tandem-trainer collect``: what is kept, what is said, and how it ends."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

pytest.importorskip("sqlalchemy", reason="the trainer extra is not installed")

from tandem_edge.cli.common import carried_out
from tandem_shared.experience import Rollout
from tandem_shared.tasks import Split
from tandem_trainer.cli.main import trainer
from tandem_trainer.experience.records import KeptTask, StepState
from tandem_trainer.facade import (
    constructed_to_collect,
    likely,
    open_experience,
    tasks_to_collect,
)
from tandem_trainer.tasks.diversity import indirect
from tandem_trainer.tasks.keeping import construct_file, plans_file, read_constructed
from tandem_trainer.tasks.novelty import HashedWords


def collect(home: Path, *options: str) -> int:
    given = ["collect", "--home", str(home), "--workers", "1", *options]
    return carried_out(trainer, given, "tandem-trainer")


def events(capsys: pytest.CaptureFixture[str]) -> list[dict[str, object]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_attempts_are_kept_and_the_step_is_recorded(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ("--policy", "oracle", "--tasks", "3", "--group", "2", "--json")
    assert collect(home, *options) == 0
    told = events(capsys)
    assert [each["passed"] for each in told] == [True] * 6
    with open_experience(home) as store:
        assert sorted(str(each["id"]) for each in told) == store.ids(Rollout)
        (step,) = store.steps.of("collect")
        assert step.state is StepState.DONE and len(step.outputs) == 64
    assert collect(home, *options) == 0
    assert events(capsys) == []


def test_a_step_whose_tasks_were_withdrawn_meanwhile_is_still_the_same(home: Path) -> None:
    with open_experience(home) as store:
        ((task, plan),) = tasks_to_collect(store, Split.TRAIN, 1, 0)
        assert collect(home, "--policy", "oracle", "--tasks", "1") == 0
        store.add([KeptTask(task=task, plan=plan, source="d1")])
        assert store.withdraw_source("d1").rollouts == 1
        assert store.count(Rollout) == 0
        assert collect(home, "--policy", "oracle", "--tasks", "1") == 0


def test_tasks_of_the_store_come_before_those_of_the_generator(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with open_experience(home) as store:
        ((task, plan),) = tasks_to_collect(store, Split.TRAIN, 1, 0)
        store.add([KeptTask(task=task, plan=plan)])
    assert collect(home, "--policy", "does-nothing", "--tasks", "5") == 0
    said = capsys.readouterr()
    assert "the store has 1 train tasks, all were taken" in said.out
    assert "1 tasks, 1 attempts: 1 made now, of which 0 passed, 1 failed, 0 invalid" in said.out
    assert task.id in said.err


def test_dev_tasks_are_chosen_in_both_languages(home: Path) -> None:
    with open_experience(home) as store:
        chosen = tasks_to_collect(store, Split.DEV, 10, 4)
        assert chosen == tasks_to_collect(store, Split.DEV, 10, 4)
    assert sorted(task.language for task, _ in chosen) == ["en"] * 5 + ["zh"] * 5
    assert all(plan is not None for _, plan in chosen)


@pytest.mark.parametrize(
    ("options", "code"),
    [
        (("--policy", "oracle", "--split", "test"), 2),
        (("--policy", "no-such-planner"), 2),
        (("--policy", "oracle", "--store", "mysql://h/d"), 2),
        ((), 2),
    ],
)
def test_what_cannot_be_collected_ends_with_its_code(
    home: Path, options: tuple[str, ...], code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert collect(home, "--tasks", "1", *options) == code
    said = capsys.readouterr()
    assert said.err.strip() and "Traceback" not in said.err and not said.out


def test_a_file_of_constructed_tasks_is_collected_from_and_kept_with_what_it_was_made_for(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "tasks.jsonl"
    construct_file(out, 6, 4, HashedWords())
    assert collect(home, "--policy", "oracle", "--from", str(out), "--json") == 0
    told = events(capsys)
    assert [each["task"] for each in told] == [each.task.id for each in read_constructed(out)]
    assert all(each["passed"] for each in told)
    with open_experience(home) as store:
        kept = list(store.each(KeptTask))
    assert len(kept) == 6 and all(each.plan and each.made_from for each in kept)


def test_only_the_easier_tasks_of_a_file_are_taken(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "tasks.jsonl"
    construct_file(out, 12, 4, HashedWords())
    every = {each.task.id: each.difficulty.estimate for each in read_constructed(out)}
    limit = sorted(every.values())[5]
    options = ("--policy", "oracle", "--from", str(out), "--easier-than", str(limit), "--json")
    assert collect(home, *options) == 0
    told = {str(each["task"]) for each in events(capsys)}
    assert told == {name for name, estimate in every.items() if estimate < limit}


def test_only_tasks_whose_words_name_their_tools_are_taken(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "tasks.jsonl"
    construct_file(out, 12, 4, HashedWords())
    assert collect(home, "--policy", "oracle", "--from", str(out), "--direct", "--json") == 0
    told = {str(each["task"]) for each in events(capsys)}
    named = {
        each.task.id
        for each in read_constructed(out)
        if not any(
            indirect(" ".join(each.task.turns), tool, each.task.language) for tool in each.tools
        )
    }
    assert told == named and len(named) < 12


@pytest.mark.parametrize(
    ("damage", "named"),
    [
        ("no plans", "cannot read {out}.plans"),
        ("other plans", "{out}.plans does not hold the plans of {out}"),
        ("not there", "cannot read {out}: "),
        ("neither there", "cannot read {out}: "),
    ],
)
def test_a_file_without_its_plans_is_refused_by_what_is_wrong_and_nothing_is_kept(
    home: Path, tmp_path: Path, damage: str, named: str, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "tasks.jsonl"
    construct_file(out, 6, 4, HashedWords())
    if damage == "no plans":
        plans_file(out).unlink()
    elif damage == "other plans":
        plans_file(out).write_text("\n".join(reversed(plans_file(out).read_text().splitlines())))
    else:
        out.unlink()
    if damage == "neither there":
        plans_file(out).unlink()
    capsys.readouterr()
    assert collect(home, "--policy", "oracle", "--from", str(out)) == 2
    assert named.format(out=out) in " ".join(capsys.readouterr().err.split())
    with open_experience(home) as store:
        assert store.count(KeptTask) == 0


def test_what_the_policy_did_best_in_earlier_rounds_comes_first(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "tasks.jsonl"
    construct_file(out, 30, 4, HashedWords())
    options = ("--policy", "forgets-second-turn", "--from", str(out), "--json")
    assert collect(home, *options) == 0
    passed = {str(each["task"]): bool(each["passed"]) for each in events(capsys)}
    assert sum(passed.values()) >= 8 and False in passed.values()
    assert collect(home, *options, "--round", "1", "--likeliest", "--tasks", "8") == 0
    first = [str(each["task"]) for each in events(capsys)]
    assert len(first) == 8 and all(passed[name] for name in first)
    assert collect(home, *options, "--round", "1", "--likeliest", "--tasks", "8") == 0
    assert events(capsys) == []


def test_what_the_policy_did_not_try_comes_before_what_it_did_best(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "tasks.jsonl"
    construct_file(out, 30, 4, HashedWords())
    options = ("--policy", "forgets-second-turn", "--from", str(out), "--json", "--likeliest")
    assert collect(home, *options, "--tasks", "20") == 0
    tried = {str(each["task"]) for each in events(capsys)}
    assert collect(home, *options, "--tasks", "10", "--round", "1") == 0
    assert tried.isdisjoint(str(each["task"]) for each in events(capsys))


def test_what_a_planner_did_with_another_adapter_is_not_what_this_one_does_best(
    home: Path, tmp_path: Path
) -> None:
    out = tmp_path / "tasks.jsonl"
    construct_file(out, 6, 4, HashedWords())
    assert collect(home, "--policy", "oracle", "--from", str(out)) == 0
    with open_experience(home) as store:
        (one, *_) = constructed_to_collect(store, out, 1)
        mine, other = (likely(store, name, 1)(one[0]) for name in ("oracle", "oracle+ab12cd34"))
    assert mine[0] is False and other[0] is True and mine[1] > other[1]
