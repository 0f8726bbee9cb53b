"""Taking memory's writes back by ``tandem undo``, whose journal is a plain file.

What is remembered lies encrypted, so its words stay out of the journal: a memory's calls are noted
with the ids of units in the place of every text, and the tools take an id where an undo gives one.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from pathlib import Path

from pydantic import JsonValue

from tandem_edge.harness.conversation import Conversation
from tandem_edge.harness.ports import Journal
from tandem_edge.memory.opening import hold_memory
from tandem_edge.memory.provider import AgentMemory
from tandem_edge.memory.tools import TOOLS
from tandem_edge.phone.catalogue import Catalogue
from tandem_edge.phone.protocol import Execution, Phone
from tandem_shared.memory import Scope
from tandem_shared.tools import Change, ToolCall, ToolFault, ToolResult, ToolSpec

NAMES = frozenset(each.spec.name for each in TOOLS)
HIDDEN = "(kept in memory)"
"""What stands in the journal for a text."""
CANCEL = threading.Event()
DEADLINE_S = 30.0


@dataclass(frozen=True)
class DiscreetJournal:
    """A ``harness.ports.Journal`` over ``inner``, with memory's calls without their words."""

    inner: Journal

    def begin(self, turn: str, call: ToolCall, spec: ToolSpec) -> str:
        """See ``Journal.begin``."""
        if spec.name in NAMES:
            hidden: dict[str, JsonValue] = dict.fromkeys(call.arguments, HIDDEN)
            call = ToolCall(name=call.name, arguments=hidden)
        return self.inner.begin(turn, call, spec)

    def finish(self, entry: str, spec: ToolSpec, execution: Execution) -> None:
        """See ``Journal.finish``."""
        shown = discreet(execution) if spec.name in NAMES else execution
        self.inner.finish(entry, spec, shown)


def discreet(execution: Execution) -> Execution:
    """What one of memory's writes did, in ids: the unit that was there, the one that is now."""
    fault = execution.result.fault
    if fault is not None:
        bare = ToolFault(code=fault.code, message=f"memory refused: {fault.code}")
        return Execution(ToolResult(ok=False, fault=bare), {}, ())
    given, data = execution.arguments, execution.result.data
    hidden: dict[str, JsonValue] = {
        name: value if name == "memory_id" else HIDDEN for name, value in given.items()
    }
    if not execution.changes:
        return replace(execution, result=ToolResult(ok=True, data={}), arguments=hidden)
    change = execution.changes[0]
    before = given.get("memory_id") or change.key
    now = data.get("memory_id", change.key)
    told: dict[str, JsonValue] = {"memory_id": now, "before": before, "text": change.key}
    only = Change(
        table=change.table,
        key=change.key,
        before=None if change.before is None else {"text": before},
        after=None if change.after is None else {"text": now},
    )
    kept = {name: told[name] for name in data if name in told}
    return Execution(ToolResult(ok=True, data=kept), hidden, (only,))


@dataclass(frozen=True)
class PhoneWithMemory:
    """A ``Phone`` that also takes memory's calls, as ``tandem undo`` makes them.

    The memory is opened for each of them, if its key opens without asking; otherwise they fail.
    """

    phone: Phone
    home: Path
    scope: Scope = field(default_factory=Scope)

    @property
    def name(self) -> str:
        """The phone's."""
        return self.phone.name

    @cached_property
    def catalogue(self) -> Catalogue:
        """The phone's tools and memory's."""
        own = {each.spec.name: each for each in TOOLS}
        return Catalogue({**own, **self.phone.catalogue.tools}, self.phone.catalogue.faults)

    def now(self) -> datetime:
        """The phone's clock."""
        return self.phone.now()

    def call(self, call: ToolCall) -> Execution:
        """See ``Phone.call``."""
        if not self._is_memory(call):
            return self.phone.call(call)
        with self._memory() as (memory, why_not):
            if memory is None:
                return _closed(why_not)
            return discreet(memory.call(call, deadline_s=DEADLINE_S, cancel=CANCEL))

    def preview(self, call: ToolCall) -> Execution:
        """See ``Phone.preview``."""
        if not self._is_memory(call):
            return self.phone.preview(call)
        with self._memory() as (memory, why_not):
            return discreet(memory.preview(call)) if memory is not None else _closed(why_not)

    def mark(self) -> int:
        """See ``Phone.mark``."""
        return self.phone.mark()

    def changes_since(self, mark: int) -> tuple[Change, ...]:
        """See ``Phone.changes_since``; of the phone alone."""
        return self.phone.changes_since(mark)

    def held(self) -> AbstractContextManager[None]:
        """See ``Phone.held``."""
        return self.phone.held()

    def _is_memory(self, call: ToolCall) -> bool:
        return call.name in NAMES and call.name not in self.phone.catalogue.tools

    @contextmanager
    def _memory(self) -> Iterator[tuple[AgentMemory | None, str]]:
        held, why_not = hold_memory(self.home, None, self.scope)
        if held is None:
            yield None, why_not
            return
        try:
            conversation = Conversation()
            yield AgentMemory(held.room, lambda: conversation, _clock), ""
        finally:
            held.close()


def _clock() -> datetime:
    return datetime.now().astimezone()


def _closed(why_not: str) -> Execution:
    fault = ToolFault(code="memory_closed", message=why_not)
    return Execution(ToolResult(ok=False, fault=fault), {}, ())
