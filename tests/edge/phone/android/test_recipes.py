"""Every tool has a recipe or a reason, and every recipe is one that can be filled in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tandem_edge.phone.android.conversions import CONVERSIONS
from tandem_edge.phone.android.coverage import steps_of
from tandem_edge.phone.android.discovery import faults, found, load_recipes
from tandem_edge.phone.android.filling import slots_of
from tandem_edge.phone.android.recipe import Impossible, Procedure, Step
from tandem_edge.phone.catalogue import load_catalogue, load_tables
from tandem_edge.phone.sandbox.store import Singleton
from tandem_shared.tools import ANY_ACTION
from tests.edge.phone.android.coverage import made

ROOT = Path(__file__).parents[4]
CATALOGUE, RECIPES = load_catalogue(), load_recipes()


def _procedures() -> Iterator[tuple[str, Procedure]]:
    for name, recipe in RECIPES.items():
        for how in recipe.actions.values():
            if isinstance(how, Procedure):
                yield name, how


def test_every_file_of_recipes_loads_and_none_does_a_tool_twice() -> None:
    assert faults() == ()
    assert [name for name, times in Counter(n for _, n, _ in found()).items() if times > 1] == []


def test_every_tool_of_the_catalogue_has_a_recipe_or_a_reason_for_every_action() -> None:
    assert set(RECIPES) == set(CATALOGUE.tools)
    missing = [
        (spec.name, action)
        for spec in CATALOGUE.specs
        for action in spec.actions
        if RECIPES[spec.name].of(action) is None
    ]
    assert missing == []


def test_no_recipe_names_an_action_that_its_tool_has_not() -> None:
    for spec in CATALOGUE.specs:
        assert set(RECIPES[spec.name].actions) <= {*spec.actions, ANY_ACTION}, spec.name


def test_recipes_lie_in_the_folder_of_their_tools_domain() -> None:
    for module, name, _ in found():
        assert module.split(".")[-2] == CATALOGUE.tools[name].spec.domain.value, module


def test_a_file_of_recipes_is_named_as_the_family_in_the_catalogue() -> None:
    for module, name, _ in found():
        family = CATALOGUE.tools[name].act.__module__.rpartition(".")[2]
        assert module.rpartition(".")[2] in (family, "out_of_reach"), name


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_reason_is_told_in_both_languages(language: str) -> None:
    for recipe in RECIPES.values():
        for how in recipe.actions.values():
            if isinstance(how, Impossible):
                han = any("一" <= letter <= "鿿" for letter in getattr(how.reason, language))
                assert han == (language == "zh")


def test_every_slot_can_be_filled() -> None:
    tables = load_tables()
    for name, procedure in _procedures():
        for step in steps_of(procedure):
            for source, conversion in slots_of(step.words):
                assert conversion in CONVERSIONS, (name, source)
                _assert_known(name, procedure, source, tables)


def _assert_known(name: str, procedure: Procedure, source: str, tables: object) -> None:
    head, _, field = source.partition(".")
    if head == "arg":
        assert field in CATALOGUE.tools[name].spec.properties, (name, source)
    elif head == "made":
        assert field in procedure.made, (name, source)
    elif head not in ("fact", "key", "old", "new"):
        table = load_tables()[head]
        assert isinstance(table, Singleton), (name, source)
        assert field in table.record.__dataclass_fields__, (name, source)


def test_every_field_that_is_withheld_or_told_is_one_of_the_result() -> None:
    for name, procedure in _procedures():
        known = set(CATALOGUE.tools[name].spec.results["properties"])  # type: ignore[arg-type]
        for each in (*procedure.withholds, *procedure.told):
            assert each.partition(".")[0] in known, (name, each)


def test_every_argument_that_is_refused_is_one_of_the_tool() -> None:
    for name, procedure in _procedures():
        for each in procedure.refuses:
            argument, _, value = each.partition("=")
            schema = CATALOGUE.tools[name].spec.properties[argument]
            assert not value or value in [*schema.get("enum", []), "true", "false"], (name, each)  # type: ignore[misc]


def test_every_procedure_that_changes_something_says_what_proves_it() -> None:
    for name, procedure in _procedures():
        if procedure.ways and procedure.proves == ():
            assert procedure.expects or procedure.alters, name


def test_a_condition_for_a_provider_holds_no_free_text() -> None:
    for name, procedure in _procedures():
        for step in steps_of(procedure):
            for source, conversion in _conditions(step):
                assert conversion in ("key", "number"), (name, source)


def _conditions(step: Step) -> Iterator[tuple[str, str]]:
    for flag, word in zip(step.words, step.words[1:], strict=False):
        if flag == "--where":
            yield from slots_of((word,))


def test_the_page_on_coverage_is_the_one_that_the_recipes_make() -> None:
    page = (ROOT / "docs" / "android-tools.md").read_text("utf-8")
    assert page == made(), (
        "write it anew: python -m tests.edge.phone.android.coverage > docs/android-tools.md"
    )
