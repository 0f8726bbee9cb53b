"""Key events (android.view.KeyEvent): what each key that matters here does."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tests.fakes.android_phone.sounds import index_of, play_key, set_index

if TYPE_CHECKING:
    from tests.fakes.android_phone.model import Model

NAMES = {
    "HOME": 3,
    "BACK": 4,
    "CALL": 5,
    "ENDCALL": 6,
    "DPAD_UP": 19,
    "DPAD_DOWN": 20,
    "DPAD_LEFT": 21,
    "DPAD_RIGHT": 22,
    "DPAD_CENTER": 23,
    "VOLUME_UP": 24,
    "VOLUME_DOWN": 25,
    "POWER": 26,
    "CAMERA": 27,
    "TAB": 61,
    "SPACE": 62,
    "ENTER": 66,
    "DEL": 67,
    "HEADSETHOOK": 79,
    "MENU": 82,
    "MEDIA_PLAY_PAUSE": 85,
    "MEDIA_STOP": 86,
    "MEDIA_NEXT": 87,
    "MEDIA_PREVIOUS": 88,
    "MOVE_END": 123,
    "MEDIA_PLAY": 126,
    "MEDIA_PAUSE": 127,
    "VOLUME_MUTE": 164,
    "APP_SWITCH": 187,
    "SLEEP": 223,
    "WAKEUP": 224,
    "PASTE": 279,
}
LAST_CODE = 320
_MEDIA = (79, 85, 86, 87, 88, 126, 127)


def code_of(word: str) -> int | None:
    """The key's number from a number or a name, with or without ``KEYCODE_``; ``None``: no key."""
    if word.isdecimal():
        return int(word) if int(word) <= LAST_CODE else None
    return NAMES.get(word.upper().removeprefix("KEYCODE_"))


def press(phone: Model, code: int) -> bool:
    """Press and release a key; whether it did anything."""
    if code in _MEDIA:
        play_key(phone, code)
    elif code in _PRESSES:
        _PRESSES[code](phone)
    else:
        return False
    return True


def _volume(step: int) -> Callable[[Model], None]:
    return lambda phone: set_index(phone, "media", index_of(phone, "media") + step)


def _power(phone: Model) -> None:
    if phone.window.awake:
        phone.window.sleep()
    else:
        phone.window.awake = True


def _wake(phone: Model) -> None:
    phone.window.awake = True


def _end_call(phone: Model) -> None:
    done = phone.act("answer_call", action="decline")
    if not done.ok:
        phone.act("control_call", action="hang_up")
    if phone.window.front().activity.endswith(".InCallActivity"):
        phone.window.home()


def _erase(phone: Model) -> None:
    text = phone.window.edited
    if text:
        phone.window.type_text(text[:-1], replace=True)


_PRESSES: dict[int, Callable[[Model], object]] = {
    3: lambda phone: phone.window.home(),
    4: lambda phone: phone.window.back(),
    5: lambda phone: phone.act("answer_call", action="answer"),
    6: _end_call,
    24: _volume(1),
    25: _volume(-1),
    26: _power,
    62: lambda phone: phone.window.type_text(" "),
    66: lambda phone: phone.window.submit_text(),
    67: _erase,
    223: lambda phone: phone.window.sleep(),
    224: _wake,
    279: lambda phone: phone.window.type_text(phone.automator.clipboard or ""),
}
