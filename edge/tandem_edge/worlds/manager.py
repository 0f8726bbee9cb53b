"""Leases worlds out: which worker hosts which, for how long, and what is taken back when."""

from __future__ import annotations

import atexit
import itertools
import threading
import time
import weakref
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Self

from tandem_edge.worlds.backend import Backend, Worker, open_backend
from tandem_edge.worlds.lease import DEADLINE_S, Lease
from tandem_edge.worlds.pool import HUNG_S, START_S, Pool, Slot
from tandem_edge.worlds.spec import (
    LeaseExpired,
    Message,
    TooSlow,
    WorkerGone,
    WorldLost,
    WorldsBusy,
    WorldSpec,
)
from tandem_shared.errors import PhoneError, UsageError

SWEEP_S = 0.25
"""Between two looks at what has expired."""


@dataclass(eq=False)
class Held:
    """What the manager knows of one lease."""

    slot: Slot
    worker: Worker
    ttl_s: float
    expires: float
    using: int = 0
    """Calls in flight: a lease does not expire under them."""
    ended: PhoneError | None = None
    """Why it can no longer be used."""


@dataclass(frozen=True)
class Counts:
    """What a manager holds now, and what it has had to do."""

    workers: int
    leases: int
    worlds: int
    """Instances that the workers say they host."""
    deaths: int
    """Workers that died or were ended, each replaced."""
    expired: int
    abandoned: int
    """Leases whose clients went away without a word."""


