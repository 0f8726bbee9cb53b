"""tandem skill, and what doctor says of skills, as a person and a script see them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tandem_edge.cli.skill import skill
from tandem_edge.doctor import examine
from tandem_edge.settings import Settings
from tandem_edge.skills.shelf import builtin_skills
from tandem_shared.errors import UsageError
from tests.edge.skills.writing import text, write


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


def run(home: Path, *words: str) -> Result:
    return CliRunner().invoke(skill, [*words, "--home", str(home)], standalone_mode=False)


def test_the_list_tells_tandems_own_from_the_owners(home: Path) -> None:
    write(home / "skills")
    said = run(home, "list").output
    assert "night-drive                yours    en+zh" in said
    assert "battery-care               built in en+zh" in said
    listed = json.loads(run(home, "list", "--json").output)["skills"]
    assert len(listed) == len(builtin_skills()) + 1
    assert {each["name"] for each in listed if not each["builtin"]} == {"night-drive"}


def test_a_folder_of_ones_own_can_be_set(tmp_path: Path) -> None:
    write(tmp_path / "mine")
    settings = Settings(home=tmp_path, skills_dir=tmp_path / "mine")
    assert settings.skills_folder == tmp_path / "mine"
    assert Settings(home=tmp_path).skills_folder == tmp_path / "skills"


def test_a_skill_is_shown_in_either_language(home: Path) -> None:
    assert "Make the battery last" in run(home, "show", "battery-care").output
    assert "让电池更耐用" in run(home, "show", "battery-care", "--language", "zh").output
    shown = json.loads(run(home, "show", "battery-care", "--json").output)
    assert set(shown["instructions"]) == {"en", "zh"} and "query_battery" in shown["tools"]


def test_a_skill_that_is_not_there_is_a_sentence(home: Path) -> None:
    failed = run(home, "show", "no-such")
    assert isinstance(failed.exception, UsageError) and "no skill no-such" in str(failed.exception)


def test_a_terminal_is_never_given_what_it_would_obey(home: Path) -> None:
    evil = text("night-drive", purpose='"Use it \\e[2J at night."')
    write(home / "skills", en=evil, zh="")
    for words in (("list",), ("lint",)):
        assert "\x1b" not in run(home, *words).output


def test_lint_is_clean_on_what_ships(home: Path) -> None:
    done = run(home, "lint")
    assert done.return_value == 0 and f"{len(builtin_skills())} skills, 0 faults" in done.output


def test_lint_names_the_faults_of_the_owners_skills_and_fails(home: Path) -> None:
    write(home / "skills", zh="")
    write(home / "skills", "no-head", en="hello")
    done = run(home, "lint", "--json")
    assert done.return_value == 1
    faults = json.loads(done.output)["faults"]
    assert [(fault["skill"], fault["used"]) for fault in faults] == [
        ("night-drive", True),
        ("no-head", False),
    ]


def test_lint_takes_folders_that_are_still_being_written(home: Path, tmp_path: Path) -> None:
    assert run(home, "lint", str(write(tmp_path))).return_value == 0
    broken = run(home, "lint", str(write(tmp_path, "battery-care")))
    assert broken.return_value == 1 and "(not used)" in broken.output


def test_doctor_warns_of_a_broken_skill_and_goes_on(home: Path) -> None:
    write(home / "skills", "no-head", en="hello")
    finding = next(each for each in examine(Settings(home=home)) if each.name == "skills")
    assert (finding.state, finding.exit_code) == ("warn", 0)
    assert "no-head" in finding.fact and finding.fix == "tandem skill lint"


def test_doctor_counts_skills(home: Path) -> None:
    finding = next(each for each in examine(Settings(home=home)) if each.name == "skills")
    assert finding.state == "ok" and "0 of them yours" in finding.fact
