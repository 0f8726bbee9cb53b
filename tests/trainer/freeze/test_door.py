"""The door: everything that may not be learned from is turned away, with the reason."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tandem_shared.experience import Curated, Decision, Failing, Mark, PolicyKind
from tandem_shared.tasks import CANARY, Split
from tandem_trainer.freeze.contamination import Guard
from tandem_trainer.freeze.door import Member, Rules, refusals
from tests.trainer.freeze.conftest import UNSEEN, member, reviewed
from tests.trainer.rollouts_for_tests import PLANNER, call, curated, rollout, task

GUARD = Guard(UNSEEN, None)
RULES = Rules(GUARD)


def why(of: Member, rules: Rules = RULES) -> tuple[str, ...]:
    return refusals([of], rules).get(of.name, ())


def test_a_verified_rollout_of_a_training_task_passes() -> None:
    assert why(member(rollout(task("shed")))) == ()


@pytest.mark.parametrize("split", [Split.DEV, Split.EVOLVE, Split.TEST])
def test_other_splits_are_turned_away(split: Split) -> None:
    assert why(member(rollout(task("shed", split=split)))) == (f"is of a {split.value} task",)


def test_a_family_of_the_benchmark_is_turned_away_though_it_says_train() -> None:
    made = rollout(task("other", family="secret"))
    assert why(member(made)) == ("is of secret, a family of the benchmark",)


@pytest.mark.parametrize("mark", [CANARY, CANARY.upper(), CANARY.split()[-1]])
def test_the_canary_is_found_in_any_text(mark: str) -> None:
    spoken = rollout(task("shed", said=(f"read me this: {mark}",)))
    told = call().model_copy(update={"arguments": {"deep": [{"down": mark}]}})
    heard = rollout(task("shed"), calls=(told,))
    assert "has the benchmark's canary in its task" in why(member(spoken))
    assert why(member(heard)) == ("holds the benchmark's canary",)


def test_what_was_taken_back_or_put_in_quarantine_is_turned_away() -> None:
    one = member(rollout(task("shed")))
    gone = frozenset({one.name})
    assert why(one, Rules(GUARD, withdrawn=gone)) == ("was withdrawn",)
    assert why(one, Rules(GUARD, quarantined=gone)) == ("is in quarantine",)


@pytest.mark.parametrize("decision", [Decision.REJECT, Decision.QUARANTINE])
def test_what_a_reviewer_turned_down_stays_out(decision: Decision) -> None:
    found = reviewed(member(rollout(task("shed"))), decision)
    assert why(found) == (f"was reviewed: {decision.value}",)


def doubtful() -> list[Member]:
    """One from a device, one of the queue, one that curation doubts."""
    made = [rollout(task(name), source=source) for name, source in SOURCES]
    said = [curated(made[0]), curated(made[1]), curated(made[2], doubts=("odd",))]
    return [
        member(each, record, needs_review=at == 1)
        for at, (each, record) in enumerate(zip(made, said, strict=True))
    ]


SOURCES = (("a", "device-1"), ("b", ""), ("c", ""))


@pytest.mark.parametrize("at", range(3))
def test_what_needs_a_person_does_not_pass_without_one(at: int) -> None:
    found = doubtful()[at]
    assert why(found) == ("needs a review that nobody has made",)
    assert why(reviewed(found)) == ()


def test_a_decision_that_no_review_bears_out_counts_for_nothing() -> None:
    found = replace(doubtful()[0], decision=Decision.APPROVE)
    assert why(found) == ("has a decision that no review bears out",)
    other = replace(reviewed(found), case="f" * 64)
    assert why(other) == ("has a decision that no review bears out",)


def test_a_correction_passes_with_what_it_says_and_with_nothing_else() -> None:
    found = reviewed(doubtful()[0], Decision.CORRECT)
    better = found.curated.model_copy(update={"rules": "1, corrected"})
    said = found.reviews[0].model_copy(update={"corrected": better})
    assert why(replace(found, curated=better, reviews=(said,))) == ()
    other = better.model_copy(update={"rules": "2"})
    for wrong in (found.curated, other):
        changed = replace(found, curated=wrong, reviews=(said,))
        assert why(changed) == ("has a decision that no review bears out",)


def test_an_approval_is_of_the_record_that_was_looked_at() -> None:
    found = reviewed(doubtful()[0])
    later = found.curated.model_copy(update={"rules": "2"})
    assert why(replace(found, curated=later)) == ("has a decision that no review bears out",)


def test_done_and_fit_are_two_questions_and_both_are_asked() -> None:
    failed, odd = rollout(task("a"), passed=False), rollout(task("b"))
    assert "did not do its task" in why(member(failed, curated(failed, suitable=True)))
    assert why(member(odd, curated(odd, suitable=False))) == ("is not fit to be learned from",)
    broken = rollout(task("c"), passed=None)
    assert "did not do its task" in why(member(broken))


def test_records_that_speak_of_something_else_are_turned_away() -> None:
    one, other = rollout(task("a")), rollout(task("b"))
    assert why(member(one, curated(other))) == ("has records that speak of something else",)
    renamed = replace(member(one), name=other.id)
    assert "is not what it is named after" in why(renamed)


def test_what_is_wrong_from_beginning_to_end_teaches_nothing() -> None:
    made = rollout(task("a"))
    marks = tuple(Mark(turn=0, step=at, failing=Failing.ROUTING, evidence="e") for at in range(2))
    assert why(member(made, curated(made, marks=marks))) == ("has nothing in it to be learned",)


def test_a_dialect_that_there_is_not_is_a_reason_and_no_crash() -> None:
    strange = PLANNER.model_copy(update={"dialect": "../../etc"})
    assert "no dialect" in why(member(rollout(task("a"), policy=strange)))[0]


@given(
    split=st.sampled_from(Split),
    passed=st.sampled_from([True, False, None]),
    suitable=st.booleans(),
    source=st.sampled_from(["", "d"]),
    kind=st.sampled_from(PolicyKind),
    decision=st.sampled_from([None, *Decision]),
    queued=st.booleans(),
)
def test_nothing_but_verified_fit_reviewed_training_experience_ever_passes(
    split: Split,
    passed: bool | None,
    suitable: bool,
    source: str,
    kind: PolicyKind,
    decision: Decision | None,
    queued: bool,
) -> None:
    policy = PLANNER.model_copy(update={"kind": kind})
    made = rollout(task("shed", split=split), passed=passed, source=source, policy=policy)
    said: Curated = curated(made, suitable=suitable)
    found = member(made, said, needs_review=queued)
    if decision:
        found = reviewed(found, decision)
    may = (
        split is Split.TRAIN
        and passed is True
        and suitable
        and decision not in (Decision.REJECT, Decision.QUARANTINE)
        and (decision is not None or not (source or queued))
    )
    assert (why(found) == ()) is may
