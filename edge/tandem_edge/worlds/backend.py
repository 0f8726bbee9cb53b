"""Where workers run. A backend starts them; the manager decides what they are for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from tandem_edge.worlds.spec import Message
from tandem_shared.errors import UsageError

BACKENDS = ("processes", "ray")


class Worker(Protocol):
    """Something that hosts worlds and may die at any moment."""

    @property
    def pid(self) -> int:
        """Its process on the machine it runs on."""

    @property
    def place(self) -> str:
        """The machine or node it runs on."""

    def ask(self, request: Message, *, deadline_s: float) -> Message:
        """The reply to ``request``. Raises ``WorkerGone`` and ``TooSlow``."""

    def kill(self) -> None:
        """End it now, whatever it is doing, and return when it has ended. Idempotent."""


class Backend(Protocol):
    """A way to run workers."""

    @property
    def name(self) -> str:
        """One of ``BACKENDS``."""

    def start(self, on_death: Callable[[Worker], None]) -> Worker:
        """A new worker. ``on_death`` is called once, from any thread, when it has ended."""

    def close(self) -> None:
        """Free what the backend itself holds. The workers are ended before."""


def open_backend(name: str) -> Backend:
    """The backend called ``name``. Raises ``UsageError``, ``MissingError`` without its extra."""
    if name == "processes":
        from tandem_edge.worlds.processes import ProcessBackend

        return ProcessBackend()
    if name == "ray":
        from tandem_edge.worlds.ray_backend import RayBackend

        return RayBackend()
    raise UsageError(f"there is no backend {name}", hint=f"backends: {', '.join(BACKENDS)}")
