"""One person at the phone's screen: where they are, what they see, what touching it does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from pydantic import JsonValue

from tandem_edge.phone.protocol import Execution
from tandem_edge.phone.sandbox.screens.actions import (
    Back,
    GuiAction,
    Home,
    OpenApp,
    Scroll,
    Tap,
    Type,
)
from tandem_edge.phone.sandbox.screens.discovery import load_apps
from tandem_edge.phone.sandbox.screens.elements import (
    Address,
    Calls,
    Does,
    Element,
    Keeps,
    Look,
    Opens,
    Page,
    Submits,
    Takes,
)
from tandem_edge.phone.sandbox.screens.home import HOME, home_page
from tandem_edge.phone.sandbox.world import SandboxPhone
from tandem_shared.tools import ToolCall

IN_SIGHT = 12
"""Elements that fit on a screen."""
DEEPEST = 20


@dataclass(frozen=True)
class Screen:
    """What is seen: the elements in sight, and whether there are more above or below."""

    address: Address
    title: str
    elements: tuple[Element, ...]
    above: bool = False
    below: bool = False
    message: str = ""
    """What the phone says of the last touch: a fault's sentence, or nothing."""

    def find(self, id_: str) -> Element | None:
        """The element in sight with that id."""
        return next((each for each in self.elements if each.id == id_), None)

    def as_json(self) -> dict[str, JsonValue]:
        """The accessibility tree of this screen."""
        return {
            "screen": "/".join(filter(None, self.address)),
            "title": self.title,
            "elements": [element.as_json() for element in self.elements],
            "more_above": self.above,
            "more_below": self.below,
            "message": self.message,
        }


@dataclass(frozen=True)
class Touched:
    """What an action did: ``execution`` where it made a call, ``refusal`` where it could not."""

    screen: Screen
    execution: Execution | None = None
    refusal: str = ""

    @property
    def ok(self) -> bool:
        """Whether it did what it is for."""
        return not self.refusal and (self.execution is None or self.execution.result.ok)


@dataclass
class View:
    """The screens of ``phone``; every call that a touch makes goes through ``call``."""

    phone: SandboxPhone
    call: Callable[[ToolCall], Execution]
    stack: list[Address] = field(default_factory=lambda: [HOME])
    offset: int = 0
    drafts: dict[Address, dict[str, str]] = field(default_factory=dict)
    message: str = ""

    def screen(self) -> Screen:
        """What is in sight now. The same phone and the same touches give the same screen."""
        page = self._page()
        while page is None:  # its record is gone
            self._leave()
            page = self._page()
        last = max(0, len(page.elements) - 1) // IN_SIGHT * IN_SIGHT
        self.offset = min(self.offset, last)
        shown = page.elements[self.offset : self.offset + IN_SIGHT]
        below = self.offset + IN_SIGHT < len(page.elements)
        here = self.stack[-1]
        return Screen(here, page.title, shown, self.offset > 0, below, self.message)

    def act(self, action: GuiAction) -> Touched:
        """Do one thing; a thing that cannot be done is refused and changes nothing."""
        self.message = ""
        match action:
            case OpenApp(app=name):
                return self._open_app(name)
            case Tap(element=id_):
                return self._tap(id_)
            case Type(element=id_, text=text):
                return self._type(id_, text)
            case Scroll(direction=direction):
                return self._scroll(direction)
            case Back():
                self._leave()
            case Home():
                self.stack, self.offset = [HOME], 0
        return Touched(self.screen())

    def go(self, to: Address) -> Screen:
        """Show a screen; only links lead there for a person, so it must be one that was seen."""
        self.stack.append(to)
        del self.stack[1:-DEEPEST]
        self.offset = 0
        return self.screen()

    def _page(self) -> Page | None:
        here = self.stack[-1]
        look = Look(self.phone.store, self.drafts.get(here, {}))
        if here == HOME:
            return home_page(look)
        return load_apps().apps[here.app].pages[here.page](look, here.key)

    def _leave(self) -> None:
        self.drafts.pop(self.stack[-1], None)
        self.offset = 0
        if len(self.stack) > 1:
            self.stack.pop()

    def _refuse(self, why: str) -> Touched:
        self.message = why
        return Touched(self.screen(), refusal=why)

    def _open_app(self, name: str) -> Touched:
        app = load_apps().named(name)
        if app is None:
            return self._refuse("no app of that name has screens")
        self.stack = [HOME]
        return Touched(self.go(Address(app.key)))

    def _scroll(self, direction: str) -> Touched:
        screen = self.screen()
        if not (screen.below if direction == "down" else screen.above):
            return self._refuse(f"there is nothing further {direction}")
        self.offset += IN_SIGHT if direction == "down" else -IN_SIGHT
        return Touched(self.screen())

    def _tap(self, id_: str) -> Touched:
        element = self.screen().find(id_)
        if element is None:
            return self._refuse("no element in sight has that id")
        match element.does:
            case Opens(to=to):
                return Touched(self.go(to))
            case Calls(call=call, leaves=leaves):
                return self._carry_out(call, leaves=leaves)
            case Submits(call=call, fields=fields):
                drafts = self.drafts.get(self.stack[-1], {})
                typed = {name: drafts[name] for name in fields if drafts.get(name)}
                return self._carry_out(_with(call, typed), leaves=True)
            case _:
                return self._refuse("tapping that does nothing")

    def _type(self, id_: str, text: str) -> Touched:
        element = self.screen().find(id_)
        does: Does = element.does if element is not None else None
        match does:
            case Takes(call=call, argument=argument):
                return self._carry_out(_with(call, {argument: text}), leaves=False)
            case Keeps(argument=argument):
                self.drafts.setdefault(self.stack[-1], {})[argument] = text
                return Touched(self.screen())
            case _:
                return self._refuse("that takes no text")

    def _carry_out(self, call: ToolCall, *, leaves: bool) -> Touched:
        execution = self.call(call)
        fault = execution.result.fault
        if fault is not None:
            self.message = fault.message
        elif leaves:
            self._leave()
        return Touched(self.screen(), execution)


def _with(call: ToolCall, more: dict[str, str]) -> ToolCall:
    return ToolCall(name=call.name, arguments={**call.arguments, **more})
