"""General ability: what is known counts, what is lost is told, what is kept is not asked again."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

import pytest

from tandem_edge.planner.local import Parts
from tandem_shared.errors import PlannerError, UsageError
from tandem_trainer.evaluate.guard.asking import Answer, Speaker, ask
from tandem_trainer.evaluate.guard.falling import WHOLE, falls, scores
from tandem_trainer.evaluate.guard.items import SETS, Choice, Guard
from tandem_trainer.evaluate.guard.taking import Answers, Taker, take
from tests.trainer.evaluate.speakers import Knowing, Noise

GUARD = Guard()
Weighed = list[tuple[float, bool]]
TAKER = Taker(planner_sha256="a" * 64, adapter="", items_sha256=GUARD.sha256)


def taken(speaker: Speaker, path: Path) -> dict[str, Answer]:
    return {each.item: each for each in take(GUARD, speaker, Answers(path), TAKER)}


def test_who_knows_everything_has_all_points(tmp_path: Path) -> None:
    answers = taken(Knowing(), tmp_path / "all.jsonl")
    assert [name for name, each in answers.items() if not each.right] == []
    found = scores(GUARD.items, answers, answers)
    assert {score.new for score in found.values()} == {100.0}
    assert falls(found, 0) == []


def test_noise_makes_every_set_fall_and_is_told(tmp_path: Path) -> None:
    parent = taken(Knowing(), tmp_path / "parent.jsonl")
    new = taken(Noise(), tmp_path / "new.jsonl")
    told = falls(scores(GUARD.items, new, parent), 2)
    assert [line.split()[1] for line in told] == [WHOLE, *SETS]
    assert scores(GUARD.items, new, parent)[WHOLE].sureness < -40


def test_two_points_may_be_lost_and_three_may_not(tmp_path: Path) -> None:
    parent = taken(Knowing(), tmp_path / "parent.jsonl")
    names = [item.id for item in GUARD.items if item.set == "reasoning"]

    def lost(count: int) -> list[str]:
        new = taken(Knowing(frozenset(names[:count])), tmp_path / f"{count}.jsonl")
        return falls(scores(GUARD.items, new, parent), 2)

    assert len(names) == 64
    assert lost(3) == []  # 4.7 points of one set, 1.6 of the mean
    (told,) = lost(5)
    assert told.startswith("guard: all -2.6 points")


def test_the_error_is_that_of_the_paired_difference(tmp_path: Path) -> None:
    parent = taken(Knowing(), tmp_path / "parent.jsonl")
    item = GUARD.items[0]
    new = {**parent, item.id: parent[item.id].model_copy(update={"right": False})}
    found = scores(GUARD.items, new, parent)["following"]
    share = 1 / found.items
    by_hand = math.sqrt(share * (1 - share) / (found.items - 1))
    assert found.change == pytest.approx(-100 * share)
    assert found.error == pytest.approx(100 * by_hand)


def test_answers_that_are_kept_are_not_asked_again(tmp_path: Path) -> None:
    path = tmp_path / "kept.jsonl"
    with pytest.raises(PlannerError):
        taken(Knowing(patience=7), path)
    with path.open("ab") as file:
        file.write(b'{"item": "torn')
    speaker = Knowing()
    assert len(taken(speaker, path)) == len(GUARD.items)
    assert speaker.asked == [item.id for item in GUARD.items[7:]]


def test_answers_of_another_file_are_not_taken_for_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "kept.jsonl"
    taken(Knowing(), path)
    other = TAKER.model_copy(update={"adapter": "b" * 64})
    with pytest.raises(UsageError, match="other answers"):
        next(take(GUARD, Knowing(), Answers(path), other))
    path.write_text("nonsense\n")
    with pytest.raises(UsageError, match="no answers"):
        taken(Knowing(), path)


def test_an_option_is_right_where_it_is_the_likeliest_for_its_length(tmp_path: Path) -> None:
    answers = taken(Knowing(frozenset({"bilingual-en-01"})), tmp_path / "one.jsonl")
    lost, right = answers["bilingual-en-01"], answers["bilingual-en-02"]
    assert not lost.right and lost.sureness == 0.25  # all alike: a tie is no answer
    assert right.right and right.sureness > 0.99


def test_a_lucky_length_is_no_answer() -> None:
    item = next(each for each in GUARD.items if each.id == "bilingual-en-01")

    class Short(Noise):
        def likelihoods(self, context: Parts, continuations: Sequence[str]) -> Weighed:
            return [(-1.0 if len(text) == 9 else -1.2, False) for text in continuations]

    assert isinstance(item.form, Choice)
    assert [len(option) for option in item.form.options] == [9, 11, 9, 10]
    answer = ask(item, Short())
    assert (answer.right, answer.said) == (False, "I am hungry")
