"""Selectors of the automation server (UiSelector): which nodes they mean."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from tests.fakes.android_phone.screen.nodes import Node

Selector = dict[str, Any]
_TEXTS: dict[str, Callable[[str, str], bool]] = {
    "": str.__eq__,
    "Contains": lambda held, wanted: wanted.casefold() in held.casefold(),
    "StartsWith": lambda held, wanted: held.casefold().startswith(wanted.casefold()),
    "Matches": lambda held, wanted: re.fullmatch(wanted, held, re.DOTALL) is not None,
}
_FIELDS = {
    "text": "text",
    "description": "description",
    "className": "type",
    "packageName": "package",
    "resourceId": "id",
}
_FLAGS = {
    "checkable": "checkable",
    "checked": "checked",
    "clickable": "clickable",
    "longClickable": "long_clickable",
    "scrollable": "scrollable",
    "enabled": "enabled",
    "focusable": "focusable",
    "focused": "focused",
    "selected": "selected",
}


def matching(roots: list[Node], selector: Selector) -> list[Node]:
    """The nodes that a selector and its chain of children and siblings mean, in order."""
    found = [node for root in roots for node in root.walk() if _fits(node, selector)]
    found = _numbered(found, selector)
    steps = zip(
        selector.get("childOrSibling") or [],
        selector.get("childOrSiblingSelector") or [],
        strict=True,
    )
    for kind, inner in steps:
        around = _below(found) if kind == "child" else _beside(roots, found)
        found = _numbered([node for node in around if _fits(node, inner)], inner)
    return found


def _numbered(found: list[Node], selector: Selector) -> list[Node]:
    """With ``instance``, that one alone."""
    place = selector.get("instance")
    return found if place is None else found[place : place + 1]


def _fits(node: Node, selector: Selector) -> bool:
    return all(_holds(node, name, wanted) for name, wanted in selector.items())


def _holds(node: Node, name: str, wanted: Any) -> bool:
    if name in _FLAGS:
        return bool(getattr(node, _FLAGS[name])) == bool(wanted)
    for field, attribute in _FIELDS.items():
        test = _TEXTS.get(name.removeprefix(field)) if name.startswith(field) else None
        if test is not None:
            return test(getattr(node, attribute), str(wanted))
    return True  # mask, instance, index and the chain


def _below(found: list[Node]) -> Iterator[Node]:
    for node in found:
        for each in node.walk():
            if each is not node:
                yield each


def _beside(roots: list[Node], found: list[Node]) -> Iterator[Node]:
    for parent in (node for root in roots for node in root.walk()):
        if any(child is node for child in parent.children for node in found):
            for child in parent.children:
                yield from child.walk()
