"""The one stream of an agent's run: screens, recorders and tests all read these events."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from tandem_shared.tools import Change, Effect, Frozen, ToolCall, ToolResult


class Outcome(StrEnum):
    """How a turn ended."""

    DONE = "done"
    ASKED = "asked"
    REFUSED = "refused"
    BUDGET = "budget"
    CANCELLED = "cancelled"
    FAILED = "failed"


class Usage(Frozen):
    """What one planner step cost. Tokens are counts, times are seconds of wall clock.

    ``prompt_tokens`` is the whole prompt, of which ``reused_tokens`` were already evaluated;
    ``thinking_tokens`` are those of ``output_tokens`` that nobody is shown.
    """

    prompt_tokens: int = 0
    reused_tokens: int = 0
    output_tokens: int = 0
    thinking_tokens: int = 0
    prefill_s: float = 0.0
    decode_s: float = 0.0

    @property
    def new_tokens(self) -> int:
        """Prompt tokens that had to be evaluated for this step."""
        return self.prompt_tokens - self.reused_tokens


class TurnStarted(Frozen):
    """A request was taken: what was asked, on which phone, by which planner, with which tools."""

    type: Literal["turn_started"] = "turn_started"
    turn: int
    request: str
    phone: str
    planner: str
    phone_time: str
    candidates: tuple[str, ...]


class StepStarted(Frozen):
    """The planner has begun to think."""

    type: Literal["step_started"] = "step_started"
    step: int


class StepPlanned(Frozen):
    """The planner has answered; ``text`` is exactly what it wrote.

    ``prompt_ids`` are the tokens it answered, and ``sampled`` says which of ``token_ids`` it chose:
    empty, and left out, unless they were asked for.
    """

    type: Literal["step_planned"] = "step_planned"
    step: int
    text: str
    token_ids: tuple[int, ...] = ()
    prompt_ids: tuple[int, ...] = Field(default=(), exclude_if=lambda ids: not ids)
    sampled: tuple[bool, ...] = Field(default=(), exclude_if=lambda marks: not marks)
    usage: Usage
    elapsed_s: float


class CallStarted(Frozen):
    """A tool is about to act."""

    type: Literal["call_started"] = "call_started"
    step: int
    index: int
    call: ToolCall
    effect: Effect


class CallFinished(Frozen):
    """A tool has acted, failed, been refused or been cancelled."""

    type: Literal["call_finished"] = "call_finished"
    step: int
    index: int
    call: ToolCall
    arguments: dict[str, object] = Field(default_factory=dict)
    """The arguments after normalisation; empty when they could not be normalised."""
    result: ToolResult
    changes: tuple[Change, ...] = ()
    elapsed_s: float


class Noticed(Frozen):
    """The harness told the planner something: that it goes round in circles."""

    type: Literal["noticed"] = "noticed"
    step: int
    text: str


class Steered(Frozen):
    """The user said more while the turn was running."""

    type: Literal["steered"] = "steered"
    text: str


class Compacted(Frozen):
    """Older parts of the conversation are told in short from now on, after they were kept."""

    type: Literal["compacted"] = "compacted"
    turns: int
    steps: int


class TurnEnded(Frozen):
    """The turn is over; ``text`` is the answer, the question, or the reason."""

    type: Literal["turn_ended"] = "turn_ended"
    outcome: Outcome
    text: str
    steps: int
    usage: Usage
    changes: tuple[Change, ...] = ()
    """Net effect on the phone, one entry a record."""
    elapsed_s: float
    planner_s: float
    """Time spent waiting for the planner."""
    phone_s: float
    """Time spent inside tools."""
    owner_s: float = 0.0
    """Time the owner took to confirm calls."""


Event = Annotated[
    TurnStarted
    | StepStarted
    | StepPlanned
    | CallStarted
    | CallFinished
    | Noticed
    | Steered
    | Compacted
    | TurnEnded,
    Field(discriminator="type"),
]
EVENT: TypeAdapter[Event] = TypeAdapter(Event)
"""Validates and serialises any event."""
