"""Calls written in a skill's body have one form that a program can read."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tandem_edge.skills.procedures import (
    Condition,
    Form,
    Procedure,
    Step,
    forms,
    mentioned,
    ordered_names,
    procedures,
)

BODY = """\
Use `set_volume`, not `manage_sound_profile`.

## Ring
1. `set_volume(stream=ring, percent={percent})`
2. After `conflict`: `set_ringer_mode(mode=ring)`, then `set_volume(stream=ring, percent=5)`
3. Only if `previous_percent<10`: `ask(question=Louder, or not?)`

## Notes
Nothing numbered here.
"""


def test_numbered_lines_below_a_heading_are_a_procedure() -> None:
    made = procedures(BODY)
    assert made == (
        Procedure(
            "Ring",
            (
                Step((Form("set_volume", {"stream": "ring", "percent": "{percent}"}),)),
                Step(
                    (
                        Form("set_ringer_mode", {"mode": "ring"}),
                        Form("set_volume", {"stream": "ring", "percent": "5"}),
                    ),
                    codes=("conflict",),
                ),
                Step(
                    (Form("ask", {"question": "Louder, or not?"}),),
                    tests=(Condition("previous_percent", "<", "10"),),
                ),
            ),
        ),
    )


def test_chinese_numbering_and_quoted_commas_are_read() -> None:
    (made,) = procedures('## 响铃\n1、如果 `enabled=true`：`ask(question="响，还是, 不响？")`')
    assert made.steps[0].forms == (Form("ask", {"question": "响，还是, 不响？"}),)
    assert made.steps[0].tests == (Condition("enabled", "=", "true"),)


def test_tools_are_named_with_and_without_arguments() -> None:
    assert mentioned(BODY) == ("set_volume", "manage_sound_profile", "set_ringer_mode")
    assert [form.name for form in forms(BODY)][-1] == "ask"


def test_an_order_is_that_of_the_numbered_lines() -> None:
    text = "`b` comes up here\n1. `a`, `c`\n2. `b` and `a`\n"
    assert ordered_names(text, frozenset("abd")) == ("a", "b")


@given(st.text(max_size=400))
def test_no_body_breaks_the_reader(text: str) -> None:
    for body in (text, f"## t\n1. `{text}`", f"1. `set_volume({text})`"):
        procedures(body)
        mentioned(body)
        assert all(form.name for form in forms(body))
