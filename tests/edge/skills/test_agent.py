"""The agent that ships, with skills, through its only door."""

from __future__ import annotations

import json
from pathlib import Path

from tandem_edge.facade import Settings, open_agent
from tandem_edge.planner.scripted import ScriptedPlanner
from tandem_shared.events import CallFinished, TurnStarted
from tests.edge.skills.writing import BODY, write

STEPS = [
    [{"name": "search_skills", "arguments": {"query": "drive in the dark"}}],
    [{"name": "load_skill", "arguments": {"name": "night-drive"}}],
    [{"name": "set_brightness", "arguments": {"percent": 20}}],
    [{"name": "done", "arguments": {"answer": "ok"}}],
]


def settings(tmp_path: Path, **more: object) -> Settings:
    script = tmp_path / "script.json"
    script.write_text(json.dumps(STEPS), "utf-8")
    made = {"home": tmp_path / "home", "planner": f"scripted:{script}", "skills": True, **more}
    return Settings.model_validate(made)


def test_a_skill_of_the_owners_is_found_loaded_whole_and_followed(tmp_path: Path) -> None:
    write(tmp_path / "home" / "skills")
    agent = open_agent(settings(tmp_path), seed=7)
    try:
        events = list(agent.ask("今晚摸黑开车，准备一下"))
        planner = agent.harness.planner
        assert isinstance(planner, ScriptedPlanner)
        assert BODY["zh"].strip() in planner.prompts[2].messages[-1].text
    finally:
        agent.close()
    done = [event for event in events if isinstance(event, CallFinished)]
    assert [event.result.ok for event in done] == [True, True, True]
    names = [each["name"] for each in done[0].result.data["skills"]]  # type: ignore[union-attr, index]
    assert "night-drive" in names
    assert done[2].changes


def test_skills_are_left_out_unless_asked_for(tmp_path: Path) -> None:
    assert not Settings(home=tmp_path).skills
    agent = open_agent(settings(tmp_path, skills=False), seed=7)
    try:
        events = list(agent.ask("Get ready for the dark"))
    finally:
        agent.close()
    (started,) = [event for event in events if isinstance(event, TurnStarted)]
    assert not {"search_skills", "load_skill"} & set(started.candidates)
    first = next(event for event in events if isinstance(event, CallFinished))
    assert first.result.fault is not None and first.result.fault.code == "unknown_tool"


def test_a_broken_skill_does_not_keep_the_agent_from_opening(tmp_path: Path) -> None:
    write(tmp_path / "home" / "skills", en="no head at all")
    agent = open_agent(settings(tmp_path), seed=7)
    try:
        events = list(agent.ask("Get ready for the dark"))
    finally:
        agent.close()
    loaded = [event for event in events if isinstance(event, CallFinished)][1]
    assert loaded.result.fault is not None and loaded.result.fault.code == "not_found"
