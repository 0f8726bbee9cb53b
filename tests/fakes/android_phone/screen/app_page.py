"""A page of the sandbox phone's apps as Android views."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tandem_edge.phone.sandbox.screens.elements import Element, Role
from tandem_edge.phone.sandbox.screens.view import IN_SIGHT, Screen
from tests.fakes.android_phone.screen.nodes import Node, Rect

TOOLBAR = 168
_EDGE = 48
_WIDGET = 150
_SLUG = re.compile(r"[a-z_]+")


@dataclass(frozen=True)
class Editing:
    """The field that has the focus and the text in it, or nothing."""

    element: str = ""
    text: str = ""


def app_page(screen: Screen, area: Rect, editing: Editing, *, launcher: bool) -> Node:
    """The window of the app in front: a toolbar, then a row for each element in sight."""
    listed = Rect(area.left, area.top + TOOLBAR, area.right, area.bottom)
    height = max(1, (listed.bottom - listed.top) // IN_SIGHT)
    rows = []
    for place, element in enumerate(screen.elements):
        top = listed.top + place * height
        bounds = Rect(listed.left, top, listed.right, top + height)
        rows.append(_row(element, bounds, editing, launcher=launcher))
    scrolls = screen.above or screen.below
    kind = "androidx.recyclerview.widget.RecyclerView"
    held = Node(kind, listed, id="list", scrollable=scrolls, focusable=True, children=rows)
    content = Node("FrameLayout", area, id="android:id/content")
    content.children = [_toolbar(screen, area, launcher=launcher), held]
    return Node("FrameLayout", area, children=[content])


def _toolbar(screen: Screen, area: Rect, *, launcher: bool) -> Node:
    bounds = Rect(area.left, area.top, area.right, area.top + TOOLBAR)
    title = Node("TextView", Rect(180, area.top + 40, area.right - _EDGE, area.top + 130))
    title.text = screen.title
    up = Node("ImageButton", Rect(0, area.top, 150, area.top + TOOLBAR))
    up.description, up.clickable, up.target = "Navigate up", True, "back"
    return Node("ViewGroup", bounds, id="toolbar", children=[title] if launcher else [up, title])


def _row(element: Element, bounds: Rect, editing: Editing, *, launcher: bool) -> Node:
    if launcher and element.role is Role.LINK:
        icon = Node("TextView", bounds, element.label, description=element.label, clickable=True)
        icon.target, icon.long_clickable, icon.focusable = f"tap {element.id}", True, True
        return icon
    return _ROWS[element.role](element, bounds, editing)


def _name(element: Element) -> str:
    """A resource id: of the element where it is the page's own, not a record's."""
    return element.id if _SLUG.fullmatch(element.id) else "item"


def _halves(element: Element, bounds: Rect, width: int = 0) -> list[Node]:
    """Title over summary, as preferences and list rows have them."""
    middle = (bounds.top + bounds.bottom) // 2
    right = bounds.right - _EDGE - width
    title = Node("TextView", Rect(_EDGE, bounds.top + 8, right, middle), element.label)
    title.id = "android:id/title"
    if not element.value:
        title.bounds = Rect(_EDGE, bounds.top + 8, right, bounds.bottom - 8)
        return [title]
    summary = Node("TextView", Rect(_EDGE, middle, right, bounds.bottom - 8), element.value)
    summary.id = "android:id/summary"
    return [title, summary]


def _link(element: Element, bounds: Rect, editing: Editing) -> Node:
    row = Node("LinearLayout", bounds, id=_name(element), clickable=True, focusable=True)
    row.target, row.children = f"tap {element.id}", _halves(element, bounds)
    return row


def _text(element: Element, bounds: Rect, editing: Editing) -> Node:
    return Node("LinearLayout", bounds, id=_name(element), children=_halves(element, bounds))


def _switch(element: Element, bounds: Rect, editing: Editing) -> Node:
    on = element.value == "on"
    right = bounds.right - _EDGE
    place = Rect(right - _WIDGET, bounds.top + 20, right, bounds.bottom - 20)
    widget = Node("Switch", place, id="android:id/switch_widget", checkable=True, checked=on)
    bare = Element(element.id, element.role, element.label)
    row = _link(bare, bounds, editing)
    row.children = [*_halves(bare, bounds, _WIDGET), widget]
    return row


def _option(element: Element, bounds: Rect, editing: Editing) -> Node:
    node = Node("CheckedTextView", bounds, element.label, id="android:id/text1", clickable=True)
    node.checkable, node.checked = True, element.value == "on"
    node.target = f"tap {element.id}"
    return node


def _button(element: Element, bounds: Rect, editing: Editing) -> Node:
    place = Rect(_EDGE, bounds.top + 10, bounds.right - _EDGE, bounds.bottom - 10)
    node = Node("Button", place, element.label, id=_name(element), clickable=True, focusable=True)
    node.target = f"tap {element.id}"
    return node


def _field(element: Element, bounds: Rect, editing: Editing) -> Node:
    middle = bounds.top + (bounds.bottom - bounds.top) // 3
    label = Node("TextView", Rect(_EDGE, bounds.top + 4, bounds.right - _EDGE, middle))
    label.text, label.id = element.label, f"{_name(element)}_label"
    place = Rect(_EDGE, middle, bounds.right - _EDGE, bounds.bottom - 4)
    focused = editing.element == element.id
    text = editing.text if focused else element.value
    edit = Node("EditText", place, text, id=_name(element), clickable=True, focusable=True)
    edit.hint, edit.focused, edit.long_clickable = element.label, focused, True
    edit.target = f"focus {element.id}"
    return Node("LinearLayout", bounds, children=[label, edit])


def _slider(element: Element, bounds: Rect, editing: Editing) -> Node:
    middle = bounds.top + (bounds.bottom - bounds.top) // 2
    title = Node("TextView", Rect(_EDGE, bounds.top + 4, bounds.right - _EDGE, middle))
    title.text, title.id = element.label, "android:id/title"
    place = Rect(_EDGE, middle, bounds.right - _EDGE, bounds.bottom - 4)
    bar = Node("SeekBar", place, f"{element.value}.0", id=_name(element), clickable=True)
    bar.description, bar.focusable, bar.target = element.label, True, f"slide {element.id}"
    return Node("LinearLayout", bounds, children=[title, bar])


_ROWS = {
    Role.LINK: _link,
    Role.TEXT: _text,
    Role.SWITCH: _switch,
    Role.OPTION: _option,
    Role.BUTTON: _button,
    Role.FIELD: _field,
    Role.SLIDER: _slider,
}
