"""The memory that a task brings: the room that ships, filled with the task's sentences.

It is a memory of its own, encrypted, in a temporary folder, opened when it is first asked. What is
remembered goes by the task's keys here, in results and in changes: ids are the book's business.
What the owner says in a task is not learned from when it ends, since a task asks what the agent
does about it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Container, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property

from pydantic import JsonValue

from tandem_edge.bench.standins.household import DAY, copied, household, told
from tandem_edge.embedder.protocol import Embedder
from tandem_edge.harness.conversation import Conversation
from tandem_edge.memory.desk import TABLE
from tandem_edge.memory.ids import repeatable
from tandem_edge.memory.provider import AgentMemory
from tandem_edge.memory.room import MemoryRoom
from tandem_edge.memory.speakers import OWNER
from tandem_edge.memory.tools import TOOLS
from tandem_edge.phone.protocol import Execution
from tandem_shared.memory import Status, Unit
from tandem_shared.tasks import Memory
from tandem_shared.tools import Change, ToolCall, ToolSpec

TOOL_NAMES = tuple(each.spec.name for each in TOOLS)
MEMORIES = TABLE
"""What a change of a memory is listed under."""


class _Whatever(Container[str]):
    """Every sentence: the owner in a benchmark agrees; checkers say whether it was right."""

    def __contains__(self, text: object) -> bool:
        return True


@dataclass
class TaskMemory:
    """A ``harness.ports.Provider`` of the memory's tools over a task's ``memories``.

    ``conversation`` gives the one in which the task is tried, ``clock`` the phone's time; ``seed``
    makes the ids of what is saved repeatable.
    """

    memories: Sequence[Memory]
    conversation: Callable[[], Conversation]
    clock: Callable[[], datetime]
    seed: str = ""
    embedder: Embedder | None = None
    name: str = "memory"
    _keys: dict[str, str] = field(default_factory=dict)
    _until: ExitStack = field(default_factory=ExitStack)

    @cached_property
    def agent(self) -> AgentMemory:
        """The memory as the agent that ships has it."""
        room = self._until.enter_context(copied(household(self.embedder), self.embedder))
        self._fill(room)
        agent = AgentMemory(room, self.conversation, self.clock)
        agent.desk.agreed = _Whatever()
        return agent

    @cached_property
    def _before(self) -> dict[str, str]:
        """What is believed as the task begins: sentences by ids."""
        return {unit.id: unit.summary for unit in self.agent.room.book.units()}

    def _fill(self, room: MemoryRoom) -> None:
        """The task's sentences, a day apart, the last of them told yesterday."""
        self._keys |= household(self.embedder).keys
        room.book.mint = repeatable(self.seed)
        with room.book.writing():
            for ago, memory in zip(range(len(self.memories), 0, -1), self.memories, strict=True):
                at = self.clock() - ago * DAY
                self._keys |= told(room, memory.key, memory.text, at, by=memory.by or OWNER)
        room.indexing.catch_up()

    @property
    def opened(self) -> bool:
        """Whether anybody has asked the memory yet."""
        return "agent" in self.__dict__

    # ---- a provider of tools

    @property
    def trusted(self) -> bool:
        """See ``AgentMemory.trusted``."""
        return not self.opened or self.agent.trusted

    def specs(self) -> tuple[ToolSpec, ...]:
        """See ``Provider.specs``."""
        return tuple(each.spec for each in TOOLS)

    def always(self) -> tuple[str, ...]:
        """None: the task says what is on offer."""
        return ()

    def preview(self, call: ToolCall) -> Execution:
        """See ``Provider.preview``."""
        self._open()
        return self._by_keys(self.agent.preview(call))

    def call(self, call: ToolCall, *, deadline_s: float, cancel: threading.Event) -> Execution:
        """See ``Provider.call``."""
        self._open()
        return self._by_keys(self.agent.call(call, deadline_s=deadline_s, cancel=cancel))

    def _open(self) -> None:
        assert self._before is not None  # what is believed is noted before anything is done

    def _by_keys(self, execution: Execution) -> Execution:
        data = {name: self._keyed(value) for name, value in execution.result.data.items()}
        changes = tuple(
            each.model_copy(update={"key": self._key(each.key)}) for each in execution.changes
        )
        result = execution.result.model_copy(update={"data": data})
        return replace(execution, result=result, changes=changes)

    def _keyed(self, value: JsonValue) -> JsonValue:
        """A value of a result with the task's keys in the place of ids."""
        if isinstance(value, list):
            return [self._keyed(each) for each in value]
        if isinstance(value, dict):
            return {name: self._keyed(each) for name, each in value.items()}
        return self._key(value) if isinstance(value, str) else value

    def _key(self, identity: str) -> str:
        return self._keys.get(identity, identity)

    # ---- what the checkers look at

    def changes(self) -> tuple[Change, ...]:
        """How what is believed differs from the beginning: by the task's keys, texts in full."""
        if not self.opened:
            return ()
        units = {unit.id: unit for unit in self.agent.room.book.units(status=None)}
        heirs = {identity: _heir(units, identity) for identity in self._before}
        kept = {heir.id for heir in heirs.values() if heir is not None}
        new = [unit for unit in units.values() if unit.status is Status.CURRENT]
        return (
            *(
                self._change(identity, self._before[identity], heir.summary if heir else None)
                for identity, heir in heirs.items()
                if heir is None or heir.summary != self._before[identity]
            ),
            *(self._change(unit.id, None, unit.summary) for unit in new if unit.id not in kept),
        )

    def _change(self, identity: str, before: str | None, after: str | None) -> Change:
        old, new = ({"text": text} if text is not None else None for text in (before, after))
        return Change(table=MEMORIES, key=self._key(identity), before=old, after=new)

    def close(self) -> None:
        """Delete the memory."""
        self._until.close()


def _heir(units: dict[str, Unit], identity: str) -> Unit | None:
    """The believed unit that stands in a unit's place now: itself, what superseded it, or none."""
    unit = units.get(identity)
    while unit is not None and unit.status is Status.SUPERSEDED:
        unit = units.get(unit.superseded_by or "")
    return unit if unit is not None and unit.status is Status.CURRENT else None
