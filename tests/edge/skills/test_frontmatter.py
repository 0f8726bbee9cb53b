"""The head of a SKILL.md is text that a stranger may have written: read plainly, or refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tandem_edge.skills.frontmatter import MOST_HEAD, parse
from tandem_edge.skills.skill import SkillError


def head(*lines: str) -> str:
    return "\n".join(["---", *lines, "---", "Do it."])


def test_head_and_body_are_told_apart() -> None:
    made, body = parse(head("name: a-b", "description: What it does", "license: MIT"))
    assert (made.name, made.description, made.license) == ("a-b", "What it does", "MIT")
    assert body == "Do it."


def test_a_line_of_dashes_in_the_body_belongs_to_the_body() -> None:
    assert parse(head("name: a", "description: b") + "\n---\nmore")[1] == "Do it.\n---\nmore"


def test_windows_line_ends_are_read() -> None:
    made, body = parse(head("name: a", "description: b").replace("\n", "\r\n"))
    assert (made.name, body) == ("a", "Do it.")


def test_words_that_yaml_takes_for_something_else_stay_words() -> None:
    made, _ = parse(head("name: no", "description: 1.0", "metadata:", "  version: 2024-01-01"))
    assert (made.name, made.description) == ("no", "1.0")
    assert made.words("version") == ("2024-01-01",)


def test_keys_of_other_agents_are_passed_over() -> None:
    made, _ = parse(head("name: a", "description: b", "allowed-tools: Bash(rm:*)", "model: x"))
    assert "allowed" not in made.model_dump_json()


def test_tools_may_be_written_as_words_or_as_a_list() -> None:
    words = parse(head("name: a", "description: b", "metadata: {t: x y}"))[0].words("t")
    listed = parse(head("name: a", "description: b", "metadata: {t: [x, y]}"))[0].words("t")
    assert words == listed == ("x", "y")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "does not begin"),
        ("# A title\n", "does not begin"),
        ("---\nname: a\n", "has no end"),
        (head("- a", "- b"), "valid dictionary"),
        (head("name: a"), "description"),
        (head("name: a", "description: ''"), "description"),
        (head("name: [a]", "description: b"), "name"),
        (head("name: a", "name: b", "description: c"), "key twice"),
        (head("name: &a x", "description: *a"), "alias"),
        (head("name: !!python/object/apply:os.system [ls]", "description: b"), "name"),
        (head("name: {", "description: b"), "cannot be read"),
        (head("name: a", f"description: {'[' * 4000}"), "cannot be read|nested too deep"),
        (head("name: a", "description: b", "# " + "x" * MOST_HEAD), "over 8,000"),
    ],
)
def test_what_is_no_head_is_refused_in_words(text: str, said: str) -> None:
    with pytest.raises(SkillError, match=said) as refused:
        parse(text)
    assert "\n" not in str(refused.value)


def test_a_few_lines_cannot_stand_for_gigabytes() -> None:
    bomb = ["a: &a [x,x,x,x,x,x,x,x,x]", *(f"{b}: &{b} [{','.join(f'*{a}' for _ in range(9))}]"
            for a, b in zip("abcdefgh", "bcdefghi", strict=True))]  # fmt: skip
    with pytest.raises(SkillError, match="alias"):
        parse(head("name: n", "description: d", *bomb))


@given(st.text(max_size=300))
def test_no_text_breaks_the_reader(text: str) -> None:
    for candidate in (text, f"---\n{text}\n---\nbody", head(f"name: {text}", "description: d")):
        try:
            parse(candidate)
        except SkillError as error:
            assert str(error)
