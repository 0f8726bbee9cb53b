"""The planner's side of the bargain: one prompt in, one constrained text out."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from pydantic import JsonValue

from tandem_shared.events import Usage
from tandem_shared.tools import Privacy, ToolSpec


class Role(StrEnum):
    """Who said a message. Tool results are the phone's words, never the user's."""

    USER = "user"
    PLANNER = "planner"
    PHONE = "phone"


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of the conversation as the planner sees it.

    ``token_ids`` are those the planner sampled, so that history is never tokenised anew.
    ``private`` are the classes of the phone's private fields in it; ``None`` where nobody said, so
    that a phone's words may hold any and do not leave the device.
    """

    role: Role
    text: str
    token_ids: tuple[int, ...] = ()
    blocks: tuple[str, ...] = ()
    private: frozenset[Privacy] | None = None


@dataclass(frozen=True, slots=True)
class Prompt:
    """What the planner is asked: instructions, the conversation, and the shape of the answer.

    ``system`` and ``examples`` never change between requests of a language, so a planner may keep
    them evaluated.
    """

    system: str
    examples: tuple[Message, ...]
    messages: tuple[Message, ...]
    schema: dict[str, JsonValue]
    """JSON Schema that the answer must satisfy."""
    max_tokens: int
    tools: tuple[ToolSpec, ...] = ()
    """The tools on offer, for planners that are given them beside the text."""


@dataclass(frozen=True, slots=True)
class Planned:
    """The planner's answer, as sampled, and what it cost.

    ``prompt_ids`` are the tokens that it answers, and ``sampled`` says which of ``token_ids`` were
    chosen, not forced by the grammar: both only of a planner that was asked for them.
    """

    text: str
    token_ids: tuple[int, ...]
    usage: Usage
    prompt_ids: tuple[int, ...] = ()
    sampled: tuple[bool, ...] = ()


class Planner(Protocol):
    """Chooses the next action."""

    @property
    def name(self) -> str:
        """How the planner is called on screens and in records."""

    def step(self, prompt: Prompt, *, deadline_s: float, cancel: threading.Event) -> Planned:
        """Answer ``prompt`` within ``deadline_s`` seconds.

        Raises ``PlannerError`` when it cannot, and ``CancelledError`` soon after ``cancel`` is
        set. Safe to call again after either.
        """

    def close(self) -> None:
        """Free everything. Idempotent."""
