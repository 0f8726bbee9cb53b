"""Sessions: complete hand-offs only, a state machine, deadlines, cancelling, structured failure."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from tandem_edge.llm.role import ModelFailed
from tandem_edge.subagents.assignment import Assignment, checked
from tandem_edge.subagents.desk import Desk
from tandem_edge.subagents.protocol import (
    FINAL,
    AgentFailed,
    Report,
    Say,
    State,
    SubAgent,
    Work,
)
from tandem_edge.subagents.room import MOST_SESSIONS, Room
from tandem_shared.errors import PrivacyError, UsageError
from tandem_shared.tools import Bilingual, ToolCall
from tests.edge.subagents.making import payload, phone_of

LONG_S = 20.0
"""How long a test waits for a thread before it counts as hung."""


def agent_of(work: Callable[[Assignment, Desk], Work], name: str = "helper") -> SubAgent:
    return SubAgent(name, Bilingual(en="Helps.", zh="帮忙。"), work)


def room_of(work: Callable[[Assignment, Desk], Work], **options: Any) -> Room:
    return Room({"helper": agent_of(work)}, phone=lambda: PHONE.fork(), **options)


PHONE = phone_of()


def in_two_steps(task: Assignment, desk: Desk) -> Work:
    desk.note("began")
    yield None
    desk.note("went on")
    yield None
    return Report(task.goal, {"steps": 2})


def test_a_session_goes_step_by_step_to_its_report() -> None:
    room = room_of(in_two_steps)
    session = room.start("helper", payload("Help"))
    assert room.status(session).state is State.READY
    first = room.step(session)
    assert (first.state, first.done) == (State.READY, ("began",))
    last = room.execute(session)
    assert (last.state, last.steps, last.report) == (State.DONE, 3, Report("Help", {"steps": 2}))


@pytest.mark.parametrize(
    "missing", ["goal", "language", "returns", "deadline_s", "budget", "may_touch"]
)
def test_a_hand_off_without_a_part_does_not_start(missing: str) -> None:
    room = room_of(in_two_steps)
    incomplete = {name: value for name, value in payload().items() if name != missing}
    with pytest.raises(UsageError, match=missing):
        room.start("helper", incomplete)
    assert room.sessions == {}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("goal", "  "),
        ("language", "fr"),
        ("deadline_s", 0),
        ("deadline_s", 1e9),
        ("budget", {"model_calls": -1}),
        ("may_touch", ["no_such_tool"]),
        ("picture", "file:///etc/passwd"),
        ("more", "than it has"),
    ],
)
def test_a_hand_off_with_a_wrong_part_does_not_start(name: str, value: Any) -> None:
    room = room_of(in_two_steps)
    with pytest.raises(UsageError):
        room.start("helper", payload(**{name: value}))


@given(
    st.recursive(st.none() | st.booleans() | st.floats() | st.text(), st.lists)
    | st.dictionaries(
        st.sampled_from([*Assignment.model_fields]), st.text() | st.integers() | st.lists(st.text())
    )
)
def test_whatever_is_handed_over_is_an_assignment_or_a_usage_error(value: Any) -> None:
    try:
        assert isinstance(checked(value), Assignment)
    except UsageError as error:
        assert error.hint


def test_control_characters_do_not_get_into_an_assignment() -> None:
    made = checked(payload("Help\x1b[31m", facts=["a\x00b"], material="c\u202ed"))
    assert (made.goal, made.facts, made.material) == ("Help", ("ab",), "cd")


def test_an_agent_that_waits_goes_on_with_the_reply() -> None:
    def talks(task: Assignment, desk: Desk) -> Work:
        said = yield Say("Who are you?")
        return Report(said)

    room = room_of(talks)
    session = room.start("helper", payload())
    waiting = room.execute(session)
    assert (waiting.state, waiting.says) == (State.WAITING, "Who are you?")
    done = room.execute(session, "Mira")
    assert done.report == Report("Mira")


FAILURES = {
    "no_model": AgentFailed("no_model", "there is none"),
    "model_failed": ModelFailed("it said nothing"),
    "not_consented": PrivacyError("not there"),
    "cannot": UsageError("no"),
    "agent_broke": ZeroDivisionError("secret"),
}


@pytest.mark.parametrize("code", FAILURES)
def test_a_failure_says_what_it_is_and_what_was_done(code: str) -> None:
    def fails(task: Assignment, desk: Desk) -> Work:
        desk.note("looked")
        yield None
        raise FAILURES[code]

    room = room_of(fails)
    status = room.execute(room.start("helper", payload()))
    assert status.state is State.FAILED and status.failure is not None
    assert (status.failure.code, status.failure.done) == (code, ("looked",))
    assert "secret" not in status.failure.message


def test_an_agent_without_a_report_or_without_steps_has_failed() -> None:
    def no_report(task: Assignment, desk: Desk) -> Work:
        yield None
        return None  # type: ignore[return-value]

    for work in (no_report, lambda task, desk: None):
        room = room_of(work)  # type: ignore[arg-type]
        status = room.execute(room.start("helper", payload()))
        assert status.failure is not None and status.failure.code == "agent_broke"


def test_the_budget_of_steps_ends_an_agent_that_never_ends() -> None:
    def forever(task: Assignment, desk: Desk) -> Work:
        while True:
            yield None

    room = room_of(forever)
    status = room.execute(room.start("helper", payload(budget={"steps": 5})))
    assert status.failure is not None and status.failure.code == "out_of_budget"
    assert status.steps == 6


def test_a_deadline_ends_an_agent_that_hangs_and_shuts_its_gate() -> None:
    let_go, ended = threading.Event(), threading.Event()
    outcomes: list[BaseException] = []

    def hangs(task: Assignment, desk: Desk) -> Work:
        let_go.wait(LONG_S)
        try:
            desk.phone.call(ToolCall(name="manage_wifi", arguments={"action": "disable"}))
        except BaseException as error:
            outcomes.append(error)
        ended.set()
        yield None
        return Report("too late")

    phone = phone_of()
    room = Room({"helper": agent_of(hangs)}, phone=lambda: phone)
    session = room.start("helper", payload(deadline_s=0.05))
    status = room.execute(session)
    assert status.failure is not None and status.failure.code == "out_of_time"
    let_go.set()
    assert ended.wait(LONG_S)
    assert [type(error).__name__ for error in outcomes] == ["CancelledError"]
    assert phone.changes_since(0) == ()
    assert room.status(session).report is None


def test_another_thread_cancels_an_agent_at_work() -> None:
    at_work, let_go = threading.Event(), threading.Event()

    def hangs(task: Assignment, desk: Desk) -> Work:
        at_work.set()
        let_go.wait(LONG_S)
        yield None
        return Report("too late")

    room = room_of(hangs)
    session = room.start("helper", payload())
    seen: list[State] = []
    worker = threading.Thread(target=lambda: seen.append(room.execute(session).state))
    worker.start()
    assert at_work.wait(LONG_S)
    with pytest.raises(UsageError, match="running"):
        room.step(session)
    assert room.cancel(session).state is State.CANCELLED
    worker.join(LONG_S)
    let_go.set()
    assert seen == [State.CANCELLED]
    assert room.cancel(session).state is State.CANCELLED


def test_a_hand_off_reaches_only_what_it_names() -> None:
    codes: list[str] = []

    def tries(task: Assignment, desk: Desk) -> Work:
        for name, arguments in (
            ("manage_wifi", {"action": "query"}),
            ("manage_wifi", {"action": "disable"}),
            ("set_brightness", {"percent": 5}),
            ("make_call", {"person": "10086"}),
            ("no_such_tool", {}),
        ):
            fault = desk.phone.call(ToolCall(name=name, arguments=arguments)).result.fault
            codes.append(fault.code if fault else "ok")
        yield None
        return Report("")

    phone = phone_of()
    room = Room({"helper": agent_of(tries)}, phone=lambda: phone)
    room.execute(room.start("helper", payload(may_touch=["reads", "set_brightness"])))
    assert codes == ["ok", "not_touchable", "ok", "not_touchable", "unknown_tool"]
    assert [change.table for change in phone.changes_since(0)] == ["display"]
    codes.clear()
    room.execute(room.start("helper", payload(may_touch=["*"])))
    assert codes == ["ok", "ok", "ok", "not_confirmed", "unknown_tool"]
    codes.clear()
    no_phone = room.execute(room.start("helper", payload(may_touch=[])))
    assert no_phone.failure is not None and no_phone.failure.code == "no_phone"


def test_finished_sessions_make_room_and_open_ones_do_not() -> None:
    room = room_of(in_two_steps)
    first = room.start("helper", payload())
    for _ in range(MOST_SESSIONS - 1):
        room.start("helper", payload())
    with pytest.raises(UsageError, match="open"):
        room.start("helper", payload())
    room.execute(first)
    room.start("helper", payload())
    with pytest.raises(UsageError, match="no session"):
        room.status(first)


class Sessions(RuleBasedStateMachine):
    """Whatever is done in whatever order, a session moves only along the arrows."""

    ARROWS = frozenset(
        {
            (State.READY, State.READY),
            (State.READY, State.WAITING),
            (State.READY, State.DONE),
            (State.READY, State.FAILED),
            (State.READY, State.CANCELLED),
            (State.WAITING, State.READY),
            (State.WAITING, State.WAITING),
            (State.WAITING, State.DONE),
            (State.WAITING, State.FAILED),
            (State.WAITING, State.CANCELLED),
        }
    )

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0
        self.next = "none"
        self.room = Room({"helper": agent_of(self.work)}, clock=lambda: self.now)
        self.session = self.room.start("helper", payload(deadline_s=100, may_touch=[]))
        self.before = State.READY
        self.waited = False

    def work(self, task: Assignment, desk: Desk) -> Work:
        while True:
            match self.next:
                case "say":
                    yield Say("and?")
                case "fail":
                    raise AgentFailed("because", "it failed")
                case "end":
                    return Report("done")
                case _:
                    yield None

    def moved(self, after: State) -> None:
        if self.before in FINAL:
            assert after is self.before
        else:
            assert (self.before, after) in self.ARROWS
        self.before = after

    @rule(what=st.sampled_from(["none", "say", "fail", "end"]))
    def step(self, what: str) -> None:
        self.next = what
        if self.before in FINAL:
            with pytest.raises(UsageError):
                self.room.step(self.session)
            return
        try:
            self.moved(self.room.step(self.session).state)
        except UsageError:  # its time ran out before the step
            self.moved(self.room.status(self.session).state)
            assert self.before is State.FAILED

    @rule()
    def cancel(self) -> None:
        self.moved(self.room.cancel(self.session).state)

    @rule(seconds=st.floats(0, 60))
    def wait(self, seconds: float) -> None:
        self.now += seconds
        self.moved(self.room.status(self.session).state)

    @precondition(lambda self: self.before is State.WAITING)
    @rule()
    def wait_for_the_owner(self) -> None:
        self.now += 1000
        self.moved(self.room.status(self.session).state)
        assert self.before is State.WAITING

    @invariant()
    def what_it_says_fits_its_state(self) -> None:
        status = self.room.status(self.session)
        assert (status.report is not None) == (status.state is State.DONE)
        assert (status.failure is not None) == (status.state is State.FAILED)
        assert bool(status.says) == (status.state is State.WAITING)


Sessions.TestCase.settings = settings(max_examples=40, stateful_step_count=15, deadline=None)
TestSessions = Sessions.TestCase
