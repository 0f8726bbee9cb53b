"""How a case is written: a call, what comes before it, and what it ends in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from tandem_edge.phone.protocol import Execution
from tandem_edge.phone.sandbox.device import DEVICE
from tandem_edge.phone.sandbox.friction import inject
from tandem_edge.phone.sandbox.world import SandboxPhone
from tandem_shared.tools import ToolCall

SEED = 7
Setup = Callable[[SandboxPhone], Any]


@cache
def _fresh() -> SandboxPhone:
    return SandboxPhone.generate(SEED)


def make_phone(*setups: Setup) -> SandboxPhone:
    """A generated phone after ``setups``."""
    phone = _fresh().fork()
    for setup in setups:
        setup(phone)
    return phone


def do(phone: SandboxPhone, name: str, /, **arguments: Any) -> Execution:
    return phone.call(ToolCall(name=name, arguments=arguments))


def must(name: str, /, **arguments: Any) -> Setup:
    """A setup that carries out a call which has to succeed."""

    def setup(phone: SandboxPhone) -> None:
        result = do(phone, name, **arguments).result
        assert result.ok, result.fault

    return setup


def device(**fields: Any) -> Setup:
    return lambda phone: phone.store.update(DEVICE, **fields)


@dataclass(frozen=True)
class Case:
    """One call, what comes before it, and the fault it ends in (none: it succeeds)."""

    name: str
    arguments: dict[str, Any]
    setups: tuple[Setup, ...] = ()
    code: str = ""

    def __str__(self) -> str:
        words = [self.name, *map(str, self.arguments.values()), self.code]
        return "-".join(word for word in words if word)[:70]

    def run(self) -> tuple[SandboxPhone, Execution]:
        phone = make_phone(*self.setups)
        return phone, do(phone, self.name, **self.arguments)


def ok(name: str, /, *setups: Setup, **arguments: Any) -> Case:
    return Case(name, arguments, setups)


def fails(code: str, name: str, /, *setups: Setup, **arguments: Any) -> Case:
    return Case(name, arguments, setups, code)


LOCKED = device(locked=True)
NO_SIM = device(sim_present=False)
NO_SIGNAL = device(signal_bars=0)
WEAK = device(battery_percent=3)
FULL = device(free_mb=0)
AIRPLANE = must("manage_airplane_mode", action="enable")


def hit_by(name: str, value: str = "") -> Setup:
    """A setup that puts a difficulty on the phone, see ``sandbox.friction``."""
    return lambda phone: inject(phone.store, name, value)


OFFLINE = hit_by("offline")
