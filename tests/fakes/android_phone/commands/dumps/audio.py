"""``dumpsys audio``"""

from __future__ import annotations

from tandem_edge.phone.catalogue.display_sound.sound import SOUND
from tests.fakes.android_phone.answers import Answer, lines
from tests.fakes.android_phone.model import Model
from tests.fakes.android_phone.sounds import LOWEST, STEPS, index_of, ringer

_NAMES = {
    "call": "STREAM_VOICE_CALL",
    "ring": "STREAM_RING",
    "media": "STREAM_MUSIC",
    "alarm": "STREAM_ALARM",
    "notification": "STREAM_NOTIFICATION",
}


def run(phone: Model, words: list[str]) -> Answer:
    mode = phone.store.only(SOUND).mode
    shown = ["Stream volumes (device: index)"]
    for stream, name in _NAMES.items():
        index = index_of(phone, stream)
        muted = stream in ("ring", "notification") and mode != "ring"
        shown += [
            f"- {name}:",
            f"   Muted: {str(muted).lower()}",
            f"   Min: {LOWEST.get(stream, 0)}",
            f"   Max: {STEPS[stream]}",
            f"   streamVolume:{index}",
            f"   Current: 2 (speaker): {index}, 40000000 (default): {index}",
            "   Devices: speaker(2)",
        ]
    word = ringer(phone)
    return lines(
        *shown, "", "Ringer mode: ", f"- mode (internal) = {word}", f"- mode (external) = {word}"
    )
