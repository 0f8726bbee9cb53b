"""What an accessibility service sees: a tree of nodes with bounds, and the search in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple


class Rect(NamedTuple):
    """Pixels: left and top belong to it, right and bottom do not."""

    left: int
    top: int
    right: int
    bottom: int

    def holds(self, x: float, y: float) -> bool:
        """Whether the point lies in it."""
        return self.left <= x < self.right and self.top <= y < self.bottom

    @property
    def centre(self) -> tuple[int, int]:
        """Its middle."""
        return (self.left + self.right) // 2, (self.top + self.bottom) // 2


@dataclass
class Node:
    """One view. ``target`` says what touching it does: see ``window.touch``."""

    kind: str
    bounds: Rect
    text: str = ""
    id: str = ""
    description: str = ""
    hint: str = ""
    package: str = ""
    checkable: bool = False
    checked: bool = False
    clickable: bool = False
    enabled: bool = True
    focusable: bool = False
    focused: bool = False
    scrollable: bool = False
    long_clickable: bool = False
    password: bool = False
    selected: bool = False
    target: str = ""
    children: list[Node] = field(default_factory=list)

    @property
    def type(self) -> str:
        """The class's full name."""
        return self.kind if "." in self.kind else f"android.widget.{self.kind}"

    def walk(self) -> Iterator[Node]:
        """This node and all below it, parents first."""
        yield self
        for child in self.children:
            yield from child.walk()

    def owned_by(self, package: str) -> Node:
        """This tree, of which ``package`` is the owner throughout; its ids get the prefix."""
        for node in self.walk():
            node.package = package
            if node.id and ":" not in node.id:
                node.id = f"{package}:id/{node.id}"
        return self


def at(roots: list[Node], x: float, y: float) -> Node | None:
    """What a touch at the point reaches: the topmost window there, in it the deepest node that
    takes touches, or ``None``."""
    for root in reversed(roots):
        if root.bounds.holds(x, y):
            hit = [node for node in root.walk() if node.clickable and node.bounds.holds(x, y)]
            return hit[-1] if hit else None
    return None
