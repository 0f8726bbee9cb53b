"""A lease has one holder, who loses it by time, by letting go, or by being gone."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from dataclasses import replace

import pytest

from tandem_trainer.experience.leases import Leases, this_process
from tandem_trainer.experience.store import Store


@pytest.fixture
def now() -> list[float]:
    return [1000.0]


@pytest.fixture
def ours(store: Store, now: list[float]) -> Leases:
    return replace(store.leases, holder="here 1", lasts_s=60.0, clock=lambda: now[0])


@pytest.fixture
def theirs(ours: Leases) -> Leases:
    return replace(ours, holder="there 1")


def test_what_one_holds_no_other_can_take(ours: Leases, theirs: Leases) -> None:
    assert ours.take("a") and ours.take("a")
    assert not theirs.take("a")
    assert theirs.take("b")


def test_a_lease_that_is_not_taken_anew_is_void(
    ours: Leases, theirs: Leases, now: list[float]
) -> None:
    ours.take("a")
    now[0] += 59
    ours.take("a")
    now[0] += 59
    assert not theirs.take("a")
    now[0] += 1
    assert theirs.take("a")
    assert not ours.take("a")


def test_only_who_holds_a_lease_can_let_go_of_it(ours: Leases, theirs: Leases) -> None:
    ours.take("a")
    theirs.release(["a"])
    assert not theirs.take("a")
    ours.release(["a", "never taken"])
    assert theirs.take("a")


def test_the_lease_of_a_process_that_is_gone_is_void(ours: Leases) -> None:
    child = subprocess.run(
        [sys.executable, "-c", "import os; print(os.getpid())"], capture_output=True, check=True
    )
    gone = replace(ours, holder=f"{socket.gethostname()} {int(child.stdout)}")
    alive = replace(ours, holder=this_process())
    far = replace(ours, holder=f"another-machine {int(child.stdout)}")
    assert gone.take("a") and alive.take("b") and far.take("c")
    assert [ours.take(name) for name in "abc"] == [True, False, False]
    assert this_process().endswith(f" {os.getpid()}")
