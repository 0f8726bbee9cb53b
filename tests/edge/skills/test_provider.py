"""Skills as tools of a turn: on offer in the right form, and loaded whole."""

from __future__ import annotations

import json
import threading

import pytest

from tandem_edge.harness.loop import Harness
from tandem_edge.phone.protocol import Execution
from tandem_edge.phone.sandbox.world import SandboxPhone
from tandem_edge.planner.dialects import find_dialect
from tandem_edge.planner.scripted import ScriptedPlanner
from tandem_edge.skills.offering import MOST_LISTED
from tandem_edge.skills.provider import SkillProvider
from tandem_edge.skills.shelf import Shelf, load_shelf
from tandem_edge.skills.skill import LONGEST_BODY
from tandem_shared.errors import CancelledError
from tandem_shared.events import CallFinished
from tandem_shared.tools import Effect, ToolCall
from tests.edge.skills.writing import BODY, skill


def provider(count: int = 1, language: str = "en") -> SkillProvider:
    names = ["night-drive", *(f"other-{number}" for number in range(1, count))]
    return SkillProvider(Shelf(tuple(skill(name) for name in names)), lambda: language)


def call(of: SkillProvider, tool: str, /, **arguments: object) -> Execution:
    made = ToolCall.model_validate({"name": tool, "arguments": arguments})
    return of.call(made, deadline_s=5, cancel=threading.Event())


def test_a_few_skills_are_a_tool_each_and_many_are_searched() -> None:
    assert provider(2).always() == ("skill__night_drive", "skill__other_1")
    assert provider(MOST_LISTED + 1).always() == ("search_skills", "load_skill")
    assert SkillProvider(load_shelf(), lambda: "en").always() == ("search_skills", "load_skill")


def test_no_skills_are_no_tools() -> None:
    empty = SkillProvider(Shelf(()), lambda: "en")
    assert empty.specs() == () and empty.always() == ()


def test_tools_that_load_skills_only_read() -> None:
    specs = provider(2).specs()
    assert {spec.effect_of({}) for spec in specs} == {Effect.READ}
    assert all(spec.description.en and spec.description.zh for spec in specs)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_loading_gives_the_whole_text_in_the_turns_language(language: str) -> None:
    done = call(provider(language=language), "skill__night_drive")
    assert done.result.data == {"name": "night-drive"} and done.changes == ()
    assert BODY[language] in done.guidance + "\n"
    assert done.exposes == ("set_brightness", "manage_dark_mode")


def test_a_skill_is_loaded_by_name_in_either_spelling() -> None:
    for name in ("night-drive", "night_drive"):
        assert call(provider(), "load_skill", name=name).guidance


def test_what_is_not_there_is_a_result() -> None:
    for name in ("load_skill", "skill__no_such"):
        fault = call(provider(), name, name="no-such").result.fault
        assert fault is not None and fault.code == "not_found"
    for name in ("load_skill", "search_skills"):
        fault = call(provider(), name, name=3, query=" ").result.fault
        assert fault is not None and fault.code == "missing_argument"


def test_a_search_lists_purposes_and_the_arbiter_when_several_fit() -> None:
    whole = SkillProvider(load_shelf(), lambda: "zh")
    listed = call(whole, "search_skills", query="airplane mode and a backup").result.data["skills"]
    assert isinstance(listed, list) and len(listed) == 6
    assert listed[-1] == {
        "name": "which-comes-first",
        "purpose": load_shelf().get("which-comes-first").purpose("zh"),  # type: ignore[union-attr]
    }


def test_a_preview_tells_the_same_and_a_stop_is_obeyed() -> None:
    made = ToolCall(name="skill__night_drive")
    assert provider().preview(made) == call(provider(), made.name)
    stopped = threading.Event()
    stopped.set()
    with pytest.raises(CancelledError):
        provider().call(made, deadline_s=5, cancel=stopped)


def test_a_configuration_rewords_a_built_in_skill_and_never_the_owners() -> None:
    shelf = Shelf((skill(builtin=True), skill("mine")))
    reworded = SkillProvider(shelf, lambda: "zh", reworded=lambda name, language: f"{language}!")
    assert call(reworded, "skill__night_drive").guidance == "# night-drive\nzh!"
    assert BODY["zh"] in call(reworded, "skill__mine").guidance + "\n"


def answers(*steps: tuple[str, dict[str, object]]) -> list[str]:
    return [json.dumps([{"name": name, "arguments": given}]) for name, given in steps]


def test_a_loaded_skill_reaches_the_planner_whole_and_brings_its_tools() -> None:
    long = {language: it + "x" * (LONGEST_BODY - len(it)) for language, it in BODY.items()}
    shelf = Shelf((skill(body=long),))
    planner = ScriptedPlanner(
        answers(
            ("set_brightness", {"percent": 20}),
            ("skill__night_drive", {}),
            ("set_brightness", {"percent": 20}),
            ("done", {"answer": "ok"}),
        )
    )
    harness = Harness(
        planner=planner,
        phone=SandboxPhone.generate(7),
        dialect=find_dialect("signatures"),
        providers=(SkillProvider(shelf, lambda: harness.conversation.turns[-1].language),),
        choose=Nothing(),
    )
    events = list(harness.run("把手机调好"))
    outcomes = [event.result.ok for event in events if isinstance(event, CallFinished)]
    assert outcomes == [False, True, True]
    assert long["zh"] in planner.prompts[2].messages[-1].text


class Nothing:
    """Recalls no tool."""

    def top(self, request: str, count: int) -> tuple[()]:
        return ()
