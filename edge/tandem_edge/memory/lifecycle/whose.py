"""Whose a teacher is who has changed: a child has a class teacher, the owner has none.

``班主任换成了孙老师`` renews the only "X的班主任是..." that is told, whoever X is.
"""

from __future__ import annotations

import re

from tandem_edge.memory.extraction.changing import Change
from tandem_edge.memory.extraction.folding import fold, plain
from tandem_edge.memory.lifecycle.correcting import Meant, Renewal
from tandem_edge.memory.store.book import Book, Kept
from tandem_shared.memory import Origin

_A_CHILDS = re.compile(
    r"班主任|辅导员|幼儿园老师|(?:class|form|homeroom|nursery) (?:teacher|tutor)|"
    "form tutor|childminder"
)
"""What only children and pupils have."""
_EN = r"^(?P<who>.{{1,40}}?)'s (?:new )?{topic} is (?P<old>.+?)[.! ]*$"
_ZH = "^(?P<who>.{{1,12}}?)的?{topic}(?:现在)?(?:是|叫)(?P<old>.+?)[.! 。]*$"


def renewed_of_a_child(book: Book, kept: Kept, change: Change | None) -> Meant | None:
    """What ``change`` renews of the child whose it is; ``None`` where it is of nobody's like that.
    Of several children's nothing is renewed, and all are asked about. Reads only."""
    topic = fold(change.topic).folded.removeprefix("the ") if change else ""
    if change is None or not change.new or not _A_CHILDS.fullmatch(topic):
        return None
    patterns = [re.compile(each.format(topic=re.escape(topic))) for each in (_EN, _ZH)]
    found = []
    for unit in book.units():
        line = fold(unit.summary)
        match = next((m for each in patterns if (m := each.match(line.folded))), None)
        told = unit.origin is Origin.OWNER and not unit.negated and not unit.attribute
        if match and told and plain(match["old"]) != plain(change.new):
            sentence = line.said[: match.start("old")] + change.new
            found.append(Renewal(kept, unit, sentence=sentence))
    if not found:
        return None
    if len(found) > 1:
        return Meant(unclear=tuple(each.unit for each in found if each.unit))
    return Meant(tuple(found))
