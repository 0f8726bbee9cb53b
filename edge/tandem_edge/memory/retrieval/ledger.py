"""The evidence ledger: what an answer may quote, each quote checked against the turn it is from."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field

from tandem_shared.errors import TrustError

LONGEST_QUOTE = 300
"""Characters. A quote is to be read at a glance; the turn itself is one step away."""

Source = Callable[[str], str | None]
"""From a turn's id to its raw text, or nothing when there is no such turn (any more)."""


@dataclass(frozen=True)
class Evidence:
    """Words of one raw turn, as they stand there."""

    turn: str
    quote: str


@dataclass
class Ledger:
    """Evidence in the order of entry; nothing enters that its source does not say."""

    source: Source
    entries: list[Evidence] = field(default_factory=list)

    def enter(self, turn: str, quote: str) -> Evidence:
        """Enter a quote; white space and full-width forms may differ from the turn's.

        What is kept are the turn's own characters. Raises ``TrustError`` when the turn is not
        there or does not say it.
        """
        raw = self.source(turn)
        own = _standing_in(raw, quote) if raw is not None else None
        if own is None:
            raise TrustError(
                f"{turn} does not say what is quoted", hint="quote the turn's own words"
            )
        found = Evidence(turn, own)
        if found not in self.entries:
            self.entries.append(found)
        return found

    def broken(self) -> tuple[Evidence, ...]:
        """Entries whose turn no longer says them: it was deleted since."""
        return tuple(
            each for each in self.entries if each.quote not in (self.source(each.turn) or "")
        )


def _standing_in(raw: str, quote: str) -> str | None:
    """The stretch of ``raw`` that ``quote`` repeats, in the characters of ``raw``."""
    if not quote.strip() or len(quote) > LONGEST_QUOTE:
        return None
    folded, places = _folded(raw)
    wanted, _ = _folded(quote)
    wanted = wanted.strip()
    at = folded.find(wanted) if wanted else -1
    return raw[places[at] : places[at + len(wanted) - 1] + 1] if at >= 0 else None


def _folded(text: str) -> tuple[str, list[int]]:
    """``text`` with white space run together and compatibility forms made one, and for each
    character of that the place in ``text`` that it comes from."""
    out: list[str] = []
    places: list[int] = []
    for place, char in enumerate(text):
        for piece in " " if char.isspace() else unicodedata.normalize("NFKC", char):
            if piece.isspace() and (not out or out[-1] == " "):
                continue
            out.append(" " if piece.isspace() else piece)
            places.append(place)
    return "".join(out), places
