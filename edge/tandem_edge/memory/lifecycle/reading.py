"""The facts of a turn that is in the book, however its words are put."""

from __future__ import annotations

from collections.abc import Sequence

from tandem_edge.memory.extraction.changing import Change
from tandem_edge.memory.extraction.protocol import Extractor
from tandem_edge.memory.extraction.retelling import retold
from tandem_edge.memory.store.book import Kept
from tandem_shared.memory import Fact, Origin, RawTurn


def facts_of(
    extractor: Extractor, kept: Kept, context: Sequence[RawTurn], change: Change | None
) -> tuple[Fact, ...]:
    """The facts of ``kept``; of a turn that tells a ``change``, those of what holds now.

    What its owner says that tells nothing, or only that there is something new, is told again.
    """
    if change is not None and change.plain and (facts := _again(extractor, kept, change.plain)):
        return facts
    facts = extractor.facts(kept.turn, context)
    plain = "" if any(fact.attribute != "has" for fact in facts) else retold(kept.turn.text)
    if plain and kept.turn.origin is Origin.OWNER:
        return _again(extractor, kept, plain) or facts
    return facts


def _again(extractor: Extractor, kept: Kept, plain: str) -> tuple[Fact, ...]:
    return extractor.facts(kept.turn.model_copy(update={"text": plain}), ())
