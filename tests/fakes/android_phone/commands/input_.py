"""``input [SOURCE] VERB ...``: keys, text and touches."""

from __future__ import annotations

from collections.abc import Callable

from tests.fakes.android_phone.answers import Answer, Failed
from tests.fakes.android_phone.keys import code_of, press
from tests.fakes.android_phone.model import Model

_USAGE = """Usage: input [<source>] [-d DISPLAY_ID] <command> [<arg>...]

The commands and default sources are:
      text <string> (Default: keyboard)
      keyevent [--longpress|--duration <ms>|--doubletap|--async] <key code number or name> ...
      tap <x> <y> (Default: touchscreen)
      swipe <x1> <y1> <x2> <y2> [duration(ms)] (Default: touchscreen)
      draganddrop <x1> <y1> <x2> <y2> [duration(ms)] (Default: touchscreen)
"""
_SOURCES = ("keyboard", "touchscreen", "mouse", "dpad", "touchpad", "stylus", "gamepad")
_NO_KEYS = (
    "Exception occurred while executing 'text':\njava.lang.NullPointerException: Attempt to get "
    "length of null array\n\tat com.android.server.input.InputShellCommand.sendText\n"
)
_REFUSED = (
    "Exception occurred while executing '{verb}':\njava.lang.SecurityException: Injecting input "
    "events requires the caller (or the source of the instrumentation, if any) to have the "
    "INJECT_EVENTS permission.\n"
)


def run(phone: Model, words: list[str]) -> Answer:
    if words[:1] and words[0] in _SOURCES:
        words = words[1:]
    if words[:1] == ["-d"]:
        words = words[2:]
    if not words or words[0] not in _VERBS:
        said = f"Error: Unknown command: {words[0]}\n" if words else ""
        return Answer(err=f"{said}{_USAGE}", code=255)
    verb, *rest = words
    if not phone.may("INJECT_EVENTS"):
        return Answer(err=_REFUSED.format(verb=verb), code=255)
    _VERBS[verb](phone, rest)
    return Answer()


def _text(phone: Model, words: list[str]) -> None:
    if len(words) != 1:
        raise Failed("Error: Invalid arguments for command: text\n" + _USAGE)
    text = words[0].replace("%s", " ")
    if not text.isascii():
        raise Failed(_NO_KEYS)
    if phone.faults.profile.input_method == "rewrites":
        text = text.translate(_REWRITTEN)
    phone.window.type_text(text)


_REWRITTEN = str.maketrans("9123", "Wabc")
"""What a nine-key input method makes of digits."""


def _keyevent(phone: Model, words: list[str]) -> None:
    while words and words[0] in ("--longpress", "--doubletap", "--async"):
        words = words[1:]
    if not words:
        raise Failed("Error: Invalid arguments for command: keyevent\n" + _USAGE)
    codes = [code_of(word) for word in words]
    for word, code in zip(words, codes, strict=True):
        if code is None:
            raise Failed(
                "Exception occurred while executing 'keyevent':\n"
                f"java.lang.IllegalArgumentException: Unknown keycode: {word}\n"
            )
        press(phone, code)


def _numbers(words: list[str], verb: str, least: int, most: int) -> list[float]:
    if not least <= len(words) <= most:
        raise Failed(f"Error: Invalid arguments for command: {verb}\n{_USAGE}")
    try:
        return [float(word) for word in words]
    except ValueError as error:
        raise Failed(
            f"Exception occurred while executing '{verb}':\n"
            f"java.lang.NumberFormatException: {error}\n"
        ) from error


def _tap(phone: Model, words: list[str]) -> None:
    phone.window.tap(*_numbers(words, "tap", 2, 2))


def _swipe(phone: Model, words: list[str]) -> None:
    phone.window.swipe(*_numbers(words, "swipe", 4, 5)[:4])


_VERBS: dict[str, Callable[[Model, list[str]], None]] = {
    "text": _text,
    "keyevent": _keyevent,
    "tap": _tap,
    "swipe": _swipe,
    "draganddrop": _swipe,
}
