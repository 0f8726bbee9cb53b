"""What the harness may ask of a phone, whichever world stands behind it."""

from __future__ import annotations

from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from pydantic import JsonValue

from tandem_edge.phone.catalogue import Catalogue
from tandem_shared.tools import Change, ToolCall, ToolResult


@dataclass(frozen=True, slots=True)
class Execution:
    """What one call did: the arguments it acted on, its result, and what changed.

    ``guidance`` is text that the planner may follow (a skill that the owner has), unlike the
    result, which is data. ``exposes`` names tools that are on offer from now on in this turn.
    """

    result: ToolResult
    arguments: dict[str, JsonValue]
    changes: tuple[Change, ...]
    guidance: str = ""
    exposes: tuple[str, ...] = ()


class Phone(Protocol):
    """A phone that can be read and acted on by typed tools."""

    @property
    def name(self) -> str:
        """``sandbox``, or the serial of a device."""

    @property
    def catalogue(self) -> Catalogue:
        """The tools this phone offers."""

    def now(self) -> datetime:
        """The phone's own clock, with its time zone."""

    def call(self, call: ToolCall) -> Execution:
        """Carry out one call; when it returns, its changes are durable.

        Faults of the call are results, never exceptions. Raises ``PhoneError`` only when the
        phone itself is gone or cannot keep the change, which is then undone.
        """

    def preview(self, call: ToolCall) -> Execution:
        """What ``call`` would act on and give, as far as the phone can tell; nothing is done."""

    def mark(self) -> int:
        """A point in the phone's history, for ``changes_since``."""

    def changes_since(self, mark: int) -> tuple[Change, ...]:
        """Net effect of everything since ``mark``, one entry a record."""

    def held(self) -> AbstractContextManager[None]:
        """The phone for the length of a turn: nobody else acts on it meanwhile.

        Raises ``PhoneError`` when somebody else has it.
        """
