"""Carrying one call out: exposed tools only, policy, the owner's word, then the phone."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from tandem_edge.harness.budget import Spent
from tandem_edge.harness.ports import Approve, Policy, Verdict
from tandem_edge.harness.toolbox import Toolbox
from tandem_edge.phone.protocol import Execution
from tandem_shared.tools import ToolCall, ToolFault, ToolResult, ToolSpec


@dataclass(frozen=True)
class Executor:
    """Decides whether a call may act, and lets the phone act."""

    tools: Toolbox
    policy: Policy
    approve: Approve
    cancelled: threading.Event

    def execute(
        self, call: ToolCall, spec: ToolSpec | None, spent: Spent, deadline_s: float
    ) -> Execution:
        """The outcome of one call; a refusal is one too. ``spec`` is ``None`` if not offered.

        The owner is asked only about a call that would succeed, and is shown on whom and what.
        Raises ``PhoneError`` when the phone is gone.
        """
        if self.cancelled.is_set():
            return refusal("cancelled", "the user stopped before this call")
        if spec is None:
            return refusal("unknown_tool", "this is not among the tools offered")
        verdict = self.policy.judge(call, spec)
        if verdict is Verdict.REFUSE:
            return refusal("not_allowed", "the owner's rules do not allow this")
        if verdict is Verdict.ASK:
            with timed(spent, "phone_s"):
                preview = self.tools.preview(call)
            if not preview.result.ok:
                return preview
            with timed(spent, "owner_s"):
                agreed = self.approve(call, spec, preview)
            if self.cancelled.is_set():
                return refusal("cancelled", "the user stopped before this call")
            if not agreed:
                return refusal("not_confirmed", "the owner did not confirm this")
        with timed(spent, "phone_s"):
            return self.tools.call(call, deadline_s=deadline_s, cancel=self.cancelled)


@contextmanager
def timed(spent: Spent, name: str) -> Iterator[None]:
    """Add the time inside to one of ``spent``'s seconds."""
    started = time.monotonic()
    try:
        yield
    finally:
        setattr(spent, name, getattr(spent, name) + time.monotonic() - started)


def refusal(code: str, message: str) -> Execution:
    """A call that was not carried out, and why."""
    return Execution(ToolResult(ok=False, fault=ToolFault(code=code, message=message)), {}, ())
