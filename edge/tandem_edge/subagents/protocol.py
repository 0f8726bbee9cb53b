"""What a sub-agent is, and what comes out of one."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from pydantic import JsonValue

from tandem_shared.errors import TandemError
from tandem_shared.tools import Bilingual

if TYPE_CHECKING:
    from tandem_edge.subagents.assignment import Assignment
    from tandem_edge.subagents.desk import Desk


@dataclass(frozen=True)
class Say:
    """Said to whoever talks with the agent; their reply is sent into the work."""

    text: str


@dataclass(frozen=True)
class Report:
    """What an agent hands back: ``text`` for a person, ``data`` for a program.

    Both may hold foreign text; whoever reads them takes them as data.
    """

    text: str
    data: dict[str, JsonValue] = field(default_factory=dict)


Work = Generator[Say | None, str, Report]
"""A step at a time: ``None`` ends a step, ``Say`` waits for a reply, the return value ends it."""


class AgentFailed(TandemError):
    """An agent cannot do its assignment. ``code`` is one word of the kind ``no_model``."""

    def __init__(self, code: str, message: str, *, hint: str = "") -> None:
        super().__init__(message, hint=hint)
        self.code = code


@dataclass(frozen=True)
class SubAgent:
    """One kind of helper, as data. ``work`` is stateless: a session keeps what it knows.

    ``purpose`` is one line for the planner. ``offline`` says that it works with what is on this
    machine. ``touches`` is what of the phone it gets when a planner hands over (see
    ``Assignment.may_touch``).

    ``work`` raises ``AgentFailed``; whatever else it raises ends the session as broken.
    """

    name: str
    purpose: Bilingual
    work: Callable[[Assignment, Desk], Work]
    offline: bool = True
    touches: tuple[str, ...] = ()


class State(StrEnum):
    """Where a session stands."""

    READY = "ready"
    RUNNING = "running"
    WAITING = "waiting"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


FINAL = frozenset({State.DONE, State.FAILED, State.CANCELLED})
"""States that nothing leads out of."""


@dataclass(frozen=True)
class Failure:
    """Why a session failed: a code, one sentence, and what had been done by then."""

    code: str
    message: str
    done: tuple[str, ...] = ()


@dataclass(frozen=True)
class Status:
    """A session as it stood at one moment."""

    session: str
    agent: str
    state: State
    steps: int
    done: tuple[str, ...]
    """What has been done so far, one line each."""
    says: str = ""
    """What it waits for a reply to."""
    report: Report | None = None
    failure: Failure | None = None
    model_calls: int = 0
    worked_s: float = 0.0

    def as_json(self) -> dict[str, JsonValue]:
        """As a JSON object; absent parts are left out."""
        shown: dict[str, JsonValue] = {
            "session": self.session,
            "agent": self.agent,
            "state": self.state.value,
            "steps": self.steps,
            "done": list(self.done),
            "model_calls": self.model_calls,
        }
        if self.says:
            shown["says"] = self.says
        if self.report is not None:
            shown["report"] = {"text": self.report.text, **self.report.data}
        if self.failure is not None:
            shown["failure"] = {
                "code": self.failure.code,
                "message": self.failure.message,
                "done": list(self.failure.done),
            }
        return shown
