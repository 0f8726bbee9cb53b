"""What was sampled is what is kept: tokens in their order, marked where they were chosen."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tandem_shared.events import Outcome, Usage
from tandem_shared.experience import Tokens
from tandem_shared.trajectories import StepRecord, Trajectory, TurnRecord
from tandem_trainer.rollout.tokens import settled, tokens_of

IDS = st.lists(st.integers(0, 3), max_size=5)


def made(*steps: StepRecord) -> Trajectory:
    usage = Usage(prompt_tokens=9, reused_tokens=5, output_tokens=2, prefill_s=1.5, decode_s=0.5)
    turn = TurnRecord(
        turn=0,
        said="x",
        steps=steps,
        outcome=Outcome.DONE,
        text="",
        usage=usage,
        elapsed_s=2.5,
    )
    return Trajectory(task="t.a", planner="p", seed=0, backend="sandbox", turns=(turn,))


def step(prompt: list[int], answer: list[int], chosen: list[bool] | None = None) -> StepRecord:
    return StepRecord(
        text="[]",
        token_ids=tuple(answer),
        prompt_ids=tuple(prompt),
        sampled=tuple(chosen or ()),
    )


def test_a_prompt_that_goes_on_from_the_last_answer_makes_one_sequence() -> None:
    first = step([1, 2], [3, 4], [False, True])
    assert tokens_of(made(first, step([1, 2, 3, 4, 5], [6]))) == (
        Tokens(ids=(1, 2, 3, 4, 5, 6), sampled=(False, False, False, True, False, True)),
    )


def test_a_prompt_that_was_told_anew_begins_another_sequence() -> None:
    found = tokens_of(made(step([1, 2], [3]), step([1, 9, 3], [4])))
    assert [each.ids for each in found] == [(1, 2, 3), (1, 9, 3, 4)]


def test_a_planner_that_tells_no_tokens_has_none() -> None:
    assert tokens_of(made(StepRecord(text="[]", token_ids=(1,)))) == ()


@given(st.lists(st.tuples(IDS, IDS.filter(bool), st.booleans()), min_size=1, max_size=6))
def test_every_answer_is_there_once_and_marked(
    moves: list[tuple[list[int], list[int], bool]],
) -> None:
    steps, so_far = list[StepRecord](), list[int]()
    for more, answer, anew in moves:
        prompt = [7, *more] if anew or not so_far else [*so_far, 8, *more]
        steps.append(step(prompt, answer))
        so_far = [*prompt, *answer]
    found = tokens_of(made(*steps))
    assert all(len(each.ids) == len(each.sampled) for each in found)
    chosen = [id_ for each in found for id_, was in zip(each.ids, each.sampled, strict=True) if was]
    assert chosen == [id_ for each in steps for id_ in each.token_ids]


def test_what_differs_from_run_to_run_is_not_kept() -> None:
    kept = settled(made(step([1, 2], [3], [True])))
    (turn,) = kept.turns
    assert turn.elapsed_s == 0 and turn.steps[0].prompt_ids == ()
    assert turn.usage == Usage(prompt_tokens=9, output_tokens=2)
    assert turn.steps[0].token_ids == (3,)
