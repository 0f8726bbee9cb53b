"""Every sub-agent behind one interface: start, step or execute, status, cancel."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tandem_edge.llm.role import LanguageModel
from tandem_edge.phone.protocol import Phone
from tandem_edge.subagents.assignment import ANYTHING, READS, Assignment, checked
from tandem_edge.subagents.desk import Desk
from tandem_edge.subagents.eyes import Eyes
from tandem_edge.subagents.gate import Act, Gate, Guarded, undoable_only
from tandem_edge.subagents.protocol import FINAL, Status, SubAgent
from tandem_edge.subagents.session import Session
from tandem_shared.errors import UsageError
from tandem_shared.text import one_line

MOST_SESSIONS = 32
"""Sessions kept; finished ones make room for new ones, the oldest first."""


def nothing() -> None:
    """What there is where nothing is set up."""


@dataclass
class Room:
    """Starts sessions and keeps them. ``model``, ``eyes`` and ``phone`` are asked at each start.

    Safe from any thread.
    """

    agents: Mapping[str, SubAgent]
    model: Callable[[], LanguageModel | None] = nothing
    eyes: Callable[[], Eyes | None] = nothing
    phone: Callable[[], Phone | None] = nothing
    act: Act = undoable_only
    clock: Callable[[], float] = time.monotonic
    sessions: dict[str, Session] = field(default_factory=dict)
    started: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def start(self, agent: str, payload: Any) -> str:
        """Take a hand-off and return the session's id; no work is done yet.

        Raises ``UsageError`` for an unknown agent, a hand-off that is not complete or names a
        tool there is not, and when too many sessions are open.
        """
        task = checked(payload)
        found = self.agents.get(agent)
        if found is None:
            known = ", ".join(self.agents)
            asked = one_line(agent, limit=60)
            raise UsageError(f"there is no sub-agent {asked}", hint=f"there are: {known}")
        phone = self.phone()
        _check_touch(task, phone)
        with self._lock:
            self._make_room()
            self.started += 1
            session = Session(
                id=f"{found.name}_{self.started}",
                agent=found,
                task=task,
                open_desk=lambda session: self._desk(session, phone),
                clock=self.clock,
            )
            self.sessions[session.id] = session
        return session.id

    def step(self, session: str, said: str = "") -> Status:
        """See ``Session.step``."""
        return self._find(session).step(said)

    def execute(self, session: str, said: str = "") -> Status:
        """See ``Session.execute``."""
        return self._find(session).execute(said)

    def status(self, session: str) -> Status:
        """See ``Session.status``."""
        return self._find(session).status()

    def cancel(self, session: str) -> Status:
        """See ``Session.cancel``."""
        return self._find(session).cancel()

    def close(self) -> None:
        """Cancel whatever is open."""
        for session in list(self.sessions.values()):
            session.cancel()

    def _find(self, name: str) -> Session:
        session = self.sessions.get(name)
        if session is None:
            raise UsageError(
                f"there is no session {one_line(name, limit=60)}", hint="start one first"
            )
        return session

    def _make_room(self) -> None:
        if len(self.sessions) < MOST_SESSIONS:
            return
        over = [key for key, each in self.sessions.items() if each.status().state in FINAL]
        if not over:
            raise UsageError(
                f"{len(self.sessions)} sessions are open", hint="end or cancel one first"
            )
        del self.sessions[over[0]]

    def _desk(self, session: Session, phone: Phone | None) -> Desk:
        task = session.task
        gate = None
        if phone is not None and task.may_touch:
            gate = Gate(Guarded(phone), task.may_touch, self.act)
        return Desk(
            language=task.language,
            budget=task.budget,
            left_s=session.left_s,
            cancelled=session.cancelled,
            model=self.model(),
            eyes=self.eyes(),
            gate=gate,
        )


def _check_touch(task: Assignment, phone: Phone | None) -> None:
    known = phone.catalogue.tools if phone is not None else {}
    unknown = [each for each in task.may_touch if each not in (ANYTHING, READS, *known)]
    if unknown:
        raise UsageError(
            f"the hand-off may touch {one_line(unknown[0], limit=60)}, which this phone has not",
            hint=f"name tools of the phone, {READS} or {ANYTHING}",
        )
