"""What gives an unseen task away is found, word for word or nearly so, in both languages."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tandem_edge.bench.tasks.colouring import coloured
from tandem_edge.bench.tasks.training import generated_tasks
from tandem_edge.embedder.opening import open_embedder
from tandem_edge.settings import default_models_dir
from tandem_shared.tasks import Task
from tandem_trainer.freeze.contamination import Guard, unseen_tasks
from tandem_trainer.freeze.overlaps import ALIKE, SHORT, Overlaps, jaccard, pieces
from tests.trainer.freeze.conftest import UNSEEN
from tests.trainer.rollouts_for_tests import rollout, task


def why(guard: Guard, of: Task) -> list[str]:
    return list(guard.reasons(rollout(of)))


@pytest.fixture(scope="module")
def by_words() -> Guard:
    """Knows every wording of the frozen tasks; compares words alone."""
    return Guard(unseen_tasks(), None)


@pytest.mark.parametrize(
    ("said", "named"),
    [
        ("put my parcels on hold until the plumber has left", "tool.test.secret.en1"),
        ("Hey, Put my PARCELS on hold until the plumber's left, thanks!", "tool.test.secret.en1"),
        ("麻烦你把书房的灯调到最暗然后锁上门吧", "tool.dev.hidden.zh1"),
    ],
)
def test_a_wording_said_a_little_differently_is_found(said: str, named: str) -> None:
    found = why(Guard(UNSEEN, None), task("mine", said=(said,)))
    assert found and all(named in each for each in found)
    assert "parcels" not in " ".join(found)


def test_thirteen_words_in_a_row_inside_something_longer_are_found() -> None:
    row = "one two three four five six seven eight nine ten eleven twelve thirteen"
    index = Overlaps({f"{row} fourteen": "x"})
    padding = " ".join(f"other{at}" for at in range(40))
    assert index.run(f"{padding} {row} {padding}") == "x"
    assert index.run(f"{padding} {row.removesuffix(' thirteen')} {padding}") is None
    chinese = "今天傍晚六点之前把阳台上的花浇一遍"
    assert Overlaps({chinese: "y"}).run(f"我妈说{chinese[:13]}，别忘了") == "y"


def test_a_short_reply_gives_nothing_away_but_the_same_request_does() -> None:
    guard = Guard([task("ring", said=("ring Bo", "yes"))], None)
    assert why(guard, task("mine", said=("find my old drill", "Yes!"))) == []
    assert why(guard, task("mine", said=("Ring Bo!",))) == ["asks the same as tool.train.ring.en1"]


@given(
    st.lists(st.text("abcd ", min_size=8, max_size=24), max_size=12), st.text("abcd ", max_size=24)
)
def test_no_text_that_shares_enough_pieces_is_missed(unseen: list[str], text: str) -> None:
    found = Overlaps(dict.fromkeys(unseen, "x")).alike(text)
    mine = pieces(text)
    there = [pieces(each) for each in unseen if len(pieces(each)) >= SHORT]
    close = len(mine) >= SHORT and any(jaccard(mine, each) >= ALIKE for each in there)
    assert bool(found) is close


def test_every_wording_of_the_benchmark_is_found_and_so_is_each_said_in_passing(
    by_words: Guard,
) -> None:
    random = Random(3)
    some = random.sample(unseen_tasks(), 150)
    for frozen in some:
        assert why(by_words, task("copy", said=(frozen.turns[0],), language=frozen.language))
    said = [(each, coloured(each.turns[0], each.language, random)) for each in some]
    long = [(each, text) for each, text in said if len(pieces(text)) >= SHORT]
    found = [bool(why(by_words, task("copy", said=(text,)))) for _, text in long]
    assert sum(found) / len(found) > 0.95


def test_training_tasks_are_not_taken_for_the_benchmarks(by_words: Guard) -> None:
    some = [built.task for built in islice(generated_tasks(11), 60)]
    assert [each.turns for each in some if list(by_words.task_reasons(each))] == []


def test_nearness_finds_what_words_do_not() -> None:
    embedder = open_embedder(default_models_dir())
    secret = "remind me to water the ferns at seven tomorrow morning"
    guard = Guard([task("ferns", said=(secret,))], embedder)
    again = "set a reminder for 7 a.m. tomorrow to water my ferns"
    assert why(Guard([task("ferns", said=(secret,))], None), task("mine", said=(again,))) == []
    assert why(guard, task("mine", said=(again,))) == ["means the same as tool.train.ferns.en1"]
    assert why(guard, task("mine", said=("which song was it that played in the bar",))) == []
    assert guard.bounds["embedder"] == embedder.identity
