"""Timers: the clock app takes them by an intent, and shows them to nobody."""

from __future__ import annotations

from tandem_edge.phone.android.recipe import Procedure, Recipe, impossible, intent, whole
from tandem_shared.tools import Bilingual

_EXTRA = "android.intent.extra.alarm."
_BY_HAND = impossible(
    "screen",
    "the clock app keeps its timers to itself: its screen has to be operated",
    "时钟应用不对外提供计时器，需要在它的界面里操作",
)

RECIPES = {
    "manage_countdown": Recipe(
        {
            "start": Procedure(
                reads=(),
                ways=(
                    (
                        intent(
                            "android.intent.action.SET_TIMER",
                            *("--ei", f"{_EXTRA}LENGTH", "{new.seconds}"),
                            *("--es", f"{_EXTRA}MESSAGE", "{new.label}"),
                            *("--ez", f"{_EXTRA}SKIP_UI", "true"),
                        ),
                    ),
                ),
                proves=(),
                expects={"timer": "shown"},
                sent_only=Bilingual(
                    en="the clock app was asked for it; no command tells whether it runs",
                    zh="已请时钟应用开始计时；没有命令能查看它是否在走",
                ),
                once=True,
                assumes=("countdowns",),
                withholds=("countdown_id",),
            ),
            "*": _BY_HAND,
        },
        ("some makers' clock apps ignore SKIP_UI and wait for a tap",),
    ),
    "manage_stopwatch": whole(_BY_HAND),
}
