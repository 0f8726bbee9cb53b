"""The queue of cases: who gets into it, why, and in which order."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tandem_edge.phone.catalogue import load_catalogue
from tandem_shared.experience import Curated, Failing, Rollout
from tandem_shared.tools import Effect
from tandem_trainer.review.queue import RANK, Case, Concern, look, queue
from tests.trainer.rollouts_for_tests import ORACLE, call, curated, rollout, task

SPEC = load_catalogue().spec


def queued(pairs: list[tuple[Rollout, Curated]]) -> tuple[Case, ...]:
    return queue(look(made, said, SPEC) for made, said in pairs)


def concerns(made: Rollout, said: Curated) -> tuple[Concern, ...]:
    return next((case.concerns for case in queued([(made, said)])), ())


def test_a_sure_harmless_success_of_our_own_needs_nobody() -> None:
    made = rollout(task("shed"))
    assert concerns(made, curated(made)) == ()


@pytest.mark.parametrize(
    ("tool", "effect"),
    [
        ("send_message", Effect.IRREVERSIBLE),
        ("split_bill", Effect.READ),
        ("manage_password", Effect.READ),
        ("manage_sensor_access", Effect.WRITE),
        ("convert_currency", Effect.READ),
    ],
)
def test_what_cannot_be_undone_or_touches_money_or_secrets_is_looked_at(
    tool: str, effect: Effect
) -> None:
    made = rollout(task("shed"), calls=(call(tool, effect=effect),))
    assert concerns(made, curated(made)) == (Concern.SAFETY,)
    shown = rollout(task("shed"), calls=(call(tool, effect=effect),), policy=ORACLE)
    assert concerns(shown, curated(shown)) == ()


def test_a_safety_check_that_only_looks_is_no_concern() -> None:
    made = rollout(task("shed"), calls=(call("check_security", effect=Effect.READ),))
    assert concerns(made, curated(made)) == ()


def test_whatever_came_from_a_device_is_looked_at_though_it_says_that_an_oracle_did_it() -> None:
    made = rollout(
        task("shed"),
        source="device-1",
        policy=ORACLE,
        calls=(call("send_message", effect=Effect.IRREVERSIBLE),),
    )
    assert concerns(made, curated(made)) == (Concern.SAFETY, Concern.SYNCED)


def test_a_success_that_nothing_shows_is_weakly_supported() -> None:
    idle, elsewhere = rollout(task("shed"), calls=()), rollout(task("shed"), backend="simulated")
    claimed = rollout(task("shed"), passed=False)
    said = curated(claimed).model_copy(update={"completed": True})
    assert concerns(idle, curated(idle)) == (Concern.WEAK,)
    assert concerns(elsewhere, curated(elsewhere)) == (Concern.WEAK,)
    assert concerns(claimed, said) == (Concern.WEAK,)


def test_the_same_acts_labelled_otherwise_in_one_group_are_a_conflict() -> None:
    of = task("shed")
    good, bad = rollout(of), rollout(of, passed=False, trial=1)
    other = rollout(of, passed=False, trial=2, calls=(call(), call()))
    pairs = [(each, curated(each)) for each in (good, bad, other)]
    assert {case.rollout for case in queued(pairs)} == {good.id, bad.id}
    later = rollout(of, passed=False, trial=1, round=1)
    assert queued([(good, curated(good)), (later, curated(later))]) == ()


def test_two_rules_that_differ_on_one_rollout_are_a_conflict() -> None:
    made = rollout(task("shed"), passed=False)
    pairs = [
        (made, curated(made, failing=failing)) for failing in (Failing.ROUTING, Failing.GROUNDING)
    ]
    assert [case.concerns for case in queued(pairs)] == [(Concern.CONFLICTING,)] * 2


@given(
    st.lists(
        st.tuples(st.booleans(), st.sampled_from([0.3, 0.5, 1.0]), st.booleans(), st.booleans()),
        max_size=12,
    ),
    st.randoms(use_true_random=False),
)
def test_the_order_is_by_concern_then_confidence_and_does_not_hang_on_what_came_first(
    drawn: list[tuple[bool, float, bool, bool]], random: Random
) -> None:
    pairs = []
    for at, (passed, confidence, doubted, synced) in enumerate(drawn):
        made = rollout(task(f"t{at % 3}"), passed=passed, trial=at, source="d" if synced else "")
        said = curated(made, confidence=confidence, doubts=("odd",) if doubted else ())
        pairs.append((made, said))
    shuffled = list(pairs)
    random.shuffle(shuffled)
    found = queued(pairs)
    assert queued(shuffled) == found
    keys = [(RANK[case.concerns[0]], -len(case.concerns), case.confidence) for case in found]
    assert keys == sorted(keys)
    unsure = {said.id for _, said in pairs if said.confidence < 0.7 or said.doubts}
    assert unsure <= {case.id for case in found}
