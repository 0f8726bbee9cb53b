"""Workers as child processes of this one."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, field

from tandem_edge.children import Child
from tandem_edge.worlds.backend import Worker
from tandem_edge.worlds.spec import Message

COMMAND = (sys.executable, "-I", "-m", "tandem_edge.worlds.worker")


@dataclass(eq=False)
class ProcessWorker:
    """A worker that is one child."""

    on_death: Callable[[Worker], None]
    _child: Child = field(init=False)

    def __post_init__(self) -> None:
        self._child = Child(COMMAND, on_end=lambda: self.on_death(self))

    @property
    def pid(self) -> int:
        """See ``Worker.pid``."""
        return self._child.process.pid

    @property
    def place(self) -> str:
        """See ``Worker.place``."""
        return "this machine"

    def ask(self, request: Message, *, deadline_s: float) -> Message:
        """See ``Worker.ask``."""
        return self._child.ask(request, deadline_s=deadline_s)

    def kill(self) -> None:
        """See ``Worker.kill``."""
        self._child.kill()


class ProcessBackend:
    """See the module's description."""

    name = "processes"

    def start(self, on_death: Callable[[Worker], None]) -> Worker:
        """See ``Backend.start``."""
        return ProcessWorker(on_death)

    def close(self) -> None:
        """Nothing to free."""
