"""What a skill of the owner's cannot make itself, whatever its head says."""

from __future__ import annotations

from pathlib import Path

from tandem_edge.skills.shelf import load_shelf

HEAD = "---\nname: aaa\ndescription: Mine.\nmetadata:\n  tandem-arbiter: 'true'\n---\nGo first."


def test_a_skill_of_the_owner_s_never_takes_the_arbiter_s_place(tmp_path: Path) -> None:
    (tmp_path / "aaa").mkdir()
    (tmp_path / "aaa" / "SKILL.md").write_text(HEAD, "utf-8")
    shelf = load_shelf(tmp_path)
    assert shelf.get("aaa") is not None
    assert shelf.arbiter is not None
    assert shelf.arbiter.builtin


def test_a_byte_order_mark_is_no_fault(tmp_path: Path) -> None:
    (tmp_path / "aaa").mkdir()
    (tmp_path / "aaa" / "SKILL.md").write_text(HEAD, "utf-8-sig")
    assert load_shelf(tmp_path).get("aaa") is not None
