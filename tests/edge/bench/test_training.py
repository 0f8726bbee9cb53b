"""The training generator: the same seed, the same tasks; each new, each proven, both languages."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from itertools import islice
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tandem_edge.bench.proofs import prove
from tandem_edge.bench.tasks.building import Built
from tandem_edge.bench.tasks.colouring import coloured
from tandem_edge.bench.tasks.training import generated_tasks, training_tasks
from tandem_edge.bench.wordings.checking import FEWEST, counts, faults
from tandem_edge.bench.wordings.reading import (
    LANGUAGES,
    SLOT,
    WordingError,
    language_of_file,
    read_wordings,
    train_wordings,
)
from tandem_edge.phone.catalogue import load_catalogue

SKELETONS = 5_000
SAMPLE = 150


@cache
def sample(seed: int = 3) -> tuple[Built, ...]:
    return tuple(islice(generated_tasks(seed), SAMPLE))


def test_each_language_has_at_least_5000_distinct_skeletons() -> None:
    for language in LANGUAGES:
        found = {w.skeleton for w in train_wordings() if language_of_file(w) == language}
        assert len(found) >= SKELETONS


def test_every_tool_is_asked_for_in_many_ways_in_both_languages() -> None:
    have = counts(train_wordings())
    short = [
        (spec.name, language)
        for spec in load_catalogue().specs
        for language in LANGUAGES
        if have[spec.name][language] < FEWEST
    ]
    assert short == []


@pytest.mark.slow
def test_every_wording_can_be_carried_out_and_none_is_there_twice() -> None:
    assert list(faults(train_wordings())) == []


def test_the_same_seed_gives_the_same_tasks() -> None:
    again = tuple(islice(generated_tasks(3), 20))
    assert [each.task for each in again] == [each.task for each in sample()[:20]]
    other = [each.task for each in islice(generated_tasks(4), SAMPLE)][-20:]
    assert other != [each.task for each in sample()[-20:]]


def test_what_was_written_by_hand_comes_first() -> None:
    first = next(training_tasks())
    assert first.task.provenance.kind == "written"
    assert sample()[0].task.provenance.kind == "generated"


def test_no_two_training_tasks_say_the_same() -> None:
    assert len({each.task.turns for each in sample()}) == SAMPLE


def test_training_tasks_are_proven_like_written_ones() -> None:
    proof = prove(sample()[-60:])
    assert proof.faults == []


def test_whoever_asks_in_training_has_a_twin_that_acts() -> None:
    by_id = {each.task.id: each.task for each in islice(generated_tasks(5), 400)}
    asking = [task for task in by_id.values() if task.criteria.behaviour]
    assert asking
    for task in asking:
        if task.twin in by_id:
            assert by_id[task.twin].twin == task.id
            assert not by_id[task.twin].criteria.behaviour


def test_both_languages_are_about_half() -> None:
    languages = Counter(each.task.language for each in islice(generated_tasks(5), 400))
    assert 0.4 < languages["zh"] / languages.total() < 0.6


WITH_SLOTS = st.lists(
    st.sampled_from(["{time}", "{label}", "wake", "Me", "at", "明天", "，", ", ", " ", "please"]),
    min_size=1,
    max_size=12,
).map("".join)


@given(WITH_SLOTS, st.sampled_from(LANGUAGES), st.integers(0, 10_000))
def test_colouring_never_touches_a_slot(text: str, language: str, seed: int) -> None:
    said = coloured(text, language, Random(seed))
    assert SLOT.findall(said) == SLOT.findall(text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("hello", "before the first section"),
        ("== a b c", "write a call"),
        ("== a {oops}", "x.en.txt:1"),
        ("== a {}\n@b < nowhere", "table.field"),
        ("== a {}\nhi => {1}", "x.en.txt:2"),
    ],
)
def test_a_wording_that_cannot_be_read_is_named_with_its_line(text: str, said: str) -> None:
    with pytest.raises(WordingError, match=re.escape(said)):
        list(read_wordings(text, "x.en.txt"))


def test_a_plan_asks_which_one_in_the_language_of_its_task() -> None:
    asked = {"en": set[str](), "zh": set[str]()}
    for built in islice(generated_tasks(5), 400):
        for step in built.plan.steps:
            if step.kind == "ask":
                asked[built.task.language].add(step.text)
    assert asked["en"] and all(text.isascii() and "hich" in text for text in asked["en"])
    assert asked["zh"] and all("哪个" in text and "which" not in text for text in asked["zh"])
