"""Letting time pass: everything that is due happens, in order, each thing at its own moment."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from tandem_edge.phone.sandbox.device import DEVICE
from tandem_edge.phone.sandbox.store import Store


@dataclass(frozen=True, slots=True)
class Timer:
    """What one family does by the clock; a module-level value of it is found by discovery.

    ``upcoming`` gives the local wall time of the next thing due, or ``None``. ``happen`` carries
    out all that is due at that time, which the clock then shows (or a later one, where it was
    overdue); afterwards ``upcoming`` must lie later.
    """

    upcoming: Callable[[Store], datetime | None]
    happen: Callable[[Store, datetime], None]


def advance(store: Store, until: datetime, timers: Sequence[Timer]) -> None:
    """Let the clock run to ``until`` (local wall time).

    What is overdue at the start happens at once. Raises ``ValueError`` when ``until`` is past,
    and ``RuntimeError`` when a timer does not let go of a moment it was given.
    """
    if until < store.only(DEVICE).clock:
        raise ValueError("the clock only runs forward; set it to go back")
    served: set[tuple[datetime, int]] = set()
    while (due := _earliest(store, timers)) is not None and due[0] <= until:
        if due in served:
            raise RuntimeError(f"what is due at {due[0]} would happen for ever")
        served.add(due)
        when, place = due
        store.update(DEVICE, clock=max(when, store.only(DEVICE).clock))
        timers[place].happen(store, when)
    store.update(DEVICE, clock=until)


def _earliest(store: Store, timers: Sequence[Timer]) -> tuple[datetime, int] | None:
    due = ((timer.upcoming(store), place) for place, timer in enumerate(timers))
    return min(((when, place) for when, place in due if when is not None), default=None)
