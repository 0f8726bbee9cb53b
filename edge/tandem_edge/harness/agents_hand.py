"""The hand that sub-agents act with: the owner's rules hold for them as for the planner."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field

from tandem_edge.harness.budget import Spent
from tandem_edge.harness.conversation import Conversation
from tandem_edge.harness.execute import Executor
from tandem_edge.harness.ports import Approve, Journal, NoJournal, Policy
from tandem_edge.harness.toolbox import Toolbox
from tandem_edge.phone.protocol import Execution, Phone
from tandem_edge.policy.taint import Taint
from tandem_shared.tools import ToolCall, ToolSpec

AGENTS = "agents"
CALL_S = 60.0


@dataclass(frozen=True)
class AgentsHand:
    """Carries out one phone call of a sub-agent, as ``Executor`` does one of the planner's.

    What a sub-agent decides comes from text that it read, so each of its calls counts as made
    after foreign text: its writes need the owner's yes or a grant, and are journalled under the
    turn that started it. Raises ``PhoneError``.
    """

    policy: Policy
    approve: Approve
    cancelled: threading.Event
    conversation: Callable[[], Conversation]
    """The conversation that is going on now."""
    journal: Journal = field(default_factory=NoJournal)

    def __call__(self, phone: Phone, call: ToolCall, spec: ToolSpec) -> Execution:
        """The outcome of ``call``; a refusal is one too."""
        talk = self.conversation()
        executor = Executor(
            Toolbox(phone),
            self.policy,
            self.approve,
            self.cancelled,
            conversation=talk.id,
            turn=f"{talk.id}/{talk.number}",
            taint=Taint(sources=[AGENTS]),
            journal=self.journal,
            language=talk.turns[-1].language if talk.turns else "en",
        )
        return executor.execute(call, spec, Spent(), CALL_S)
