"""A task's phone and what is beside it, to try calls on without an agent."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from tandem_edge.bench.standins import Around, changes_beside, close, rooms_of
from tandem_edge.bench.tasks.phones import begin
from tandem_edge.harness.conversation import Conversation
from tandem_edge.harness.ports import Provider
from tandem_edge.harness.toolbox import Toolbox
from tandem_edge.phone.protocol import Execution
from tandem_edge.phone.sandbox.world import SandboxPhone
from tandem_shared.tasks import Dimension, Resources, Task
from tandem_shared.tools import Change, ToolCall

NEVER = threading.Event()
DEADLINE_S = 60.0


@dataclass
class Scene:
    """The phone, and the rooms beside it in which everything of the task has been said."""

    phone: SandboxPhone
    rooms: tuple[Provider, ...]

    def call(self, call: ToolCall) -> Execution:
        """Carry a call out, on the phone or beside it."""
        return self._tools.call(call, deadline_s=DEADLINE_S, cancel=NEVER)

    def preview(self, call: ToolCall) -> Execution:
        """What the call would do."""
        return self._tools.preview(call)

    def changes(self) -> tuple[Change, ...]:
        """What has become of the phone and of memory."""
        return (*self.phone.changes_since(0), *changes_beside(self.rooms))

    @property
    def _tools(self) -> Toolbox:
        return Toolbox(self.phone, self.rooms)


@contextmanager
def scene(
    phone: SandboxPhone,
    dimension: Dimension,
    resources: Resources,
    language: str,
    said: Sequence[str],
) -> Iterator[Scene]:
    """``phone`` with the rooms of a task whose owner has ``said`` all this."""
    conversation = Conversation()
    for text in said:
        conversation.taint.hear(text)
    around = Around(conversation, phone.now)
    rooms = rooms_of(dimension, resources, language, "scene", around)
    try:
        yield Scene(phone, rooms)
    finally:
        close(rooms)


@contextmanager
def begun(task: Task) -> Iterator[Scene]:
    """The scene in which ``task`` begins. Raises ``UsageError`` as ``phones.begin``."""
    said = [*task.turns, *(fact.answer for fact in task.facts)]
    with scene(begin(task), task.dimension, task.resources, task.language, said) as made:
        yield made
