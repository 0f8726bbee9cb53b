"""The phone as a sub-agent has it: only what its hand-off names, and nothing after its end."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import datetime

from tandem_edge.phone.catalogue import Catalogue
from tandem_edge.phone.protocol import Execution, Phone
from tandem_edge.phone.sandbox.device import DEVICE
from tandem_edge.phone.sandbox.screens.view import View
from tandem_edge.phone.sandbox.world import SandboxPhone
from tandem_edge.subagents.assignment import ANYTHING, READS
from tandem_edge.subagents.protocol import AgentFailed
from tandem_shared.errors import CancelledError
from tandem_shared.tools import Change, Effect, ToolCall, ToolFault, ToolResult, ToolSpec

Act = Callable[[Phone, ToolCall, ToolSpec], Execution]
"""Carries out a call that the hand-off allows, by the owner's rules: asks, refuses, journals."""


def undoable_only(phone: Phone, call: ToolCall, spec: ToolSpec) -> Execution:
    """The owner's rules when there is nobody to ask: nothing that cannot be taken back."""
    if spec.effect_of(call.arguments) is Effect.IRREVERSIBLE:
        return refused("not_confirmed", "this cannot be taken back, so the owner must ask for it")
    return phone.call(call)


@dataclass
class Guarded:
    """A phone that can be taken away: once shut, nothing more is done on it."""

    phone: Phone
    _shut: bool = False
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def name(self) -> str:
        """See ``Phone.name``."""
        return self.phone.name

    @property
    def catalogue(self) -> Catalogue:
        """See ``Phone.catalogue``."""
        return self.phone.catalogue

    def now(self) -> datetime:
        """See ``Phone.now``."""
        return self.phone.now()

    def call(self, call: ToolCall) -> Execution:
        """See ``Phone.call``. Raises ``CancelledError`` once shut."""
        with self._lock:
            self.check()
            return self.phone.call(call)

    def preview(self, call: ToolCall) -> Execution:
        """See ``Phone.preview``. Raises ``CancelledError`` once shut."""
        with self._lock:
            self.check()
            return self.phone.preview(call)

    def fork(self) -> SandboxPhone:
        """A copy to try things on. Raises ``AgentFailed`` where there is none to be had."""
        if not isinstance(self.phone, SandboxPhone):
            raise AgentFailed("no_screens", "only the sandbox phone can be tried out in a copy")
        with self._lock:
            self.check()
            return self.phone.fork()

    def mark(self) -> int:
        """See ``Phone.mark``."""
        return self.phone.mark()

    def changes_since(self, mark: int) -> tuple[Change, ...]:
        """See ``Phone.changes_since``."""
        return self.phone.changes_since(mark)

    def held(self) -> AbstractContextManager[None]:
        """See ``Phone.held``."""
        return self.phone.held()

    def shut(self) -> None:
        """Take the phone away; returns when no call is under way. Idempotent."""
        with self._lock:
            self._shut = True

    def check(self) -> None:
        """Raises ``CancelledError`` once shut."""
        if self._shut:
            raise CancelledError("the session is over")


@dataclass(frozen=True)
class Gate:
    """Lets through what ``may_touch`` names; ``act`` carries it out by the owner's rules."""

    phone: Guarded
    may_touch: tuple[str, ...]
    act: Act = undoable_only

    def now(self) -> datetime:
        """The phone's clock."""
        return self.phone.now()

    def spec(self, name: str) -> ToolSpec | None:
        """The tool called ``name``."""
        return self.phone.catalogue.spec(name)

    def allows(self, call: ToolCall, spec: ToolSpec) -> bool:
        """Whether the hand-off lets ``call`` through."""
        if ANYTHING in self.may_touch or call.name in self.may_touch:
            return True
        return READS in self.may_touch and spec.effect_of(call.arguments) is Effect.READ

    def call(self, call: ToolCall) -> Execution:
        """Carry one call out, or say why not. Raises ``CancelledError`` after the end."""
        self.phone.check()
        spec = self.spec(call.name)
        if spec is None:
            return refused("unknown_tool", "there is no such tool")
        if not self.allows(call, spec):
            return refused("not_touchable", f"the hand-off does not let it use {call.name}")
        return self.act(self.phone, call, spec)

    def rehearse(self, calls: Sequence[ToolCall]) -> list[Execution]:
        """What ``calls`` in order would do; nothing is done. It ends with the first that fails.

        On a phone that cannot be copied only the first is rehearsed, since the others build on it.
        """
        if not isinstance(self.phone.phone, SandboxPhone):
            return [self.phone.preview(call) for call in calls[:1]]
        copy, made = self.phone.fork(), list[Execution]()
        for call in calls:
            made.append(copy.call(call))
            if not made[-1].result.ok:
                break
        return made

    def view(self) -> View:
        """The phone's screens, whose touches go through this gate. Raises ``AgentFailed``."""
        phone = self.phone.phone
        if not isinstance(phone, SandboxPhone):
            raise AgentFailed("no_screens", "only the sandbox phone's screens can be operated")
        return View(phone, self.call)

    def rehearsal(self, language: str) -> View:
        """The screens of a copy that speaks ``language``: to look around in, without a trace."""
        copy = self.phone.fork()
        copy.store.update(DEVICE, language=language)
        return View(copy, copy.call)


def refused(code: str, message: str) -> Execution:
    """A call that was not carried out, and why."""
    return Execution(ToolResult(ok=False, fault=ToolFault(code=code, message=message)), {}, ())
