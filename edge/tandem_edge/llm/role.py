"""The language model role: every place that asks a model for something but the next action."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import Protocol

from pydantic import JsonValue

from tandem_shared.errors import TandemError
from tandem_shared.events import Usage

Schema = dict[str, JsonValue]


class ModelFailed(TandemError):
    """The language model gave no usable answer: unreachable, out of time, not of the schema."""

    exit_code = 5


@dataclass(frozen=True)
class Question:
    """What a model is asked. ``text`` may hold foreign text; ``instructions`` never does."""

    instructions: str
    text: str
    schema: Schema
    """JSON Schema that the answer's value satisfies."""
    max_tokens: int = 700


@dataclass(frozen=True)
class Reply:
    """The answer: ``value`` is valid under the question's schema; ``usage`` what it cost."""

    value: JsonValue
    usage: Usage = field(default_factory=Usage)


class LanguageModel(Protocol):
    """A local file in a child process, any OpenAI-compatible endpoint, or a recording."""

    @property
    def name(self) -> str:
        """How the model is called on screens and in records."""

    @property
    def destination(self) -> str:
        """Where questions go: ``""`` on this machine, else the host that is named and consented."""

    def ask(self, question: Question, *, deadline_s: float, cancel: threading.Event) -> Reply:
        """Answer ``question``.

        Raises ``ModelFailed`` when there is no valid answer within ``deadline_s`` seconds,
        ``PrivacyError`` when it would leave the device without consent, ``CancelledError`` soon
        after ``cancel`` is set.
        """

    def close(self) -> None:
        """Free everything. Idempotent."""
