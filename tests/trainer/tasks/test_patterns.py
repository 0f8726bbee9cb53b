"""Makers of tasks of several steps: what each one makes is solvable, strict, and as it says."""

from __future__ import annotations

from random import Random

import pytest

from tandem_edge.bench.proofs import prove_one
from tandem_edge.bench.tasks.building import Built, build
from tandem_edge.bench.tasks.phones import base_phone
from tandem_edge.bench.tasks.reading import ScenarioError
from tandem_edge.bench.tasks.training import NotThisTime
from tandem_edge.bench.wordings.filling import CannotFill
from tandem_edge.phone.sandbox.cast import Cast
from tandem_shared.tasks import Dimension
from tandem_trainer.tasks.bench import Bench, Order
from tandem_trainer.tasks.difficulty import steps_of
from tandem_trainer.tasks.making import STANDINS, built_of
from tandem_trainer.tasks.patterns import MAKERS
from tandem_trainer.tasks.situations import drafted, situations

SINGLE_STEP = {"single", "pair", "which"}


def made(pattern: str, language: str, start: int = 0) -> Built:
    """The first task that a pattern's maker manages."""
    for number in range(start, start + 400):
        random = Random(f"{pattern}/{number}")
        seed = random.randrange(48)
        bench = Bench(
            Order(source="test"),
            language,
            seed,
            base_phone(seed, Cast.TRAIN).fork(),
            random,
            number,
        )
        try:
            drafts = MAKERS[pattern][0](bench)
            return build(drafts[0], drafts[1].name if len(drafts) == 2 else "")
        except (NotThisTime, CannotFill, ScenarioError):
            continue
    raise AssertionError(f"{pattern} makes nothing in {language}")


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("pattern", sorted(set(MAKERS) - {"remembered", "remembered_then"}))
def test_what_a_maker_makes_is_proven(pattern: str, language: str) -> None:
    built = made(pattern, language)
    assert prove_one(built).faults == []
    assert built.task.language == language
    assert built.task.split == "train"
    assert pattern in SINGLE_STEP or steps_of(built) >= (2 if pattern != "when" else 1)


def test_who_is_meant_stands_only_in_memory() -> None:
    built = made("remembered", "en")
    assert prove_one(built).faults == []
    (gold,) = [m for m in built.task.resources.memories if m.key == "m0"]
    person = built.plan.steps[1].calls[0].arguments["person"]
    assert str(person) in gold.text
    assert str(person) not in built.task.turns[0]
    assert built.task.criteria.retrieves == ("m0",)


def test_a_person_known_by_number_is_not_named() -> None:
    built = made("looked_up", "zh")
    look, act = (step.calls[0] for step in built.plan.steps[:2])
    assert look.name == "manage_contact"
    assert str(act.arguments["person"]) not in built.task.turns[0]


def test_where_a_condition_does_not_hold_nothing_may_change() -> None:
    found = [made("when", "en", start) for start in range(0, 400, 20)]
    idle = [built for built in found if steps_of(built) == 1]
    assert idle and len(idle) < len(found)
    for built in idle:
        assert built.task.criteria.changes == ()
        assert len(built.task.criteria.calls) == 1


def test_every_situation_is_told_in_both_languages_and_proven() -> None:
    families = [each.family for each in situations()]
    assert {name: families.count(name) for name in families} == dict.fromkeys(families, 2)
    assert {each.dimension for each in situations()} == set(Dimension)
    for place, situation in enumerate(situations()):
        (built,) = built_of([drafted(situation, Random(place), place, place)])
        assert prove_one(built).faults == []
        assert built.task.language == situation.language
        assert built.task.dimension is situation.dimension
        called = {call.name for step in built.plan.steps for call in step.calls}
        assert called - STANDINS == situation.tools


def test_a_situation_says_the_same_things_differently() -> None:
    said = {drafted(situations()[0], Random(seed), 1, 1).turns[0].said for seed in range(40)}
    assert len(said) > 12
    assert not any("{" in text for text in said)
