"""Volumes in steps, as Android counts them, the ringer, and the keys of players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tandem_edge.phone.catalogue.audio_entertainment.media import PLAYER
from tandem_edge.phone.catalogue.display_sound.sound import SOUND
from tests.fakes.android_phone.answers import Answer, Failed, Words, lines

if TYPE_CHECKING:
    from tests.fakes.android_phone.model import Model

STREAM_NAMES = {0: "call", 2: "ring", 3: "media", 4: "alarm", 5: "notification"}
"""Android's stream numbers (AudioManager.STREAM_*) that the sandbox phone keeps a volume of."""
STEPS = {"call": 10, "ring": 20, "media": 25, "alarm": 20, "notification": 20}
LOWEST = {"call": 1, "alarm": 1}
_RINGERS = {"NORMAL": "ring", "VIBRATE": "vibrate", "SILENT": "silent"}


def ringer_words() -> tuple[str, ...]:
    """The ringer's modes as Android writes them."""
    return tuple(_RINGERS)


def index_of(phone: Model, stream: str) -> int:
    """A stream's volume in steps; muted while the phone may not ring."""
    sound = phone.store.only(SOUND)
    if stream in ("ring", "notification") and sound.mode != "ring":
        return 0
    percent: int = getattr(sound, stream)
    return round(percent * STEPS[stream] / 100)


def set_index(phone: Model, stream: str, index: int) -> None:
    """Set a stream's volume; an index out of range is brought into it, as the service does."""
    index = max(LOWEST.get(stream, 0), min(STEPS[stream], index))
    phone.act("set_volume", stream=stream, percent=round(index * 100 / STEPS[stream]))


def set_ringer(phone: Model, mode: str) -> None:
    """``NORMAL``, ``VIBRATE`` or ``SILENT``."""
    phone.act("set_ringer_mode", mode=_RINGERS[mode])


def ringer(phone: Model) -> str:
    """The mode as Android writes it."""
    return next(word for word, mode in _RINGERS.items() if mode == phone.store.only(SOUND).mode)


def volume(phone: Model, words: Words) -> Answer:
    """``[--show] [--stream N] [--set INDEX] [--adj raise|lower|same] [--get]``"""
    stream, wanted, step, asks = "media", None, 0, False
    while (option := words.option()) is not None:
        match option:
            case "--stream":
                stream = _stream(words.number())
            case "--set":
                wanted = words.number()
            case "--adj":
                step = _step(words.required())
            case "--get":
                asks = True
            case "--show":
                pass
            case _:
                raise Failed(f"Error: unknown option '{option}'\n")
    said = ["[V] will control stream=3 (STREAM_MUSIC)"] if stream == "media" else []
    if wanted is not None:
        set_index(phone, stream, wanted)
        said.append(f"[V] will set volume to index={wanted}")
    if step:
        set_index(phone, stream, index_of(phone, stream) + step)
    if asks:
        said.append("[V] will get volume")
        limits = f"[{LOWEST.get(stream, 0)}..{STEPS[stream]}]"
        said.append(f"[V] volume is {index_of(phone, stream)} in range {limits}")
    return lines(*said)


def _stream(number: int) -> str:
    if number not in STREAM_NAMES:
        raise Failed(f"Error: Invalid stream type {number}\n")
    return STREAM_NAMES[number]


def _step(word: str) -> int:
    if word not in ("raise", "lower", "same"):
        raise Failed(f"Error: no valid volume adjustment, was {word}, expected raise|lower|same\n")
    return {"raise": 1, "lower": -1, "same": 0}[word]


def play_key(phone: Model, code: int) -> None:
    """A key of a headset: 126 play, 127 and 86 pause, 85 and 79 either, 87 next, 88 previous."""
    playing = phone.store.only(PLAYER).playing
    actions = {126: "resume", 127: "pause", 86: "pause", 87: "next", 88: "previous"}
    wanted = actions.get(code, "pause" if playing else "resume")
    phone.act("control_playback", action=wanted)
