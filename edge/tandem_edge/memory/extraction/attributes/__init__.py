"""Every attribute that facts may have: one table, the same for both languages.

An attribute with a dot (``favourite.film``) has the row of its part before the dot. ``en`` and
``zh`` are what a summary says after the subject; the second of each is for an attribute that has
ended or was denied.
"""

from __future__ import annotations

from tandem_edge.memory.extraction.attributes import doings, persons, tastes
from tandem_edge.memory.extraction.attributes.row import Attribute, row
from tandem_edge.memory.extraction.people import PETS, RELATIONS

__all__ = ["ANIMALS", "ATTRIBUTES", "Attribute", "attribute_of"]


def _relation_row(name: str, single: bool, zh: str) -> Attribute:
    shown = name.replace("_", " ")
    en = f"has as {shown}: {{value}}|no longer has as {shown}: {{value}}"
    return row(name, en, f"的{zh}是{{value}}|的{zh}不再是{{value}}", single=single)


ATTRIBUTES: dict[str, Attribute] = {
    each.name: each for each in (*persons.ROWS, *tastes.ROWS, *doings.ROWS)
}
ATTRIBUTES |= {
    each.name: _relation_row(
        each.name, each.single, each.zh[0] if each.name != "partner" else "伴侣"
    )
    for each in RELATIONS
}
"""Every row, by its name."""
ANIMALS = frozenset(each.name for each in PETS)


def attribute_of(name: str) -> Attribute | None:
    """The row of ``name``, or of its part before the dot; ``None`` of an unknown one."""
    return ATTRIBUTES.get(name) or ATTRIBUTES.get(name.partition(".")[0])
