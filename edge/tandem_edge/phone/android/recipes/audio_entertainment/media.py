"""What plays, by the keys of a headset; the library is each player's own."""

from __future__ import annotations

from dataclasses import replace

from tandem_edge.phone.android.readings.sound import PLAYING
from tandem_edge.phone.android.recipe import Procedure, Recipe, Way, impossible, shell, whole


def _key(word: str, code: str) -> tuple[Way, ...]:
    return (
        (shell("cmd", "media_session", "dispatch", word, since=30),),
        (shell("input", "keyevent", f"KEYCODE_MEDIA_{code}"),),
    )


_TOLD = {"title": "fact.title", "artist": "fact.artist", "playing": "fact.playing"}

_ASK = Procedure(reads=(PLAYING,), by_rules=False, told=_TOLD)
_SKIP = replace(_ASK, alters=("title",), once=True)

RECIPES = {
    "control_playback": Recipe(
        {
            "query": _ASK,
            "pause": replace(_ASK, ways=_key("pause", "PAUSE"), expects={"playing": "False"}),
            "resume": replace(_ASK, ways=_key("play", "PLAY"), expects={"playing": "True"}),
            "next": replace(_SKIP, ways=_key("next", "NEXT")),
            "previous": replace(_SKIP, ways=_key("previous", "PREVIOUS")),
        },
        (
            "the key goes to the player that was active last",
            "where a skip leads to a song of the same title it is told as not verified",
        ),
    ),
    "play_music": whole(
        impossible(
            "screen",
            "what a player finds and plays is its own affair: its screen has to be operated",
            "搜歌和播放由各播放器自己决定，需要在它的界面里操作",
        )
    ),
    "set_music_play_mode": whole(
        impossible(
            "screen",
            "the order of playback is a button of the player",
            "播放顺序是播放器里的按钮",
        )
    ),
}
