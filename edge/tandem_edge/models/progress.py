"""How far a pull has come, and how fast it goes."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

Stage = Literal["fetching", "checking"]
WINDOW_S = 8.0
EVERY_S = 0.1


@dataclass(frozen=True, slots=True)
class Progress:
    """A moment of a pull. ``rate`` is bytes a second over the last seconds, 0 if unknown."""

    stage: Stage
    done: int
    total: int
    rate: float

    @property
    def eta_s(self) -> float | None:
        """Seconds to go at this rate."""
        return (self.total - self.done) / self.rate if self.rate > 0 else None


Listener = Callable[[Progress], None]


class Meter:
    """Turns byte counts into ``Progress``, ten times a second at most."""

    def __init__(
        self, total: int, listener: Listener, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._total = total
        self._listener = listener
        self._clock = clock
        self._stage: Stage = "fetching"
        self._marks: deque[tuple[float, int]] = deque()
        self._last = float("-inf")

    def at(self, done: int, stage: Stage = "fetching") -> None:
        """``done`` bytes are there now; less than before counts as no progress."""
        now = self._clock()
        if stage != self._stage:
            self.restart(stage)
        if self._marks:
            done = max(done, self._marks[-1][1])
        self._marks.append((now, done))
        while now - self._marks[0][0] > WINDOW_S:
            self._marks.popleft()
        if now - self._last >= EVERY_S or done >= self._total:
            self._last = now
            self._listener(Progress(stage, min(done, self._total), self._total, self._rate()))

    def restart(self, stage: Stage = "fetching") -> None:
        """Forget how far it was: counting begins anew."""
        self._stage = stage
        self._marks.clear()

    def _rate(self) -> float:
        (start, first), (end, last) = self._marks[0], self._marks[-1]
        return (last - first) / (end - start) if end > start else 0.0
