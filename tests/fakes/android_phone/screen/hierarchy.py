"""The hierarchy of views as XML, as the automation server writes it."""

from __future__ import annotations

from typing import Literal
from xml.sax.saxutils import quoteattr

from tests.fakes.android_phone.screen.nodes import Node, Rect

_HEAD = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>\r\n"
_HUGE = 10_000


def to_xml(roots: list[Node], rotation: int) -> str:
    """Every window's tree, one after the other."""
    trees = "".join(_node(root, place) for place, root in enumerate(roots))
    if not trees:
        return f'{_HEAD}<hierarchy rotation="{rotation}" />'
    return f'{_HEAD}<hierarchy rotation="{rotation}">{trees}</hierarchy>'


def huge(roots: list[Node]) -> list[Node]:
    """The same screen with rows for a list of ten thousand nodes."""
    rows = [
        Node("TextView", Rect(0, 2200, 1080, 2210), f"row {number}", package="com.example.long")
        for number in range(_HUGE)
    ]
    return [*roots, Node("ListView", Rect(0, 2200, 1080, 2210), children=rows)]


Fault = Literal["as_is", "empty", "huge", "malformed", "junk", "surrogates", "overflow"]


def spoil(xml: str, fault: Fault) -> str:
    """The text as a phone with that fault gives it."""
    match fault:
        case "malformed":
            return xml[: len(xml) * 2 // 3]
        case "junk":
            return f"{xml}\nKilled \n"
        case "surrogates":
            return xml.replace('text="', 'text="\ud83d', 1)
        case _:
            return xml


def _node(node: Node, place: int) -> str:
    bounds = node.bounds
    values = {
        "index": str(place),
        "text": node.text,
        "resource-id": node.id,
        "class": node.type,
        "package": node.package,
        "content-desc": node.description,
        **{name.replace("_", "-"): str(getattr(node, name)).lower() for name in _FLAGS},
        "visible-to-user": "true",
        "bounds": f"[{bounds.left},{bounds.top}][{bounds.right},{bounds.bottom}]",
        "drawing-order": str(place + 1),
        "hint": node.hint,
        "display-id": "0",
    }
    bare = node.clickable and not (node.text or node.description or node.children)
    head = '<node NAF="true"' if bare else "<node"
    written = " ".join([head, *(f"{name}={_quoted(text)}" for name, text in values.items())])
    inner = "".join(_node(child, number) for number, child in enumerate(node.children))
    return f"{written}>{inner}</node>" if inner else f"{written} />"


_FLAGS = (
    "checkable",
    "checked",
    "clickable",
    "enabled",
    "focusable",
    "focused",
    "scrollable",
    "long_clickable",
    "password",
    "selected",
)


def _quoted(text: str) -> str:
    """An attribute's value; what XML cannot hold becomes a full stop, as the server does it."""
    clean = "".join(letter if _allowed(letter) else "." for letter in text)
    return quoteattr(clean, {"\n": "&#10;", '"': "&quot;"})


def _allowed(letter: str) -> bool:
    code = ord(letter)
    return letter in "\t\n\r" or 0x20 <= code <= 0xD7FF or 0xE000 <= code <= 0xFFFD or code > 0xFFFF
