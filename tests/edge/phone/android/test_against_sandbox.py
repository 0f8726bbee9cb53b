"""A phone ends as the sandbox phone does after the same call, on the simulator's commands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from tandem_edge.phone.android.discovery import load_recipes
from tandem_edge.phone.android.recipe import Each, Procedure, Recipe, Step, Way
from tandem_edge.phone.protocol import Execution
from tests.edge.phone.android.cases import NO_PHONE, READS, WRITES, Case
from tests.edge.phone.android.simulated import by_sandbox, prepared, tables, world_of


def _procedure(case: Case) -> Procedure:
    how = load_recipes()[case.name].of(str(case.arguments.get("action", "*")))
    assert isinstance(how, Procedure)
    return how


@dataclass(frozen=True)
class Outcome:
    """The phone's tables after a call, what the call gave, what the phone said against it."""

    tables: dict[str, Any]
    execution: Execution
    complaints: tuple[str, ...] = ()


def _outcome(case: Case, home: Path, **fields: Any) -> Outcome:
    sandbox, link = prepared(case)
    world = world_of(link, home, **fields)
    execution = world.call(case.call())
    return Outcome(tables(sandbox), execution, world.complaints())


def _expected(case: Case) -> Outcome:
    sandbox, execution = by_sandbox(case)
    return Outcome(tables(sandbox), execution)


@pytest.mark.parametrize("case", WRITES, ids=str)
def test_a_call_leaves_the_phone_as_it_leaves_the_sandbox(case: Case, tmp_path: Path) -> None:
    wanted, shown = _expected(case), _outcome(case, tmp_path)
    assert shown.execution.result.fault is None
    assert wanted.execution.result.ok
    assert shown.tables == wanted.tables
    assert shown.complaints == ()


@pytest.mark.parametrize("case", [*READS, *NO_PHONE, *WRITES], ids=str)
def test_a_result_tells_nothing_but_what_the_sandbox_tells(case: Case, tmp_path: Path) -> None:
    """What a phone cannot tell is left out; what it tells is the same, but for steps of volume and
    the records that undo gives back."""
    told = _outcome(case, tmp_path).execution.result.data
    wanted = _expected(case).execution.result.data
    for name in told.keys() - {"previous", "previous_percent", "verified", "note"}:
        assert _alike(told[name], wanted[name]), name


def _alike(told: Any, wanted: Any) -> bool:
    if isinstance(told, list) and isinstance(wanted, list):
        return len(told) == len(wanted) and all(map(_alike, told, wanted))
    if isinstance(told, dict) and isinstance(wanted, dict):
        return told.items() <= wanted.items()
    return bool(told == wanted)


@pytest.mark.parametrize("case", READS, ids=str)
def test_a_call_that_reads_sends_nothing_that_changes_the_phone(case: Case, tmp_path: Path) -> None:
    sandbox, link = prepared(case)
    before = tables(sandbox)
    assert world_of(link, tmp_path).call(case.call()).result.ok
    assert link.sent == []
    assert tables(sandbox) == before


def _ways(case: Case) -> Iterator[Way]:
    """Every way of the case's action that a phone of today has, one by one."""
    yield from _procedure(case).ways


EVERY_WAY = [
    pytest.param(case, way, id=f"{case}-{place}")
    for case in WRITES
    for place, way in enumerate(_ways(case))
    if place
]


def _only(case: Case, way: Way) -> dict[str, Recipe]:
    procedure = replace(_procedure(case), ways=(way,))
    return {case.name: Recipe({"*": procedure})}


@pytest.mark.parametrize(("case", "way"), EVERY_WAY)
def test_each_other_way_leads_to_the_same(case: Case, way: Way, tmp_path: Path) -> None:
    shown = _outcome(case, tmp_path, recipes=_only(case, way))
    assert shown.execution.result.fault is None
    assert shown.tables == _expected(case).tables


@dataclass(frozen=True)
class Mutation:
    """One word of a recipe, altered or left out."""

    name: str
    action: str
    way: int
    part: int
    step: int
    word: int
    kind: str

    def applied(self, ways: tuple[Way, ...]) -> Way:
        parts = list(ways[self.way])
        part = parts[self.part]
        if isinstance(part, Each):
            steps = list(part.steps)
            steps[self.step] = self._on(steps[self.step])
            parts[self.part] = replace(part, steps=tuple(steps))
        else:
            parts[self.part] = self._on(part)
        return tuple(parts)

    def _on(self, step: Any) -> Step:
        words = list(step.words)
        if self.kind == "altered":
            words[self.word] += "x"
        else:
            del words[self.word]
        mutated: Step = replace(step, words=tuple(words))
        return mutated


def _mutations(name: str, action: str, procedure: Procedure) -> Iterator[tuple[Mutation, str]]:
    for at, way in enumerate(procedure.ways):
        for place, part in enumerate(way):
            steps = part.steps if isinstance(part, Each) else (part,)
            for number, step in enumerate(steps):
                for word, said in enumerate(step.words if isinstance(step, Step) else ()):
                    for kind in ("altered", "left out"):
                        yield Mutation(name, action, at, place, number, word, kind), said


HARMLESS = {
    ("open_app", "-n", "left out"): "am takes a component without its flag",
    ("make_call", "-d", "left out"): "am takes an address without its flag",
    ("manage_contact", "account_type:n:", "altered"): "a binding to nothing has no value to alter",
}
"""Mutations after which the command is the same."""


def _by_action() -> dict[tuple[str, str], list[Case]]:
    """The cases of each procedure; actions that share one share the cases."""
    found: dict[tuple[str, str], list[Case]] = {}
    for case in WRITES:
        action = str(case.arguments.get("action", "*"))
        named = action if action in load_recipes()[case.name].actions else "*"
        found.setdefault((case.name, named), []).append(case)
    return found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "action"), [pytest.param(*key, id="-".join(key)) for key in _by_action()]
)
def test_no_word_of_a_recipe_can_be_altered_or_left_out_unnoticed(
    name: str, action: str, tmp_path: Path
) -> None:
    cases = _by_action()[name, action]
    expected = [(case, _expected(case).tables) for case in cases]
    procedure, unnoticed = _procedure(cases[0]), list[str]()
    for mutation, said in _mutations(name, action, procedure):
        if (name, said, mutation.kind) not in HARMLESS:
            way = mutation.applied(procedure.ways)
            if not any(_noticed(case, wanted, way, tmp_path) for case, wanted in expected):
                unnoticed.append(f"{said!r} {mutation.kind}: {mutation}")
    assert unnoticed == []


def _noticed(case: Case, wanted: dict[str, Any], way: Way, home: Path) -> bool:
    shown = _outcome(case, home, recipes=_only(case, way))
    return not shown.execution.result.ok or shown.complaints != () or shown.tables != wanted
