"""The doors of rooms that the loop uses but does not own."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from tandem_edge.phone.protocol import Execution
from tandem_shared.approvals import Answer, ApprovalRequest, Why
from tandem_shared.harness import Limit
from tandem_shared.tools import Effect, ToolCall, ToolSpec


class Verdict(StrEnum):
    """What a policy says of one call."""

    ALLOW = "allow"
    ASK = "ask"
    REFUSE = "refuse"


@dataclass(frozen=True, slots=True)
class Judgement:
    """A policy's verdict, and why where it asks."""

    verdict: Verdict
    why: Why = Why.RULE


PHONE_ORIGIN = "phone"
"""``Situation.origin`` of the phone's own tools; any other tool's is its provider's name."""


@dataclass(frozen=True, slots=True)
class Situation:
    """Where a call comes from: facts that the loop knows, none of them taken from foreign text.

    ``origin`` is ``phone`` or the provider's name. ``tainted_by`` names whose foreign text the
    conversation's context holds by now; empty means that the owner's words are all there is.
    """

    conversation: str
    origin: str = PHONE_ORIGIN
    tainted_by: tuple[str, ...] = ()

    @property
    def tainted(self) -> bool:
        """Whether foreign text may have led to the call."""
        return bool(self.tainted_by)


class Candidates(Protocol):
    """Chooses which tools a request is offered."""

    def top(self, request: str, count: int) -> tuple[ToolSpec, ...]:
        """At most ``count`` specs, best first."""


class Policy(Protocol):
    """Decides which calls need the owner's word."""

    def judge(self, call: ToolCall, spec: ToolSpec, situation: Situation) -> Judgement:
        """The verdict on ``call``, from what ``spec`` declares, never from text.

        A grant that is good for one use is used up by this.
        """

    def scope(self, call: ToolCall, spec: ToolSpec, preview: Execution) -> str:
        """What an answer wider than ``once`` would cover, in words; ``""`` if none is open."""

    def keep(
        self, call: ToolCall, spec: ToolSpec, preview: Execution, situation: Situation, yes: Answer
    ) -> None:
        """The owner answered ``yes`` (wider than ``once``): grant what ``scope`` has said."""


class Memory(Protocol):
    """Recalls what may matter for a request. What it returns is evidence, not instruction."""

    @property
    def foreign(self) -> bool:
        """Whether anything recalled so far holds other words than the owner's own."""

    def keep(self, conversation: str, lines: Sequence[str]) -> None:
        """Store what is about to leave the context: requests, decisions, changes, in short.

        When it returns, they are durable. Raises ``TandemError`` when they are not.
        """

    def recall(self, request: str) -> Sequence[str]:
        """Short texts, most relevant first."""


class Adapter(Protocol):
    """The scenario adapter: which rules and notes go with the tools at hand."""

    @property
    def digest(self) -> str:
        """Identity of the configuration, or ``""``."""

    @property
    def offer(self) -> Limit | None:
        """How many of the tools on offer are told in full, or ``None`` for all of them."""

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


class Journal(Protocol):
    """Keeps what has to be known to take writes back."""

    def begin(self, turn: str, call: ToolCall, spec: ToolSpec) -> str:
        """Note durably that ``call`` is about to act; returns the entry's id."""

    def finish(self, entry: str, spec: ToolSpec, execution: Execution) -> None:
        """Note durably what came of it."""


Approve = Callable[[ApprovalRequest], Answer]
"""Asks the owner about one call; only a clear yes is one. May take as long as the owner does."""


@dataclass(frozen=True)
class ConfirmIrreversible:
    """Reads and undoable writes go ahead whatever was read; what cannot be taken back is asked
    about. For measuring planners, not for a phone that somebody else can write to."""

    def judge(self, call: ToolCall, spec: ToolSpec, situation: Situation) -> Judgement:
        """See ``Policy.judge``."""
        irreversible = spec.effect_of(call.arguments) is Effect.IRREVERSIBLE
        return Judgement(Verdict.ASK if irreversible else Verdict.ALLOW, Why.IRREVERSIBLE)

    def scope(self, call: ToolCall, spec: ToolSpec, preview: Execution) -> str:
        """Nothing."""
        return ""

    def keep(
        self, call: ToolCall, spec: ToolSpec, preview: Execution, situation: Situation, yes: Answer
    ) -> None:
        """Nothing is kept."""


@dataclass(frozen=True)
class NoJournal:
    """Keeps nothing: there is no undo."""

    def begin(self, turn: str, call: ToolCall, spec: ToolSpec) -> str:
        """See ``Journal.begin``."""
        return ""

    def finish(self, entry: str, spec: ToolSpec, execution: Execution) -> None:
        """See ``Journal.finish``."""


@dataclass(frozen=True)
class NoMemory:
    """Remembers nothing: what leaves the context is only told in short from then on."""

    foreign: bool = False

    def keep(self, conversation: str, lines: Sequence[str]) -> None:
        """Nothing."""

    def recall(self, request: str) -> Sequence[str]:
        """Nothing."""
        return ()


@dataclass(frozen=True)
class NoGuidance:
    """An adapter without a configuration."""

    digest: str = ""
    offer: Limit | None = None

    def rules(self, language: str) -> str:
        """Nothing."""
        return ""

    def notes(self, specs: Sequence[ToolSpec], language: str) -> str:
        """Nothing."""
        return ""
