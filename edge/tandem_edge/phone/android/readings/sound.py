"""Volumes, the ringer, do not disturb, and what plays."""

from __future__ import annotations

import re

from tandem_edge.phone.android.parsing import kept, one
from tandem_edge.phone.android.recipe import reading
from tandem_edge.phone.android.view import Unreadable, View
from tandem_edge.phone.catalogue.display_sound.sound import SOUND

STREAMS = {"call": 0, "ring": 2, "media": 3, "alarm": 4, "notification": 5}
"""Android's numbers of the streams (AudioManager.STREAM_*)."""
_NAMES = {
    "call": "STREAM_VOICE_CALL",
    "ring": "STREAM_RING",
    "media": "STREAM_MUSIC",
    "alarm": "STREAM_ALARM",
    "notification": "STREAM_NOTIFICATION",
}
_RINGERS = {"0": "silent", "1": "vibrate", "2": "ring"}


def _volumes(out: str, view: View) -> None:
    """Percent of the highest step; that itself is a fact, ``most_STREAM``."""
    for stream, name in _NAMES.items():
        block = re.search(rf"^- {name}:\n((?:[ \t]+.*\n?)+)", out, re.MULTILINE)
        if block is None:
            raise Unreadable(f"no {name} in dumpsys audio")
        most = int(one(r"^\s+Max: (\d+)$", block[1], "highest volume"))
        now = int(one(r"^\s+streamVolume:(\d+)$", block[1], "volume"))
        view.set(SOUND, **{stream: round(now * 100 / most)})
        view.facts[f"most_{stream}"] = most


VOLUMES = reading("dumpsys audio", _volumes, "sound")
RINGER = reading("settings get global mode_ringer", kept(SOUND, "mode", _RINGERS), "sound.mode")
QUIET = reading(
    "settings get global zen_mode",
    kept(SOUND, "do_not_disturb", lambda text: int(text) > 0, unset=False),
    "sound.do_not_disturb",
)


def _playing(out: str, view: View) -> None:
    """The session that media keys go to: the first of the stack."""
    state = re.search(r"state=PlaybackState \{state=(\w+)", out)
    said = re.search(r"metadata: .*?description=(.*)$", out, re.MULTILINE)
    if state is None:
        raise Unreadable("nothing is playing, and nothing is paused")
    view.facts["playing"] = state[1] in ("3", "PLAYING(3)", "PLAYING")
    title, _, rest = (said[1] if said else "").partition(", ")
    view.facts["title"] = "" if title == "null" else title
    view.facts["artist"] = rest.partition(", ")[0]


PLAYING = reading("dumpsys media_session", _playing, "fact.playing", "fact.title", "fact.artist")
