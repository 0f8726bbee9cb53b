"""The benchmark's Skills dimension runs on the room that ships."""

from __future__ import annotations

import pytest

from tandem_edge.bench.agents.scripted import Follows
from tandem_edge.bench.attempts import attempt
from tandem_edge.bench.checkers import check
from tandem_edge.bench.standins import beside, specs_of
from tandem_edge.bench.tasks.frozen import load_plans, load_tasks
from tandem_edge.bench.tasks.phones import begin
from tandem_edge.planner.dialects import find_dialect
from tandem_edge.planner.scripted import ScriptedPlanner
from tandem_edge.skills.provider import SkillProvider
from tandem_shared.tasks import Dimension, Split, Task

ORACLE_LEAST = 0.99


def skill_tasks(split: Split) -> list[Task]:
    return [task for task in load_tasks(split) if task.dimension is Dimension.SKILLS]


def first(routing: str, language: str) -> Task:
    tasks = skill_tasks(Split.DEV)
    return next(t for t in tasks if t.resources.routing == routing and t.language == language)


def test_a_task_has_the_real_provider_with_its_own_skills() -> None:
    task = first("searched", "en")
    (provider,) = beside(task)
    assert isinstance(provider, SkillProvider) and provider.always() == ()
    assert {each.name for each in provider.shelf.skills} == set(task.resources.skills)
    assert tuple(spec.name for spec in specs_of(task, begin(task))) == task.tools
    assert not {"load_skill", "search_skills"} & set(begin(task).catalogue.tools)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_what_a_skill_says_reaches_the_planner_whole(language: str) -> None:
    task = first("listed", language)
    (name,) = task.criteria.loads
    planner = ScriptedPlanner(
        [
            f'[{{"name": "load_skill", "arguments": {{"name": "{name}"}}}}]',
            '[{"name": "done", "arguments": {"answer": ""}}]',
        ]
    )
    made = attempt(task, planner, find_dialect("signatures"))
    (provider,) = beside(task)
    assert isinstance(provider, SkillProvider)
    skill = provider.shelf.get(name)
    assert made.loaded == (name,) and skill is not None
    assert skill.instructions(language) in planner.prompts[1].messages[-1].text


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_skill_a_task_needs_is_found_by_its_purpose(language: str) -> None:
    for task in skill_tasks(Split.DEV):
        if task.resources.routing == "searched" and task.language == language:
            (provider,) = beside(task)
            assert isinstance(provider, SkillProvider)
            for name in task.criteria.loads:
                skill = provider.shelf.get(name)
                assert skill is not None
                found = provider.shelf.search(skill.purpose(language), 3)
                assert skill in found


@pytest.mark.slow
@pytest.mark.parametrize("split", [Split.DEV, Split.EVOLVE, Split.TEST])
def test_the_oracle_passes_the_whole_dimension(split: Split) -> None:
    plans, tasks, dialect = load_plans(split), skill_tasks(split), find_dialect("signatures")
    passed = sum(
        check(task, attempt(task, Follows(plans[task.id]), dialect)).passed for task in tasks
    )
    assert passed >= ORACLE_LEAST * len(tasks)
