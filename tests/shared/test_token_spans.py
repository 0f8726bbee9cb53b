"""Answers are found among tokens by what was sampled of them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tandem_shared.experience import Tokens
from tandem_shared.token_spans import Span, answer_spans

CHOICES = st.lists(st.tuples(st.integers(1, 5), st.booleans()), min_size=1, max_size=6).filter(
    lambda made: any(sampled for _, sampled in made)
)
"""Tokens of an answer, and which of them were sampled; never token 0, which prompts are made of."""


@given(st.lists(st.lists(st.tuples(st.integers(1, 4), CHOICES), max_size=3), max_size=3))
def test_each_answer_is_found_where_it_stands(
    made: list[list[tuple[int, list[tuple[int, bool]]]]],
) -> None:
    sequences, wanted, answers = list[Tokens](), list[tuple[Span, ...]](), list[tuple[int, ...]]()
    for parts in made:
        ids, sampled, spans = list[int](), list[bool](), list[Span]()
        for before, answer in parts:
            ids += [0] * before + [token for token, _ in answer]
            sampled += [False] * before + [mine for _, mine in answer]
            spans.append(Span(len(ids) - len(answer), len(ids), len(answers)))
            answers.append(tuple(token for token, _ in answer))
        sequences.append(Tokens(ids=tuple(ids), sampled=tuple(sampled)))
        wanted.append(tuple(spans))
    assert answer_spans(sequences, answers) == tuple(wanted)


def test_an_answer_without_a_choice_is_passed_over() -> None:
    tokens = Tokens(ids=(0, 7, 0, 8), sampled=(False, False, False, True))
    assert answer_spans([tokens], [(7,), (8,)]) == ((Span(3, 4, 1),),)


def test_a_sampled_token_outside_all_answers_is_told() -> None:
    answered = Tokens(ids=(0, 7, 8), sampled=(True, False, True))
    assert answer_spans([answered], [(7, 8)]) is None
    assert answer_spans([Tokens(ids=(0, 7), sampled=(True,))], [(7,)]) is None
    assert answer_spans([Tokens(ids=(7, 8), sampled=(True, True))], [(8,), (7,)]) is None
