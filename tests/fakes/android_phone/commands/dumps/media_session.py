"""``dumpsys media_session``"""

from __future__ import annotations

from tandem_edge.phone.catalogue.audio_entertainment.media import PLAYER, SONGS
from tests.fakes.android_phone.answers import Answer, lines
from tests.fakes.android_phone.model import Model


def run(phone: Model, words: list[str]) -> Answer:
    player = phone.store.only(PLAYER)
    key = player.queue[player.position] if player.queue else ""
    song = phone.store.get(SONGS, key)
    described = f"{song.title}, {song.artist}, {song.album}" if song else "null"
    state = 3 if player.playing else 2
    return lines(
        "MEDIA SESSION SERVICE (dumpsys media_session)",
        "1 sessions listeners.",
        "User Records:",
        "  Media button session is com.android.music/music (userId=0)",
        "  Sessions Stack - have 1 sessions:",
        "    music com.android.music/music (userId=0)",
        "      package=com.android.music",
        "      active=true",
        f"      state=PlaybackState {{state={state}, position=0, buffered position=0, speed=1.0}}",
        f"      metadata: size=5, description={described}",
    )
