"""The window in front, and the screen's own condition."""

from __future__ import annotations

from dataclasses import dataclass, field

from tandem_edge.phone.sandbox.device import DEVICE
from tandem_edge.phone.sandbox.screens.elements import Address
from tandem_edge.phone.sandbox.screens.home import HOME
from tandem_edge.phone.sandbox.screens.view import View
from tandem_edge.phone.sandbox.world import SandboxPhone
from tests.fakes.android_phone.faults import Faults
from tests.fakes.android_phone.screen.packages import SCREEN_OF, SCREENS, Component, main_activity

WIDTH, HEIGHT = 1080, 2400
DENSITY = 420


@dataclass
class Window:
    """What is in front. ``foreign`` is an activity without screens of its own."""

    sandbox: SandboxPhone
    faults: Faults
    awake: bool = True
    width: int = WIDTH
    height: int = HEIGHT
    override: tuple[int, int] | None = None
    density: int = DENSITY
    foreign: Component | None = None
    shade: str = ""
    """``notifications`` or ``settings`` while that panel is open over everything."""
    view: View = field(init=False)

    def __post_init__(self) -> None:
        self.view = View(self.sandbox, self.sandbox.call)

    @property
    def rotation(self) -> int:
        """In quarter turns, anticlockwise."""
        return self.faults.profile.rotation

    @property
    def size(self) -> tuple[int, int]:
        """Width and height as the screen is turned now, in pixels."""
        width, height = self.override or (self.width, self.height)
        return (height, width) if self.rotation % 2 else (width, height)

    @property
    def locked(self) -> bool:
        """Whether the lock screen is in front."""
        return self.sandbox.store.only(DEVICE).locked

    def front(self) -> Component:
        """The activity in front, whatever panel hides it."""
        return self.foreign or SCREENS[self.view.stack[-1].app]

    def start(self, component: Component) -> None:
        """Bring an activity to the front; the app's own start page for one that has screens."""
        self.shade = ""
        key = SCREEN_OF.get(component.package)
        if key is None:
            self.foreign = component
        elif key == "home":
            self.home()
        else:
            self.go(Address(key))

    def go(self, to: Address) -> None:
        """Show a screen of the sandbox phone, with the home screen behind it."""
        self.foreign = None
        self.view.stack = [HOME]
        self.view.go(to)

    def home(self) -> None:
        """Go to the launcher."""
        self.shade, self.foreign = "", None
        self.view.stack = [HOME]
        self.view.offset = 0

    def leave(self, package: str) -> None:
        """The app was ended: what is in front, if it is that one, goes."""
        if self.front().package == package:
            self.home()

    def launch(self, package: str) -> None:
        """What the launcher does when its icon is touched."""
        self.start(main_activity(package))
