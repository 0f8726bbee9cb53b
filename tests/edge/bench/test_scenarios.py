"""Scenario files are read strictly, built by doing, and proven by failing every near miss."""

from __future__ import annotations

import pytest

from tandem_edge.bench.mutants import mutants
from tandem_edge.bench.proofs import prove
from tandem_edge.bench.tasks.reading import ScenarioError
from tandem_shared.tasks import Dimension
from tests.edge.bench.tasks_for_tests import judged, one, written
from tests.edge.bench.test_checkers import BANK, BRIEF, CORRECTED, MEMORY, ORDERED, RUTH, TEA

ALL = [
    *written(TEA),
    *written(ORDERED),
    *written(RUTH),
    *written(BANK),
    *written(MEMORY, Dimension.MEMORY),
    *written(CORRECTED, Dimension.MEMORY),
    *written(BRIEF, Dimension.SUBAGENT),
]


def test_written_tasks_are_proven_and_every_mutant_is_caught() -> None:
    proof = prove(ALL)
    assert proof.faults == []
    assert proof.proven == len(ALL)
    assert proof.caught == proof.mutants


def test_turning_round_two_steps_that_come_to_the_same_is_no_mutant() -> None:
    text = CORRECTED.replace(
        "replace m1", 'replace m2 "Her brother is allergic to figs." : fig\nreplace m1'
    )
    built = one(text, Dimension.MEMORY)
    assert "swapped" not in {mutant.kind for mutant in mutants(built.task, built.plan)}


def test_mutants_are_of_every_kind() -> None:
    kinds = {mutant.kind.split()[0] for built in ALL for mutant in mutants(built.task, built.plan)}
    assert kinds == {
        "untouched", "claimed", "missing", "swapped", "argument", "extra", "asks", "refuses",
        "acts", "vague", "silent", "ungated",
    }  # fmt: skip


def test_a_checker_that_is_always_true_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    from tandem_edge.bench import proofs
    from tandem_shared.trajectories import Verdict

    monkeypatch.setattr(proofs, "check", lambda task, attempt: Verdict(passed=True))
    proof = prove(ALL[:1])
    assert proof.proven == 0 and proof.caught.total() == 0


def test_a_task_holds_no_way_to_do_it() -> None:
    task = one(TEA).task
    assert "manage_countdown" not in task.model_dump_json(exclude={"tools", "criteria", "family"})
    assert not task.criteria.calls


def test_a_task_offers_15_tools_with_those_it_needs_among_them() -> None:
    for built in ALL:
        assert len(built.task.tools) == len(set(built.task.tools)) == 15
        needed = {call.name for step in built.plan.steps for call in step.calls}
        assert needed <= set(built.task.tools)


def test_a_task_can_name_skills_that_have_to_be_on_offer() -> None:
    text = (
        "=== quiet | skill_choice | skill | 1\n--- en\n> time for bed\nload evening_wind_down\n"
        'shelf leaving_the_house movie_night\n$ set_brightness {"percent": 15}'
    )
    for built in written(text, Dimension.SKILLS):
        skills = built.task.resources.skills
        assert len(skills) == len(set(skills)) == 12
        assert {"evening_wind_down", "leaving_the_house", "movie_night"} <= set(skills)


def test_a_passing_trouble_is_part_of_the_task() -> None:
    built = one(TEA.replace("> tea", "~ trouble manage_countdown:1\n> tea"))
    assert judged(built, *built.plan.steps).passed
    assert not judged(built, *built.plan.steps[1:]).passed


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("> hi", "a line before"),
        ("=== a | routing | state | 1\n> hi", "a line before"),
        ("=== a | cleverness | state | 1", "write === family"),
        ("=== a | routing | state | 1\n--- fr", "write --- en or --- zh"),
        ("=== a | routing | state | 1\n--- en\n@ hi", "is not a directive"),
        ("=== a | routing | state | 1\n--- en\n$ x {}", "belongs below"),
        ("=== a | routing | state | 1\n--- en\n> a\n$ x {oops}", "cannot read"),
        ("=== a | routing | state | 1\n--- en\n> a\n$ no_such {}", "unknown_tool"),
        ("=== a | routing | state | 1\n--- en\n> a\ntools no_such", "there is no tool no_such"),
        ("=== a | routing | state | 1\n--- en\n> a\ntools no_such", "there is no tool no_such"),
        ("=== a | routing | state | 1\n--- en\n& patch nowhere - {}\n> a", "nowhere"),
        ("=== a | boundary | behaviour | 1\n--- en\n> a\nask b", "no twin that acts"),
        ('=== a | routing | state | 1\n--- en\n> a\n$ set_brightness {"percent": 900}', "fails"),
    ],
)
def test_what_cannot_be_read_or_built_is_named_with_its_line(text: str, said: str) -> None:
    with pytest.raises(ScenarioError, match=r"here.txt:\d+: ") as refused:
        written(text)
    assert said in str(refused.value)
