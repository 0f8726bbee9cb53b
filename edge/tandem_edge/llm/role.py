"""The language model role: every place that asks a model for something but the next action."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from pydantic import JsonValue

from tandem_shared.errors import TandemError
from tandem_shared.events import Usage
from tandem_shared.tools import Privacy

Schema = dict[str, JsonValue]


class ModelFailed(TandemError):
    """The language model gave no usable answer: unreachable, out of time, not of the schema."""

    exit_code = 5


class InvalidAnswer(ModelFailed):
    """The model answered, twice, and neither answer was valid."""


@dataclass(frozen=True)
class Question:
    """What a model is asked. ``text`` may hold foreign text; ``instructions`` never does."""

    instructions: str
    text: str
    schema: Schema
    """JSON Schema that the answer's value satisfies."""
    max_tokens: int = 700
    private: frozenset[Privacy] | None = None
    """Classes of private fields in ``text``. ``None`` is unknown: a model elsewhere is then asked
    only if the owner allowed every class to go there."""
    check: Callable[[JsonValue], object] | None = field(default=None, compare=False)
    """What else must hold of the value: raises ``ValueError`` with what is wrong."""


@dataclass(frozen=True)
class Reply:
    """The answer: ``value`` is valid under the question's schema and check; its texts are foreign.

    ``usage`` is what it cost, ``tries`` how many times the model was asked: 1, or 2 when its first
    answer was not valid.
    """

    value: JsonValue
    usage: Usage = field(default_factory=Usage)
    tries: int = 1


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
        ``PrivacyError`` when it would leave the device without consent, ``CapReached`` when it
        would cost too much, ``CancelledError`` soon after ``cancel`` is set.
        """

    def close(self) -> None:
        """Free everything. Idempotent."""
