"""The windows on the screen, and what fingers and keys do to them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tandem_edge.phone.catalogue.calls_communication.calls import LINE
from tandem_edge.phone.catalogue.calls_communication.contacts import name_of
from tandem_edge.phone.catalogue.network_connectivity.connectivity import RADIOS
from tandem_edge.phone.catalogue.security_privacy.screen_lock import secured
from tandem_edge.phone.language.apps import label_of
from tandem_edge.phone.sandbox.device import DEVICE
from tandem_edge.phone.sandbox.permissions import grant_of
from tandem_edge.phone.sandbox.screens.actions import Back, Scroll, Type
from tandem_edge.phone.sandbox.screens.elements import Address, Keeps
from tandem_edge.phone.sandbox.screens.home import HOME
from tandem_edge.phone.sandbox.screens.view import Touched, View
from tandem_edge.phone.sandbox.world import SandboxPhone
from tandem_shared.tools import ToolCall
from tests.fakes.android_phone.faults import Faults
from tests.fakes.android_phone.input_methods import InputMethods
from tests.fakes.android_phone.screen import panels
from tests.fakes.android_phone.screen.app_page import Editing, app_page
from tests.fakes.android_phone.screen.nodes import Node, Rect, at
from tests.fakes.android_phone.screen.packages import (
    LAUNCHER,
    SCREEN_OF,
    SCREENS,
    SYSTEM_UI,
    Component,
    main_activity,
)
from tests.fakes.android_phone.screen.touches import TOUCHES

if TYPE_CHECKING:
    from tandem_edge.phone.sandbox.permissions import PermissionName

WIDTH, HEIGHT = 1080, 2400
DENSITY = 420
_FAR = 100
"""A finger that moves less taps."""


@dataclass
class Window:
    """What is in front, bottom to top: the app, the keyboard, a panel, a dialog, the lock screen.

    ``foreign`` is an activity without screens of its own.
    """

    sandbox: SandboxPhone
    faults: Faults
    methods: InputMethods
    awake: bool = True
    width: int = WIDTH
    height: int = HEIGHT
    override: tuple[int, int] | None = None
    density: int = DENSITY
    turned: int | None = None
    """The rotation that somebody froze, in quarter turns."""
    foreign: Component | None = None
    shade: str = ""
    """``notifications`` or ``settings`` while that panel is open over everything."""
    asking: tuple[str, PermissionName] | None = None
    """The app and the permission that a dialog asks about."""
    leaves_after_sending: bool = False
    keyboard_shown: bool = False
    toast: str = ""
    view: View = field(init=False)
    _editing: Editing = field(default_factory=Editing)
    _edited_at: Address = HOME

    def __post_init__(self) -> None:
        self.view = View(self.sandbox, self.sandbox.call)

    @property
    def rotation(self) -> int:
        """In quarter turns, anticlockwise."""
        return self.faults.profile.rotation if self.turned is None else self.turned

    @property
    def size(self) -> tuple[int, int]:
        """Width and height as the screen is turned now, in pixels."""
        width, height = self.override or (self.width, self.height)
        return (height, width) if self.rotation % 2 else (width, height)

    @property
    def locked(self) -> bool:
        """Whether the lock screen is in front."""
        return self.sandbox.store.only(DEVICE).locked

    @property
    def keyboard_up(self) -> bool:
        """Whether the keyboard covers the lower part."""
        return (self.keyboard_shown or self.faults.profile.keyboard_covers) and not self.locked

    def front(self) -> Component:
        """The activity in front, whatever panel hides it."""
        return self.foreign or SCREENS[self.view.stack[-1].app]

    def focus_package(self) -> str:
        """The package that gets touches: a panel's, a dialog's, or the app's."""
        if self.locked or self.shade:
            return SYSTEM_UI
        return panels.PERMISSIONS_PACKAGE if self.asking else self.front().package

    def roots(self) -> list[Node]:
        """The trees of all windows that a service sees, bottom to top.

        Android leaves out the windows that another one covers altogether.
        """
        store, (width, height) = self.sandbox.store, self.size
        bar = panels.status_bar(store, width)
        if self.locked:
            return [panels.lock_screen(store, width, height), bar]
        if self.shade == "notifications":
            return [panels.shade(store, width, height)]
        if self.shade:
            radios = store.only(RADIOS)
            lit = [name for name in panels.TILES if getattr(radios, name)]
            return [panels.quick_settings(store, lit, width, height)]
        if self.asking:
            return [panels.permission_dialog(store, self._question(), width, height), bar]
        if not self.keyboard_up:
            return [self._app(), bar]
        package = self.methods.current.partition("/")[0]
        return [self._app(), bar, panels.keyboard(package, width, height)]

    def start(self, component: Component) -> None:
        """Bring an activity to the front; the app's own start page for one that has screens."""
        self.let_go()
        self.shade = ""
        key = SCREEN_OF.get(component.package)
        if key is None or component != main_activity(component.package):
            self.foreign = component
        elif key == "home":
            self.home()
        else:
            self.go(Address(key))

    def go(self, to: Address) -> None:
        """Show a screen of the sandbox phone, with the home screen behind it."""
        self.let_go()
        self.foreign, self.shade = None, ""
        self.view.stack = [HOME]
        self.view.go(to)

    def home(self) -> None:
        """Go to the launcher."""
        self.let_go()
        self.shade, self.foreign, self.asking = "", None, None
        self.view.stack = [HOME]
        self.view.offset = 0

    def leave(self, package: str) -> None:
        """The app was ended: what is in front, if it is that one, goes."""
        if self.front().package == package:
            self.home()

    def launch(self, package: str) -> None:
        """What the launcher does when its icon is touched."""
        self.start(main_activity(package))

    def ask_permission(self, package: str) -> None:
        """Let the app ask for the first permission that it does not have."""
        names: tuple[PermissionName, ...] = ("location", "camera", "contacts", "microphone")
        for name in names:
            if grant_of(self.sandbox.store, package, name) in ("ask", "denied"):
                self.asking = (package, name)
                return

    def tap(self, x: float, y: float) -> Node | None:
        """Touch the point; what was there, if it takes touches."""
        if not self.awake:
            return None
        node = at(self.roots(), x, y)
        if node is not None:
            self.touch(node, x)
        return node

    def swipe(self, x1: float, y1: float, x2: float, y2: float) -> None:
        """Move a finger from one point to another."""
        if not self.awake:
            return
        if max(abs(x2 - x1), abs(y2 - y1)) < _FAR:
            self.tap(x1, y1)
        elif self.locked:
            self._lift_lock(y1 - y2)
        elif self.shade:
            self.shade = "" if y2 < y1 else "settings"
        elif y1 < panels.STATUS_BAR and y2 > y1:
            self.shade = "notifications"
        elif (node := at(self.roots(), x1, y1)) and node.target.startswith("slide "):
            self.touch(node, x2)
        elif abs(y2 - y1) >= _FAR:
            self.scroll("down" if y2 < y1 else "up")

    def scroll(self, direction: str) -> bool:
        """See what is further ``down`` or ``up``; whether there was anything."""
        if self.foreign or self.locked:
            return False
        wanted = Scroll(direction="down" if direction == "down" else "up")
        return self.view.act(wanted).ok

    def touch(self, node: Node, x: float) -> None:
        """Do what touching ``node`` does; ``x`` matters on a slider."""
        verb, _, name = node.target.partition(" ")
        if verb in TOUCHES:
            TOUCHES[verb](self, name, node, x)

    def set_text(self, node: Node, text: str) -> bool:
        """Put ``text`` in place of what the field holds; whether it is one."""
        verb, _, name = node.target.partition(" ")
        if verb == "slide" and text.isdecimal():
            return self.done(self.view.act(Type(element=name, text=text)))
        if verb != "focus":
            return False
        self.focus(name)
        return self.type_text(text, replace=True)

    @property
    def edited(self) -> str | None:
        """The text of the field that has the focus, or ``None``."""
        here = self._edited_at == self.view.stack[-1] and not self.foreign
        return self._editing.text if self._editing.element and here else None

    def type_text(self, text: str, *, replace: bool = False) -> bool:
        """Type into the field that has the focus; whether there is one."""
        now = self.edited
        if now is None or self.locked:
            return False
        whole = text if replace else now + text
        self._editing = Editing(self._editing.element, whole)
        element = self.view.screen().find(self._editing.element)
        if element is not None and isinstance(element.does, Keeps):
            self.view.act(Type(element=element.id, text=whole))
        return True

    def submit_text(self) -> bool:
        """The keyboard's action key: a field that acts at once takes its text."""
        ready = self.edited is not None
        self.let_go()
        return ready

    def hide_keyboard(self) -> None:
        """Put the keyboard away; the field keeps the focus."""
        self.keyboard_shown = False

    def back(self) -> None:
        """The back key: keyboard, panel, dialog, page, in this order."""
        if self.keyboard_shown:
            self.keyboard_shown = False
        elif self.shade:
            self.shade = ""
        elif self.asking:
            self.asking = None
        elif self.foreign:
            self.home()
        else:
            self.let_go()
            self.view.act(Back())

    def sleep(self) -> None:
        """Switch the screen off; it locks itself where it is set to."""
        self.awake = False
        if secured(self.sandbox.store):
            self.sandbox.call(ToolCall(name="lock_phone"))

    def _app(self) -> Node:
        width, height = self.size
        bottom = height - panels.NAVIGATION_BAR
        if self.keyboard_shown and not self.faults.profile.keyboard_covers:
            bottom = height - panels.KEYBOARD  # the app makes room
        area = Rect(0, panels.STATUS_BAR, width, bottom)
        front = self.front()
        if self.foreign:
            label = label_of(front.package)
            return panels.plain_app(label, area, calling=self._caller()).owned_by(front.package)
        editing = self._editing if self.edited is not None else Editing()
        launcher = self.view.stack[-1] == HOME
        page = app_page(self.view.screen(), area, editing, launcher=launcher)
        return page.owned_by(front.package if not launcher else LAUNCHER)

    def _caller(self) -> str:
        """Who is on the line, while the call's own activity is in front."""
        from tandem_edge.phone.catalogue.calls_communication.calls import CALLS

        store = self.sandbox.store
        call = store.get(CALLS, store.only(LINE).call)
        shown = self.foreign is not None and self.foreign.activity.endswith(".InCallActivity")
        return (name_of(store, call.number) or call.number) if call and shown else ""

    def _question(self) -> str:
        package, name = self.asking or ("", "location")
        en = f"Allow {label_of(package)} to access this device’s {name}?"
        zh = f"要允许“{label_of(package)}”使用此设备的{name}吗？"
        return zh if self.sandbox.store.only(DEVICE).language == "zh" else en

    def _lift_lock(self, upwards: float) -> None:
        if upwards > _FAR and not secured(self.sandbox.store):
            self.sandbox.store.update(DEVICE, locked=False)

    def focus(self, name: str) -> None:
        if self._editing.element != name or self.edited is None:
            self.let_go()
            element = self.view.screen().find(name)
            self._editing = Editing(name, element.value if element else "")
            self._edited_at = self.view.stack[-1]
        self.keyboard_shown = True

    def let_go(self) -> None:
        """The focus leaves the field; one that acts at once does so with a text that changed."""
        text, name = self.edited, self._editing.element
        self._editing, self.keyboard_shown = Editing(), False
        element = self.view.screen().find(name) if text is not None else None
        if element is None or text is None or isinstance(element.does, Keeps):
            return
        if text != element.value:
            self.done(self.view.act(Type(element=name, text=text)))

    def done(self, touched: Touched) -> bool:
        self.toast = self.view.message
        return touched.ok
