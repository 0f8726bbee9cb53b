"""Every action of the screens in one table: bindings, footer, help and palette come from it."""

from __future__ import annotations

from dataclasses import dataclass

from textual.binding import Binding

EVERYWHERE = "everywhere"


@dataclass(frozen=True, slots=True)
class Action:
    """One thing a person can do.

    ``name`` is the action that a screen or the app implements, ``keys`` what triggers it (the
    first is shown), ``screen`` where it works. ``plain`` is the way to do it without screens.
    An action without a ``label`` is in the help and the palette but not in the footer.
    """

    name: str
    keys: tuple[str, ...]
    screen: str
    label: str
    help: str
    plain: str

    @property
    def key_text(self) -> str:
        """The first key as it is written on screens: ``^C``, ``F1``, ``Esc``."""
        key = self.keys[0].replace("escape", "esc")
        return f"^{key[-1].upper()}" if key.startswith("ctrl+") else key.capitalize()


ACTIONS = (
    Action(
        "send", ("enter",), "chat", "send", "Send what you typed to the agent.", "tandem ask TEXT"
    ),
    Action(
        "stop",
        ("ctrl+c",),
        "chat",
        "stop",
        "Stop after the step that is running. With text selected: copy it.",
        "Ctrl+C",
    ),
    Action("chat", ("f2",), "chat", "type", "Go to the line where you type.", "tandem ask TEXT"),
    Action(
        "unfocus",
        ("escape",),
        EVERYWHERE,
        "",
        "Leave the line where you type, or close this help. Never stops anything.",
        "",
    ),
    Action("help", ("f1", "question_mark"), EVERYWHERE, "help", "Show the keys.", "tandem --help"),
    Action(
        "command_palette", ("ctrl+p",), EVERYWHERE, "commands", "Find a command.", "tandem --help"
    ),
    Action(
        "quit",
        ("ctrl+q",),
        EVERYWHERE,
        "quit",
        "Quit. While a request runs, press it twice: it stops the request first.",
        "Ctrl+C",
    ),
)

OUR_OWN_KEYS = ("enter",)
"""Keys that the focused widget handles by itself; binding them would take them away from it."""


def actions_of(screen: str) -> tuple[Action, ...]:
    """What can be done on a screen: its own actions, then those that work everywhere."""
    own = [action for action in ACTIONS if action.screen == screen]
    return (*own, *(action for action in ACTIONS if action.screen == EVERYWHERE))


def bindings_of(screen: str) -> list[Binding]:
    """Key bindings for the actions that belong to ``screen`` itself.

    Ctrl keys have priority: they work whatever is focused.
    """
    return [
        Binding(",".join(keys), action.name, action.label, priority=keys[0].startswith("ctrl+"))
        for action in ACTIONS
        if action.screen == screen
        and (keys := [key for key in action.keys if key not in OUR_OWN_KEYS])
    ]


def footer_text(screen: str) -> str:
    """The footer: each key with its word."""
    return "  ".join(f"{a.key_text} {a.label}" for a in actions_of(screen) if a.label)


def help_text(screen: str) -> str:
    """The help: each key with its sentence."""
    return "\n".join(f"{action.key_text:<7}{action.help}" for action in actions_of(screen))
