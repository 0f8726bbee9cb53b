"""The sandbox phone's own condition: clock, lock, battery, SIM. Every family may read it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from typing import Annotated, Literal
from zoneinfo import ZoneInfo

from pydantic import AfterValidator, Field, NaiveDatetime

from tandem_edge.phone.authoring import ToolFailure
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.store import Singleton, Store

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
    """``clock`` is local wall time without an offset; ``timezone`` an IANA name.

    ``total_mb`` and ``free_mb`` are the storage, in megabytes.
    """

    clock: Wall = EPOCH
    timezone: ZoneName = "Asia/Shanghai"
    hour24: bool = True
    language: Literal["en", "zh"] = "en"
    locked: bool = False
    battery_percent: Percent = 80
    charging: bool = False
    sim_present: bool = True
    signal_bars: Annotated[int, Field(ge=0, le=4)] = 4
    total_mb: Annotated[int, Field(ge=0)] = 128_000
    free_mb: Annotated[int, Field(ge=0)] = 41_000

    @property
    def now(self) -> datetime:
        """The clock with its zone."""
        return self.clock.replace(tzinfo=ZoneInfo(self.timezone))


DEVICE = Singleton("device", Device)


def take_room(store: Store, megabytes: int) -> None:
    """Use up storage; raises the fault ``low_storage`` when there is not enough."""
    free = store.only(DEVICE).free_mb
    if megabytes > free:
        raise ToolFailure("low_storage", f"{megabytes} MB are needed, {free} MB are free")
    store.update(DEVICE, free_mb=free - megabytes)


def give_room(store: Store, megabytes: int) -> None:
    """Free storage that ``take_room`` used."""
    device = store.only(DEVICE)
    store.update(DEVICE, free_mb=min(device.total_mb, device.free_mb + megabytes))


def populate_device(store: Store, random: Random, cast: Cast) -> None:
    """The everyday phone is always the same; the others differ in zone, clock and language."""
    if cast is Cast.EVERYDAY:
        return
    hours = random.randrange(7 * 60, 21 * 60, 5)
    start = datetime(2026, 1, 5) + timedelta(days=random.randrange(330), minutes=hours)
    store.update(
        DEVICE,
        clock=start,
        timezone=random.choice(_ZONES),
        hour24=random.random() < 0.6,
        language=random.choice(("en", "zh")),
        battery_percent=random.randrange(35, 100),
        free_mb=random.randrange(9_000, 70_000),
    )


_ZONES = (
    "Asia/Shanghai",
    "Asia/Shanghai",
    "Asia/Singapore",
    "Europe/London",
    "Europe/Berlin",
    "America/New_York",
    "America/Los_Angeles",
    "Australia/Sydney",
)
