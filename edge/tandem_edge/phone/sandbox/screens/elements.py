"""What stands on a screen: elements with a role, a label, a value, and what touching them does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from pydantic import JsonValue

from tandem_edge.phone.sandbox.device import DEVICE
from tandem_edge.phone.sandbox.store import Store
from tandem_shared.text import one_line
from tandem_shared.tools import Bilingual, ToolCall

LONGEST_LABEL = 120


class Role(StrEnum):
    """What an element is to an accessibility service."""

    LINK = "link"
    """Opens another screen, changes nothing."""
    SWITCH = "switch"
    OPTION = "option"
    """One of several choices; the chosen one has the value ``on``."""
    BUTTON = "button"
    FIELD = "field"
    """Takes text."""
    SLIDER = "slider"
    """Takes a number as text."""
    TEXT = "text"
    """Only read."""


class Address(NamedTuple):
    """A screen: the app, the page in it, the record or choice that the page is of."""

    app: str
    page: str = ""
    key: str = ""


@dataclass(frozen=True)
class Opens:
    """Tapping goes to another screen."""

    to: Address


@dataclass(frozen=True)
class Calls:
    """Tapping makes a call; with ``leaves`` the screen closes when it has succeeded."""

    call: ToolCall
    leaves: bool = False


@dataclass(frozen=True)
class Takes:
    """Typing makes a call with what is typed as ``argument``."""

    call: ToolCall
    argument: str


@dataclass(frozen=True)
class Keeps:
    """Typing is kept for the form's button."""

    argument: str


@dataclass(frozen=True)
class Submits:
    """Tapping makes a call with what the form's fields hold, and closes the form."""

    call: ToolCall
    fields: tuple[str, ...]


Does = Opens | Calls | Takes | Keeps | Submits | None


@dataclass(frozen=True)
class Element:
    """One element. ``id`` is unique on its screen; ``does`` is not part of what is seen."""

    id: str
    role: Role
    label: str
    value: str = ""
    does: Does = None

    def as_json(self) -> dict[str, JsonValue]:
        """What an accessibility service tells."""
        shown: dict[str, JsonValue] = {
            "id": self.id,
            "role": self.role.value,
            "label": one_line(self.label, limit=LONGEST_LABEL),
        }
        return shown | ({"value": one_line(self.value, limit=LONGEST_LABEL)} if self.value else {})


@dataclass(frozen=True)
class Page:
    """A screen's title and all its elements, in order, whether in sight or not."""

    title: str
    elements: tuple[Element, ...]


@dataclass(frozen=True)
class Look:
    """What a page is made from: the store, the phone's language, and what was typed into it."""

    store: Store
    drafts: Mapping[str, str] = field(default_factory=dict)

    @property
    def language(self) -> str:
        """``en`` or ``zh``."""
        return self.store.only(DEVICE).language

    def say(self, en: str, zh: str) -> str:
        """The label in the phone's language."""
        return zh if self.language == "zh" else en

    def on(self, state: bool) -> str:
        """The value of a switch."""
        return "on" if state else "off"


MakesPage = Callable[[Look, str], Page | None]
"""Makes a page from the store and the address's key; ``None`` when there is no such record."""


@dataclass(frozen=True)
class App:
    """An app with screens. ``pages`` has ``""``, the one that opening it shows."""

    key: str
    label: Bilingual
    pages: Mapping[str, MakesPage]


def link(id_: str, label: str, to: Address, value: str = "") -> Element:
    """An element that opens a screen."""
    return Element(id_, Role.LINK, label, value, Opens(to))


def text(id_: str, label: str, value: str = "") -> Element:
    """An element that is only read."""
    return Element(id_, Role.TEXT, label, value)


def button(
    id_: str, label: str, tool: str, leaves: bool = False, **arguments: JsonValue
) -> Element:
    """An element that makes a call."""
    made = ToolCall(name=tool, arguments=arguments)
    return Element(id_, Role.BUTTON, label, does=Calls(made, leaves))


def switch(id_: str, label: str, on: bool, to_on: ToolCall, to_off: ToolCall) -> Element:
    """A switch; tapping turns it over."""
    value = "on" if on else "off"
    return Element(id_, Role.SWITCH, label, value, Calls(to_off if on else to_on))


def toggle(id_: str, label: str, on: bool, tool: str, **fixed: JsonValue) -> Element:
    """A switch over a tool with the actions ``enable`` and ``disable``."""
    calls = [
        ToolCall(name=tool, arguments={"action": action, **fixed})
        for action in ("enable", "disable")
    ]
    return switch(id_, label, on, *calls)


def slider(
    id_: str, label: str, value: int, tool: str, argument: str, **fixed: JsonValue
) -> Element:
    """A number that is set by typing it."""
    made = ToolCall(name=tool, arguments=fixed)
    return Element(id_, Role.SLIDER, label, str(value), Takes(made, argument))


def form(
    look: Look, tool: str, fields: Mapping[str, str], label: str, **fixed: JsonValue
) -> tuple[Element, ...]:
    """A field for each of ``fields`` (argument to label), then the button called ``label``."""
    made = ToolCall(name=tool, arguments=fixed)
    shown = [
        Element(name, Role.FIELD, said, look.drafts.get(name, ""), Keeps(name))
        for name, said in fields.items()
    ]
    submit = Element("save", Role.BUTTON, label, does=Submits(made, tuple(fields)))
    return (*shown, submit)
