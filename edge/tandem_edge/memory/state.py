"""What there is to say of a memory in numbers, for ``tandem doctor``. Reads only."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from tandem_edge.embedder.opening import find_embedder
from tandem_edge.languages.catalogue import _
from tandem_edge.memory.opening import NO_KEYS, HeldMemory, hold_memory
from tandem_edge.memory.store.vectors import without_vectors
from tandem_edge.memory.upkeep import looked_after
from tandem_edge.memory.wording import told_days, told_turns, told_units
from tandem_edge.settings import Settings

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
            _(
                "{units} of {turns} ({scope})",
                units=told_units(self.units),
                turns=told_turns(self.turns),
                scope=self.scope,
            ),
            _("encrypted, opened by the {way}", way=_(self.way)),
        ]
        if self.unread:
            parts.append(_("{number} could not be read (tandem memory review)", number=self.unread))
        if self.waited > OVERDUE:
            days = told_days(self.waited)
            parts.append(_("not consolidated for {days} (tandem memory consolidate)", days=days))
        if not self.embedder:
            parts.append(_("searched by words alone"))
        elif self.unembedded:
            parts.append(_("{number} yet to be embedded", number=self.unembedded))
        return _("; ").join(parts)


def look(settings: Settings) -> tuple[str, str]:
    """How the memory stands, and the command that mends it; ``""`` if nothing is to be mended."""
    if not settings.memory:
        return _("off, by the setting memory"), ""
    embedder, _why = find_embedder(settings.models_dir)
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
