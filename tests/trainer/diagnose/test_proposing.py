"""A proposal: what it adds, how it weighs, and that dev tasks never come near it."""

from __future__ import annotations

import math
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tandem_shared.errors import UsageError
from tandem_shared.experience import Curated, Failing, Mark, Proposal, Rollout, Standing, Trait
from tandem_shared.tasks import Capability, Split
from tandem_trainer.diagnose.cases import cases
from tandem_trainer.diagnose.proposing import MOST_OF_ONE_SOURCE, Base, diagnose, propose
from tandem_trainer.diagnose.standings import standing_of
from tandem_trainer.diagnose.weights import weight_of
from tests.trainer.rollouts_for_tests import ORACLE, PLANNER, call, curated, rollout, task

World = tuple[list[Rollout], list[Curated]]


def proposed(world: World, base: Base | None = None, seed: int = 0) -> Proposal:
    found = cases(*world)
    return propose(diagnose(PLANNER, 0, found), found, base, seed=seed)


@st.composite
def worlds(draw: st.DrawFn) -> World:
    """Tasks of train and dev, each with attempts that pass, fail or are invalid."""
    rollouts, said = [], []
    for number in range(draw(st.integers(1, 6))):
        split = draw(st.sampled_from([Split.TRAIN, Split.TRAIN, Split.DEV]))
        of = task(f"t{number}", split=split, capability=draw(st.sampled_from(list(Capability))))
        outcomes = draw(st.lists(st.sampled_from([True, True, True, False, None]), max_size=12))
        for trial, passed in enumerate(outcomes):
            made = rollout(of, passed=passed, trial=trial)
            rollouts.append(made)
            failing = None if passed is not False else draw(st.sampled_from(list(Failing)))
            said.append(curated(made, failing=failing))
    return rollouts, said


@given(worlds())
def test_weights_are_finite_and_no_less_for_what_is_less_mastered(world: World) -> None:
    found = diagnose(PLANNER, 0, cases(*world))
    weights = {each.of: each.weight for each in propose(found, cases(*world)).weights}
    assert all(math.isfinite(each) and each >= 0 for each in weights.values())
    kinds = {
        kind: [weights[each.task] for each in found.tasks if each.standing is kind and each.tries]
        for kind in Standing
    }
    for more in (Standing.UNSTABLE, Standing.FAILING):
        if kinds[Standing.MASTERED] and kinds[more]:
            assert max(kinds[Standing.MASTERED]) <= min(kinds[more])


@given(st.integers(0, 60), st.data())
def test_no_standing_at_all_weighs_less_than_a_mastered_one(
    tries: int, data: st.DataObject
) -> None:
    passed = data.draw(st.integers(0, tries))
    standing = standing_of("t.x", tries, passed)
    assert 0 <= standing.low <= standing.high <= 1
    assert weight_of(standing) >= weight_of(standing_of("t.y", 60, 60))


@given(worlds())
def test_every_weights_evidence_is_an_attempt_at_that_task_or_that_rollout(world: World) -> None:
    by_id = {each.id: each for each in world[0]}
    for weight in proposed(world).weights:
        assert weight.evidence and weight.why
        for name in weight.evidence:
            assert by_id[name].task.id == weight.of or name == weight.of


@given(worlds(), st.integers(0, 3))
def test_something_of_what_is_mastered_is_preserved(world: World, seed: int) -> None:
    found = diagnose(PLANNER, 0, cases(*world))
    made = propose(found, cases(*world), seed=seed)
    mastered = {each.task for each in found.tasks if each.standing is Standing.MASTERED}
    by_id = {each.id: each for each in world[0]}
    assert bool(made.preserved) == bool(mastered)
    assert {by_id[name].task.id for name in made.preserved} <= mastered


@given(worlds(), st.randoms(use_true_random=False))
def test_the_order_of_what_comes_in_changes_nothing(world: World, random: Random) -> None:
    rollouts, said = list(world[0]), list(world[1])
    random.shuffle(rollouts)
    random.shuffle(said)
    assert proposed((rollouts, said)).id == proposed(world).id


@given(worlds())
def test_dev_rollouts_are_read_for_gaps_and_are_never_in_what_is_learned_from(world: World) -> None:
    dev = {each.id for each in world[0] if each.task.split is Split.DEV}
    tasks = {each.task.id for each in world[0] if each.task.split is Split.DEV}
    made = proposed(world, Base(held=frozenset(dev)))
    learned = {*made.additions, *made.repairs, *made.preserved, *made.quarantine}
    assert not learned & dev
    assert not {each.of for each in made.weights} & (dev | tasks)
    assert not {name for each in made.weights for name in each.evidence} & dev
    assert {name for each in made.wanted for name in each.evidence} <= dev


@pytest.mark.parametrize("split", [Split.TEST, Split.EVOLVE])
def test_a_rollout_that_nobody_may_look_at_is_refused(split: Split) -> None:
    made = rollout(task("secret", split=split))
    with pytest.raises(UsageError, match=split.value):
        cases([made], [curated(made)])


def test_two_words_on_one_rollout_are_refused_until_somebody_says_which_stands() -> None:
    made = rollout(task("shed"))
    both = [curated(made), curated(made, suitable=False)]
    with pytest.raises(UsageError, match="two curated records"):
        cases([made], both)


