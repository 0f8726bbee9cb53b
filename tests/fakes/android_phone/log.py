"""What was asked of the simulated phone, in order."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

Kind = Literal[
    "greeted", "auth", "broken", "service", "refused", "sync", "command", "automator", "fault"
]


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing asked: a ``service`` by its name, a ``command`` by its words, a method of the
    ``automator`` by its name and JSON parameters."""

    kind: Kind
    text: str
    words: tuple[str, ...] = ()


@dataclass
class Log:
    """Entries, oldest first. Read it when the phone is at rest."""

    entries: list[Entry] = field(default_factory=list)

    def note(self, kind: Kind, text: str, words: Iterable[str] = ()) -> None:
        """Add an entry."""
        self.entries.append(Entry(kind, text, tuple(words)))

    def of(self, kind: Kind) -> list[str]:
        """The texts of one kind."""
        return [entry.text for entry in self.entries if entry.kind == kind]

    def clear(self) -> None:
        """Forget what was asked so far."""
        self.entries.clear()
