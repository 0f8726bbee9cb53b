"""Each skill changes the outcome of a paired task, by what it says, for a planner that obeys it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tandem_edge.bench.skill_pairs.following import filled, holds, look_up
from tandem_edge.bench.skill_pairs.pair import Pair, attempt
from tandem_edge.bench.skill_pairs.pairs import PAIRS
from tandem_edge.bench.skill_pairs.telling import Seen
from tandem_edge.bench.skill_pairs.trying import compare, emptied
from tandem_edge.skills.offering import MOST_LISTED
from tandem_edge.skills.procedures import Condition, Form, Step
from tandem_edge.skills.shelf import Shelf, builtin_skills, load_shelf


def test_every_built_in_skill_has_a_pair() -> None:
    assert sorted(pair.skill for pair in PAIRS) == sorted(each.name for each in builtin_skills())


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.skill)
def test_the_outcome_is_right_with_the_skill_and_wrong_without_or_emptied(pair: Pair) -> None:
    for each in compare([pair], load_shelf()):
        assert each.aided.right, each.aided
        assert pair.skill in each.aided.loaded
        assert not each.unaided.right and pair.skill not in each.unaided.loaded
        assert not each.emptied.right
        assert each.changed


@pytest.mark.parametrize("language", ["en", "zh"])
def test_skills_that_are_listed_are_loaded_by_their_own_tool(language: str) -> None:
    skills = builtin_skills()[:MOST_LISTED]
    pair = next(pair for pair in PAIRS if pair.skill == skills[0].name)
    done = attempt(pair, Shelf(skills), language)
    assert done.right and f"skill__{skills[0].name.replace('-', '_')}" in done.calls


def test_without_any_skill_the_planner_does_what_was_plainly_asked_for() -> None:
    pair = PAIRS[0]
    done = attempt(pair, Shelf(()), "en")
    assert done.calls == ("send_message",) and done.loaded == ()


def test_a_skill_that_exposes_no_tools_cannot_be_followed() -> None:
    pair = next(pair for pair in PAIRS if pair.skill == "battery-care")
    shelf = load_shelf()
    mute = [replace(each, tools=()) if each.name == pair.skill else each for each in shelf.skills]
    assert not attempt(pair, replace(shelf, skills=tuple(mute)), "en").right


def test_an_emptied_skill_keeps_all_but_its_steps() -> None:
    kept = emptied(load_shelf(), "battery-care").get("battery-care")
    whole = load_shelf().get("battery-care")
    assert kept is not None and whole is not None and kept.tools == whole.tools
    assert "1. " not in kept.instructions("en") and "Which tool" in kept.instructions("en")


def test_conditions_are_of_the_last_call() -> None:
    plain, after, only = Step(()), Step((), codes=("conflict",)), Step((), (_is("a", "=", "true"),))
    assert holds(plain, Seen()) and not holds(plain, Seen(code="conflict"))
    assert holds(after, Seen(code="conflict")) and not holds(after, Seen(code="offline"))
    assert not holds(after, Seen({"a": True}))
    assert holds(only, Seen({"a": True})) and not holds(only, Seen({"a": False}))


@pytest.mark.parametrize(
    ("condition", "true"),
    [
        (("a", "!=", "[]"), True),
        (("b", "=", "[]"), True),
        (("c", "<", "10"), True),
        (("c", ">=", "10"), False),
        (("c", "<", "many"), False),
        (("nothing", "=", "1"), False),
    ],
)
def test_conditions_compare_as_json_does(condition: tuple[str, str, str], true: bool) -> None:
    step = Step((), (_is(*condition),))
    assert holds(step, Seen({"a": ["x"], "b": [], "c": 9})) is true


def test_blanks_are_filled_from_what_was_said_then_from_the_last_result() -> None:
    form = Form("t", {"a": "{who}", "b": "{each}", "c": "{unknown}", "d": "5", "e": "x {who}"})
    (made,) = filled(form, {"who": "Ann"}, {"each": 33.0, "who": "Bob"})
    assert made == {"a": "Ann", "b": 33.0, "d": 5, "e": "x Ann"}


def test_several_values_are_a_call_each() -> None:
    made = filled(Form("t", {"step": "{step}"}), {"step": ("on", "off")}, {})
    assert list(made) == [{"step": "on"}, {"step": "off"}]


def test_a_path_that_leads_nowhere_is_nothing() -> None:
    data = {"rows": [{"name": "x"}]}
    assert look_up(data, "rows[0].name") == "x"
    assert look_up(data, "rows[1].name") is look_up(data, "rows.name") is None


def _is(field: str, operator: str, value: str) -> Condition:
    return Condition(field, operator, value)
