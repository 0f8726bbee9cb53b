"""What a curation made of each rollout is found by step, and told without reading the records."""

from __future__ import annotations

from dataclasses import replace

import pytest

pytest.importorskip("sqlalchemy", reason="the trainer extra is not installed")

from tandem_shared.errors import UsageError
from tandem_shared.experience import Rollout
from tandem_trainer.experience import looks
from tandem_trainer.experience.records import Look
from tandem_trainer.experience.store import Store
from tests.trainer.experience.records_for_tests import POLICY, curated, dataset, rollout

STEP = "a" * 64


def looked(store: Store, count: int) -> list[Look]:
    """Looks at so many rollouts, of which every other concerns somebody."""
    made = [
        Look(rollout(at).id, curated(at).id, f"acts{at}", ("doubted",) if at % 2 else ())
        for at in range(count)
    ]
    store.add(rollout(at) for at in range(count))
    store.looks.add(STEP, [curated(at) for at in range(count)], made)
    return sorted(made, key=lambda look: look.rollout)


def test_looks_come_in_order_page_by_page_with_what_their_records_say(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(looks, "PAGE", 3)
    made = looked(store, 10)
    found = list(store.looks.each(STEP))
    assert [each.look for each in found] == made
    assert {(each.policy, each.label, each.confidence) for each in found} == {
        (POLICY.name, "True/", 1.0)
    }
    queued = [each.look for each in store.looks.each(STEP, concerning=True)]
    assert queued == [each for each in made if each.concerns]
    by_name = {said.id: said for said in (curated(at) for at in range(10))}
    assert [said for _, said in store.looks.curated(STEP)] == [
        by_name[each.curated] for each in made
    ]


def test_looks_are_told_by_their_step_and_taken_once(store: Store) -> None:
    made = looked(store, 4)
    store.looks.add(STEP, [curated(0)], made[:1])
    assert store.looks.done(STEP) == {each.rollout for each in made}
    assert store.looks.done("b" * 64) == frozenset()
    assert store.looks.of("b" * 64, made[0].rollout) is None
    assert store.looks.of(STEP, made[0].rollout) == made[0]


def test_concerns_may_change_and_nothing_else_does(store: Store) -> None:
    made = looked(store, 4)
    worse = replace(made[0], concerns=("safety", "doubted"))
    store.looks.change(STEP, [worse])
    assert [each.look for each in store.looks.each(STEP)] == [worse, *made[1:]]


def test_a_record_is_found_by_how_its_name_begins(store: Store) -> None:
    store.add([rollout(0), rollout(1)])
    name = rollout(0).id
    assert store.find(Rollout, name[:8]) == store.find(Rollout, name) == name
    for wrong in ("", "xyz1", "%" * 8, name[:3], "0" * 64):
        with pytest.raises(UsageError):
            store.find(Rollout, wrong)


def test_who_was_tried_is_counted_without_what_was_withdrawn(store: Store) -> None:
    store.add([rollout(0), rollout(1), rollout(2, source="d1")])
    assert [each.rollouts for each in store.policies()] == [3]
    store.withdraw_source("d1")
    assert [(each.policy, each.rollouts) for each in store.policies()] == [(POLICY.name, 2)]


def test_members_of_a_data_set_are_told_apart_by_whether_they_were_withdrawn(store: Store) -> None:
    ours, theirs = rollout(0), rollout(1, source="d1")
    store.add([ours, theirs])
    store.add_dataset(dataset(), [ours.id, theirs.id])
    store.withdraw_source("d1")
    assert store.members(dataset().id) == {ours.id, theirs.id}
    assert store.members(dataset().id, withdrawn=True) == {theirs.id}
    assert store.datasets_with(ours.id) == (dataset().id,)
