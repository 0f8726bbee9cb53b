"""The screens' port over the real agent, with a scripted planner and the sandbox phone."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tandem_edge.facade import open_agent
from tandem_edge.settings import Settings
from tandem_shared.approvals import Answer, ApprovalRequest
from tandem_shared.errors import CancelledError, UsageError
from tandem_shared.events import Outcome, TurnEnded
from tandem_tui.ports import Status
from tandem_tui.wiring import screens
from tandem_tui.wiring.screens import EdgeUser, open_screens

STEPS = [
    [{"name": "manage_alarm", "arguments": {"action": "create", "time": "7:30 tomorrow"}}],
    [{"name": "done", "arguments": {"answer": "Set."}}],
]


@pytest.fixture
def user(tmp_path: Path) -> Iterator[EdgeUser]:
    """A port whose planner sets one alarm."""
    script = tmp_path / "script.json"
    script.write_text(json.dumps(STEPS))
    user = EdgeUser(Settings(home=tmp_path, planner=f"scripted:{script}"))
    yield user
    user.close()


def missing(tmp_path: Path) -> EdgeUser:
    return EdgeUser(Settings(home=tmp_path, models_dir=tmp_path, planner="qwen2.5-coder-0.5b"))


def test_nothing_is_opened_until_it_is_needed(user: EdgeUser) -> None:
    assert user._agent is None
    assert user.status() == Status(phone="sandbox", planner="scripted")
    assert user._agent is not None


def test_a_request_is_carried_out_and_the_phone_is_kept(user: EdgeUser, tmp_path: Path) -> None:
    last = list(user.ask("Set an alarm for 7:30 tomorrow"))[-1]
    assert isinstance(last, TurnEnded) and last.outcome is Outcome.DONE
    assert [change.table for change in last.changes] == ["alarms"]
    user.close()
    assert (tmp_path / "sandbox-phone.json").exists()


def test_no_planner_is_an_answer_with_the_command_to_type(tmp_path: Path) -> None:
    status = missing(tmp_path).status()
    assert status.planner == ""
    assert status.problem and "tandem model" in status.hint


def test_a_fault_of_ours_is_an_answer_too_and_stands_in_the_log(
    user: EdgeUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    logged: list[BaseException] = []
    monkeypatch.setattr(screens, "log_fault", logged.append)

    def broken(settings: Settings, **options: Any) -> Any:
        raise RuntimeError("Mira's number is 555")

    monkeypatch.setattr(screens, "open_agent", broken)
    assert user.status() == Status(problem="the agent would not open", hint="tandem doctor")
    with pytest.raises(RuntimeError):
        list(user.ask("Wake me"))
    assert len(logged) == 2


def test_a_request_cancelled_while_the_agent_opens_never_begins(
    user: EdgeUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    really_open = open_agent
    opening, cancelled = threading.Event(), threading.Event()

    def slow(settings: Settings, **options: Any) -> Any:
        opening.set()
        assert cancelled.wait(30)
        return really_open(settings, **options)

    monkeypatch.setattr(screens, "open_agent", slow)
    events = user.ask("Set an alarm for 7:30 tomorrow")

    def stop() -> None:
        assert opening.wait(30)
        user.cancel()
        cancelled.set()

    thread = threading.Thread(target=stop)
    thread.start()
    with pytest.raises(CancelledError):
        list(events)
    thread.join()
    assert isinstance(list(user.ask("Set an alarm for 7:30 tomorrow"))[-1], TurnEnded)


def test_without_a_terminal_there_is_one_sentence_with_another_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: False, raising=False)
    with pytest.raises(UsageError, match="need a terminal") as caught:
        open_screens(str(tmp_path))
    assert "tandem ask" in caught.value.hint


@pytest.mark.parametrize(("answer", "sent"), [(Answer.ONCE, 1), (Answer.NO, 0), (None, 0)])
def test_whoever_was_set_is_asked_about_what_cannot_be_undone(
    tmp_path: Path, answer: Answer | None, sent: int
) -> None:
    send = {"name": "send_message", "arguments": {"person": "10086", "text": "On my way"}}
    script = tmp_path / "script.json"
    script.write_text(json.dumps([[send], STEPS[1]]))
    user = EdgeUser(Settings(home=tmp_path, planner=f"scripted:{script}"))
    asked: list[ApprovalRequest] = []

    def approve(request: ApprovalRequest) -> Answer:
        asked.append(request)
        return answer or Answer.NO

    if answer is not None:
        user.answer_with(approve)
    last = list(user.ask("Text 10086 that I am on my way"))[-1]
    user.close()
    assert isinstance(last, TurnEnded) and len(last.changes) == sent
    assert len(asked) == (answer is not None)
