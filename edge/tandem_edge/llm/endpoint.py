"""Any OpenAI-compatible endpoint as a language model."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from typing import Any

from tandem_edge.llm.answers import answered
from tandem_edge.llm.chat import Chat, EndpointFailed
from tandem_edge.llm.role import ModelFailed, Question, Reply
from tandem_shared.events import Usage


@dataclass
class EndpointModel:
    """A model behind ``chat``, which is closed with it.

    The schema goes along as ``response_format``, by which servers that can hold the model to it
    do; the answer is checked whether they do or not.
    """

    chat: Chat

    @property
    def name(self) -> str:
        """The model's own name, and where it is."""
        return f"{self.chat.gate.model} @ {self.chat.gate.destination.name}"

    @property
    def destination(self) -> str:
        """See ``LanguageModel.destination``."""
        where = self.chat.gate.destination
        return "" if where.local else where.name

    def ask(self, question: Question, *, deadline_s: float, cancel: threading.Event) -> Reply:
        """See ``LanguageModel.ask``. The deadline is over both tries."""
        until = time.monotonic() + deadline_s

        def write(asked: Question) -> tuple[str, Usage]:
            done = self.chat.complete(
                _body(asked),
                private=question.private,
                deadline_s=max(until - time.monotonic(), 0.0),
                cancel=cancel,
            )
            return done.text, done.usage

        try:
            return answered(question, write)
        except EndpointFailed as error:
            raise ModelFailed(str(error), hint=error.hint) from error

    def close(self) -> None:
        """See ``LanguageModel.close``."""
        self.chat.close()


def _body(question: Question) -> dict[str, Any]:
    wanted = {"name": "answer", "schema": question.schema}
    return {
        "messages": [
            {"role": "system", "content": question.instructions},
            {"role": "user", "content": question.text},
        ],
        "response_format": {"type": "json_schema", "json_schema": wanted},
        "max_tokens": question.max_tokens,
        "temperature": 0,
        "seed": 0,
    }
