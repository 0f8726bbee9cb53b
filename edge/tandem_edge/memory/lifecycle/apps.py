"""The apps that the owner is believed to use, whatever was said of them."""

from __future__ import annotations

import re

from tandem_edge.memory.extraction.purposes import may_follow
from tandem_edge.memory.extraction.reading import OWNER
from tandem_edge.memory.extraction.splicing import same_words
from tandem_edge.memory.extraction.vocabulary import app
from tandem_edge.memory.store.book import Book
from tandem_shared.memory import Origin, Unit

FAMILY = ("uses", "app_for", "always")
"""Attributes whose values may be apps."""
_USE = re.compile(r"(?:use|using|用) ?(?P<app>.+)", re.IGNORECASE)


def app_named(attribute: str, value: str) -> str:
    """The app that a value of ``attribute`` names, of an order the one after "use"; else ``""``."""
    head = attribute.partition(".")[0]
    if head in ("uses", "app_for"):
        return value
    match = _USE.fullmatch(value) if head in ("always", "never", "habit") else None
    return match["app"] if match and app(match["app"]) else ""


def app_in(unit: Unit) -> str:
    """The app that ``unit`` says is used; ``""`` if it says none."""
    return app_named(unit.attribute, unit.value)


def apps_of(book: Book, subject: str = OWNER) -> list[Unit]:
    """What the owner has said of apps that ``subject`` uses, in the order in which it was kept."""
    units = [unit for name in FAMILY for unit in book.family(subject, name)]
    own = [unit for unit in units if unit.origin is Origin.OWNER and not unit.negated]
    return [unit for unit in own if app_in(unit)]


def may_be_followed(unit: Unit, new: str) -> bool:
    """Whether the app of ``unit`` may have to make room for ``new``, another one."""
    old, thing = app_in(unit), unit.attribute.partition(".")[2]
    return not same_words(old, new) and may_follow(new, old, thing)
