"""Volumes, ringer mode, do not disturb."""

from __future__ import annotations

from tandem_edge.phone.android.quoting import CannotSay
from tandem_edge.phone.android.readings.sound import QUIET, RINGER, STREAMS, VOLUMES
from tandem_edge.phone.android.recipe import Procedure, Recipe, Scope, shell, whole
from tandem_shared.tools import Bilingual


def _index(scope: Scope) -> int:
    """The wanted percentage in the stream's own steps."""
    most = scope["fact"].get(f"most_{scope['arg']['stream']}")
    if not isinstance(most, int):
        raise CannotSay("the phone does not tell how many steps this volume has")
    return round(int(scope["arg"]["percent"]) * most / 100)


def _stream(scope: Scope) -> int:
    return STREAMS[scope["arg"]["stream"]]


_COARSEST = 100 / 7 / 2
"""Half a step of the coarsest usual scale, seven steps."""

RECIPES = {
    "set_volume": whole(
        Procedure(
            reads=(VOLUMES, RINGER),
            ways=(
                (shell("cmd", "audio", "set-volume", "{made.stream}", "{made.index}", since=34),),
                (
                    shell(
                        *("cmd", "media_session", "volume"),
                        *("--stream", "{made.stream}", "--set", "{made.index}"),
                        since=30,
                    ),
                ),
                (shell("media", "volume", "--stream", "{made.stream}", "--set", "{made.index}"),),
            ),
            made={"stream": _stream, "index": _index},
            within={f"sound.{stream}": _COARSEST for stream in STREAMS},
            told={"percent": "sound.$stream"},
        ),
        "a phone counts volume in 7 to 30 steps: the result tells the step that was reached",
        "Xiaomi has no media command; cmd media_session did nothing on some: all are tried",
    ),
    "set_ringer_mode": whole(
        Procedure(
            reads=(RINGER,),
            ways=((shell("cmd", "audio", "set-ringer-mode", "{sound.mode|ringer}", since=34),),),
        ),
        "before Android 14 the shell has no command for it",
    ),
    "manage_do_not_disturb": Recipe(
        {
            "query": Procedure(reads=(QUIET,), withholds=("until",)),
            "*": Procedure(
                reads=(QUIET,),
                ways=(
                    (
                        shell(
                            "cmd", "notification", "set_dnd", "{sound.do_not_disturb|dnd}", since=28
                        ),
                    ),
                ),
                refuses={
                    "duration": Bilingual(
                        en="the shell switches do not disturb on without an end",
                        zh="命令行只能一直开着勿扰，不能定时结束",
                    )
                },
            ),
        },
        ("on Android 15 and later it becomes a mode of the shell's own",),
    ),
}
