"""Compiling: everything covered, nothing unknown, what is ambiguous decided by name."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tandem_edge.harness.adapter.building import build, build_own
from tandem_edge.harness.adapter.matching import mismatch
from tandem_edge.harness.adapter.reading import SkillMap, built_in_sources, read_sources
from tandem_edge.harness.adapter.storing import (
    built_in_config,
    load_config,
    parse_config,
    save_config,
)
from tandem_edge.phone.catalogue import load_catalogue
from tandem_edge.skills.shelf import builtin_skills
from tandem_shared.errors import UsageError
from tandem_shared.harness import GUIDELINES, Family, Guideline, Hint, Section
from tests.edge.harness.adapter.configs import (
    GARDEN,
    HOUSE,
    NAMES,
    line,
    note,
    sources,
    spec,
    specs,
)


def faults(**changes: object) -> str:
    """What building says is wrong."""
    skills = changes.pop("with_skills", ())
    with pytest.raises(UsageError) as caught:
        build(specs(), skills, sources(**changes))  # type: ignore[arg-type]
    assert "tandem harness build" in caught.value.hint
    return str(caught.value)


def written(section: Section, *notes: Guideline) -> dict[str, object]:
    """Changes to the sources: one section holds ``notes``."""
    return {"guidelines": {**dict.fromkeys(GUIDELINES, ()), section: notes}}


def test_the_configuration_that_ships_is_a_fresh_build() -> None:
    """If this fails: tandem harness build --out edge/tandem_edge/harness/adapter/default.json"""
    assert built_in_config().read_bytes() == build_own().canonical


def test_the_configuration_that_ships_fits_the_catalogue() -> None:
    assert mismatch(load_config(), load_catalogue().specs).fits
    assert load_config().tools_digest == load_catalogue().digest


def test_every_tool_of_the_phone_is_in_one_family_and_of_one_skill_or_none() -> None:
    made = load_config()
    names = sorted(spec.name for spec in load_catalogue().specs)
    assert sorted(tool for family in made.families for tool in family.tools) == names
    assert sorted(made.skill_of) == names
    about = {skill.name: skill.tools for skill in builtin_skills()}
    assert all(tool in about[skill] for tool, skill in made.skill_of.items() if skill)


@given(st.permutations(specs()), st.permutations([("doors", HOUSE), ("garden", GARDEN)]))
def test_the_order_of_tools_and_skills_does_not_matter(
    tools: Sequence[object], skills: Sequence[tuple[str, Sequence[str]]]
) -> None:
    mapped = sources(skills=SkillMap())
    expected = build(specs(), [("doors", HOUSE), ("garden", GARDEN)], mapped)
    assert build(tools, skills, mapped).canonical == expected.canonical  # type: ignore[arg-type]


def test_a_tool_in_no_family_or_in_two_is_refused() -> None:
    house = Family(id="house", title=line("h"), tools=HOUSE)
    assert "feed_cat is in 0 families" in faults(families=(house,))
    twice = Family(id="more", title=line("m"), tools=(*GARDEN, "open_door"))
    assert "open_door is in 2 families" in faults(families=(house, twice))


def test_a_tool_of_no_skill_has_to_be_said_to_be_of_none() -> None:
    said = faults(skills=SkillMap(none=NAMES[1:]))
    assert "open_door is of no skill" in said
    build(specs(), [("doors", ["open_door"])], sources(skills=SkillMap(none=NAMES[1:])))


def test_a_tool_of_a_skill_cannot_be_under_none_too() -> None:
    said = faults(with_skills=[("doors", ["open_door"])])
    assert "open_door is under none" in said and "doors" in said


def test_a_tool_of_two_skills_needs_an_override_and_the_error_names_both() -> None:
    skills = [("doors", ["open_door"]), ("bells", ["open_door"])]
    none = NAMES[1:]
    said = faults(with_skills=skills, skills=SkillMap(none=none))
    assert "open_door" in said and "doors" in said and "bells" in said
    decided = SkillMap(none=none, override={"open_door": "bells"})
    assert build(specs(), skills, sources(skills=decided)).skill_of["open_door"] == "bells"


def test_an_override_has_to_name_a_skill_that_is_about_the_tool() -> None:
    wrong = SkillMap(none=NAMES[1:], override={"open_door": "cats"})
    said = faults(with_skills=[("doors", ["open_door"]), ("cats", [])], skills=wrong)
    assert "gives open_door to cats" in said


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"skills": SkillMap(none=(*NAMES, "paint_wall"))}, "paint_wall, which is no tool"),
        ({"hints": (Hint(tool="paint_wall", text=line("x")),)}, "paint_wall, which is no tool"),
        (written(Section.RULES, note("r", "x {attic}")), "lists attic, which is no family"),
        (written(Section.ROUTING, note("r", "x", "paint_wall")), "needs paint_wall"),
        (written(Section.ROUTING, note("r", "x")), "routing r depends on no tool"),
        (written(Section.RULES, note("r", "x"), note("r", "y")), "rules: r twice"),
    ],
)
def test_what_does_not_exist_is_refused(changes: dict[str, object], told: str) -> None:
    assert told in faults(**changes)


def test_a_skill_about_an_unknown_tool_is_refused() -> None:
    assert "paint_wall" in faults(with_skills=[("walls", ["paint_wall"])])


def test_a_word_that_looks_like_a_name_has_to_be_an_argument_of_the_tools() -> None:
    said = faults(hints=(Hint(tool="open_door", text=line("say wide_opn")),))
    assert "wide_opn" in said
    hint = Hint(tool="open_door", text=line("wide_open is whether all the way"))
    build(specs(), (), sources(hints=(hint,)))


def test_the_digest_changes_with_any_tool_and_says_which() -> None:
    made = build(specs(), (), sources())
    other = [*specs(NAMES[1:]), spec("open_door", errors=("jammed",))]
    assert build(other, (), sources()).digest != made.digest
    assert mismatch(made, other).changed == ("open_door",)
    assert mismatch(made, specs(NAMES[:-1])).gone == ("feed_cat",)
    added = mismatch(made, specs([*NAMES, "water_roses"]))
    assert added.added == ("water_roses",) and added.fits


def copied(tmp_path: Path) -> Path:
    return Path(shutil.copytree(built_in_sources(), tmp_path / "sources"))


def test_sources_can_be_copied_edited_and_built(tmp_path: Path) -> None:
    folder = copied(tmp_path)
    assert build_own(folder).canonical == build_own().canonical
    limits = folder / "limits.toml"
    limits.write_text(limits.read_text("utf-8").replace("candidates = 15", "candidates = 12"))
    assert build_own(folder).candidates == 12


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("routing.toml", "[a]\nen = 'x'", "routing.toml, a.text.zh: Field required"),
        ("routing.toml", "[a]\nen = 'x'\nzh = 'x'\ntool = ['b']", "a.tool"),
        ("routing.toml", "a = 3", "routing.toml, a"),
        ("rules.toml", "[a]\nen = \"x\\u001b[2J\"\nzh = 'x'", "not one plain line"),
        ("rules.toml", '[a]\nen = """x\ny"""\nzh = "x"', "not one plain line"),
        ("arguments.toml", "[manage_alarm", "cannot be read"),
        ("arguments.toml", "[\"x'; drop\"]\nen = 'x'\nzh = 'x'", "arguments.toml"),
        ("families.toml", "\xff", "cannot be read"),
    ],
)
def test_a_source_that_is_wrong_is_named_with_its_entry(
    tmp_path: Path, name: str, text: str, told: str
) -> None:
    folder = copied(tmp_path)
    (folder / name).write_bytes(text.encode("latin-1"))
    with pytest.raises(UsageError) as caught:
        read_sources(folder)
    assert told in str(caught.value)
    assert name in caught.value.hint or "mend the file" in caught.value.hint


def test_a_missing_source_is_named(tmp_path: Path) -> None:
    folder = copied(tmp_path)
    (folder / "turns.toml").unlink()
    with pytest.raises(UsageError, match=r"turns\.toml"):
        read_sources(folder)


def test_a_configuration_survives_its_file(tmp_path: Path) -> None:
    made = load_config()
    save_config(made, tmp_path / "h.json")
    assert load_config(tmp_path / "h.json") == made


@pytest.mark.parametrize("data", [b"", b"{}", b"[1]", b"\xff\xfe", b'{"format": 2}', b"9" * 9])
def test_a_file_that_is_no_configuration_is_refused_with_what_to_type(
    tmp_path: Path, data: bytes
) -> None:
    path = tmp_path / "h.json"
    path.write_bytes(data)
    with pytest.raises(UsageError) as caught:
        load_config(path)
    assert caught.value.hint == "tandem harness build --out harness.json"


@given(st.binary(max_size=200))
def test_no_bytes_are_taken_for_a_configuration_or_crash_it(data: bytes) -> None:
    with pytest.raises(ValueError):
        parse_config(data)


def test_a_configuration_cannot_be_written_where_there_is_no_room(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(UsageError, match="cannot be written"):
        save_config(load_config(), tmp_path / "file" / "h.json")
