"""The scripted planner: a script is a list of steps, and its end is said."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from tandem_edge.planner.protocol import Prompt
from tandem_edge.planner.scripted import MOST_BYTES, ScriptedPlanner
from tandem_shared.errors import CancelledError, PlannerError, UsageError

PROMPT = Prompt("rules", (), (), {}, 10)


def test_steps_are_answered_in_order_and_prompts_kept(tmp_path: Path) -> None:
    path = tmp_path / "script.json"
    path.write_text('[[{"name": "done"}], [{"name": "再见"}]]')
    planner = ScriptedPlanner.from_file(path)
    answers = [planner.step(PROMPT, deadline_s=1, cancel=threading.Event()).text for _ in range(2)]
    assert answers == ['[{"name": "done"}]', '[{"name": "再见"}]']
    assert planner.prompts == [PROMPT, PROMPT]
    with pytest.raises(PlannerError, match="no more steps"):
        planner.step(PROMPT, deadline_s=1, cancel=threading.Event())


def test_a_cancelled_step_uses_no_answer() -> None:
    planner, cancelled = ScriptedPlanner(["[]"]), threading.Event()
    cancelled.set()
    with pytest.raises(CancelledError):
        planner.step(PROMPT, deadline_s=1, cancel=cancelled)
    assert planner.step(PROMPT, deadline_s=1, cancel=threading.Event()).text == "[]"


@pytest.mark.parametrize("content", ["", "{}", "[", '"done"'])
def test_a_file_that_is_no_list_is_a_usage_error(tmp_path: Path, content: str) -> None:
    path = tmp_path / "script.json"
    path.write_text(content)
    with pytest.raises(UsageError, match=r"not a JSON list|Invalid JSON: EOF"):
        ScriptedPlanner.from_file(path)


def test_a_missing_script_is_a_usage_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be read"):
        ScriptedPlanner.from_file(tmp_path / "none.json")


def test_a_script_nested_too_deep_is_refused_for_that_reason(tmp_path: Path) -> None:
    path = tmp_path / "deep.json"
    path.write_text("[" * 100_000)
    with pytest.raises(UsageError, match="recursion limit exceeded"):
        ScriptedPlanner.from_file(path)


def test_a_script_without_end_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="not a regular file"):
        ScriptedPlanner.from_file(Path("/dev/zero"))
    path = tmp_path / "long.json"
    path.write_bytes(b" " * (MOST_BYTES + 1))
    with pytest.raises(UsageError, match="over 10 MB"):
        ScriptedPlanner.from_file(path)
