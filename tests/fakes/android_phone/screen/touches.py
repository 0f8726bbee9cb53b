"""What touching a view does, by the first word of its ``target``."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tandem_edge.phone.catalogue.network_connectivity.connectivity import RADIOS
from tandem_edge.phone.sandbox.notifications import NOTIFICATIONS
from tandem_edge.phone.sandbox.permissions import set_grant
from tandem_edge.phone.sandbox.screens.actions import Tap, Type
from tandem_edge.phone.sandbox.screens.elements import Calls, Opens, Submits
from tandem_shared.tools import ToolCall
from tests.fakes.android_phone.screen.nodes import Node
from tests.fakes.android_phone.screen.packages import Component

if TYPE_CHECKING:
    from tests.fakes.android_phone.screen.window import Window

_ANSWERS = {
    "permission_allow_foreground_only_button": "while_in_use",
    "permission_allow_one_time_button": "ask",
    "permission_deny_button": "denied",
}


def _tap_element(window: Window, name: str, node: Node, x: float) -> None:
    window.let_go()
    element = window.view.screen().find(name)
    does = element.does if element is not None else None
    done = window.done(window.view.act(Tap(element=name)))
    if isinstance(does, Calls) and does.call.name == "open_app" and done:
        window.launch(str(does.call.arguments["app"]))
    if isinstance(does, Calls) and does.call.name == "make_call" and done:
        window.start(Component("com.android.dialer", "com.android.incallui.InCallActivity"))
    if isinstance(does, Submits) and window.leaves_after_sending and done:
        window.leaves_after_sending = False
        window.home()
    if isinstance(does, Opens):
        window.hide_keyboard()


def _slide(window: Window, name: str, node: Node, x: float) -> None:
    window.let_go()
    wide = node.bounds.right - node.bounds.left - 1
    share = min(1.0, max(0.0, (x - node.bounds.left) / wide))
    window.done(window.view.act(Type(element=name, text=str(round(share * 100)))))


def _answer(window: Window, name: str, node: Node, x: float) -> None:
    if window.asking:
        package, permission = window.asking
        set_grant(window.sandbox.store, package, permission, _ANSWERS[name])
        window.asking = None


def _switch_tile(window: Window, name: str, node: Node, x: float) -> None:
    verb = "disable" if getattr(window.sandbox.store.only(RADIOS), name) else "enable"
    window.sandbox.call(ToolCall(name=f"manage_{name}", arguments={"action": verb}))


def _open_note(window: Window, name: str, node: Node, x: float) -> None:
    store = window.sandbox.store
    note = store.get(NOTIFICATIONS, name)
    if note is None:
        return
    if not note.pinned:
        store.remove(NOTIFICATIONS, name)
    window.launch(note.app)


def _clear_notes(window: Window, name: str, node: Node, x: float) -> None:
    window.sandbox.call(ToolCall(name="clear_notifications"))
    window.shade = ""


def _hang_up(window: Window, name: str, node: Node, x: float) -> None:
    window.sandbox.call(ToolCall(name="control_call", arguments={"action": "hang_up"}))
    window.home()


TOUCHES: dict[str, Callable[[Window, str, Node, float], object]] = {
    "tap": _tap_element,
    "focus": lambda window, name, node, x: window.focus(name),
    "slide": _slide,
    "back": lambda window, name, node, x: window.back(),
    "key": lambda window, name, node, x: window.type_text(name),
    "grant": _answer,
    "tile": _switch_tile,
    "note": _open_note,
    "clear_notes": _clear_notes,
    "hang_up": _hang_up,
}