def test_only_what_is_done_and_suitable_is_added() -> None:
    good, bad, odd, unread = (rollout(task(name), passed=name != "bad") for name in WORDS)
    world = [good, bad, odd, unread], [curated(good), curated(bad), curated(odd, suitable=False)]
    assert proposed(world).additions == (good.id,)


WORDS = ("good", "bad", "odd", "unread")


def test_what_is_held_is_kept_out_and_named() -> None:
    made = rollout(task("held"))
    found = proposed(([made], [curated(made)]), Base(held=frozenset({made.id, "f" * 64})))
    assert (found.additions, found.quarantine) == ((), (made.id,))


def test_a_member_that_was_withdrawn_or_turned_out_unfit_is_removed() -> None:
    kept, gone, worse = (rollout(task(name)) for name in ("kept", "gone", "worse"))
    said = [curated(kept), curated(gone), curated(worse, suitable=False)]
    base = Base("d" * 64, frozenset({kept.id, gone.id, worse.id}), withdrawn=frozenset({gone.id}))
    found = proposed(([kept, gone, worse], said), base)
    assert set(found.removals) == {gone.id, worse.id}
    assert found.additions == ()


def test_invalid_attempts_are_no_failures() -> None:
    of = task("shed")
    tries = [rollout(of, passed=passed, trial=at) for at, passed in enumerate([None] * 8 + [True])]
    (standing,) = diagnose(PLANNER, 0, cases(tries, [])).tasks
    assert (standing.tries, standing.passed, standing.standing) == (1, 1, Standing.UNSTABLE)


def test_anothers_attempts_weigh_nothing_but_are_learned_from() -> None:
    of = task("shed")
    own = [rollout(of, passed=False, trial=at) for at in range(8)]
    shown = rollout(of, policy=ORACLE)
    world = [*own, shown], [*(curated(each) for each in own), curated(shown)]
    found = diagnose(PLANNER, 0, cases(*world))
    assert [each.standing for each in found.tasks] == [Standing.FAILING]
    made = propose(found, cases(*world))
    assert made.additions == (shown.id,)
    assert shown.id not in {name for each in made.weights for name in each.evidence}


def planted() -> World:
    """A policy that always gets conversions of units wrong, on dev as on its own tasks."""
    rollouts, said = [], []
    for split in (Split.DEV, Split.TRAIN):
        for number in range(12):
            units = number % 2 == 0
            capability = Capability.GROUNDING if units else Capability.ROUTING
            of = task(
                f"{'units' if units else 'plain'}{number}", split=split, capability=capability
            )
            for trial in range(8):
                tool = "convert_unit" if units else "set_brightness"
                made = rollout(of, passed=not units, trial=trial, calls=(call(tool, ok=not units),))
                rollouts.append(made)
                said.append(curated(made, failing=Failing.GROUNDING if units else None))
    return rollouts, said


def test_a_planted_weakness_is_named_and_asked_for_and_gets_the_weight() -> None:
    world = planted()
    found = diagnose(PLANNER, 0, cases(*world))
    named = {(each.capability, each.failing) for each in found.gaps}
    assert named == {(Capability.GROUNDING, None), (Capability.GROUNDING, Failing.GROUNDING)}
    made = propose(found, cases(*world))
    assert {each.tools for each in made.wanted} == {("convert_unit",)}
    heavy = {each.of.split(".")[2][:5] for each in made.weights if each.weight > 1}
    assert heavy == {"units"}


def test_a_trait_that_makes_attempts_fail_is_named_and_asked_for() -> None:
    rollouts, said = planted()
    dev = {each.task.id for each in rollouts if each.task.split is Split.DEV}
    units = {name: frozenset({Trait.UNITS}) for name in dev if ".units" in name}
    known = cases(rollouts, said, units)
    found = diagnose(PLANNER, 0, known)
    first = found.gaps[0]
    assert (first.trait, first.failing, first.rate) == (Trait.UNITS, Failing.GROUNDING, 0)
    assert propose(found, known).wanted[0].trait is Trait.UNITS
    everywhere = cases(rollouts, said, dict.fromkeys(dev, frozenset({Trait.LATER_TURN})))
    assert all(each.trait is None for each in diagnose(PLANNER, 0, everywhere).gaps)


def test_tasks_that_failed_in_a_way_that_is_a_gap_are_repaired_and_recoveries_kept() -> None:
    rollouts, said = planted()
    units = next(each.task for each in rollouts if each.task.id.startswith("tool.train.units"))
    shown, slip = rollout(units, policy=ORACLE), rollout(task("slip"))
    mark = Mark(turn=0, step=0, failing=Failing.ROUTING, evidence="another tool", recovered=True)
    world = [*rollouts, shown, slip], [*said, curated(shown), curated(slip, marks=(mark,))]
    assert set(proposed(world).repairs) == {shown.id, slip.id}


def test_one_device_cannot_flood_the_additions() -> None:
    own = [rollout(task(f"own{at}")) for at in range(40)]
    flood = [rollout(task(f"flood{at}"), source="device-1") for at in range(60)]
    world = [*own, *flood], [curated(each) for each in (*own, *flood)]
    added = set(proposed(world).additions)
    assert {each.id for each in own} <= added
    assert len(added) - len(own) == MOST_OF_ONE_SOURCE * len(world[0])
