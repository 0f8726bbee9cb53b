"""A link to a phone that is one text field, a clipboard and its input methods.

For what a simulated phone cannot be made to do at an exact call: fail, or be killed, there.
"""

from __future__ import annotations

import shlex
from base64 import b64decode
from collections.abc import Callable
from dataclasses import dataclass, field

from pydantic import JsonValue

from tandem_edge.phone.android.link.protocol import (
    DEADLINE_S,
    AutomationFailed,
    DeviceRefused,
    ShellAnswer,
)

OWNERS = "com.sohu.inputmethod.sogou/.SogouIME"
HELPER = "com.github.uiautomator/.AdbKeyboard"
SECOND_HELPER = "com.android.adbkeyboard/.AdbIME"


@dataclass
class TypingPhone:
    """See the module. ``sets``, ``pastes`` and ``types`` say what a way makes of a text; None is
    a way that the phone does not have."""

    serial: str = "TYPING01"
    wireless: bool = False
    text: str = ""
    focused: bool = True
    there: bool = True
    masked: bool = False
    clipboard: str | None = "the owner's"
    may_read_clipboard: bool = True
    may_change_input_method: bool = True
    sets: Callable[[str], str] | None = str
    pastes: Callable[[str], str] | None = str
    types: Callable[[str], str] = str
    enabled: list[str] = field(default_factory=lambda: [OWNERS])
    disabled: list[str] = field(default_factory=list)
    current: str = OWNERS
    calls: list[str] = field(default_factory=list)
    before_call: Callable[[int], None] = lambda number: None
    """Called before each call with its number; may raise."""

    def shell(self, line: str, *, changes: bool, deadline_s: float = DEADLINE_S) -> ShellAnswer:
        """See ``Link.shell``; of lines, the ones joined by ``&&`` are run until one fails."""
        self._count(line)
        out, code = "", 0
        for part in line.split(" && "):
            out, code = self._run(shlex.split(part.split(" || ")[0].split(";")[0]))
            if code:
                break
        for part in line.split(";")[1:]:
            self._run(shlex.split(part))
        return ShellAnswer(out, "", code)

    def automate(
        self, method: str, *params: JsonValue, changes: bool, deadline_s: float = DEADLINE_S
    ) -> JsonValue:
        """See ``Link.automate``."""
        self._count(method)
        match method:
            case "objInfo" if not self.there:
                raise AutomationFailed("UiObjectNotFoundException: UiSelector[]", fault="gone")
            case "objInfo":
                return {"focused": self.focused, "className": "android.widget.EditText"}
            case "getText":
                return "•" * len(self.text) if self.masked else self.text
            case "setText":
                self._put(self.sets, str(params[1]))
            case "clearTextField":
                self.text = ""
            case "setClipboard":
                self.clipboard = str(params[1])
            case "getClipboard":
                return self.clipboard if self.may_read_clipboard else None
            case "pasteClipboard":
                self._put(self.pastes, self.text + (self.clipboard or ""))
            case _:
                raise AssertionError(f"no such method here: {method}")
        return True

    def screenshot(self, *, deadline_s: float = DEADLINE_S) -> bytes:
        """This phone has no picture."""
        raise AssertionError("no picture is taken while typing")

    def push(self, data: bytes, path: str, *, deadline_s: float = DEADLINE_S) -> None:
        """This phone has no files."""
        raise AssertionError("no file is written while typing")

    def pull(self, path: str, *, most: int, deadline_s: float = DEADLINE_S) -> bytes:
        """This phone has no files."""
        raise AssertionError("no file is read while typing")

    def close(self) -> None:
        """See ``Link.close``."""

    def _count(self, what: str) -> None:
        self.calls.append(what)
        self.before_call(len(self.calls))

    def _put(self, way: Callable[[str], str] | None, text: str) -> None:
        if way is None:
            raise AutomationFailed("UnsupportedOperationException", fault="Unsupported")
        self.text = way(text)

    def _run(self, words: list[str]) -> tuple[str, int]:
        match words:
            case ["settings", "get", "secure", "default_input_method"]:
                return f"{self.current or 'null'}\n", 0
            case ["ime", *rest]:
                return self._ime(rest)
            case ["am", "broadcast", "-a", action, *rest]:
                self._broadcast(action, rest)
        return "", 0

    def _ime(self, words: list[str]) -> tuple[str, int]:
        if not self.may_change_input_method:
            raise DeviceRefused("SecurityException", permission="WRITE_SECURE_SETTINGS")
        match words:
            case ["list", "-s", "-a"]:
                return "\n".join([*self.enabled, *self.disabled]), 0
            case ["list", "-s"]:
                return "\n".join(self.enabled), 0
            case ["enable", name] if name in self.disabled:
                self.disabled.remove(name)
                self.enabled.append(name)
            case ["disable", name] if name in self.enabled:
                self.enabled.remove(name)
                self.disabled.append(name)
            case ["set", name] if name in self.enabled:
                self.current = name
            case ["set", _]:
                return "", 255
            case ["reset"]:
                self.current = OWNERS
        return "", 0

    def _broadcast(self, action: str, words: list[str]) -> None:
        if self.current not in (HELPER, SECOND_HELPER):
            return
        if action in ("ADB_KEYBOARD_CLEAR_TEXT", "ADB_CLEAR_TEXT"):
            self.text = ""
        else:
            self.text += self.types(b64decode(words[2]).decode("utf-8"))
