"""From a request to a sub-agent's report: through the facade, under the owner's rules."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any

from tandem_edge.facade import Agent, load_settings, open_agent, open_undo
from tandem_edge.subagents.protocol import Report, SubAgent, Work
from tandem_edge.subagents.provider import AgentProvider
from tandem_shared.approvals import Answer, ApprovalRequest
from tandem_shared.events import CallFinished, Event, Outcome, TurnEnded
from tandem_shared.tools import Bilingual
from tests.fakes.planners import call, done

LONG_S = 20.0


def opened(home: Path, *steps: list[dict[str, object]], answer: Answer = Answer.ONCE) -> Agent:
    script = home / "script.json"
    script.write_text(json.dumps(steps))
    settings = load_settings({"home": home, "planner": f"scripted:{script}"}, environ={})
    asked: list[ApprovalRequest] = []

    def approve(request: ApprovalRequest) -> Answer:
        asked.append(request)
        return answer

    agent = open_agent(settings, approve=approve)
    agent.asked = asked  # type: ignore[attr-defined]
    return agent


def finished(events: list[Event]) -> list[CallFinished]:
    return [event for event in events if isinstance(event, CallFinished)]


def ended(events: list[Event]) -> TurnEnded:
    assert isinstance(events[-1], TurnEnded)
    return events[-1]


def handing(agent: str, brief: str) -> list[dict[str, object]]:
    return [call("delegate_task", agent=agent, brief=brief)]


def radios(event: TurnEnded) -> list[Any]:
    return [change.after for change in event.changes if change.table == "radios"]


def test_the_gui_agent_does_a_part_of_a_request_with_the_owners_yes(tmp_path: Path) -> None:
    agent = opened(tmp_path, handing("gui", "Turn off Bluetooth"), done("Bluetooth is off."))
    events = list(agent.ask("Use the settings screen to switch Bluetooth off"))
    agent.close()
    (made,) = finished(events)
    assert made.result.ok and "Bluetooth" in str(made.result.data["report"])
    assert [after["bluetooth"] for after in radios(ended(events))] == [False]
    assert [request.call.name for request in agent.asked] == ["manage_bluetooth"]  # type: ignore[attr-defined]


def test_without_a_yes_a_sub_agent_changes_nothing_and_says_so(tmp_path: Path) -> None:
    steps = (handing("gui", "Turn off Bluetooth"), done("It was not allowed."))
    agent = opened(tmp_path, *steps, answer=Answer.NO)
    events = list(agent.ask("Use the settings screen to switch Bluetooth off"))
    agent.close()
    fault = finished(events)[0].result.fault
    assert fault is not None and fault.code == "not_confirmed" and "done so far" in fault.message
    assert ended(events).changes == ()


def test_what_a_sub_agent_did_can_be_undone(tmp_path: Path) -> None:
    agent = opened(tmp_path, handing("gui", "Turn off Bluetooth"), done())
    list(agent.ask("Use the settings screen to switch Bluetooth off"))
    agent.close()
    settings = load_settings({"home": tmp_path}, environ={})
    journalled = open_undo(settings).journal.path.read_text("utf-8")  # type: ignore[attr-defined]
    assert "manage_bluetooth" in journalled


def test_a_sub_agent_past_its_deadline_is_left_and_the_turn_goes_on(tmp_path: Path) -> None:
    let_go = threading.Event()

    def hangs(task: object, desk: object) -> Work:
        let_go.wait(LONG_S)
        yield None
        return Report("late")

    agent = opened(tmp_path, handing("gui", "Wait for ever"), done("It took too long."))
    provider = next(each for each in agent.harness.providers if isinstance(each, AgentProvider))
    idle = SubAgent("gui", Bilingual(en="Hangs.", zh="卡住。"), hangs)
    provider.room.agents = {"gui": idle}
    provider.most_s = 0.2
    events = list(agent.ask("Use the settings screen"))
    let_go.set()
    agent.close()
    fault = finished(events)[0].result.fault
    assert fault is not None and fault.code == "out_of_time"
    assert (ended(events).outcome, ended(events).text) == (Outcome.DONE, "It took too long.")
