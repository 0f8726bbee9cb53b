"""Keeping a number of workers alive: started, looked at, replaced when they die, ended at last."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from tandem_edge.logs import log
from tandem_edge.worlds.backend import Backend, Worker
from tandem_edge.worlds.spec import TooSlow, WorkerGone
from tandem_shared.errors import PhoneError

START_S = 120.0
"""How long a new worker may take to answer."""
PING_S = 10.0
"""Between two looks at whether a worker still answers."""
HUNG_S = 10.0
"""A worker that takes longer to answer a ping is ended."""
TRIES = 3
"""A slot whose workers do not start so often is given up."""


@dataclass(eq=False)
class Slot:
    """Room for one worker, and the leases that it hosts."""

    worker: Worker | None = None
    leases: set[str] = field(default_factory=set)
    failures: int = 0
    pinged: float = 0.0

    @property
    def given_up(self) -> bool:
        """Whether no worker starts here."""
        return self.failures >= TRIES


class Pool:
    """``size`` workers of a backend. ``changed`` guards everything and tells of every change.

    ``lost`` is called, with ``changed`` held, with the slot of a worker that died.
    """

    def __init__(
        self,
        backend: Backend,
        size: int,
        changed: threading.Condition,
        lost: Callable[[Slot], None],
    ) -> None:
        self.backend, self.changed, self._lost = backend, changed, lost
        self.slots = [Slot() for _ in range(size)]
        self.deaths = 0
        self.closing = False
        self._starters: list[threading.Thread] = []
        with changed:
            for slot in self.slots:
                self._start_later(slot)

    def workers(self) -> list[Worker]:
        """Those that live now."""
        with self.changed:
            return [slot.worker for slot in self.slots if slot.worker is not None]

    def wait_ready(self, limit_s: float = START_S) -> None:
        """Return when every slot has a worker. Raises ``PhoneError``."""
        with self.changed:
            ready = self.changed.wait_for(
                lambda: all(slot.worker or slot.given_up for slot in self.slots), limit_s
            )
            if not ready or any(slot.given_up for slot in self.slots):
                raise PhoneError("not all workers have started", hint="is the machine overloaded?")

    def died(self, worker: Worker) -> None:
        """A worker has ended: its leases are lost and another one is started. Idempotent."""
        with self.changed:
            slot = next((slot for slot in self.slots if slot.worker is worker), None)
            if slot is None or self.closing:
                return
            slot.worker = None
            self.deaths += 1
            self._lost(slot)
            self._start_later(slot)
            self.changed.notify_all()

    def ping(self) -> None:
        """Look at the workers that were not looked at for a while; end those that hang."""
        now = time.monotonic()
        for slot in self.slots:
            worker = slot.worker
            if worker is None or now - slot.pinged < PING_S:
                continue
            slot.pinged = now
            try:
                worker.ask({"op": "ping"}, deadline_s=HUNG_S)
            except WorkerGone:
                self.died(worker)
            except TooSlow:
                worker.kill()

    def close(self) -> None:
        """End every worker, wait for their end, and free the backend."""
        with self.changed:
            self.closing = True
            starters = list(self._starters)
        for thread in starters:
            thread.join()
        for worker in self.workers():
            worker.kill()
        self.backend.close()

    def _start_later(self, slot: Slot) -> None:
        thread = threading.Thread(target=self._start, args=(slot,), daemon=True)
        self._starters = [one for one in self._starters if one.is_alive()] + [thread]
        thread.start()

    def _start(self, slot: Slot) -> None:
        """Give ``slot`` a worker that has answered once."""
        while not self.closing and not slot.given_up:
            worker = self._started()
            with self.changed:
                if worker is None:
                    slot.failures += 1
                else:
                    slot.worker, slot.failures, slot.pinged = worker, 0, time.monotonic()
                self.changed.notify_all()
            if worker is not None:
                return

    def _started(self) -> Worker | None:
        worker = None
        try:
            worker = self.backend.start(self.died)
            worker.ask({"op": "ping"}, deadline_s=START_S)
        except Exception as error:  # whatever a backend may raise: the slot tries again
            log("worker did not start", error_type=type(error).__name__)
            if worker is not None:
                worker.kill()
            return None
        return worker
