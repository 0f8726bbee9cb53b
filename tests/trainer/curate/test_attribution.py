"""Each failing is found where its definition holds, and what explains the others comes first."""

from __future__ import annotations

from tandem_shared.events import Outcome
from tandem_shared.experience import Failing, Policy, PolicyKind, Rollout
from tandem_shared.tasks import Memory, Resources
from tandem_shared.tools import Effect, ToolCall, ToolFault, ToolResult
from tandem_shared.trajectories import CallRecord, StepRecord
from tandem_trainer.curate.attribution.deciding import Attribution, attribute
from tandem_trainer.curate.case import Case
from tests.trainer.curate.rollouts import DONE, calls, planned, right, task_with

PAIR = "tool.train.which_find_common_time"


def _said(rollout: Rollout) -> Attribution:
    return attribute(Case(rollout))


def _with_calls(rollout: Rollout, *records: CallRecord, outcome: Outcome = Outcome.DONE) -> Rollout:
    """``rollout`` with one turn, in which these calls were made one a step."""
    turn = rollout.trajectory.turns[0]
    steps = (*(StepRecord(text="[]", calls=(each,)) for each in records), StepRecord(text="done"))
    one = turn.model_copy(update={"steps": steps, "outcome": outcome})
    made = rollout.trajectory.model_copy(update={"turns": (one,), "changes": ()})
    return rollout.model_copy(update={"trajectory": made})


def _failed(call: ToolCall, code: str, message: str, *, retryable: bool = False) -> CallRecord:
    fault = ToolFault(code=code, message=message, retryable=retryable)
    result = ToolResult(ok=False, fault=fault)
    return CallRecord(call=call, effect=Effect.WRITE, result=result)


def _first_call(part: str) -> ToolCall:
    plan = task_with(part).plan
    return next(call for step in plan.steps for call in step.calls)


def test_what_was_not_offered_could_not_be_called() -> None:
    built = task_with("no_longer_the_same")
    bare = built.task.model_copy(update={"tools": ("get_weather",)})
    rollout = planned(built, DONE).model_copy(update={"task": bare})
    assert _said(rollout).failing is Failing.EXPOSURE
    assert _said(planned(built, DONE)).failing is Failing.PREMATURE_END


def test_a_search_that_does_not_find_is_retrieval_and_none_at_all_is_routing() -> None:
    built = task_with("memory.train.the_one_who_does_the_boat")
    acting = [step for step in built.plan.steps if step.kind == "calls"]
    work = next(step for step in acting if step.calls[0].name != "search_memory")
    search = ToolCall(name="search_memory", arguments={"query": "quantum chromodynamics"})
    blind = planned(built, work, DONE)
    searched = planned(built, calls(search), work, DONE)
    assert _said(blind).failing is Failing.ROUTING
    if set(built.task.criteria.retrieves) - set(searched.trajectory.retrieved):
        assert _said(searched).failing is Failing.RETRIEVAL


def test_a_value_that_only_a_past_memory_says_is_stale_memory() -> None:
    built = task_with("tool.train.tell_them_the_same")
    told = (
        Memory(key="m1", text="The skipper is Nora Keane"),
        Memory(key="m2", text="The skipper is now Eimear Scully"),
    )
    task = built.task.model_copy(
        update={
            "resources": Resources(memories=told),
            "criteria": built.task.criteria.model_copy(update={"retrieves": ("m2",)}),
            "tools": (*built.task.tools, "search_memory"),
        }
    )
    rows = [{"key": "m1", "text": told[0].text, "past": True}, {"key": "m2", "text": told[1].text}]
    search = CallRecord(
        call=ToolCall(name="search_memory", arguments={"query": "skipper"}),
        effect=Effect.READ,
        result=ToolResult(ok=True, data={"memories": rows}),  # type: ignore[arg-type]
    )
    base = planned(built, DONE).model_copy(update={"task": task})
    sent = next(record for _, record in right(built).trajectory.calls)
    to_nora = sent.model_copy(
        update={"call": ToolCall(name=sent.call.name, arguments={"person": "Nora Keane"})}
    )
    wrong = _with_calls(base, search, to_nora)
    changes = tuple(to_nora.changes)
    elsewhere = tuple(
        change.model_copy(update={"after": {**change.after, "number": "1"}})  # type: ignore[dict-item]
        for change in changes
        if isinstance(change.after, dict)
    )
    to_nora = to_nora.model_copy(update={"changes": elsewhere})
    wrong = _with_calls(base, search, to_nora)
    made = wrong.trajectory.model_copy(update={"changes": elsewhere, "retrieved": ("m1", "m2")})
    assert _said(wrong.model_copy(update={"trajectory": made})).failing is Failing.STALE_MEMORY


def test_a_fault_that_says_nothing_is_feedback_and_one_that_says_what_is_not() -> None:
    base, call = planned(task_with("tell_them_the_same"), DONE), _first_call("tell_them_the_same")
    mute = _with_calls(base, _failed(call, "tool_broke", "send_message broke and did nothing"))
    telling = _with_calls(base, _failed(call, "offline", "the phone has no connection"))
    assert _said(mute).failing is Failing.FEEDBACK
    assert _said(telling).failing is Failing.RECOVERY


def test_asking_because_a_notice_said_so_is_guidance_only_under_the_harness() -> None:
    base, call = planned(task_with("tell_them_the_same"), DONE), _first_call("tell_them_the_same")
    busy = _failed(call, "try_again", "the phone was busy and did nothing", retryable=True)
    asked = _with_calls(base, busy, busy, busy, outcome=Outcome.ASKED)
    under = Policy(kind=PolicyKind.PLANNER, name="planner", harness="0" * 64)
    assert _said(asked.model_copy(update={"policy": under})).failing is Failing.GUIDANCE
    assert _said(asked).failing is Failing.RECOVERY


def test_the_same_wrong_call_made_again_is_recovery_and_made_once_is_grounding() -> None:
    base, call = planned(task_with("tell_them_the_same"), DONE), _first_call("tell_them_the_same")
    refused = _failed(call, "invalid_argument", "the argument person must be a name or a number")
    assert _said(_with_calls(base, refused)).failing is Failing.GROUNDING
    assert _said(_with_calls(base, refused, refused)).failing is Failing.RECOVERY


def test_another_tool_in_the_place_of_the_right_one_is_routing() -> None:
    built = task_with("tell_them_the_same")
    note = ToolCall(name="manage_note", arguments={"action": "create", "text": "Kayaks are booked"})
    task = built.task.model_copy(update={"tools": (*built.task.tools, "manage_note")})
    moved = type(built)(task, built.plan)
    rollout = planned(moved, calls(note), DONE, DONE)
    assert _said(rollout).failing is Failing.ROUTING


def test_a_later_turn_on_which_nothing_is_done_is_state_tracking() -> None:
    built = task_with("tell_them_the_same")
    first = next(step for step in built.plan.steps if step.kind == "calls")
    assert _said(planned(built, first, DONE, DONE)).failing is Failing.STATE_TRACKING
    assert _said(planned(built, DONE, DONE)).failing is Failing.PREMATURE_END


def test_a_rival_finding_elsewhere_lowers_the_confidence() -> None:
    built = task_with("tell_them_the_same")
    first = next(step for step in built.plan.steps if step.kind == "calls")
    disputed, clear = _said(planned(built, first, DONE, DONE)), _said(planned(built, DONE, DONE))
    assert {each.failing for each in clear.findings} == {Failing.PREMATURE_END}
    assert clear.confidence > disputed.confidence * 0.99
