"""Sub-agents as tools of a turn: what a planner is offered, and what comes back."""

from __future__ import annotations

import threading

import pytest

from tandem_edge.bench.standins.agents import AGENTS, provider
from tandem_edge.harness.toolbox import Toolbox
from tandem_edge.subagents.assignment import Assignment
from tandem_edge.subagents.desk import Desk
from tandem_edge.subagents.protocol import AgentFailed, Report, Say, SubAgent, Work
from tandem_edge.subagents.provider import AgentProvider, Context
from tandem_edge.subagents.room import Room
from tandem_shared.errors import CancelledError
from tandem_shared.tools import Bilingual, ToolCall
from tests.edge.subagents.making import phone_of

LONG_S = 20.0
SEEN: list[Assignment] = []


def notes(task: Assignment, desk: Desk) -> Work:
    SEEN.append(task)
    yield None
    return Report("noted", {"goal": task.goal})


def fails(task: Assignment, desk: Desk) -> Work:
    desk.note("looked around")
    yield None
    raise AgentFailed("no_model", "there is none")


def talks(task: Assignment, desk: Desk) -> Work:
    said = yield Say("Good evening. A table for two?")
    return Report(f"you said {said}")


def switches(task: Assignment, desk: Desk) -> Work:
    desk.phone.call(ToolCall(name="manage_wifi", arguments={"action": "disable"}))
    yield None
    return Report("off")


def agent(name: str, work: object, touches: tuple[str, ...] = ()) -> SubAgent:
    return SubAgent(name, Bilingual(en="Helps.", zh="帮忙。"), work, touches=touches)  # type: ignore[arg-type]


ROOM = {
    "noter": agent("noter", notes, ("reads",)),
    "failer": agent("failer", fails),
    "talker": agent("talker", talks),
    "switcher": agent("switcher", switches, ("manage_wifi",)),
}


def handed(agents: AgentProvider, name: str, brief: str = "Do it") -> ToolCall:
    return ToolCall(name="delegate_task", arguments={"agent": name, "brief": brief})


def call(agents: AgentProvider, made: ToolCall, deadline_s: float = 60.0):  # type: ignore[no-untyped-def]
    return agents.call(made, deadline_s=deadline_s, cancel=threading.Event())


def test_the_harness_completes_the_hand_off() -> None:
    SEEN.clear()
    phone = phone_of()
    context = Context("帮我订位", "zh", ("a" * 5000, "the table is for two"))
    agents = AgentProvider(Room(ROOM, phone=lambda: phone), lambda: context)
    done = call(agents, handed(agents, "noter", "  Book a table "), 30.0)
    assert done.result.ok
    assert done.result.data["report"] == "noted"
    assert done.result.data["data"] == {"goal": "Book a table"}
    (task,) = SEEN
    assert (task.goal, task.request, task.language) == ("Book a table", "帮我订位", "zh")
    assert task.facts == ("a" * 1000, "the table is for two")
    assert task.may_touch == ("reads",) and task.deadline_s == 30.0
    assert task.returns and task.budget.model_calls > 0


def test_a_failure_comes_back_as_a_fault_that_says_what_was_done() -> None:
    agents = AgentProvider(Room(ROOM))
    fault = call(agents, handed(agents, "failer")).result.fault
    assert fault is not None and fault.code == "no_model"
    assert "looked around" in fault.message


@pytest.mark.parametrize(
    "arguments",
    [{}, {"agent": "nobody", "brief": "x"}, {"agent": "noter"}, {"agent": "noter", "brief": " "}],
)
def test_a_call_that_is_not_whole_starts_nothing(arguments: dict[str, str]) -> None:
    agents = AgentProvider(Room(ROOM))
    made = ToolCall(name="delegate_task", arguments=dict(arguments))
    assert not call(agents, made).result.ok
    assert not agents.preview(made).result.ok
    assert agents.room.sessions == {}


def test_a_preview_starts_nothing() -> None:
    agents = AgentProvider(Room(ROOM))
    assert agents.preview(handed(agents, "noter")).result.ok
    assert agents.room.sessions == {}


def test_what_a_sub_agent_did_on_the_phone_is_told_as_its_calls_changes() -> None:
    phone = phone_of()
    agents = AgentProvider(Room(ROOM, phone=lambda: phone))
    done = call(agents, handed(agents, "switcher"))
    assert [change.table for change in done.changes] == ["radios"]


def test_talking_on_is_offered_while_a_sub_agent_waits() -> None:
    agents = AgentProvider(Room(ROOM))
    assert agents.always() == ("delegate_task",)
    waits = call(agents, handed(agents, "talker"))
    assert waits.result.data["says"] == "Good evening. A table for two?"
    assert agents.always() == ("delegate_task", "reply_to_agent")
    session = waits.result.data["session"]
    reply = ToolCall(name="reply_to_agent", arguments={"session": session, "text": "Yes, please"})
    assert call(agents, reply).result.data["report"] == "you said Yes, please"
    assert agents.always() == ("delegate_task",)
    assert call(agents, reply).result.fault is not None


def test_cancelling_the_turn_cancels_the_session() -> None:
    cancel, let_go = threading.Event(), threading.Event()

    def hangs(task: Assignment, desk: Desk) -> Work:
        cancel.set()
        let_go.wait(LONG_S)
        yield None
        return Report("late")

    agents = AgentProvider(Room({"hanger": agent("hanger", hangs)}))
    made = handed(agents, "hanger")
    with pytest.raises(CancelledError):
        agents.call(made, deadline_s=60, cancel=cancel)
    let_go.set()
    (session,) = agents.room.sessions
    assert agents.room.status(session).state.value == "cancelled"


def test_no_provider_takes_a_tool_of_the_phone() -> None:
    agents = AgentProvider(Room(ROOM))
    tools = Toolbox(phone_of(), (agents,))
    assert tools.owners["delegate_task"] is agents
    assert not tools.trusted("delegate_task")


def test_the_benchmarks_helpers_take_notes_in_the_real_room() -> None:
    agents = provider(AGENTS, "en")
    done = call(agents, handed(agents, "writer", "A speech for Dad"))
    assert done.result.data == {"accepted": True}
    assert done.arguments == {"agent": "writer", "brief": "A speech for Dad"}
    assert [change.table for change in done.changes] == ["briefs"]
    assert [status.agent for status in map(agents.room.status, agents.room.sessions)] == ["writer"]
