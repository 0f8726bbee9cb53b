"""What a simulated world said during one attempt, and what is thought of it."""

from __future__ import annotations

from enum import StrEnum

from pydantic import JsonValue

from tandem_shared.tools import Frozen, ToolCall, ToolResult

THE_TASK = -1
"""Stands for the task's own facts where the number of an answer is expected."""


class Standing(StrEnum):
    """Whether an account may be used. Only a ``CONSISTENT`` one counts for anything."""

    UNVALIDATED = "unvalidated"
    CONSISTENT = "consistent"
    INCONSISTENT = "inconsistent"


class StatedFact(Frozen):
    """What the task says: records of ``kind`` that have the values ``about`` also have ``says``."""

    kind: str
    about: dict[str, JsonValue]
    says: dict[str, JsonValue]


class Answer(Frozen):
    """One call of a long-tail tool and what came back.

    ``clock`` is the phone's local wall time (``YYYY-MM-DDTHH:MM``), ``arguments`` are normalised.
    """

    clock: str
    call: ToolCall
    arguments: dict[str, JsonValue]
    result: ToolResult


class Contradiction(Frozen):
    """One thing said that cannot be, because of another: answer ``step`` against ``against``.

    Both are places in the account, from 0; ``against`` is ``step`` itself when an answer is at
    odds with its own call, and ``THE_TASK`` when it is at odds with the task.
    """

    rule: str
    step: int
    against: int
    record: str
    detail: str


class Account(Frozen):
    """Every answer of one attempt, in order. It is ``unvalidated`` until ``validate`` judges it."""

    task: str = ""
    facts: tuple[StatedFact, ...] = ()
    answers: tuple[Answer, ...] = ()
    standing: Standing = Standing.UNVALIDATED
    contradictions: tuple[Contradiction, ...] = ()

    @property
    def may_count(self) -> bool:
        """Whether anything may be learnt or measured from it."""
        return self.standing is Standing.CONSISTENT
