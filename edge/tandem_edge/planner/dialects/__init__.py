"""Dialects: how tools are described to a planner and how its answer is read. One file each."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Sequence
from typing import Protocol

from pydantic import JsonValue

from tandem_edge.planner.actions import Step
from tandem_edge.planner.protocol import Message
from tandem_shared.errors import UsageError
from tandem_shared.harness import Limit
from tandem_shared.tools import ToolCall, ToolResult, ToolSpec


class Misread(ValueError):
    """The planner's answer is not in the dialect; the message tells the planner what is wrong."""


class Dialect(Protocol):
    """A way of speaking with a planner. A module's ``DIALECT`` is one."""

    name: str

    def rules(self, language: str) -> str:
        """The system text. Always the same bytes for a language, so it is evaluated once."""

    def examples(self, language: str) -> tuple[Message, ...]:
        """A worked example as earlier turns; fixed like the rules."""

    def request(
        self,
        text: str,
        specs: Sequence[ToolSpec],
        language: str,
        notes: str,
        offer: Limit | None = None,
    ) -> Message:
        """The user's message: the tools at hand, ``notes`` (guidance, recalled), the request.

        Each tool may be a block of the message, if it always reads the same. ``offer`` says how
        many tools, the first being the best, may be told in full and how many characters all may
        take; a dialect with one way to write a tool does not heed it.
        """

    def offer(self, specs: Sequence[ToolSpec], language: str) -> str:
        """Tools that are on offer from now on, for the end of an observation."""

    def schema(self, specs: Sequence[ToolSpec]) -> dict[str, JsonValue]:
        """JSON Schema of every answer that may be given with these tools."""

    def read(self, text: str) -> Step:
        """The decision in ``text``. Raises ``Misread``."""

    def observation(self, results: Sequence[tuple[ToolCall, ToolResult]]) -> str:
        """What the planner is told about its calls; foreign text in it is data, trimmed."""


def find_dialect(name: str) -> Dialect:
    """The dialect in the file ``name``. Raises ``UsageError``."""
    known = [info.name for info in pkgutil.iter_modules(__path__)]
    if name not in known:
        raise UsageError(f"there is no dialect {name}", hint=f"dialects: {', '.join(known)}")
    dialect: Dialect = importlib.import_module(f"{__name__}.{name}").DIALECT
    return dialect
