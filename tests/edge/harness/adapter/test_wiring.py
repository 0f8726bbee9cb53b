"""The agent that ships is guided, by its own configuration or by the one its owner names."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tandem_edge.bench.attempts import attempt
from tandem_edge.bench.tasks.frozen import load_tasks
from tandem_edge.facade import Settings, open_agent
from tandem_edge.harness.adapter.guidance import Guidance
from tandem_edge.harness.adapter.storing import load_config, save_config
from tandem_edge.planner.dialects import find_dialect
from tandem_edge.planner.protocol import Prompt
from tandem_shared.errors import UsageError
from tandem_shared.harness import HarnessConfig
from tandem_shared.tasks import Split, Task
from tests.fakes.planners import CallbackPlanner

DONE = '[{"name": "done", "arguments": {"answer": "ok"}}]'


@pytest.fixture
def settings(home: Path, tmp_path: Path) -> Settings:
    script = tmp_path / "script.jsonl"
    script.write_text(DONE + "\n", "utf-8")
    return Settings(home=home, planner=f"scripted:{script}")


def prompt_of(settings: Settings, request: str) -> Prompt:
    """What the planner reads first."""
    agent = open_agent(settings, seed=7)
    agent.harness.planner = planner = CallbackPlanner(lambda step: DONE)
    list(agent.ask(request))
    return planner.prompts[0]


def guided(task: Task) -> tuple[str, str]:
    """The system text and the request of a task's first step, with guidance."""
    planner = CallbackPlanner(lambda step: DONE)
    attempt(task, planner, find_dialect("signatures"), guidance=Guidance(load_config()))
    return planner.prompts[0].system, planner.prompts[0].messages[0].text


@pytest.mark.parametrize(
    ("request_text", "language"), [("Wake me at 7:30", "en"), ("明早七点半叫我起床", "zh")]
)
def test_a_request_is_told_rules_and_notes(
    settings: Settings, request_text: str, language: str
) -> None:
    prompt = prompt_of(settings, request_text)
    guidance = Guidance(load_config())
    assert prompt.system.endswith(guidance.rules(language))
    assert load_config().heading.model_dump()[language] in prompt.messages[0].text


def test_the_notes_name_only_tools_that_the_same_prompt_offers(settings: Settings) -> None:
    agent = open_agent(settings, seed=7)
    agent.harness.planner = planner = CallbackPlanner(lambda step: DONE)
    started = next(iter(list(agent.ask("Turn the flashlight on, then set a timer"))))
    offered = set(started.candidates)  # type: ignore[union-attr]
    text = planner.prompts[0].messages[0].text
    notes = text.partition(load_config().heading.en)[2].partition("\n\n")[0]
    named = set(re.findall(r"\w+", notes)) & set(load_config().tools)
    assert named and named <= offered


def test_the_owner_may_name_another_configuration(settings: Settings, tmp_path: Path) -> None:
    silent = load_config().model_copy(update={"rules": (), "turns": (), "priority": ()})
    save_config(HarnessConfig.model_validate(silent.model_dump()), tmp_path / "h.json")
    other = settings.model_copy(update={"harness": tmp_path / "h.json"})
    assert len(prompt_of(other, "Wake me").system) < len(prompt_of(settings, "Wake me").system)


def test_a_configuration_for_other_tools_is_refused(settings: Settings, tmp_path: Path) -> None:
    made = load_config()
    tools = {**made.tools, "manage_alarm": "0" * 64}
    stale = made.model_copy(update={"tools": tools, "tools_digest": "0" * 64})
    save_config(stale, tmp_path / "h.json")
    with pytest.raises(UsageError, match="manage_alarm changed"):
        open_agent(settings.model_copy(update={"harness": tmp_path / "h.json"}), seed=7)


def test_an_attempt_with_guidance_keeps_what_the_task_lists() -> None:
    tasks = load_tasks(Split.DEV)
    listed = next(task for task in tasks if task.resources.routing == "listed")
    _, opening = guided(listed)
    assert all(name in opening for name in listed.resources.skills)
    protocol = load_config().protocol[0].text.model_dump()[listed.language]
    assert protocol in opening


def test_an_attempt_is_raw_unless_guidance_is_given() -> None:
    task = next(task for task in load_tasks(Split.DEV) if not task.resources.skills)
    planner = CallbackPlanner(lambda step: DONE)
    attempt(task, planner, find_dialect("signatures"))
    rules, opening = guided(task)
    assert planner.prompts[0].system == find_dialect("signatures").rules(task.language)
    assert len(rules) > len(planner.prompts[0].system)
    raw = planner.prompts[0].messages[0].text
    config = load_config()
    heading = config.heading.zh if task.language == "zh" else config.heading.en
    assert heading in opening
    assert heading not in raw
    assert len(raw) > len(opening)  # every tool is told in full
