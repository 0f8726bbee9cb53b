"""Typing into a text field, in any script, and reading back what then stands in it.

No key events: they know only ASCII, and the input method in place rewrites them.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from pydantic import JsonValue

from tandem_edge.languages.catalogue import _
from tandem_edge.phone.android.link.companion import Until
from tandem_edge.phone.android.link.input_method import InputMethod
from tandem_edge.phone.android.link.protocol import (
    START_S,
    AutomationFailed,
    DeviceRefused,
    Link,
    LinkError,
    NotTyped,
)
from tandem_edge.phone.android.link.selectors import selector
from tandem_shared.text import one_line

FOCUSED = selector(focused=True)
"""The field that has the focus."""
_MASKS = frozenset("•●*·")
"""What stands for the characters of a password."""
_SHOWN = 80


@dataclass(frozen=True, slots=True)
class Typed:
    """How text came into a field, and whether it was read back. A field for passwords shows as many
    dots, which is all that can be known of it."""

    way: str
    verified: bool


@dataclass(frozen=True, slots=True)
class Keyboard:
    """An input method that types what a broadcast tells it, in Base64."""

    id: str
    clear: str
    type: str
    extra: str


KEYBOARDS = (
    Keyboard(
        "com.github.uiautomator/.AdbKeyboard",
        "ADB_KEYBOARD_CLEAR_TEXT",
        "ADB_KEYBOARD_INPUT_TEXT",
        "text",
    ),
    Keyboard("com.android.adbkeyboard/.AdbIME", "ADB_CLEAR_TEXT", "ADB_INPUT_B64", "msg"),
)
"""Used where the owner has installed one; none is ever installed from here."""


class _Unsuited(LinkError):
    """This way does not work on this phone now."""


@dataclass(frozen=True, slots=True)
class _Field:
    link: Link
    where: dict[str, JsonValue]
    until: Until

    def ask(self, method: str, *params: JsonValue, changes: bool) -> JsonValue:
        return self.link.automate(method, *params, changes=changes, deadline_s=self.until.left())

    def run(self, line: str, *, changes: bool) -> str:
        return self.link.shell(line, changes=changes, deadline_s=self.until.left()).out

    def text(self) -> str:
        given = self.ask("getText", self.where, changes=False)
        return given if isinstance(given, str) else ""


def enter_text(
    link: Link,
    text: str,
    *,
    input_method: InputMethod,
    where: dict[str, JsonValue] | None = None,
    deadline_s: float = START_S,
) -> Typed:
    """Make ``text`` the whole text of the field ``where`` (a ``selector``; usual: that which has
    the focus), by the first way after which the field holds it.

    Raises ``NotTyped`` when no field has the focus, the field is not the one with the focus, or no
    way worked; it tells what the field holds. Other ``LinkError`` as ``Link`` does: after one that
    is not ``settled`` no other way is tried. Putting the owner's input method back may take longer
    than ``deadline_s``.
    """
    field = _Field(link, where or FOCUSED, Until.after(deadline_s))
    _demand_focus(field)
    reading = ""
    for name, way in _ways(input_method):
        try:
            way(field, text)
            reading = field.text()
        except (_Unsuited, AutomationFailed, DeviceRefused):
            continue
        if reading == text:
            return Typed(name, verified=True)
        if _masked(reading, text):
            return Typed(name, verified=False)
    raise NotTyped(
        _("the field holds “{reading}” instead", reading=one_line(reading, limit=_SHOWN)),
        hint=_("type it on the phone by hand; its keyboard or the app changes what is typed"),
        reading=reading,
    )


def _ways(method: InputMethod) -> tuple[tuple[str, Callable[[_Field, str], None]], ...]:
    return (
        ("set_text", _set_text),
        ("paste", _paste),
        ("keyboard", lambda field, text: _by_keyboard(field, text, method)),
    )


def _demand_focus(field: _Field) -> None:
    try:
        known = field.ask("objInfo", field.where, changes=False)
    except AutomationFailed as error:
        raise NotTyped(_("no text field has the focus"), hint=_("tap the field first")) from error
    if not (isinstance(known, dict) and known.get("focused")):
        raise NotTyped(_("another field has the focus"), hint=_("tap the field first"))


def _set_text(field: _Field, text: str) -> None:
    field.ask("setText", field.where, text, changes=True)


def _paste(field: _Field, text: str) -> None:
    with _clipboard_kept(field):
        field.ask("setClipboard", None, text, changes=True)
        if field.ask("getClipboard", changes=False) != text:
            raise _Unsuited("the clipboard is denied")
        field.ask("clearTextField", field.where, changes=True)
        field.ask("pasteClipboard", changes=True)


@contextmanager
def _clipboard_kept(field: _Field) -> Iterator[None]:
    before = field.ask("getClipboard", changes=False)
    try:
        yield
    finally:
        if isinstance(before, str) and field.until.left():
            field.ask("setClipboard", None, before, changes=True)


def _by_keyboard(field: _Field, text: str, method: InputMethod) -> None:
    there = method.installed(deadline_s=field.until.left())
    there |= {method.current(deadline_s=field.until.left())}  # some phones list less than they use
    keyboard = next((each for each in KEYBOARDS if each.id in there), None)
    if keyboard is None:
        raise _Unsuited("no keyboard for adb is installed")
    encoded = b64encode(text.encode("utf-8")).decode("ascii")
    with method.switched(keyboard.id, deadline_s=field.until.left()):
        field.run(f"am broadcast -a {keyboard.clear}", changes=True)
        field.run(
            f"am broadcast -a {keyboard.type} --es {keyboard.extra} '{encoded}'", changes=True
        )


def _masked(reading: str, text: str) -> bool:
    return bool(text) and len(reading) == len(text) and set(reading) <= _MASKS
