"""The doors of rooms that the loop uses but does not own."""

from __future__ import annotations

import threading
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


class Adapter(Protocol):
    """The scenario adapter: which rules and notes go with the tools at hand."""

    @property
    def digest(self) -> str:
        """Identity of the configuration, or ``""``."""

    def rules(self, language: str) -> str:
        """General rules for the system text: the same for every request of a language."""

    def notes(self, specs: Sequence[ToolSpec], language: str) -> str:
        """Guidance for exactly the tools on offer, or ``""``; it names no other tool."""


class Provider(Protocol):
    """Tools beside the phone's: skills, sub-agents, memory, MCP servers.

    They join the catalogue of a turn. What they return is data like a phone's results, except
    ``Execution.guidance``.
    """

    @property
    def name(self) -> str:
        """``skills``, ``agents``, ``memory``, ``mcp:<server>``: shown where a tool's origin is."""

    @property
    def trusted(self) -> bool:
        """Whether results are the owner's or Tandem's own words, not a third party's."""

    def specs(self) -> tuple[ToolSpec, ...]:
        """The tools now; asked once a turn."""

    def always(self) -> tuple[str, ...]:
        """Names of those on offer whatever is recalled."""

    def preview(self, call: ToolCall) -> Execution:
        """What ``call`` would act on, as far as can be told; nothing is done."""

    def call(self, call: ToolCall, *, deadline_s: float, cancel: threading.Event) -> Execution:
        """Carry out one call. Faults of the call, time-outs among them, are results, never
        exceptions. Raises ``CancelledError`` soon after ``cancel`` is set."""


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
class NoGuidance:
    """An adapter without a configuration."""

    digest: str = ""

    def rules(self, language: str) -> str:
        """Nothing."""
        return ""

    def notes(self, specs: Sequence[ToolSpec], language: str) -> str:
        """Nothing."""
        return ""
