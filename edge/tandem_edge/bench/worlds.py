"""Whether leased worlds give the same results anywhere, with workers killed under them."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from tandem_edge.bench.callers import Caller
from tandem_edge.phone.catalogue import load_catalogue
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.worlds.backend import Backend, Worker, open_backend
from tandem_edge.worlds.host import written
from tandem_edge.worlds.lease import Lease
from tandem_edge.worlds.manager import WorldManager
from tandem_edge.worlds.ray_backend import RayBackend
from tandem_edge.worlds.spec import Message, WorldLost, WorldSpec
from tandem_shared.canonical import digest
from tandem_shared.errors import MissingError
from tandem_shared.tools import ToolCall

SEQUENCES = 60
CALLS = 8
KILLS = 20
WORKERS = 4
ROOM = 8
CASTS = (Cast.EVERYDAY, Cast.TRAIN, Cast.DEV)
ENDING_S = 20.0
"""How long ended processes may take to be gone."""


@dataclass(frozen=True)
class Plan:
    """One world and the calls that are made on it. With ``kills`` its worker dies half-way once."""

    spec: WorldSpec
    calls: tuple[ToolCall, ...]
    kills: bool = False


@dataclass
class WorldsMeasured:
    """What a run of many sequences on many worlds came to."""

    backend: str
    nodes: int
    workers: int
    sequences: int
    calls: int
    killed: int = 0
    """Workers ended with SIGKILL in the middle of a sequence."""
    reclaimed: int = 0
    """Workers whose death was noticed and which were replaced."""
    lost: int = 0
    """Leases that ended in a clear error for it; their sequences were begun anew."""
    places: int = 0
    """Machines or nodes that hosted worlds."""
    leaked_leases: int = 0
    leaked_worlds: int = 0
    leaked_processes: int = 0
    results: list[str] = field(default_factory=list)
    """A digest a sequence: every result, every change, the final state."""
    as_in_memory: int = 0
    """Sequences that ended exactly as on a phone in this process."""
    seconds: float = 0.0


def sequences(count: int = SEQUENCES, kills: int = KILLS, seed: int = 1) -> list[Plan]:
    """Seeded calls on a few kinds of world; every so many of them is to lose its worker."""
    specs = load_catalogue().specs
    made = []
    for place in range(count):
        random = Random(f"{seed}/{place}")
        spec = WorldSpec(seed=random.randrange(3), cast=random.choice(CASTS))
        calls = tuple(Caller(random).any_call(specs) for _ in range(CALLS))
        killed = place * kills // count != (place + 1) * kills // count
        made.append(Plan(spec, calls, killed))
    return made


def measure_worlds(
    backend: Backend | str = "processes",
    *,
    count: int = SEQUENCES,
    kills: int = KILLS,
    seed: int = 1,
) -> WorldsMeasured:
    """Run the sequences on leased worlds, several at a time, and look for what is left behind."""
    started = time.monotonic()
    made = open_backend(backend) if isinstance(backend, str) else backend
    planned = sequences(count, kills, seed)
    measured = WorldsMeasured(made.name, 1, WORKERS, count, sum(len(one.calls) for one in planned))
    run = _Run(measured)
    with WorldManager(workers=WORKERS, worlds_per_worker=ROOM, backend=made) as manager:
        manager.wait_ready()
        with ThreadPoolExecutor(2 * WORKERS) as clients:
            measured.results = list(clients.map(partial(run.sequence, manager), planned))
        manager.wait_ready()
        counts = manager.counts()
        run.see(*manager.workers())
    measured.reclaimed = counts.deaths
    measured.leaked_leases, measured.leaked_worlds = counts.leases, counts.worlds
    measured.places = len(run.places)
    measured.leaked_processes = _still_there(run.pids)
    expected = [in_memory(one) for one in planned]
    pairs = zip(expected, measured.results, strict=True)
    measured.as_in_memory = sum(one == other for one, other in pairs)
    measured.seconds = time.monotonic() - started
    return measured


def measure_ray(
    nodes: int = 2, *, count: int = SEQUENCES, kills: int = KILLS, seed: int = 1
) -> WorldsMeasured:
    """The same on a Ray cluster of so many nodes, all on this machine.

    Raises ``MissingError`` when Ray is not installed.
    """
    with ray_cluster(nodes):
        measured = measure_worlds(RayBackend(), count=count, kills=kills, seed=seed)
    measured.nodes = nodes
    return measured


@contextmanager
def ray_cluster(nodes: int) -> Iterator[None]:
    """A cluster of so many nodes on this machine, joined by this process."""
    try:
        import ray
        from ray.cluster_utils import Cluster
    except ImportError as error:
        raise MissingError(
            "Ray is not installed", hint="pip install 'tandem-phone[ray]'"
        ) from error
    cluster = Cluster()
    try:
        for _ in range(nodes):
            cluster.add_node(num_cpus=1, object_store_memory=80_000_000)
        ray.init(address=cluster.address, log_to_driver=False, logging_level="ERROR")
        yield
    finally:
        ray.shutdown()
        cluster.shutdown()


def in_memory(one: Plan) -> str:
    """A sequence's result on a phone in this process."""
    phone = one.spec.make().fork()
    said = [written(phone.call(call)) for call in one.calls]
    changes = [change.model_dump(mode="json") for change in phone.changes_since(0)]
    return _digest(said, changes, digest(phone.dump()))


def _digest(said: list[Message], changes: list[Message], state: str) -> str:
    whole: Any = [said, changes, state]
    return digest(whole)


class _Run:
    """What the clients of one run share."""

    def __init__(self, measured: WorldsMeasured) -> None:
        self.measured = measured
        self.pids: set[int] = set()
        self.killed: set[int] = set()
        self.places: set[str] = set()
        self.counting = threading.Lock()
        self.lock = threading.Lock()
        """One kill at a time, so that none hits a worker that is dying already."""

    def see(self, *workers: Worker) -> None:
        """Note which processes there are and where."""
        self.pids |= {worker.pid for worker in workers}
        self.places |= {worker.place for worker in workers}

    def sequence(self, manager: WorldManager, one: Plan) -> str:
        """The result of a sequence, begun anew for as long as its worlds are lost."""
        kills = one.kills
        while True:
            try:
                with manager.lease(one.spec) as lease:
                    said = self._calls(lease, one.calls[: CALLS // 2])
                    if kills:
                        self._kill(manager, lease)
                        kills = False
                    said += self._calls(lease, one.calls[CALLS // 2 :])
                    changes = [change.model_dump(mode="json") for change in lease.changes()]
                    return _digest(said, changes, lease.digest())
            except WorldLost:
                with self.counting:
                    self.measured.lost += 1

    @staticmethod
    def _calls(lease: Lease, calls: Sequence[ToolCall]) -> list[Message]:
        return [written(lease.call(call)) for call in calls]

    def _kill(self, manager: WorldManager, lease: Lease) -> None:
        with self.lock:
            worker = manager.worker_of(lease)
            if worker.pid in self.killed:
                raise WorldLost("killed already, though nobody has noticed yet")
            self.see(worker)
            os.kill(worker.pid, signal.SIGKILL)
            self.killed.add(worker.pid)
            self.measured.killed += 1
            _gone(worker.pid)


def _still_there(pids: set[int]) -> int:
    """How many of these processes do not end."""
    return sum(not _gone(pid) for pid in pids)


def _gone(pid: int) -> bool:
    """Wait until a process has ended; whether it has."""
    until, pause = time.monotonic() + ENDING_S, threading.Event()
    while time.monotonic() < until:
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            return True
        if state == "Z":
            return True
        pause.wait(0.02)
    return False
