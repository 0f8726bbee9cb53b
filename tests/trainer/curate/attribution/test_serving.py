"""A look on the way to what was wanted is told from one that stands in its place."""

from __future__ import annotations

from pydantic import JsonValue

from tandem_edge.bench.tasks.building import Built
from tandem_shared.tools import ToolCall
from tandem_trainer.curate.attribution.serving import on_condition, serves
from tandem_trainer.curate.case import Case
from tests.trainer.curate.rollouts import DONE, calls, planned, task_with

CONDITIONAL = "only_if_the_battery_is_low"
LOOKED_UP = "reply_by_whichever_way"
PLAIN = "tell_them_the_same"


def looked(built: Built, tool: str, /, **arguments: JsonValue) -> Case:
    """The attempt that makes one call, of a tool that is on offer, and ends."""
    task = built.task.model_copy(update={"tools": (*dict.fromkeys((*built.task.tools, tool)),)})
    call = ToolCall(name=tool, arguments=arguments)
    return Case(planned(Built(task, built.plan), calls(call), *[DONE] * len(task.turns)))


def said(built: Built, *turns: str) -> Built:
    """The same task, said in other words."""
    return Built(built.task.model_copy(update={"turns": turns}), built.plan)


def unprepared(case: Case) -> Case:
    """The same attempt at a task that set nothing up on the phone."""
    bare = case.task.initial.model_copy(update={"patches": ()})
    task = case.task.model_copy(update={"initial": bare})
    return Case(case.rollout.model_copy(update={"task": task}))


def served(case: Case) -> bool:
    """Whether the one call did, which came to something."""
    (call,) = case.calls
    assert call.record.result.ok
    return serves(case, call)


def test_a_look_at_what_the_request_depends_on_serves() -> None:
    case = looked(task_with(CONDITIONAL), "query_battery")
    (call,) = case.calls
    assert on_condition(case, call) and serves(case, call)
    assert not on_condition(unprepared(case), call)


def test_a_look_at_what_it_does_not_depend_on_does_not_serve() -> None:
    assert not served(looked(task_with(CONDITIONAL), "query_device_info", topic="hardware"))


def test_working_out_what_the_user_said_serves_and_anything_else_does_not() -> None:
    asked = said(
        task_with(PLAIN), "How much is 26 miles in kilometres? Text it to Nora Keane", "Ok"
    )
    told = {"value": 26, "source": "miles", "target": "kilometres"}
    assert served(looked(asked, "convert_unit", **told))
    assert not served(looked(asked, "convert_unit", **{**told, "value": 62}))
    assert not served(looked(asked, "convert_unit", **{**told, "target": "feet"}))


def test_one_thing_that_the_user_said_is_not_enough() -> None:
    asked = said(task_with(PLAIN), "Text Nora Keane what 17 * 23 is", "Ok")
    assert not served(looked(asked, "calculate_expression", expression="17 * 23"))


def test_what_was_said_is_not_worked_out_by_a_call_that_writes() -> None:
    asked = said(task_with(PLAIN), "Tell Nora Keane to create a note: Kayaks are booked", "Ok")
    case = looked(asked, "manage_note", action="create", text="Kayaks are booked")
    assert case.calls[0].wrote
    assert not served(case)


def test_a_result_that_says_what_is_missing_serves_unless_the_user_said_it() -> None:
    built = task_with(LOOKED_UP)
    case = unprepared(looked(built, "manage_contact", action="query", name="Peig Duignan"))
    number = case.missing_changes[0].after["number"]  # type: ignore[index, call-overload]
    assert served(case)
    known = said(built, f"{built.task.turns[0]} Her number is {number}")
    assert not served(
        unprepared(looked(known, "manage_contact", action="query", name="Peig Duignan"))
    )


def test_a_result_about_something_else_does_not_serve() -> None:
    assert not served(
        unprepared(looked(task_with(LOOKED_UP), "manage_shopping_list", action="query"))
    )


def test_working_out_that_failed_does_not_serve() -> None:
    asked = said(task_with(PLAIN), "How much is 26 miles in grams? Text it to Nora Keane", "Ok")
    case = looked(asked, "convert_unit", value=26, source="miles", target="grams")
    (call,) = case.calls
    assert call.code == "incompatible_units"
    assert not serves(case, call)
