"""The language model's part: one prompt in, one JSON text out. Nothing here trusts the text."""

from __future__ import annotations

from typing import Protocol

from tandem_edge.phone.simulated.records import Schema
from tandem_shared.errors import PhoneError


class ModelFailed(PhoneError):
    """The language model gave no answer: it is unreachable, out of time or out of words."""


class LanguageModel(Protocol):
    """Plays the servers of third-party services.

    ``tandem_edge.llm`` has two: the local planner's file in its child process, and any
    OpenAI-compatible endpoint.
    """

    @property
    def name(self) -> str:
        """How the model is called in records."""

    def complete(self, prompt: str, schema: Schema) -> str:
        """Answer ``prompt`` with JSON of ``schema``, as far as the model can be held to it.

        Raises ``ModelFailed``.
        """

    def close(self) -> None:
        """Free everything. Idempotent."""
