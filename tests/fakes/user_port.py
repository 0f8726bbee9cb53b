"""A user's agent that replays recorded events, for tests and demonstrations of the screens.

``FakeUser`` keeps to ``tandem_tui.ports.UserPort``:

- ``turns`` holds one recording a request, used up in order; a recording may end in an
  exception, which is then raised where the next event would have come.
- ``asked``, ``replied``, ``steered`` and ``cancels`` record what the screen wanted.
- A recording may hold an ``ApprovalRequest``: whoever was set by ``answer_with`` is asked there,
  in the turn's thread, and ``answers`` notes what they said.
- Nothing waits unless told to: ``hold_at(n)`` makes the next turn stop before its event ``n``
  until ``go_on()`` or ``cancel()`` is called, ``hold_status()`` does the same to ``status``.
  A held turn that is cancelled goes on with ``turn_ended`` of outcome ``cancelled``.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta

from tandem_shared.approvals import Answer, ApprovalRequest, Why
from tandem_shared.errors import UsageError
from tandem_shared.events import (
    CallFinished,
    CallStarted,
    Event,
    Outcome,
    StepPlanned,
    StepStarted,
    TurnEnded,
    TurnStarted,
    Usage,
)
from tandem_shared.tools import Bilingual, Change, Effect, ToolCall, ToolFault, ToolResult
from tandem_tui.ports import Approver, Status

Recording = Sequence[Event | Exception | ApprovalRequest]
PATIENCE_S = 30.0
"""How long a held call waits before it gives up; reached only by a broken test."""


class FakeUser:
    """Replays ``turns``; see the module's description."""

    def __init__(
        self,
        *turns: Recording,
        status: Status = Status(phone="sandbox", planner="scripted"),  # noqa: B008
    ) -> None:
        self._turns = list(turns)
        self._status = status
        self._held_at: int | None = None
        self._gate = threading.Event()
        self._status_gate = threading.Event()
        self._status_gate.set()
        self._cancelled = False
        self.asked: list[str] = []
        self.replied: list[str] = []
        self.steered: list[str] = []
        self.cancels = 0
        self.answers: list[Answer] = []
        self._approver: Approver | None = None

    def answer_with(self, approver: Approver) -> None:
        """Note who answers."""
        self._approver = approver

    def status(self) -> Status:
        """The status it was given, once nobody holds it."""
        self._status_gate.wait(PATIENCE_S)
        return self._status

    def ask(self, text: str) -> Iterator[Event]:
        """Note the request and replay the next recording."""
        self.asked.append(text)
        return self._replay()

    def reply(self, text: str) -> Iterator[Event]:
        """Note the reply and replay the next recording."""
        self.replied.append(text)
        return self._replay()

    def steer(self, text: str) -> None:
        """Note it, or refuse what is too long."""
        if len(text) > 2000:
            raise UsageError("the request has too many characters")
        self.steered.append(text)

    def cancel(self) -> None:
        """Note it, and end the turn that is held."""
        self.cancels += 1
        self._cancelled = True
        self._gate.set()

    def hold_at(self, index: int) -> None:
        """Let the next turn wait before event ``index``."""
        self._held_at = index

    def hold_status(self) -> None:
        """Let ``status`` wait."""
        self._status_gate.clear()

    def go_on(self) -> None:
        """Let whatever waits go on."""
        self._gate.set()
        self._status_gate.set()

    def _replay(self) -> Iterator[Event]:
        self._cancelled = False
        for index, event in enumerate(self._turns.pop(0)):
            if index == self._held_at:
                self._held_at = None
                self._gate.wait(PATIENCE_S)
                self._gate.clear()
            if self._cancelled:
                yield ended(outcome=Outcome.CANCELLED, text="Stopped.", changes=())
                return
            if isinstance(event, Exception):
                raise event
            if isinstance(event, ApprovalRequest):
                self.answers.append(self._approver(event) if self._approver else Answer.NO)
                continue
            yield event


def alarm_turn(request: str = "Wake me at 7:30") -> list[Event]:
    """A turn that sets one alarm: one step to act, one to say so."""
    call = ToolCall(name="manage_alarm", arguments={"action": "create", "time": "7:30 tomorrow"})
    change = Change(table="alarms", key="alarm4", after={"time": "07:30"})
    usage = Usage(prompt_tokens=331, reused_tokens=300, output_tokens=24)
    return [
        started(request),
        StepStarted(step=1),
        StepPlanned(step=1, text="{}", usage=usage, elapsed_s=1.2),
        CallStarted(step=1, index=0, call=call, effect=Effect.WRITE),
        CallFinished(
            step=1,
            index=0,
            call=call,
            result=ToolResult(ok=True, data={"alarm_id": "alarm4"}),
            changes=(change,),
            elapsed_s=0.01,
        ),
        ended(changes=(change,)),
    ]


def nasty_turn(text: str) -> list[Event]:
    """A turn with ``text`` in every field that can hold foreign text."""
    call = ToolCall(name=text, arguments={text: text, "list": [text, {"key": text}]})
    fault = ToolResult(ok=False, fault=ToolFault(code=text, message=text))
    good = ToolResult(ok=True, data={text: text})
    changes = (
        Change(table=text, key=text, after={text: text}),
        Change(table=text, key=text, before={text: text}, after={text: "b"}),
    )
    return [
        started(text).model_copy(update={"phone": text, "planner": text, "phone_time": text}),
        StepStarted(step=1),
        StepPlanned(step=1, text=text, usage=Usage(), elapsed_s=0),
        CallStarted(step=1, index=0, call=call, effect=Effect.IRREVERSIBLE),
        CallStarted(step=1, index=1, call=call, effect=Effect.WRITE),
        CallFinished(step=1, index=0, call=call, result=fault, elapsed_s=0),
        CallFinished(step=1, index=1, call=call, result=good, elapsed_s=0),
        ended(text=text, changes=changes),
    ]


def started(request: str) -> TurnStarted:
    """The first event of a turn."""
    return TurnStarted(
        turn=1,
        request=request,
        phone="sandbox",
        planner="scripted",
        phone_time="2026-03-10T09:00:00+08:00",
        candidates=("manage_alarm",),
    )


def ended(
    outcome: Outcome = Outcome.DONE, text: str = "Done.", changes: tuple[Change, ...] = ()
) -> TurnEnded:
    """The last event of a turn."""
    return TurnEnded(
        outcome=outcome,
        text=text,
        steps=1,
        usage=Usage(),
        changes=changes,
        elapsed_s=1.3,
        planner_s=1.2,
        phone_s=0.01,
    )


def question(
    text: str = "On my way", *, final: bool = True, expires_s: float = 300.0
) -> ApprovalRequest:
    """A call that waits for the owner: a message to send, or an alarm to set."""
    name = "send_message" if final else "manage_alarm"
    wider = () if final else (Answer.CONVERSATION, Answer.ALWAYS)
    return ApprovalRequest(
        call=ToolCall(name=name, arguments={"text": text}),
        effect=Effect.IRREVERSIBLE if final else Effect.WRITE,
        origin="phone",
        purpose=Bilingual(en="do something", zh="做点什么"),
        preview=ToolResult(ok=True, data={"name": text}),
        why=Why.IRREVERSIBLE if final else Why.FOREIGN_TEXT,
        sources=() if final else (text,),
        words=("send", "发送") if final else (),
        offers=(Answer.ONCE, *wider),
        scope="" if final else f"{name}(text=anything)",
        expires=datetime.now(UTC) + timedelta(seconds=expires_s),
    )
