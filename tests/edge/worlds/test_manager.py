"""Leased worlds: what a lease does, when it ends, and that nothing is left behind."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.world import SandboxPhone
from tandem_edge.worlds.backend import Worker, open_backend
from tandem_edge.worlds.lease import Lease
from tandem_edge.worlds.manager import WorldManager
from tandem_edge.worlds.processes import ProcessBackend
from tandem_edge.worlds.spec import LeaseExpired, TooSlow, WorldLost, WorldsBusy, WorldSpec
from tandem_shared.errors import PhoneError, UsageError
from tandem_shared.tasks import Friction
from tandem_shared.tools import ToolCall
from tests.fakes.waiting import suspend, wait_until

SPEC = WorldSpec(seed=3)
ALARM = ToolCall(name="manage_alarm", arguments={"action": "create", "time": "7:30 tomorrow"})
LIGHT = ToolCall(name="control_flashlight", arguments={"action": "enable"})


@pytest.fixture(scope="module")
def manager() -> Iterator[WorldManager]:
    with WorldManager(workers=2, worlds_per_worker=4) as manager:
        manager.wait_ready()
        yield manager


@pytest.fixture
def lease(manager: WorldManager) -> Iterator[Lease]:
    with manager.lease(SPEC) as lease:
        yield lease


def there(pid: int) -> bool:
    try:
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False


# ---- what a lease does


def test_a_leased_world_is_the_phone_it_would_be_here(lease: Lease) -> None:
    here = SandboxPhone.generate(3)
    assert lease.now() == here.now()
    for call in (ALARM, LIGHT, ToolCall(name="no_tool"), ALARM):
        far, near = lease.call(call), here.call(call)
        assert (far.result, far.arguments, far.changes) == (
            near.result,
            near.arguments,
            near.changes,
        )
    assert lease.changes() == here.changes_since(0)


def test_a_preview_changes_nothing(lease: Lease) -> None:
    before = lease.digest()
    assert lease.preview(ALARM).result.ok
    assert lease.digest() == before and lease.changes() == ()


def test_changes_are_told_from_a_mark_on(lease: Lease) -> None:
    lease.call(ALARM)
    mark = lease.mark()
    assert lease.changes_since(mark) == ()
    lease.call(LIGHT)
    assert len(lease.changes_since(mark)) == 1 and len(lease.changes()) == 2


def test_a_snapshot_can_be_gone_back_to_again_and_again(lease: Lease) -> None:
    lease.call(ALARM)
    kept, digest, changes = lease.snapshot(), lease.digest(), lease.changes()
    for _ in range(2):
        lease.call(LIGHT)
        assert lease.digest() != digest
        lease.restore(kept)
        assert lease.digest() == digest and lease.changes() == changes


def test_a_reset_world_is_new_and_has_no_snapshots(lease: Lease) -> None:
    new, kept = lease.digest(), lease.snapshot()
    lease.call(ALARM)
    lease.reset()
    assert lease.digest() == new and lease.changes() == ()
    with pytest.raises(UsageError):
        lease.restore(kept)


def test_worlds_in_one_worker_do_not_see_each_other(manager: WorldManager) -> None:
    with manager.lease(SPEC) as one, manager.lease(SPEC) as two, manager.lease(SPEC) as three:
        one.call(ALARM)
        assert two.changes() == three.changes() == ()
        assert two.digest() == three.digest() != one.digest()


def test_a_world_begins_as_its_spec_says(manager: WorldManager) -> None:
    offline = Friction(name="offline")
    spec = WorldSpec(seed=3, cast=Cast.TRAIN, calls=(ALARM,), friction=(offline,))
    with manager.lease(spec) as lease:
        assert lease.changes() == ()
        assert lease.digest() == open_here(spec)


def open_here(spec: WorldSpec) -> str:
    from tandem_shared.canonical import digest

    return digest(spec.make().dump())


def test_a_world_that_cannot_be_made_is_an_error_and_takes_no_room(manager: WorldManager) -> None:
    before = manager.counts()
    for spec in (
        WorldSpec(seed=3, calls=(ToolCall(name="no_tool"),)),
        WorldSpec(seed=3, friction=(Friction(name="gremlins"),)),
    ):
        with pytest.raises(UsageError):
            manager.lease(spec)
    assert manager.counts().leases == before.leases


# ---- when a lease ends


def test_a_released_world_is_gone(manager: WorldManager) -> None:
    lease = manager.lease(SPEC)
    lease.release()
    lease.release()
    with pytest.raises(WorldLost, match="released"):
        lease.call(ALARM)
    assert manager.counts().worlds == manager.counts().leases == 0


def test_a_lease_expires_unless_it_is_used_or_beats() -> None:
    now = [0.0]
    with WorldManager(workers=1, clock=lambda: now[0]) as manager:
        idle, used, beating = (manager.lease(SPEC, ttl_s=10) for _ in range(3))
        now[0] = 8
        used.call(ALARM)
        beating.beat()
        now[0] = 12
        manager.sweep()
        with pytest.raises(LeaseExpired, match="not used for 10 s"):
            idle.call(ALARM)
        with pytest.raises(LeaseExpired):
            idle.beat()
        assert used.call(LIGHT).result.ok and beating.call(LIGHT).result.ok
        counts = manager.counts()
        assert (counts.expired, counts.leases, counts.worlds) == (1, 2, 2)


def test_a_lease_expires_by_itself_in_real_time(manager: WorldManager) -> None:
    lease = manager.lease(SPEC, ttl_s=0.01)
    wait_until(lambda: manager.counts().worlds == 0)
    with pytest.raises(LeaseExpired):
        lease.call(ALARM)


def test_a_client_that_goes_away_without_a_word_leaves_no_world(manager: WorldManager) -> None:
    def careless() -> None:
        manager.lease(SPEC).call(ALARM)
        raise ValueError("and never comes back")

    before = manager.counts().abandoned
    with ThreadPoolExecutor(1) as client, pytest.raises(ValueError, match="never"):
        client.submit(careless).result()
    gc.collect()
    wait_until(lambda: manager.counts().abandoned == before + 1)
    assert manager.counts().worlds == 0


def test_a_killed_worker_loses_its_worlds_with_a_clear_error_and_is_replaced() -> None:
    with WorldManager(workers=2) as manager:
        manager.wait_ready()
        leases = [manager.lease(SPEC) for _ in range(4)]
        doomed = manager.worker_of(leases[0])
        hit = [one for one in leases if manager.worker_of(one) is doomed]
        spared = [one for one in leases if one not in hit]
        assert len(hit) == len(spared) == 2
        os.kill(doomed.pid, signal.SIGKILL)
        for lease in hit:
            with pytest.raises(WorldLost, match="worker died") as error:
                lease.call(ALARM)
            assert "lease another" in error.value.hint
        assert all(lease.call(ALARM).result.ok for lease in spared)
        manager.wait_ready()
        counts = manager.counts()
        assert (counts.workers, counts.deaths, counts.leases, counts.worlds) == (2, 1, 2, 2)
        with manager.lease(SPEC) as fresh:
            assert fresh.call(ALARM).result.ok


def test_a_call_past_its_deadline_ends_the_worker_and_nobody_waits_longer() -> None:
    with WorldManager(workers=1) as manager:
        lease = manager.lease(SPEC)
        stopped = manager.worker_of(lease)
        suspend(stopped.pid)
        with pytest.raises(WorldLost, match=r"no answer within 0\.2 s"):
            lease.call(ALARM, deadline_s=0.2)
        assert not there(stopped.pid)
        with manager.lease(SPEC) as another:
            assert another.call(ALARM).result.ok


def test_a_worker_that_hangs_unused_is_found_by_its_silence(monkeypatch: Any) -> None:
    monkeypatch.setattr("tandem_edge.worlds.pool.PING_S", 0.0)
    monkeypatch.setattr("tandem_edge.worlds.pool.HUNG_S", 2.0)
    with WorldManager(workers=1) as manager:
        manager.wait_ready()
        (hung,) = manager.workers()
        suspend(hung.pid)
        wait_until(lambda: not there(hung.pid))
        with manager.lease(SPEC) as lease:
            assert lease.call(ALARM).result.ok


# ---- room


def test_leases_are_spread_over_the_workers(manager: WorldManager) -> None:
    leases = [manager.lease(SPEC) for _ in range(4)]
    workers = [manager.worker_of(lease).pid for lease in leases]
    assert sorted(workers.count(pid) for pid in set(workers)) == [2, 2]
    for lease in leases:
        lease.release()


def test_without_room_a_client_waits_its_turn_or_is_told() -> None:
    with WorldManager(workers=1, worlds_per_worker=1) as manager:
        first = manager.lease(SPEC)
        with pytest.raises(WorldsBusy):
            manager.lease(SPEC, wait_s=0.01)
        with ThreadPoolExecutor(1) as client:
            waiting = client.submit(manager.lease, SPEC)
            wait_until(lambda: len(manager._queue) == 1)
            assert not waiting.done()
            first.release()
            assert waiting.result().call(ALARM).result.ok


def test_a_manager_whose_workers_do_not_start_says_so() -> None:
    class Broken(ProcessBackend):
        tried = 0

        def start(self, on_death: Callable[[Worker], None]) -> Worker:
            self.tried += 1
            raise OSError("no more processes")

    backend = Broken()
    with WorldManager(workers=1, backend=backend) as manager:
        with pytest.raises(PhoneError, match="no worker for worlds starts"):
            manager.lease(SPEC)
        assert backend.tried == 3
    with pytest.raises(UsageError, match="processes, ray"):
        try:
            open_backend("clouds")
        except UsageError as error:
            raise UsageError(error.hint) from error


# ---- nothing is left behind


def test_a_closed_manager_leaves_no_process_and_no_usable_lease() -> None:
    manager = WorldManager(workers=2)
    manager.wait_ready()
    lease, pids = manager.lease(SPEC), [worker.pid for worker in manager.workers()]
    manager.close()
    manager.close()
    assert not [pid for pid in pids if there(pid)]
    for attempt in (lambda: lease.call(ALARM), lambda: manager.lease(SPEC)):
        with pytest.raises(WorldLost, match="closed"):
            attempt()
    assert not [one for one in threading.enumerate() if one.name.startswith("world")]


SCRIPT = """
import sys
from tandem_edge.worlds.manager import WorldManager
from tandem_edge.worlds.spec import WorldSpec
manager = WorldManager(workers=2)
manager.wait_ready()
lease = manager.lease(WorldSpec(seed=3))
print(*[worker.pid for worker in manager.workers()], flush=True)
sys.stdin.readline()
"""


@pytest.mark.parametrize("end", ["killed", "forgotten"])
def test_workers_end_with_their_manager_however_it_ends(end: str) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", SCRIPT], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None and process.stdin is not None
        pids = [int(pid) for pid in process.stdout.readline().split()]
        assert len(pids) == 2 and all(map(there, pids))
        if end == "killed":
            process.kill()
        else:
            process.stdin.write(b"\n")
            process.stdin.flush()
        process.wait(60)
        wait_until(lambda: not any(map(there, pids)))


def test_a_worker_answers_a_ping_in_the_middle_of_other_work() -> None:
    ended = threading.Event()
    worker = ProcessBackend().start(lambda dead: ended.set())
    try:
        with ThreadPoolExecutor(1) as client:
            spec = WorldSpec(seed=5).model_dump_json()
            request = {"op": "open", "world": "w", "spec": spec}
            busy = client.submit(worker.ask, request, deadline_s=60.0)
            assert worker.ask({"op": "ping"}, deadline_s=60)["value"] == worker.pid
            assert busy.result()["ok"]
        suspend(worker.pid)
        with pytest.raises(TooSlow):
            worker.ask({"op": "ping"}, deadline_s=0.05)
    finally:
        worker.kill()
    assert ended.wait(30)
