"""Calls: begun by an intent, ended by a key; the log is closed to the shell."""

from __future__ import annotations

from tandem_edge.phone.android.readings.people import CALL_STATE, PEOPLE
from tandem_edge.phone.android.recipe import (
    Each,
    Procedure,
    Recipe,
    impossible,
    intent,
    shell,
    whole,
)
from tandem_shared.tools import Bilingual

_UNTOLD = ("name", "number", "muted", "speaker")

RECIPES = {
    "make_call": whole(
        Procedure(
            reads=(*PEOPLE, CALL_STATE),
            ways=(
                (
                    Each(
                        "calls",
                        "insert",
                        (intent("android.intent.action.CALL", "-d", "tel:{new.number|uri}"),),
                    ),
                ),
            ),
            proves=(),
            expects={"call_state": "2"},
            once=True,
            withholds=("call_id", "speaker"),
            refuses={
                "speaker=true": Bilingual(
                    en="the loudspeaker of a call is switched on the call's screen",
                    zh="免提要在通话界面里打开",
                )
            },
        ),
        "Android passes emergency numbers to the dialler, where somebody has to press the button",
    ),
    "control_call": Recipe(
        {
            "query": Procedure(reads=(*PEOPLE, CALL_STATE), withholds=_UNTOLD),
            "hang_up": Procedure(
                reads=(*PEOPLE, CALL_STATE),
                ways=((shell("input", "keyevent", "KEYCODE_ENDCALL"),),),
                proves=("line.call",),
                once=True,
                withholds=_UNTOLD,
            ),
            "*": impossible(
                "screen",
                "mute and loudspeaker are buttons of the call's screen",
                "静音和免提是通话界面上的按钮",
            ),
        },
        ("who is on the line is not told to the shell",),
    ),
    "query_calls": whole(
        impossible(
            "helper",
            "the call log is closed to the shell (READ_CALL_LOG): an app of ours on the phone "
            "would be needed",
            "通话记录对命令行不开放，需要在手机上装辅助应用",
        )
    ),
}
