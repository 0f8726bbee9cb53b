"""Rollouts that a reader judged: which are taken, what agreement is, what is told as wrong."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path

import pytest

pytest.importorskip("sqlalchemy", reason="the trainer extra is not installed")

from shows import judging_cases
from shows.judging_cases import DONE, agreement, chosen, keep, kept, main, told
from tandem_shared.experience import Failing, Rollout, Tokens
from tandem_trainer.curate.curating import curate
from tests.trainer.curate.rollouts import right, tasks, wrong


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the judged rollouts lie."""
    monkeypatch.setattr(judging_cases, "ROLLOUTS", tmp_path / "rollouts.jsonl.xz")
    monkeypatch.setattr(judging_cases, "LABELS", tmp_path / "labels.json")
    return tmp_path


def attempts(count: int, group: int) -> list[Rollout]:
    """``group`` attempts at each of ``count`` tasks, with tokens as a planner's have them."""
    found = []
    for built in tasks()[:count]:
        said = right(built).model_dump(mode="json")
        said["tokens"] = [Tokens(ids=(5, 6), sampled=(False, True)).model_dump(mode="json")]
        for turn in said["trajectory"]["turns"]:
            for step in turn["steps"]:
                step |= {"token_ids": [6], "prompt_ids": [5], "sampled": [True]}
        found += [Rollout.model_validate({**said, "trial": trial}) for trial in range(group)]
    return found


def test_one_attempt_of_each_task_is_taken_each_time_of_another_place() -> None:
    every = attempts(5, 3)
    found = list(chosen(every, 4))
    names = sorted({each.task.id for each in every})[:4]
    assert [each.task.id for each in found] == names
    assert [each.trial for each in found] == [0, 1, 2, 0]
    assert list(chosen(reversed(every), 4)) == found


def test_what_is_taken_has_no_tokens_and_is_otherwise_as_it_was() -> None:
    (before,) = attempts(1, 1)
    (found,) = chosen([before], 1)
    steps = [step for turn in found.trajectory.turns for step in turn.steps]
    assert steps and not found.tokens
    assert not any(step.token_ids or step.prompt_ids or step.sampled for step in steps)
    assert found.verdict == before.verdict and list(told(found))[2:] == list(told(before))[2:]


def test_what_is_kept_is_read_again_as_it_was() -> None:
    rollouts = list(chosen(attempts(3, 1), 3))
    keep(rollouts)
    assert kept() == rollouts


def judged() -> tuple[list[Rollout], dict[str, str]]:
    """Two done and two failed rollouts, with what the rules say of them."""
    failed = [made for built in tasks()[:4] for _, made in islice(wrong(built), 1)][:2]
    rollouts = [*map(right, tasks()[:2]), *failed]
    keep(rollouts)
    said = {each.rollout: str(each.failing or DONE) for each in curate(rollouts)}
    assert list(said.values())[:2] == [DONE, DONE] and DONE not in list(said.values())[2:]
    return rollouts, said


def labelled(said: dict[str, str]) -> None:
    judging_cases.LABELS.write_text(json.dumps(said))


def test_agreement_counts_what_is_labelled_and_alike() -> None:
    rollouts, said = judged()
    labelled(said)
    assert agreement() == {"judged": 4, "agreed": 4, "share": 1.0, "apart": []}
    last = rollouts[-1].id
    other = next(each.value for each in Failing if each.value != said[last])
    labelled({**said, last: other})
    found = agreement()
    assert (found["judged"], found["agreed"], found["share"]) == (4, 3, 0.75)
    assert found["apart"] == [(last, other, said[last])]
    del said[last]
    labelled(said)
    assert (agreement()["judged"], agreement()["agreed"]) == (3, 3)


def test_a_failure_that_the_reader_calls_done_is_no_agreement() -> None:
    rollouts, _ = judged()
    labelled({rollouts[-1].id: DONE, rollouts[0].id: Failing.ROUTING.value})
    assert (agreement()["judged"], agreement()["agreed"]) == (2, 0)


def test_labels_of_what_is_not_there_are_passed_over() -> None:
    _, said = judged()
    labelled({**said, "f" * 64: DONE})
    assert agreement()["judged"] == 4


def test_a_label_that_is_no_word_for_it_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    rollouts, said = judged()
    labelled({**said, rollouts[0].id: "bad luck"})
    assert main([]) == 1
    found = capsys.readouterr()
    assert not found.out and "'bad luck'" in found.err and rollouts[0].id in found.err


def test_without_its_files_it_says_so_in_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 1
    assert main(["--tell"]) == 1
    found = capsys.readouterr()
    assert not found.out and len(found.err.splitlines()) == 2
    assert all(line.endswith("is not here") for line in found.err.splitlines())


def test_files_that_are_damaged_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    judging_cases.ROLLOUTS.write_bytes(b"no archive")
    labelled({})
    assert main([]) == 1
    assert capsys.readouterr().err.startswith("nothing was judged: ")
