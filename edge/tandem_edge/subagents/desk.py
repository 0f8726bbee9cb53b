"""What lies on a sub-agent's desk while it works: a language model, the phone, its budget."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field

from pydantic import JsonValue

from tandem_edge.llm.role import LanguageModel, Question, Schema
from tandem_edge.subagents.assignment import Budget
from tandem_edge.subagents.eyes import Eyes
from tandem_edge.subagents.gate import Gate
from tandem_edge.subagents.protocol import AgentFailed
from tandem_shared.errors import CancelledError
from tandem_shared.text import one_line

LONGEST_NOTE = 200

NO_MODEL = {
    "en": "this needs a language model and none is set up",
    "zh": "这件事需要语言模型，但还没有配置",
}
NO_PHONE = {
    "en": "this needs the phone, and the hand-off gives no access to it",
    "zh": "这件事需要用手机，但交办时没有给出权限",
}


@dataclass
class Desk:
    """One session's means. ``left_s`` tells the seconds until its deadline."""

    language: str
    budget: Budget
    left_s: Callable[[], float]
    cancelled: threading.Event
    model: LanguageModel | None = None
    eyes: Eyes | None = None
    gate: Gate | None = None
    model_calls: int = 0
    notes: list[str] = field(default_factory=list)

    @property
    def phone(self) -> Gate:
        """The phone. Raises ``AgentFailed`` when the hand-off gives none."""
        if self.gate is None:
            raise AgentFailed("no_phone", NO_PHONE[self.language])
        return self.gate

    def note(self, line: str) -> None:
        """Say what has been done, for whoever asks how far it is or why it failed."""
        self.notes.append(one_line(line, limit=LONGEST_NOTE))

    def ask(
        self,
        instructions: str,
        text: str,
        schema: Schema,
        *,
        max_tokens: int = 200,
        check: Callable[[JsonValue], object] | None = None,
    ) -> JsonValue:
        """The language model's answer, valid under ``schema`` and ``check``; ``text`` is data.

        Raises ``AgentFailed`` without a model or past the budget, ``ModelFailed``,
        ``PrivacyError`` and ``CancelledError`` as ``LanguageModel.ask`` does.
        """
        if self.model is None:
            raise AgentFailed("no_model", NO_MODEL[self.language], hint="tandem model pull")
        self.spend()
        question = Question(instructions, text, schema, max_tokens, check=check)
        left = max(self.left_s(), 0.01)
        return self.model.ask(question, deadline_s=left, cancel=self.cancelled).value

    def spend(self) -> None:
        """Count one question to a model. Raises ``AgentFailed`` or ``CancelledError``."""
        if self.cancelled.is_set():
            raise CancelledError("the session is over")
        if self.model_calls >= self.budget.model_calls:
            raise AgentFailed("out_of_budget", "the budget of model calls is spent")
        if self.left_s() <= 0:
            raise AgentFailed("out_of_time", "the deadline has passed")
        self.model_calls += 1
