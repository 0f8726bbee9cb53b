"""The unit that takes the place of another when one value in it is corrected.

What it says is the old sentence or fact with the new value in it: words of the owner's both. The
old one stays as history.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tandem_edge.memory.extraction.attributes import attribute_of
from tandem_edge.memory.extraction.folding import has_chinese, plain
from tandem_edge.memory.extraction.protocol import Prospector
from tandem_edge.memory.extraction.secrets import is_secret
from tandem_edge.memory.extraction.summary import summarise
from tandem_edge.memory.extraction.times import find_times
from tandem_edge.memory.lifecycle.conflicts import same_value, superseded
from tandem_edge.memory.lifecycle.correcting import TIMED, Renewal
from tandem_edge.memory.store.book import Book, Kept
from tandem_shared.memory import LONGEST_SUMMARY, Fact, Kind, Sensitivity, Unit
from tandem_shared.text import one_line


@dataclass(frozen=True)
class Renewing:
    """Writes renewals into ``book``."""

    book: Book
    prospector: Prospector

    def renew(self, kept: Kept, renewal: Renewal, at: datetime, saved: Sequence[Unit] = ()) -> Unit:
        """Put the corrected unit, which rests on ``kept``, in the place of the old one; gives the
        one that stands now. What an agent has ``saved`` of the correction already takes the place
        itself. The transaction is the caller's."""
        old = renewal.unit or self.sentence(renewal.turn, renewal.turn.turn.text, at)
        new = self._renewed(old, kept, renewal, at)
        if there := next(iter(saved), None) or self._believed(old, new):
            self.book.add_evidence(there.id, new.evidence)
            self.book.change_unit(superseded(old, there, at))
            return there
        self.book.change_unit(superseded(old, new, at))
        self.book.add_unit(new, new.summary)
        return new

    def sentence(self, kept: Kept, text: str, at: datetime) -> Unit:
        """Words of a turn that nothing was read out of, kept as they were said."""
        unit = Unit(
            id=self.book.mint("unit", at),
            scope=self.book.scope,
            kind=Kind.EPISODIC,
            summary=one_line(text, limit=LONGEST_SUMMARY),
            language=_language(text),
            evidence=(kept.id,),
            origin=kept.turn.origin,
            valid_from=kept.turn.at,
            recorded_at=at,
            sensitivity=Sensitivity.SECRET if is_secret(text) else Sensitivity.PERSONAL,
        )
        self.book.add_unit(unit, unit.summary)
        return unit

    def _believed(self, old: Unit, new: Unit) -> Unit | None:
        """Another unit that says the same as ``new`` already."""
        if not new.attribute or new.attribute.partition(".")[0] in TIMED:
            return None
        return next(
            (
                unit
                for unit in self.book.slot(new.subject, new.attribute)
                if unit.id != old.id and not unit.negated and same_value(unit.value, new.value)
            ),
            None,
        )

    def _renewed(self, old: Unit, kept: Kept, renewal: Renewal, at: datetime) -> Unit:
        words = renewal.value or renewal.sentence
        changed: dict[str, Any] = {
            "id": self.book.mint("unit", at),
            "evidence": (kept.id,),
            "recorded_at": at,
            "valid_from": kept.turn.at,
            "valid_to": None,
            "language": _language(words) if renewal.sentence else old.language,
            "summary": one_line(words, limit=LONGEST_SUMMARY),
        }
        if renewal.value:
            changed |= {"value": words, "summary": _told(old, words)}
        elif old.value and plain(old.value) not in plain(words):
            changed |= {"attribute": "", "value": ""}  # it says of its attribute what was so before
        if is_secret(words):
            changed["sensitivity"] = Sensitivity.SECRET
        changed |= self._when(old, kept, renewal, words)
        return old.model_copy(update=changed)

    def _when(self, old: Unit, kept: Kept, renewal: Renewal, words: str) -> dict[str, Any]:
        """On which day it is, or when it is due, by the corrected words."""
        if old.kind is Kind.PROSPECTIVE:
            said = kept.turn.model_copy(update={"text": words})
            due = next(iter(self.prospector.prospects(said, ())), None)
            if due is None:
                return {"valid_from": None}
            return {"valid_from": None, "activation": due.activation, "summary": due.summary}
        if old.attribute.partition(".")[0] not in TIMED:
            return {}
        past = old.valid_from is not None and old.valid_from < old.recorded_at
        span = next(iter(find_times(words, kept.turn.at, past=past)), None)
        if span is None:
            return {"valid_from": old.valid_from, "valid_to": old.valid_to}
        return {"valid_from": span.start, "valid_to": span.end}


def _told(old: Unit, value: str) -> str:
    """The sentence of ``old`` with another value."""
    if attribute_of(old.attribute) is None:
        return one_line(value, limit=LONGEST_SUMMARY)
    fact = Fact(subject=old.subject, attribute=old.attribute, value=value)
    return summarise(fact, old.language)


def _language(text: str) -> str:
    return "zh" if has_chinese(text) else "en"
