"""The policy as a planner: what was sampled is what is trained, whoever sits beside."""

from __future__ import annotations

import json
import threading
from pathlib import Path

import pytest
import torch

from tandem_edge.bench.attempts import attempt
from tandem_edge.bench.checkers import check
from tandem_edge.planner.actions import Calls, Done
from tandem_edge.planner.dialects import Misread
from tandem_edge.planner.protocol import Message, Prompt, Role
from tandem_edge.planner.scripted import ScriptedPlanner
from tandem_shared.errors import MissingError, UsageError
from tandem_shared.tasks import Split
from tandem_trainer.train.care.ablation.demonstrations import demonstrations
from tandem_trainer.train.care.ablation.families import is_hard, names, tasks_of
from tandem_trainer.train.care.ablation.words import TURNS, Words, tokenizer_of, word_of
from tandem_trainer.train.care.loading import load_base
from tandem_trainer.train.care.policy import Policy
from tandem_trainer.train.care.rollouts import row_of
from tandem_trainer.train.care.speech import Renderer
from tests.trainer.train.care.tiny import random_base, start_of, tasks


@pytest.fixture(scope="module")
def policy(tmp_path_factory: pytest.TempPathFactory) -> Policy:
    return Policy(*load_base(start_of(random_base(tmp_path_factory.mktemp("base")))), most=6)


def test_what_was_sampled_is_what_is_trained(policy: Policy) -> None:
    for each in policy.sampled(tasks(count=4), [1, 2, 3, 4]):
        row, made = row_of(each), each.made
        sampled = [id_ for id_, own in zip(row.completion, row.mask, strict=True) if own]
        steps = [step for turn in made.turns for step in turn.steps]
        assert len(steps) > 1  # else nothing goes on
        assert sampled == [id_ for step in steps for id_ in step.token_ids]
        assert row.forgotten == 0
        last = [*steps[-1].prompt_ids, *steps[-1].token_ids]
        assert row.prompt + row.completion == last


def test_an_attempt_is_decided_by_its_seed_not_by_who_sits_beside(policy: Policy) -> None:
    four = tasks(count=4)
    together = policy.attempts(four, [1, 2, 3, 4])
    alone = [
        policy.attempts([task], [seed])[0] for task, seed in zip(four, (1, 2, 3, 4), strict=True)
    ]
    texts = [
        [[step.text for step in made.turns[0].steps] for made in run] for run in (together, alone)
    ]
    assert texts[0] == texts[1]
    other = policy.attempts([four[0]], [9])[0]
    assert [step.text for step in other.turns[0].steps] != texts[0][0]


def test_the_token_that_ends_an_answer_is_written_once() -> None:
    renderer = Renderer(tokenizer_of(names()), TURNS)
    said = Message(Role.USER, "1")
    ended = (*renderer.tokenizer("done 1").input_ids, renderer.stop)
    ids = [
        renderer.ids(Prompt("", (), (said, Message(Role.PLANNER, "done 1", own), said), {}, 8))
        for own in (ended, ended[:-1])
    ]
    assert ids[0] == ids[1]
    assert ids[0].count(renderer.stop) == 1


class Broken(torch.nn.Module):
    device = "cpu"

    def forward(self, **given: object) -> None:
        raise MemoryError("the accelerator is full")


def test_what_breaks_in_the_batch_is_raised_and_no_thread_is_left(policy: Policy) -> None:
    before = threading.active_count()
    broken = Policy(Broken(), policy.tokenizer, policy.speech)
    with pytest.raises(MemoryError, match="full"):
        broken.attempts(tasks(count=3), [1, 2, 3])
    assert threading.active_count() == before


def test_words_are_read_as_calls_and_an_answer() -> None:
    words, (first, second) = Words(names()), names()[:2]
    read = words.read(f"<think> plan </think> read {word_of(first)} read {word_of(second)}")
    assert isinstance(read, Calls)
    assert [call.arguments["person"] for call in read.calls] == [first, second]
    assert words.read("<think> so 2 </think> done 2") == Done("2")


@pytest.mark.parametrize(
    "text", ["", "done", "done x", "read", "read nobody", "read 1 done 2", "so"]
)
def test_anything_else_is_misread(text: str) -> None:
    with pytest.raises(Misread):
        Words(names()).read(text)


def test_demonstrations_pass_are_varied_and_are_the_policys_own_tokens() -> None:
    tokenizer = tokenizer_of(names())
    shown = [*demonstrations("quiet", 40, 0, tokenizer)]
    lengths = {sum(each.sampled) for each in shown}
    assert len(shown) == 40
    assert len(lengths) > 10
    assert all(tokenizer.unk_token_id not in _own(each) for each in shown)


def _own(sequence: object) -> list[int]:
    return [i for i, own in zip(sequence.ids, sequence.sampled, strict=True) if own]  # type: ignore[attr-defined]


def test_only_reading_everybody_always_does_a_quiet_task_and_skipping_mostly_does() -> None:
    quiet = {word_of(each) for each in names()[-2:]}
    passed = []
    for task in tasks_of("quiet", Split.DEV, 200, seed=1):
        asked = Words(names()).request(task.turns[0], (), "en", "").text.split()
        told = [f"read {name}" for name in asked if name not in quiet]
        total = {patch.key: patch.fields for patch in task.initial.patches}
        assert total
        passed.append(not is_hard(task))
        answer = task.criteria.reply[0][0][0]
        made = attempt(task, ScriptedPlanner([" ".join(told), f"done {answer}"]), Words(names()))
        assert check(task, made).passed
    assert 0.7 < sum(passed) / len(passed) < 0.9


def test_a_base_that_is_not_there_or_not_readable_says_so(tmp_path: Path) -> None:
    with pytest.raises(MissingError):
        start_of(tmp_path)
    base = random_base(tmp_path / "base")
    (base / "speech.json").write_text(json.dumps({"dialect": "words"}))
    with pytest.raises(UsageError):
        start_of(base)
