"""The Textual application: which screens there are, and what works on all of them."""

from __future__ import annotations

import time
from collections.abc import Iterable
from functools import partial
from typing import ClassVar

from textual.app import App, ComposeResult, SystemCommand
from textual.binding import BindingType
from textual.screen import Screen

from tandem_tui.actions import EVERYWHERE, actions_of, bindings_of, footer_text, help_text
from tandem_tui.ports import UserPort
from tandem_tui.user.approval import ApprovalScreen
from tandem_tui.user.chat import ChatScreen
from tandem_tui.user.trace import Clock
from tandem_tui.widgets.base import Line, Pane

CSS = """
Line { height: auto; }
#trace { width: 1fr; padding: 0 1; scrollbar-size-vertical: 1; overflow-x: hidden; }
#device { width: 26; height: 100%; padding: 0 1; border-left: solid $primary; }
#state { padding: 0 1; text-style: bold; }
#prompt { height: 3; }
#footer { padding: 0 1; height: 1; background: $panel; }
.you, .agent { margin-top: 1; text-style: bold; }
.running { color: $text-warning; }
.failed, .cancelled, .trouble { color: $text-error; }
"""


class HelpScreen(Screen[None]):
    """Every key of the screen it was opened from."""

    def __init__(self, about: str) -> None:
        super().__init__(name="help")
        self._about = about

    def compose(self) -> ComposeResult:
        """The table of actions, and how to leave."""
        with Pane():
            yield Line(f"Keys\n\n{help_text(self._about)}")
        yield Line("Esc or F1 closes this.  " + footer_text("help"), id="footer")


class TandemApp(App[None]):
    """Tandem's screens for a user, over a port."""

    TITLE = "tandem"
    CSS = CSS
    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of(EVERYWHERE)]

    def __init__(self, port: UserPort, clock: Clock = time.monotonic) -> None:
        super().__init__()
        self._port = port
        self._chat = ChatScreen(port, clock)

    def on_mount(self) -> None:
        """Start in the chat."""
        self.push_screen(self._chat)

    def action_help(self) -> None:
        """Open the help, or close it."""
        if isinstance(self.screen, HelpScreen):
            self.pop_screen()
        elif not isinstance(self.screen, ApprovalScreen):
            self.push_screen(HelpScreen(self.screen.name or EVERYWHERE))

    def action_unfocus(self) -> None:
        """Close the help, or leave the focused widget; nothing is ever stopped by it."""
        if isinstance(self.screen, HelpScreen):
            self.pop_screen()
        else:
            self.screen.set_focus(None)

    async def action_quit(self) -> None:
        """Quit; a running request is stopped first, if the person insists."""
        if self._chat.may_quit():
            self.exit()

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Every action of the table, then Textual's own."""
        for action in actions_of(screen.name or EVERYWHERE):
            where = "app" if action.screen == EVERYWHERE else "screen"
            title = action.name.replace("_", " ").capitalize()
            yield SystemCommand(
                title, action.help, partial(self.run_action, f"{where}.{action.name}")
            )
        yield from (own for own in super().get_system_commands(screen) if own.title != "Quit")
