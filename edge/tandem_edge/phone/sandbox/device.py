"""The sandbox phone's own condition: clock, lock, battery, SIM. Every family may read it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from tandem_edge.phone.sandbox.store import Singleton

EPOCH = datetime(2026, 3, 10, 9, 0)
"""Where a fresh sandbox clock stands (a Tuesday morning), in the phone's own time zone."""


@dataclass(frozen=True, slots=True)
class Device:
    """``clock`` is local wall time without an offset; ``timezone`` an IANA name."""

    clock: datetime = EPOCH
    timezone: str = "Asia/Shanghai"
    hour24: bool = True
    language: str = "en"
    locked: bool = False
    battery_percent: int = 80
    charging: bool = False
    sim_present: bool = True
    signal_bars: int = 4

    @property
    def now(self) -> datetime:
        """The clock with its zone."""
        return self.clock.replace(tzinfo=ZoneInfo(self.timezone))


DEVICE = Singleton("device", Device)
