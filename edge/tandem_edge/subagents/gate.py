"""The phone as a sub-agent has it: only what its hand-off names, and nothing after its end."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from tandem_edge.phone.protocol import Execution, Phone
from tandem_edge.phone.sandbox.screens.view import View
from tandem_edge.phone.sandbox.world import SandboxPhone
from tandem_edge.subagents.assignment import ANYTHING, READS
from tandem_edge.subagents.protocol import AgentFailed
from tandem_shared.errors import CancelledError
from tandem_shared.tools import Effect, ToolCall, ToolFault, ToolResult, ToolSpec

Allow = Callable[[ToolCall, ToolSpec, Execution], bool]
"""Whether the owner lets a sub-agent write, given what the call would do."""
Heard = Callable[[ToolCall, Execution], None]
"""Told of each call that a sub-agent has made: for the undo journal and the record."""


def undoable(call: ToolCall, spec: ToolSpec, preview: Execution) -> bool:
    """The owner's word when there is nobody to ask: nothing that cannot be taken back."""
    return spec.effect_of(call.arguments) is not Effect.IRREVERSIBLE


def unheard(call: ToolCall, execution: Execution) -> None:
    """Nobody listens."""


@dataclass
class Gate:
    """Lets through the calls that ``may_touch`` and the owner (``allow``) let through."""

    phone: Phone
    may_touch: tuple[str, ...]
    allow: Allow = undoable
    heard: Heard = unheard
    _closed: bool = False
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def now(self) -> datetime:
        """The phone's clock."""
        return self.phone.now()

    def spec(self, name: str) -> ToolSpec | None:
        """The tool called ``name``."""
        return self.phone.catalogue.spec(name)

    def call(self, call: ToolCall) -> Execution:
        """Carry one call out, or say why not. Raises ``CancelledError`` once closed."""
        spec = self.spec(call.name)
        if spec is None:
            return _refused("unknown_tool", "there is no such tool")
        refusal = self._refusal(call, spec)
        if refusal is not None:
            return refusal
        with self._lock:
            self._check_open()
            execution = self.phone.call(call)
        self.heard(call, execution)
        return execution

    def rehearse(self, calls: Sequence[ToolCall]) -> list[Execution]:
        """What ``calls`` in order would do; nothing is done. It ends with the first that fails.

        On a phone that cannot be copied only the first is rehearsed, since the others build on
        it.
        """
        with self._lock:
            self._check_open()
            if not isinstance(self.phone, SandboxPhone):
                return [self.phone.preview(call) for call in calls[:1]]
            copy, made = self.phone.fork(), list[Execution]()
            for call in calls:
                made.append(copy.call(call))
                if not made[-1].result.ok:
                    break
            return made

    def view(self, *, rehearsal: bool = False) -> View:
        """The phone's screens; of a copy when it is a rehearsal. Raises ``AgentFailed``."""
        if not isinstance(self.phone, SandboxPhone):
            raise AgentFailed("no_screens", "only the sandbox phone's screens can be operated")
        self._check_open()
        if rehearsal:
            copy = self.phone.fork()
            return View(copy, copy.call)
        return View(self.phone, self.call)

    def close(self) -> None:
        """From now on nothing passes; returns when no call is under way. Idempotent."""
        with self._lock:
            self._closed = True

    def _check_open(self) -> None:
        if self._closed:
            raise CancelledError("the session is over")

    def _refusal(self, call: ToolCall, spec: ToolSpec) -> Execution | None:
        effect = spec.effect_of(call.arguments)
        named = ANYTHING in self.may_touch or call.name in self.may_touch
        if not named and not (effect is Effect.READ and READS in self.may_touch):
            return _refused("not_touchable", f"the hand-off does not let it use {call.name}")
        if effect is Effect.READ:
            return None
        with self._lock:
            self._check_open()
            preview = self.phone.preview(call)
        if not preview.result.ok:
            return preview
        if self.allow(call, spec, preview):
            return None
        return _refused("not_confirmed", "the owner did not allow this to a sub-agent")


def _refused(code: str, message: str) -> Execution:
    return Execution(ToolResult(ok=False, fault=ToolFault(code=code, message=message)), {}, ())
