"""Lint names what keeps a skill from being used, and what makes it worse."""

from __future__ import annotations

from pathlib import Path

import pytest

from tandem_edge.skills.lint import faults, faults_of_all
from tandem_edge.skills.shelf import builtin_skills
from tests.edge.skills.writing import BODY, PURPOSE, skill


def said(**changed: object) -> list[tuple[str, bool]]:
    return [(fault.text, fault.fatal) for fault in faults(skill(**changed))]  # type: ignore[arg-type]


def test_a_good_skill_has_no_fault() -> None:
    assert said() == []


def test_the_built_in_skills_have_no_fault() -> None:
    assert [fault.line() for fault in faults_of_all(builtin_skills())] == []


@pytest.mark.parametrize(
    ("changed", "text"),
    [
        ({"name": "Night Drive"}, "lower-case words"),
        ({"name": "night--drive"}, "lower-case words"),
        ({"name": "-night"}, "lower-case words"),
        ({"name": "n" * 42}, "over 41 characters"),
        ({"name": "../../etc"}, "lower-case words"),
        ({"folder": Path("elsewhere")}, "folder is called elsewhere"),
        ({"description": {**PURPOSE, "en": "x " * 600}}, "over 1,024"),
        ({"body": {"en": "x" * 6001, "zh": BODY["zh"]}}, "6,001 characters in en"),
        ({"body": {"en": "", "zh": BODY["zh"]}}, "says nothing in en"),
        ({"body": {**BODY, "en": BODY["en"] + "\u202eevil"}}, "nobody sees"),
        ({"body": {**BODY, "zh": BODY["zh"] + "\U000e0041"}}, "nobody sees"),
        ({"description": {**PURPOSE, "en": "quiet \x1b[8m hidden"}}, "nobody sees"),
    ],
)
def test_what_keeps_a_skill_from_being_used(changed: dict[str, object], text: str) -> None:
    assert [fatal for fault, fatal in said(**changed) if text in fault] == [True]


@pytest.mark.parametrize(
    ("changed", "text"),
    [
        ({"body": {"en": BODY["en"]}}, "not written in zh"),
        ({"body": {**BODY, "zh": BODY["en"]}}, "holds no Chinese"),
        ({"description": {**PURPOSE, "en": "Use it at night. " * 12}}, "a planner sees 160"),
        ({"tools": ("set_brightness", "manage_dark_mode", "set_moon")}, "no tool set_moon"),
        (
            {"tools": ("set_brightness", "manage_dark_mode", "set_volume")},
            "set_volume and never says",
        ),
        ({"tools": ("set_brightness",)}, "speaks of manage_dark_mode"),
        (
            {"body": {**BODY, "zh": BODY["zh"].replace("=20", "=30")}},
            "code span 1 is set_brightness(percent=20) in English",
        ),
        ({"body": {**BODY, "zh": BODY["zh"] + "\n3. `set_volume`"}}, "2 code spans in English"),
    ],
)
def test_what_makes_a_skill_worse(changed: dict[str, object], text: str) -> None:
    assert [fatal for fault, fatal in said(**changed) if text in fault] == [False]


@pytest.mark.parametrize(
    ("call", "text"),
    [
        ("set_brightness(percent=900)", "percent cannot be 900"),
        ("set_brightness(level=9)", "takes no level"),
        ("set_brightness()", "percent is missing"),
        ("manage_dark_mode(action=maybe)", "action cannot be maybe"),
        ("no_such_tool(a=1)", "there is no such tool"),
    ],
)
def test_a_written_call_that_no_tool_takes_is_found(call: str, text: str) -> None:
    body = {language: f"{it}\n3. `{call}`\n" for language, it in BODY.items()}
    assert any(text in fault for fault, _ in said(body=body))


def test_blanks_and_questions_are_not_taken_for_values() -> None:
    more = "\n3. `set_brightness(percent={percent})`\n4. `ask(question=How dark?)`\n"
    assert said(body={language: it + more for language, it in BODY.items()}) == []


def test_a_name_that_is_there_already_is_refused() -> None:
    for name in ("battery-care", "battery_care"):
        found = faults(skill(name), builtin_skills())
        assert [fault.text for fault in found if fault.fatal][
            -1
        ] == "a built-in skill has that name"


def test_descriptions_that_a_router_cannot_tell_apart_are_found() -> None:
    twin = skill("dark-drive")
    assert any("told from that of night-drive" in fault.text for fault in faults(twin, [skill()]))
