"""What is over when somebody says that something is: more than what was told in the same words.

"I stopped going to the gym" ends "go to the gym every Monday", "I don't use Firefox any more" ends
Firefox whatever it was used for.
"""

from __future__ import annotations

import re

from tandem_edge.memory.extraction.folding import has_chinese, plain
from tandem_edge.memory.extraction.reading import OWNER
from tandem_edge.memory.extraction.splicing import same_words
from tandem_edge.memory.extraction.things import thing_of
from tandem_edge.memory.lifecycle.apps import app_in, app_named, apps_of
from tandem_edge.memory.retrieval.terms import terms
from tandem_edge.memory.store.book import Book
from tandem_shared.memory import Fact, Unit

ENDS_WITH = {"job": ("works_at",)}
"""What is over as well when an attribute has ended whatever its value: who quit a job left it."""
DOINGS = ("habit", "hobby", "plays", "commute")
"""Attributes that tell of the same things in other words."""
_OFTEN = frozenset(
    terms(
        "every each day morning evening night week weekend weekday month year monday tuesday "
        "wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays "
        "saturdays sundays once twice three times usually often always sometimes regularly daily "
        "weekly"
    )
)
_LIGHT = frozenset(terms("play go take ride catch practise practice"))
"""Verbs that say little of what is done. "Drink" is none: who stops drinking may have coffee."""

_BY_ITSELF = frozenset(terms("smoke vape gamble"))
"""Verbs that are over whatever was done."""
_GIVEN_UP = {"烟": ("抽烟", "吸烟"), "酒": ("喝酒",), "赌": ("赌",), "糖": ("吃糖",)}
"""What is given up, and doing it."""


def ended_by(fact: Fact, book: Book) -> list[Unit]:
    """Believed units that ``fact``, which says that something is over, ends."""
    if fact.general:
        attributes = (fact.attribute, *ENDS_WITH.get(fact.attribute, ()))
        slots = (book.slot(fact.subject, each) for each in attributes)
        return [unit for units in slots for unit in units if not unit.negated]
    if fact.attribute == "never" or (fact.negated and fact.attribute in ("uses", "works_at")):
        return _left(fact, book)
    if not fact.negated:
        return []
    if fact.attribute == "medication":
        return _taken(fact, book)
    if fact.attribute.startswith("app_for"):
        return _apps(fact, fact.value, book)
    return _done(fact, book) if fact.attribute in DOINGS else []


def may_be_no_firm(fact: Fact, book: Book) -> bool:
    """Whether ``fact`` is that the owner left what they are not known to work at: it may be a gym
    or a town."""
    left = fact.attribute == "works_at" and fact.negated and not fact.general
    return left and fact.subject == OWNER and fact.confidence < 1 and not ended_by(fact, book)


def _taken(fact: Fact, book: Book) -> list[Unit]:
    """A medicine, and how much of it."""
    doses = book.slot(fact.subject, f"dose.{thing_of(fact.value.lower())}")
    same = [
        unit for unit in book.slot(fact.subject, "medication") if same_words(unit.value, fact.value)
    ]
    return [unit for unit in (*same, *doses) if not unit.negated]


def _left(fact: Fact, book: Book) -> list[Unit]:
    """An app, or a firm of the same name: who quit one of them may have been at the other."""
    apps = _apps(fact, app_named(fact.attribute, fact.value) or fact.value, book)
    firms = [
        unit
        for unit in book.slot(fact.subject, "works_at")
        if fact.negated and not unit.negated and same_words(unit.value, fact.value)
    ]
    first, second = (firms, apps) if fact.attribute == "works_at" else (apps, firms)
    return first or second


def _apps(fact: Fact, name: str, book: Book) -> list[Unit]:
    return [unit for unit in apps_of(book, fact.subject) if same_words(app_in(unit), name)]


def _done(fact: Fact, book: Book) -> list[Unit]:
    units = (unit for name in DOINGS for unit in book.family(fact.subject, name))
    return [unit for unit in units if not unit.negated and same_doing(unit.value, fact.value)]


def same_doing(told: str, over: str) -> bool:
    """Whether what is over is what was ``told``, however often that was done and with whom."""
    if has_chinese(over):
        return _same_chinese(plain(told), plain(over).removesuffix("上班"))
    done, ended = _words(told), _words(over)
    if ended and ended <= _BY_ITSELF:
        return ended <= done
    what = ended - _LIGHT
    if not what:
        return False
    return done - _LIGHT == what or (ended <= done and len(ended) > 1)


def _same_chinese(told: str, over: str) -> bool:
    """Whether ``over`` stands in ``told``, with so much of it between verb and object at most."""
    if over in _GIVEN_UP:
        return any(each in told for each in _GIVEN_UP[over])
    verb, thing = re.escape(over[:1]), re.escape(over[1:])
    apart = len(over) > 2 and re.search(f"{verb}.{{0,4}}{thing}", told)
    return bool(apart) or (len(over) > 1 and over in told)


def _words(value: str) -> set[str]:
    """Stems of a doing, without how often and without numbers."""
    return {term for term in terms(value) if term not in _OFTEN and not term.isdigit()}
