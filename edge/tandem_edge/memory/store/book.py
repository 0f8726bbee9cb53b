"""Turns, units and all that hangs on them in one scope's encrypted database."""

from __future__ import annotations

from dataclasses import dataclass

from tandem_edge.memory.store.records import Records
from tandem_edge.memory.store.rows import AT_ONCE
from tandem_edge.memory.store.turns import Kept, Near
from tandem_edge.memory.store.units import Units
from tandem_edge.memory.store.unlearned import Unlearned

__all__ = ["AT_ONCE", "Book", "Kept", "Near"]


@dataclass
class Book(Unlearned, Units, Records):
    """One scope's memory as rows. Every method that writes is one transaction, or part of one."""
