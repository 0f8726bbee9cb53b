"""``tandem`` with one part of the phone or the benchmark broken, named by ``BROKEN``.

Everything else is real. So that a test does not take minutes, only a few tasks are there.
"""

from __future__ import annotations

import os
import time
from typing import Any

from tandem_edge.bench import census, proofs, throughput
from tandem_edge.bench.runs import running
from tandem_edge.bench.tasks import frozen
from tandem_edge.phone import catalogue
from tandem_edge.phone.catalogue import Catalogue
from tandem_edge.phone.sandbox.world import SandboxPhone
from tandem_shared.tasks import Split, Task
from tandem_shared.trajectories import Verdict
from tandem_tui.main import main

BROKEN = os.environ.get("BROKEN", "")
FEW = 4

whole = catalogue.load_catalogue()
every_task = frozen.load_tasks


def few_tasks(split: Split) -> tuple[Task, ...]:
    tools = [task for task in every_task(split) if task.dimension == "tool"]
    return tuple(tools[:FEW])


def fewer_tools() -> Catalogue:
    return Catalogue({n: t for n, t in whole.tools.items() if t.spec.domain != "devices"})


def look_alikes() -> Catalogue:
    tools = dict(whole.tools)
    one, other = tools["manage_alarm"], tools["manage_countdown"]
    spec = other.spec.model_copy(update={"description": one.spec.description})
    tools["manage_countdown"] = type(other)(spec, other.act)
    return Catalogue(tools)


def always_true(task: Task, attempt: Any) -> Verdict:
    return Verdict(passed=True)


def always_false(task: Task, attempt: Any) -> Verdict:
    return Verdict(passed=False, reasons=("no",))


def slow_call(phone: SandboxPhone, call: Any, real: Any = SandboxPhone.call) -> Any:
    time.sleep(0.0005)
    return real(phone, call)


def slow_fork(phone: SandboxPhone, real: Any = SandboxPhone.fork) -> Any:
    time.sleep(0.006)
    return real(phone)


class Here:
    """A pool of no processes, so that what is broken here is broken everywhere."""

    def __init__(self, *ignored: Any) -> None:
        pass

    def __enter__(self) -> Here:
        return self

    def __exit__(self, *ignored: Any) -> None:
        pass

    map = staticmethod(map)


def break_it() -> None:
    catalogues = {"domain": fewer_tools, "alike": look_alikes}
    if BROKEN in catalogues:
        catalogue.load_catalogue = catalogues[BROKEN]  # type: ignore[assignment]
    checks = {"credulous": always_true, "strict": always_false}
    if BROKEN in checks:
        proofs.check = checks[BROKEN]
    if BROKEN == "slow":
        SandboxPhone.call = slow_call  # type: ignore[assignment]
        throughput.ROUNDS, throughput.INSTANCES = 1, 2
    if BROKEN == "heavy":
        SandboxPhone.fork = slow_fork  # type: ignore[method-assign]
        throughput.ROUNDS, throughput.INSTANCES = 1, 2


if __name__ == "__main__":
    census.ProcessPoolExecutor = Here  # type: ignore[misc, assignment]
    for module in (census, running, frozen):
        module.load_tasks = few_tasks  # type: ignore[attr-defined]
    break_it()
    main()
