"""What an agent did on a task, in a shape that checkers, curators and trainers share."""

from __future__ import annotations

from pydantic import Field, JsonValue

from tandem_shared.events import Outcome, Usage
from tandem_shared.tools import Change, Effect, Frozen, ToolCall, ToolResult


class CallRecord(Frozen):
    """One call: as written, as understood (empty if it was not), what came of it."""

    call: ToolCall
    arguments: dict[str, JsonValue] = Field(default_factory=dict)
    effect: Effect
    result: ToolResult
    changes: tuple[Change, ...] = ()


class StepRecord(Frozen):
    """One answer of the planner and the calls it led to.

    ``prompt_ids`` are the tokens it answered, and ``sampled`` says which of ``token_ids`` it chose:
    empty, and left out, unless they were asked for.
    """

    text: str
    token_ids: tuple[int, ...] = ()
    prompt_ids: tuple[int, ...] = Field(default=(), exclude_if=lambda ids: not ids)
    sampled: tuple[bool, ...] = Field(default=(), exclude_if=lambda marks: not marks)
    calls: tuple[CallRecord, ...] = ()


class TurnRecord(Frozen):
    """What the user said, every step, and how it ended; ``text`` is the last word to the user.

    ``turn`` is the place of the task's turn it belongs to: an answer to a question belongs to the
    turn that led to the question.
    """

    turn: int
    said: str
    steps: tuple[StepRecord, ...]
    outcome: Outcome
    text: str
    usage: Usage = Usage()
    elapsed_s: float = 0.0


class HandOff(Frozen):
    """A part of the task given to a sub-agent, with what it was told."""

    turn: int
    agent: str
    brief: str


class Trajectory(Frozen):
    """A whole attempt. ``backend`` says which kind of phone it ran on.

    ``changes`` is the net effect on the phone and in memory; ``retrieved``, ``loaded`` and
    ``hand_offs`` are what the agent got from memory, which skills it opened, whom it briefed.
    ``fault`` is set when the attempt broke for a reason that is not the agent's: such a record is
    invalid, which is not the same as failed.
    """

    task: str
    planner: str
    seed: int
    backend: str
    turns: tuple[TurnRecord, ...]
    changes: tuple[Change, ...] = ()
    retrieved: tuple[str, ...] = ()
    loaded: tuple[str, ...] = ()
    hand_offs: tuple[HandOff, ...] = ()
    fault: str = ""

    @property
    def calls(self) -> tuple[tuple[int, CallRecord], ...]:
        """Every call with the place of its turn in the task, in order."""
        return tuple(
            (turn.turn, record)
            for turn in self.turns
            for step in turn.steps
            for record in step.calls
        )


class Verdict(Frozen):
    """What a checker found; ``reasons`` is empty exactly when the task was done."""

    passed: bool
    reasons: tuple[str, ...] = ()
