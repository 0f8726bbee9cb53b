"""A skill's folder is read within its limits; what leads elsewhere is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from tandem_edge.skills.folder import MOST_BYTES, read_skill
from tandem_edge.skills.skill import SkillError
from tests.edge.skills.writing import text, write


def test_both_languages_and_the_tools_are_read(tmp_path: Path) -> None:
    skill = read_skill(write(tmp_path))
    assert skill.name == "night-drive" and skill.languages == ("en", "zh")
    assert skill.tools == ("set_brightness", "manage_dark_mode")
    assert skill.purpose("zh").startswith("夜里") and "Dim first" in skill.instructions("en")


def test_a_skill_in_one_language_serves_both(tmp_path: Path) -> None:
    skill = read_skill(write(tmp_path, zh=""))
    assert skill.languages == ("en",)
    assert skill.instructions("zh") == skill.instructions("en")


def test_other_files_of_the_folder_are_not_read(tmp_path: Path) -> None:
    folder = write(tmp_path)
    (folder / "scripts").mkdir()
    (folder / "scripts" / "run.sh").write_bytes(b"\xff\xfe rm -rf")
    assert read_skill(folder).name == "night-drive"


def test_a_link_out_of_the_folder_is_refused(tmp_path: Path) -> None:
    secret = tmp_path / "secret.md"
    secret.write_text(text("night-drive"), "utf-8")
    for name in ("SKILL.md", "SKILL.zh.md"):
        folder = write(tmp_path / name)
        (folder / name).unlink()
        (folder / name).symlink_to(secret)
        with pytest.raises(SkillError, match="is a link"):
            read_skill(folder)


def test_a_folder_that_is_a_link_is_refused(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(write(tmp_path))
    with pytest.raises(SkillError, match="folder is a link"):
        read_skill(link)


def test_a_link_to_nowhere_is_refused_too(tmp_path: Path) -> None:
    folder = write(tmp_path, zh="")
    (folder / "SKILL.zh.md").symlink_to(tmp_path / "nowhere")
    with pytest.raises(SkillError, match="is a link"):
        read_skill(folder)


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        (b"", "does not begin"),
        (b"\xff\xfe\x00", "cannot be read"),
        (b"---\n" + b"x" * MOST_BYTES, "cannot be read: it is over"),
    ],
)
def test_a_file_that_is_no_skill_is_named(tmp_path: Path, broken: bytes, said: str) -> None:
    folder = write(tmp_path)
    (folder / "SKILL.zh.md").write_bytes(broken)
    with pytest.raises(SkillError, match=said) as refused:
        read_skill(folder)
    assert "SKILL.zh.md" in str(refused.value)


def test_a_folder_without_a_skill_says_what_to_write(tmp_path: Path) -> None:
    with pytest.raises(SkillError, match=r"has no SKILL\.md") as refused:
        read_skill(tmp_path)
    assert "SKILL.md" in refused.value.hint


def test_two_files_of_different_names_are_refused(tmp_path: Path) -> None:
    with pytest.raises(SkillError, match="different names: day-drive, night-drive"):
        read_skill(write(tmp_path, zh=text("day-drive", "zh")))
