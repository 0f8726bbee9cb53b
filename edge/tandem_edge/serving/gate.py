"""One request at a time, a short queue, and no more."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from tandem_edge.serving.requests import Problem


@dataclass
class Gate:
    """The planner answers one request at a time; ``most_waiting`` may wait for it."""

    most_waiting: int = 4
    waiting: int = 0
    _lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def enter(self, limit_s: float) -> None:
        """Wait for one's turn. Raises ``Problem``: 429 when the queue is full, 503 when it takes
        longer than ``limit_s`` seconds."""
        if self._lock.locked() and self.waiting >= self.most_waiting:
            raise Problem(429, "the planner is busy and its queue is full", code="queue_full")
        self.waiting += 1
        try:
            await asyncio.wait_for(self._lock.acquire(), limit_s)
        except TimeoutError:
            raise Problem(503, "the planner was busy all the time", code="queue_timeout") from None
        finally:
            self.waiting -= 1

    def leave(self) -> None:
        """Let the next one in."""
        self._lock.release()
