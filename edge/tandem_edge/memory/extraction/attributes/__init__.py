"""Every attribute that facts may have: one table, the same for both languages.

An attribute with a dot (``favourite.film``) has the row of its part before the dot. ``en`` and
``zh`` are what a summary says after the subject; the second of each is for an attribute that has
ended or was denied.
"""

from __future__ import annotations

from tandem_edge.memory.extraction.attributes import doings, persons, tastes
from tandem_edge.memory.extraction.attributes.row import Attribute, row
from tandem_edge.memory.extraction.people import PETS, RELATIONS, shown

__all__ = ["ANIMALS", "ATTRIBUTES", "GENERAL", "Attribute", "attribute_of"]


def _relation_row(name: str, single: bool) -> Attribute:
    en, zh = shown(name, "en"), shown(name, "zh")
    words = f"'s {en} is {{value}}|'s {en} is no longer {{value}}"
    return row(name, words, f"的{zh}是{{value}}|的{zh}不再是{{value}}", single=single)


ATTRIBUTES: dict[str, Attribute] = {
    each.name: each for each in (*persons.ROWS, *tastes.ROWS, *doings.ROWS)
}
ATTRIBUTES |= {each.name: _relation_row(each.name, each.single) for each in RELATIONS}
"""Every row, by its name."""
_DOTTED = {each.name: each for each in (*persons.DOTTED, *tastes.DOTTED, *doings.DOTTED)}
"""Rows of some attributes with a dot, where that of the part before it does not do."""
ANIMALS = frozenset(each.name for each in PETS)


GENERAL = {
    "job": ("has left the job", "离开了工作"),
    "works_at": ("has left the company", "离开了公司"),
    "lives_in": ("has moved away from there", "从那儿搬走了"),
    "studies_at": ("has left school", "离开了学校"),
    "diet": ("eats meat again", "又吃肉了"),
    "car": ("no longer has a car", "不再有车"),
    "partner": ("is no longer together with the partner", "和伴侣分开了"),
}
"""What a summary says in English and Chinese when whatever there was has ended."""


def attribute_of(name: str) -> Attribute | None:
    """The row of ``name``, or of its part before the dot; ``None`` of an unknown one."""
    return _DOTTED.get(name) or ATTRIBUTES.get(name) or ATTRIBUTES.get(name.partition(".")[0])
