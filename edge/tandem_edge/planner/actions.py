"""What a planner can decide in one step."""

from __future__ import annotations

from dataclasses import dataclass

from tandem_shared.tools import ToolCall


@dataclass(frozen=True, slots=True)
class Calls:
    """Act: one or several independent tool calls."""

    calls: tuple[ToolCall, ...]


@dataclass(frozen=True, slots=True)
class Ask:
    """Ask the user for what is missing; ends the turn."""

    question: str


@dataclass(frozen=True, slots=True)
class Refuse:
    """Decline, with the reason; ends the turn."""

    reason: str


@dataclass(frozen=True, slots=True)
class Done:
    """The request is carried out; ends the turn."""

    answer: str


Step = Calls | Ask | Refuse | Done
