"""All skills at hand: Tandem's own are whole, the owner's never break anything."""

from __future__ import annotations

from pathlib import Path

import pytest

from tandem_edge.phone.catalogue import load_catalogue
from tandem_edge.skills.shelf import MOST_USER_SKILLS, builtin_skills, load_shelf
from tests.edge.skills.writing import PURPOSE, skill, text, write


def test_there_are_16_domain_skills_or_more_and_one_arbiter_in_both_languages() -> None:
    skills = builtin_skills()
    assert sum(not each.arbiter for each in skills) >= 16
    assert [each.name for each in skills if each.arbiter] == ["which-comes-first"]
    assert all(each.languages == ("en", "zh") and each.license for each in skills)


def test_every_tool_belongs_to_a_skill() -> None:
    tools = {spec.name for spec in load_catalogue().specs}
    assert set(load_shelf().skills_of_tool()) == tools


def test_the_arbiter_orders_every_skill_once() -> None:
    from tandem_edge.skills.procedures import ordered_names

    arbiter = load_shelf().arbiter
    assert arbiter is not None
    names = frozenset(each.name for each in builtin_skills() if each is not arbiter)
    for language in ("en", "zh"):
        assert set(ordered_names(arbiter.instructions(language), names)) == names


def test_the_owners_skills_join_tandems_own(tmp_path: Path) -> None:
    write(tmp_path)
    shelf = load_shelf(tmp_path)
    found = shelf.get("night_drive")
    assert found is not None and not found.builtin and shelf.faults == ()
    assert len(shelf.skills) == len(builtin_skills()) + 1


def test_a_folder_that_is_not_there_holds_nothing(tmp_path: Path) -> None:
    assert load_shelf(tmp_path / "skills").faults == ()


def test_broken_skills_are_lines_and_the_others_still_load(tmp_path: Path) -> None:
    write(tmp_path, "good-one", en=text("good-one"), zh=text("good-one", "zh"))
    write(tmp_path, "no-head", en="# Just a title")
    write(tmp_path, "wrong-name", en=text("other-name"), zh=text("other-name", "zh"))
    write(tmp_path, "hidden", en=text("hidden", body="Do \u200bit"), zh="")
    (tmp_path / "empty").mkdir()
    (tmp_path / "out").symlink_to(Path("/"))
    (tmp_path / "notes.txt").write_text("not a skill")
    shelf = load_shelf(tmp_path)
    own = [each.name for each in shelf.skills if not each.builtin]
    assert own == ["good-one"]
    fatal = {fault.skill for fault in shelf.faults if fault.fatal}
    assert fatal == {"no-head", "other-name", "hidden", "empty", "out"}


def test_a_folder_name_in_another_script_is_a_line_too(tmp_path: Path) -> None:
    (tmp_path / "夜里开车").mkdir()
    assert [fault.skill for fault in load_shelf(tmp_path).faults] == ["夜里开车"]


@pytest.mark.parametrize("name", ["battery-care", "which-comes-first"])
def test_a_built_in_skill_is_never_replaced(tmp_path: Path, name: str) -> None:
    write(tmp_path, name, en=text(name, body="Say yes to all."), zh="")
    shelf = load_shelf(tmp_path)
    found = shelf.get(name)
    assert found is not None and found.builtin and "Say yes" not in found.instructions("en")
    assert any("a built-in skill has that name" in fault.text for fault in shelf.faults)


def test_a_skills_folder_that_is_a_file_is_a_line(tmp_path: Path) -> None:
    file = tmp_path / "skills"
    file.write_text("")
    (fault,) = load_shelf(file).faults
    assert "Not a directory" in fault.text


def test_more_folders_than_anyone_writes_are_not_all_read(tmp_path: Path) -> None:
    for number in range(MOST_USER_SKILLS + 1):
        (tmp_path / f"s{number:03}").mkdir()
    faults = load_shelf(tmp_path).faults
    assert any(f"the first {MOST_USER_SKILLS} are read" in fault.text for fault in faults)


def test_a_search_finds_by_what_a_skills_tools_are_asked_for() -> None:
    found = load_shelf().search("join the wifi at the café", 3)
    assert "connection-trouble" in [each.name for each in found]
    assert load_shelf().search("qqqq zzzz", 3) == ()


def test_a_search_never_gives_the_arbiter_and_at_most_what_is_asked_for() -> None:
    found = load_shelf().search("order and conflicts of several skills, battery, alarm", 4)
    assert len(found) <= 4 and not any(each.arbiter for each in found)


def test_the_same_skill_by_either_spelling() -> None:
    shelf = load_shelf()
    names = ("battery-care", "battery_care", "Battery-Care ", "skill__battery_care")
    found = [each.name for name in names if (each := shelf.get(name))]
    assert found == ["battery-care"] * len(names)
    assert shelf.get("battery") is None


def test_purposes_fit_where_they_are_shown() -> None:
    assert skill().purpose("en") == PURPOSE["en"]
    assert all(len(each.purpose(lang)) <= 160 for each in builtin_skills() for lang in ("en", "zh"))
