"""Looking around: which elements there are anywhere, and how one gets to each.

Best-first search over the links, those whose labels share words with the goal first. It runs on a
copy of the phone and touches nothing but links, so it leaves no trace.
"""

from __future__ import annotations

import heapq
import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count

from tandem_edge.harness.recall import terms
from tandem_edge.phone.sandbox.screens.elements import (
    Address,
    Element,
    Keeps,
    Opens,
    Role,
    Submits,
)
from tandem_edge.phone.sandbox.screens.view import View

MOST_SCREENS = 800
"""Screens looked at; a full phone has about 560."""
CHOICE = "choice"
"""The page of the Settings app whose key is a setting, not a record."""
TRAIL_WEIGHT = 0.6
"""How much a word of the way there counts, against one of the element's own label."""


@dataclass(frozen=True)
class Place:
    """An element and the way to it: the links to tap, from the home screen."""

    element: Element
    taps: tuple[str, ...]
    trail: tuple[str, ...]
    """Titles of the screens on the way."""
    fields: tuple[Element, ...] = ()
    """Of a form's button: what it sends."""
    records: tuple[str, ...] = ()
    """The records (people, alarms, notes...) whose screens one goes through."""

    @property
    def label(self) -> str:
        """The element with its way, for whoever has to choose."""
        value = f" ({self.element.value})" if self.element.value else ""
        return " > ".join([*self.trail[1:], self.element.label]) + value


@dataclass(frozen=True)
class _Stop:
    address: Address
    taps: tuple[str, ...]
    trail: tuple[str, ...]
    records: tuple[str, ...] = ()


def explore(view: View, goal: str) -> tuple[Place, ...]:
    """Every element that does something or tells something, the nearest to ``goal`` first found."""
    asked = set(terms(goal))
    order = count()
    home = view.stack[0]
    heap: list[tuple[float, int, _Stop]] = [(0.0, next(order), _Stop(home, (), ()))]
    seen, found = {home}, list[Place]()
    looked = 0
    while heap and looked < MOST_SCREENS:
        stop = heapq.heappop(heap)[2]
        looked += 1
        title, elements = _all_of(view, stop.address)
        trail = (*stop.trail, title)
        fields = tuple(each for each in elements if each.role is Role.FIELD)
        for element in elements:
            if isinstance(element.does, Keeps):
                continue  # typed into by way of its form's button
            if not isinstance(element.does, Opens):
                form = fields if isinstance(element.does, Submits) else ()
                found.append(Place(element, stop.taps, trail, form, stop.records))
            elif element.does.to not in seen:
                seen.add(element.does.to)
                near = _shared(asked, " ".join((*trail, element.label)))
                following = _beyond(stop, element, element.does.to, trail)
                heapq.heappush(heap, (len(following.taps) - 2 * near, next(order), following))
    return tuple(found)


def _beyond(stop: _Stop, element: Element, to: Address, trail: tuple[str, ...]) -> _Stop:
    a_record = bool(to.key) and to.page != CHOICE and to.key != stop.address.key
    records = (*stop.records, element.label) if a_record else stop.records
    return _Stop(to, (*stop.taps, element.id), trail, records)


def _all_of(view: View, address: Address) -> tuple[str, list[Element]]:
    """Title and elements of a screen, scrolled through."""
    screen = view.go(address)
    elements = list(screen.elements)
    while screen.below:
        view.offset += len(screen.elements)
        screen = view.screen()
        elements += screen.elements
    return screen.title, elements


def _shared(asked: set[str], label: str) -> int:
    return len(asked & set(terms(label)))


def ranked(places: Sequence[Place], goal: str) -> list[tuple[float, Place]]:
    """``places`` with how well each fits ``goal``, best first (inverse document frequency)."""
    asked = set(terms(goal)) | asked_for(goal)
    own = [set(terms(_said(place))) for place in places]
    way = [set(terms(" ".join(place.trail[1:]))) for place in places]
    seen = Counter(term for one, two in zip(own, way, strict=True) for term in one | two)
    weight = {term: math.log(1 + len(places) / seen[term]) for term in asked if term in seen}
    scored = [
        (_score(asked, one, two, weight), -place, places[place])
        for place, (one, two) in enumerate(zip(own, way, strict=True))
    ]
    scored.sort(key=lambda row: row[:2], reverse=True)
    return [(score, place) for score, _, place in scored if score > 0]


def asked_for(goal: str) -> set[str]:
    """The words that screens use for what ``goal`` says in others."""
    said = goal.casefold()
    return {word for pattern, words in _SYNONYMS for word in words if pattern.search(said)}


_SYNONYMS = tuple(
    (re.compile(pattern), frozenset(terms(words)))
    for pattern, words in (
        (r"\b(?:add|create|make|write|set up|start|new|put)\b|\bset an? ", "new add save start"),
        (r"[新添]建|建一?[个条]|添加|加一?[个条]|记一?[个条]|定一?个|设一?个", "新建 保存 添加"),
        (r"\b(?:remove|erase|get rid of)\b", "delete remove"),
        (r"删掉|删了|去掉", "删除 移除"),
        (r"\b(?:finish|finished|tick|complete|completed)\b", "done mark"),
        (r"\b(?:phone|ring up|dial)\b", "call"),
    )
)


def _score(asked: set[str], own: set[str], way: set[str], weight: dict[str, float]) -> float:
    hits = sum(weight[term] for term in sorted(asked & own))
    there = sum(weight[term] for term in sorted(asked & (way - own)))
    total = hits + TRAIL_WEIGHT * there
    return total / math.sqrt(1 + 0.08 * len(own | way)) if total else 0.0


def _said(place: Place) -> str:
    parts: Iterator[str] = (field.label for field in place.fields)
    return " ".join([place.element.label, *parts])
