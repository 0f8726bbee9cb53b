"""One answer in the making: the model in a thread, its pieces in the server's loop."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

from tandem_edge.logs import log_fault
from tandem_edge.serving.gate import Gate
from tandem_edge.serving.pieces import Model, Piece
from tandem_edge.serving.requests import ChatRequest, Problem
from tandem_shared.errors import CancelledError, MissingError, PlannerError, TandemError

Item = Piece | Exception | None


@dataclass
class Answering:
    """Holds the planner from ``start`` until the model has ended."""

    model: Model
    request: ChatRequest
    gate: Gate
    wait_s: float
    cancel: threading.Event = field(default_factory=threading.Event)
    _items: asyncio.Queue[Item] = field(default_factory=asyncio.Queue)
    _thread: threading.Thread | None = None
    _ended: asyncio.Event = field(default_factory=asyncio.Event)

    async def start(self) -> None:
        """Wait for one's turn and let the model begin. Raises ``Problem``."""
        await self.gate.enter(self.wait_s)
        loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._work, args=(loop,), daemon=True)
        self._thread.start()

    async def pieces(self) -> AsyncIterator[Piece]:
        """What the model says. Raises ``Problem``."""
        while (item := await self._items.get()) is not None:
            if isinstance(item, Exception):
                raise item
            yield item

    async def close(self) -> None:
        """Stop the model if it is still at work, and wait for it. Idempotent."""
        self.cancel.set()
        if self._thread is not None:
            await self._ended.wait()

    def _work(self, loop: asyncio.AbstractEventLoop) -> None:
        last: Item = None
        try:
            for piece in self.model.answer(self.request, self.cancel):
                loop.call_soon_threadsafe(self._items.put_nowait, piece)
        except Exception as error:
            last = problem_of(error)
        finally:
            loop.call_soon_threadsafe(self._items.put_nowait, last)
            if last is not None:
                loop.call_soon_threadsafe(self._items.put_nowait, None)
            loop.call_soon_threadsafe(self._finish)

    def _finish(self) -> None:
        """Let the next request in: who is slow to read this answer holds nobody up."""
        self._ended.set()
        self.gate.leave()


def problem_of(error: Exception) -> Problem:
    """An error as the client is told of it."""
    match error:
        case Problem():
            return error
        case CancelledError():
            return Problem(499, "the request was given up", code="cancelled")
        case PlannerError():
            return Problem(500, f"the planner failed: {error}", code="planner_failed")
        case MissingError():
            return Problem(503, str(error), code="not_available")
        case TandemError():
            return Problem(500, str(error), code="failed")
    log_fault(error)
    return Problem(500, "something broke inside Tandem", code="failed")