class WorldManager:
    """A pool of workers that host leased worlds; a context manager.

    At most ``workers * worlds_per_worker`` leases stand at a time; who asks first is served first,
    on the worker that hosts the fewest. A worker that dies, hangs or is too slow loses its
    worlds and is replaced. Leaving the context ends every worker; so does the interpreter's end,
    and workers whose manager was killed end by themselves.
    """

    def __init__(
        self,
        *,
        workers: int = 2,
        worlds_per_worker: int = 32,
        backend: Backend | str = "processes",
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        if workers < 1 or worlds_per_worker < 1:
            raise UsageError("a manager needs a worker with room for a world")
        self._room, self._clock = worlds_per_worker, clock
        self._changed = threading.Condition()
        self._held: dict[str, Held] = {}
        self._queue: deque[object] = deque()
        self._dropped: deque[str] = deque()
        self._ids = itertools.count(1)
        self._expired = self._abandoned = 0
        made = open_backend(backend) if isinstance(backend, str) else backend
        self._pool = Pool(made, workers, self._changed, self._lose)
        self._sweeper = threading.Thread(target=self._sweep_on, daemon=True)
        self._sweeper.start()
        atexit.register(self.close)

    @property
    def backend(self) -> str:
        """Name of the backend."""
        return self._pool.backend.name

    def lease(
        self,
        spec: WorldSpec,
        *,
        ttl_s: float = 60.0,
        wait_s: float = 120.0,
        deadline_s: float = DEADLINE_S,
    ) -> Lease:
        """A new world, for as long as it is used at least every ``ttl_s`` seconds.

        Waits for room up to ``wait_s``. Raises ``WorldsBusy``, ``UsageError`` for a world that
        cannot be made, and ``PhoneError`` when no worker starts.
        """
        until = time.monotonic() + wait_s
        while True:
            key = self._take_room(ttl_s, until)
            try:
                self.use(key, {"op": "open", "spec": spec.model_dump_json()}, deadline_s)
            except WorldLost:  # the worker died under it; wait for another
                self.give_back(key)
                continue
            except BaseException:
                self.give_back(key)
                raise
            lease = Lease(key, self, deadline_s)
            # Only noted here: a lease may be collected while any lock is held.
            weakref.finalize(lease, self._dropped.append, key).atexit = False
            return lease

    def use(self, lease: str, request: Message, deadline_s: float) -> Any:
        """See ``Desk.use``."""
        held = self._begin(lease)
        try:
            reply = held.worker.ask({**request, "world": lease}, deadline_s=deadline_s)
        except WorkerGone as gone:
            self._end(lease, WorldLost(f"the world's worker died ({gone})"))
            self._pool.died(held.worker)
            raise self._reason(held) from None
        except TooSlow as slow:
            self._end(lease, WorldLost(f"the world's worker was ended: {slow}"))
            held.worker.kill()
            raise self._reason(held) from None
        finally:
            self._done(held)
        if reply["ok"]:
            return reply["value"]
        if reply["fault"] == "usage":
            raise UsageError(f"the world cannot do this: {reply['message']}")
        raise PhoneError(f"the world failed: {reply['message']}")

    def renew(self, lease: str) -> None:
        """See ``Desk.renew``."""
        self._done(self._begin(lease))

    def give_back(self, lease: str) -> None:
        """See ``Desk.give_back``."""
        with self._changed:
            held = self._held.pop(lease, None)
            if held is None:
                return
            held.slot.leases.discard(lease)
            self._changed.notify_all()
        if held.ended is None and not self._pool.closing:
            self._forget(held.worker, lease)

    def sweep(self) -> None:
        """Take back what has expired or was abandoned, and end workers that answer no more."""
        for lease in [self._dropped.popleft() for _ in range(len(self._dropped))]:
            with self._changed:
                held = self._held.get(lease)
                self._abandoned += held is not None and held.ended is None
            self.give_back(lease)
        for lease, held in self._take_expired():
            self._forget(held.worker, lease)
        self._pool.ping()

    def counts(self) -> Counts:
        """What there is now. Asks every worker."""
        workers = self._pool.workers()
        worlds = sum(_count(worker) for worker in workers)
        with self._changed:
            leases = sum(held.ended is None for held in self._held.values())
            deaths, expired, abandoned = self._pool.deaths, self._expired, self._abandoned
        return Counts(len(workers), leases, worlds, deaths, expired, abandoned)

    def workers(self) -> list[Worker]:
        """Those that live now."""
        return self._pool.workers()

    def worker_of(self, lease: Lease) -> Worker:
        """The worker that hosts a lease's world. Raises ``WorldLost``."""
        held = self._begin(lease.id)
        self._done(held)
        return held.worker

    def wait_ready(self, limit_s: float = START_S) -> None:
        """Return when every worker has started. Raises ``PhoneError``."""
        self._pool.wait_ready(limit_s)

    def close(self) -> None:
        """End every lease and every worker, and wait for their end. Idempotent."""
        with self._changed:
            if self._pool.closing:
                return
            self._pool.closing = True
            for held in self._held.values():
                held.ended = held.ended or WorldLost("the world manager was closed")
            self._changed.notify_all()
        self._pool.close()
        self._sweeper.join()
        atexit.unregister(self.close)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *what: object) -> None:
        self.close()

    def _take_room(self, ttl_s: float, until: float) -> str:
        """A lease on the emptiest worker with room, once it is this caller's turn."""
        ticket = object()
        with self._changed:
            self._queue.append(ticket)
            try:
                while (slot := self._room_for(ticket)) is None:
                    left = until - time.monotonic()
                    if left <= 0:
                        raise WorldsBusy("no world became free in time", hint="release some")
                    self._changed.wait(left)
                return self._book(slot, ttl_s)
            finally:
                self._queue.remove(ticket)
                self._changed.notify_all()

    def _room_for(self, ticket: object) -> Slot | None:
        slots = self._pool.slots
        if self._pool.closing:
            raise WorldLost("the world manager was closed")
        if all(slot.given_up for slot in slots):
            raise PhoneError("no worker for worlds starts", hint="tandem doctor")
        if self._queue[0] is not ticket:
            return None
        free = [slot for slot in slots if slot.worker and len(slot.leases) < self._room]
        return min(free, key=lambda slot: len(slot.leases), default=None)

    def _book(self, slot: Slot, ttl_s: float) -> str:
        assert slot.worker is not None
        key = f"world{next(self._ids)}"
        self._held[key] = Held(slot, slot.worker, ttl_s, self._clock() + ttl_s)
        slot.leases.add(key)
        return key

    def _begin(self, lease: str) -> Held:
        with self._changed:
            held = self._held.get(lease)
            if held is None:
                raise WorldLost("the world was released", hint="lease another one")
            if held.ended is not None:
                raise self._reason(held)
            held.using += 1
            return held

    def _done(self, held: Held) -> None:
        with self._changed:
            held.using -= 1
            held.expires = self._clock() + held.ttl_s

    def _end(self, lease: str, why: PhoneError) -> None:
        """Note why a lease is over; the first reason stays."""
        with self._changed:
            held = self._held.get(lease)
            if held is not None:
                held.ended = held.ended or why
                held.slot.leases.discard(lease)
                self._changed.notify_all()

    @staticmethod
    def _reason(held: Held) -> PhoneError:
        """Why a lease is over, as an error of its own for each who asks."""
        why = held.ended or WorldLost("the world is gone")
        return type(why)(str(why), hint=why.hint or "lease another one")

    def _lose(self, slot: Slot) -> None:
        for lease in list(slot.leases):
            self._end(lease, WorldLost("the world's worker died"))

    def _take_expired(self) -> list[tuple[str, Held]]:
        """Leases that have just expired; from here on they cannot be used."""
        with self._changed:
            late = [(key, held) for key, held in self._held.items() if self._is_late(held)]
            for key, held in late:
                self._end(key, LeaseExpired(f"the lease was not used for {held.ttl_s:g} s"))
            self._expired += len(late)
        return late

    def _is_late(self, held: Held) -> bool:
        return held.ended is None and held.using == 0 and held.expires < self._clock()

    def _forget(self, worker: Worker, lease: str) -> None:
        """Let the worker drop a world; one that cannot is ended, and the world with it."""
        try:
            worker.ask({"op": "close", "world": lease}, deadline_s=HUNG_S)
        except WorkerGone:
            self._pool.died(worker)
        except TooSlow:
            worker.kill()

    def _sweep_on(self) -> None:
        """Sweep until the manager is closed."""
        while not self._pool.closing:
            self.sweep()
            with self._changed:
                if not self._pool.closing:
                    self._changed.wait(SWEEP_S)


def _count(worker: Worker) -> int:
    try:
        return int(worker.ask({"op": "count"}, deadline_s=HUNG_S)["value"])
    except (WorkerGone, TooSlow):
        return 0
