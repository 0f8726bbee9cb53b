"""The sandbox phone's own condition: clock, lock, battery, SIM. Every family may read it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Literal
from zoneinfo import ZoneInfo

from pydantic import AfterValidator, Field, NaiveDatetime

from tandem_edge.phone.sandbox.store import Singleton

EPOCH = datetime(2026, 3, 10, 9, 0)
"""Where a fresh sandbox clock stands (a Tuesday morning), in the phone's own time zone."""


def _zone_name(name: str) -> str:
    try:
        return ZoneInfo(name).key
    except (OSError, LookupError) as error:
        raise ValueError(f"{name!r} is not a time zone") from error


Wall = Annotated[NaiveDatetime, Field(ge=datetime(1970, 1, 1), lt=datetime(2101, 1, 1))]
"""Local time without an offset, far enough from the calendar's ends to compute with."""
Percent = Annotated[int, Field(ge=0, le=100)]
ZoneName = Annotated[str, AfterValidator(_zone_name)]


@dataclass(frozen=True, slots=True)
class Device:
    """``clock`` is local wall time without an offset; ``timezone`` an IANA name."""

    clock: Wall = EPOCH
    timezone: ZoneName = "Asia/Shanghai"
    hour24: bool = True
    language: Literal["en", "zh"] = "en"
    locked: bool = False
    battery_percent: Percent = 80
    charging: bool = False
    sim_present: bool = True
    signal_bars: Annotated[int, Field(ge=0, le=4)] = 4

    @property
    def now(self) -> datetime:
        """The clock with its zone."""
        return self.clock.replace(tzinfo=ZoneInfo(self.timezone))


DEVICE = Singleton("device", Device)
