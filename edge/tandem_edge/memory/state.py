"""What there is to say of a memory in numbers, for ``tandem doctor``. Reads only."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from tandem_edge.embedder.opening import find_embedder
from tandem_edge.memory.opening import NO_KEYS, HeldMemory, hold_memory
from tandem_edge.memory.store.vectors import without_vectors
from tandem_edge.memory.upkeep import looked_after
from tandem_edge.memory.wording import told_turns, told_units
from tandem_edge.settings import Settings
from tandem_shared.text import counted

OVERDUE = 7
"""Days without a consolidation, from which it is told."""


@dataclass(frozen=True)
class MemoryState:
    """Counts of one memory. ``unread`` could not be made a memory, ``unembedded`` have no vector of
    the embedder that is there."""

    scope: str
    way: str
    turns: int
    units: int
    unread: int
    unembedded: int
    embedder: str
    waited: int
    """Days since it was consolidated last."""

    def fact(self) -> str:
        """All of it in a sentence."""
        parts = [
            f"{told_units(self.units)} of {told_turns(self.turns)} ({self.scope})",
            f"encrypted, opened by the {self.way}",
        ]
        if self.unread:
            parts.append(f"{self.unread} could not be read (tandem memory review)")
        if self.waited > OVERDUE:
            parts.append(
                f"not consolidated for {counted(self.waited, 'day')} (tandem memory consolidate)"
            )
        if not self.embedder:
            parts.append("searched by words alone")
        elif self.unembedded:
            parts.append(f"{self.unembedded} yet to be embedded")
        return "; ".join(parts)


def look(settings: Settings) -> tuple[str, str]:
    """How the memory stands, and the command that mends it; ``""`` if nothing is to be mended."""
    if not settings.memory:
        return "off, by the setting memory", ""
    embedder, _ = find_embedder(settings.models_dir)
    held, why_not = hold_memory(
        settings.home, embedder, settings.memory_scope, make=False, looks=True
    )
    if held is None:
        return why_not, "tandem key init" if why_not == NO_KEYS else "tandem key status"
    try:
        return state_of(held).fact(), ""
    finally:
        held.close()


def state_of(held: HeldMemory) -> MemoryState:
    """The state of an open memory."""
    book, embedder = held.room.book, held.room.indexing.embedder
    waiting = without_vectors(book.database, embedder.identity, most=1 << 31) if embedder else []
    turns = book.database.execute("SELECT count(*) FROM turns").fetchone()[0]
    scope, last = book.scope, looked_after(held.room)
    return MemoryState(
        scope=f"{scope.user}, {scope.workspace}, {scope.agent}",
        way=held.way,
        turns=int(turns),
        units=len(book.units()),
        unread=len(book.failures()),
        unembedded=len(waiting),
        embedder=embedder.name if embedder else "",
        waited=0 if last is None else (datetime.now(UTC) - last).days,
    )
