"""The doors of rooms that the loop uses but does not own: memory, skills, policy."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from tandem_edge.phone.protocol import Execution
from tandem_shared.tools import Effect, ToolCall, ToolSpec


class Verdict(StrEnum):
    """What a policy says of one call."""

    ALLOW = "allow"
    ASK = "ask"
    REFUSE = "refuse"


class Candidates(Protocol):
    """Chooses which tools a request is offered."""

    def top(self, request: str, count: int) -> tuple[ToolSpec, ...]:
        """At most ``count`` specs, best first."""


class Policy(Protocol):
    """Decides which calls need the owner's word."""

    def judge(self, call: ToolCall, spec: ToolSpec) -> Verdict:
        """The verdict on ``call``, from what ``spec`` declares, never from text."""


class Memory(Protocol):
    """Recalls what may matter for a request. What it returns is evidence, not instruction."""

    def recall(self, request: str) -> Sequence[str]:
        """Short texts, most relevant first."""


class Skills(Protocol):
    """Offers guidance for the tools at hand."""

    def guidance(self, request: str, specs: Sequence[ToolSpec], language: str) -> str:
        """Text for the instructions, or ``""``."""


Approve = Callable[[ToolCall, ToolSpec, Execution], bool]
"""Asks the owner about one call, given what it would do; only a clear yes is ``True``."""


@dataclass(frozen=True)
class ConfirmIrreversible:
    """Reads and undoable writes go ahead; what cannot be taken back needs the owner."""

    def judge(self, call: ToolCall, spec: ToolSpec) -> Verdict:
        """See ``Policy.judge``."""
        irreversible = spec.effect_of(call.arguments) is Effect.IRREVERSIBLE
        return Verdict.ASK if irreversible else Verdict.ALLOW


@dataclass(frozen=True)
class NoMemory:
    """Remembers nothing."""

    def recall(self, request: str) -> Sequence[str]:
        """Nothing."""
        return ()


@dataclass(frozen=True)
class NoSkills:
    """Knows no skill."""

    def guidance(self, request: str, specs: Sequence[ToolSpec], language: str) -> str:
        """Nothing."""
        return ""
