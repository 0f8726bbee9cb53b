"""Token F1 and exact facts: what counts as the same, and what does not."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tandem_edge.bench.memory.evaluation.facts import exact_facts, names_in, numbers_in
from tandem_edge.bench.memory.evaluation.sample import Asked
from tandem_edge.bench.memory.evaluation.scoring import (
    listed_f1,
    says_unknown,
    scores,
    token_f1,
    tokens,
)

AT = datetime(2026, 3, 1, tzinfo=UTC)


def question(answer: str, *, abstention: bool = False, listed: bool = False) -> Asked:
    return Asked("q", "what?", answer, "1", AT, abstention=abstention, listed=listed)


def test_tokens_are_stems_without_case_punctuation_and_articles() -> None:
    assert tokens("The Adoption agencies, and a dog!") == ["adopt", "agenc", "dog"]


def test_a_chinese_character_is_a_token_and_its_punctuation_is_none() -> None:
    assert tokens("《红楼梦》，2本。") == ["红", "楼", "梦", "2", "本"]


@pytest.mark.parametrize(
    ("answer", "gold", "wanted"),
    [
        ("adoption agencies", "Adoption agency", 1.0),
        ("the dog", "a cat", 0.0),
        ("red car", "red", 2 / 3),
        ("red red", "red", 2 / 3),
        ("", "red", 0.0),
        ("北京", "在北京", 0.8),
    ],
)
def test_f1_weighs_shared_tokens_both_ways(answer: str, gold: str, wanted: float) -> None:
    assert token_f1(answer, gold) == pytest.approx(wanted)


def test_of_a_list_each_part_counts_alike_in_any_order() -> None:
    assert listed_f1("a small camper van, swimming", "swimming, pottery") == 0.5
    assert listed_f1("游泳、陶艺", "陶艺，游泳") == 1.0
    assert scores(question("swimming, pottery", listed=True), "pottery", ())["f1"] == 0.5


@given(st.text(max_size=60), st.text(max_size=60))
def test_f1_is_a_share_and_takes_no_sides(one: str, other: str) -> None:
    assert 0 <= token_f1(one, other) <= 1
    assert token_f1(one, other) == token_f1(other, one)
    assert 0 <= listed_f1(one, other) <= 1 + 1e-9


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("7 May 2023", {"7", "month 5", "2023"}),
        ("May 7th, 2023", {"7", "month 5", "2023"}),
        ("2023-05-07", {"7", "month 5", "2023"}),
        ("2023年5月7日", {"7", "month 5", "2023"}),
        ("二〇二三年五月七号", {"7", "month 5", "2023"}),
        ("she may march on", set()),
        ("in March", {"month 3"}),
        ("in May, perhaps", {"month 5"}),
        ("on 3 March", {"3", "month 3"}),
        ("in October", {"month 10"}),
        ("$68,000.50 and 3 dogs", {"68000.5", "3"}),
        ("twelve, once", {"12"}),
        ("no one", set()),
        ("on Mondays", {"day 0"}),
        ("每周三和星期天", {"day 2", "day 6"}),
        ("三十箱", {"30"}),
        ("一些", set()),
    ],
)
def test_numbers_and_dates_have_one_form(text: str, wanted: set[str]) -> None:
    assert set(numbers_in(text)) == wanted


@given(st.text(max_size=80))
def test_any_text_has_itself_for_exact_facts(text: str) -> None:
    assert exact_facts(text, text, names_in([text])) in (True, None)


def test_names_are_told_from_words_by_the_conversation() -> None:
    names = names_in(["Yesterday I met Rose there.", "The rose is red. So is Ana's.", "We saw Ana"])
    assert names == {"ana"}


@pytest.mark.parametrize(
    ("gold", "answer", "wanted"),
    [
        ("Sweden", "she is from sweden", True),
        ("Sweden", "Norway", False),
        ("in Sweden since 2019", "Sweden, 2018", False),
        ("two dogs", "2 dogs", True),
        ("two dogs", "12 dogs", False),
        ("adoption agencies", "adoption agencies", None),
        ("《红楼梦》", "她在读红楼梦", True),
        ("《红楼梦》", "她在读书", False),
    ],
)
def test_every_exact_fact_has_to_stand_in_the_answer(
    gold: str, answer: str, wanted: bool | None
) -> None:
    assert exact_facts(gold, answer, {"sweden"}) is wanted


@pytest.mark.parametrize("answer", ["I don’t know.", "The notes do not say.", "不知道。"])
def test_who_says_that_it_is_not_known_is_right_where_it_is_not(answer: str) -> None:
    assert scores(question("no violin", abstention=True), answer, ()) == {"f1": 1.0, "exact": 1.0}
    assert says_unknown(answer) and not says_unknown("A Guarneri, 1740")
    assert scores(question("no violin", abstention=True), "A Guarneri", ())["f1"] == 0.0


def test_an_answer_without_exact_facts_has_no_such_score() -> None:
    assert set(scores(question("adoption agencies"), "dogs", ())) == {"f1"}
