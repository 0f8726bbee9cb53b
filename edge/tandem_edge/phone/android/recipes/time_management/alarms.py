"""Alarms: the clock app takes them by an intent, and keeps the list to itself."""

from __future__ import annotations

from datetime import datetime, timedelta

from tandem_edge.phone.android.quoting import CannotSay
from tandem_edge.phone.android.readings.agenda import ALARM_CLOCKS
from tandem_edge.phone.android.recipe import Procedure, Recipe, Scope, impossible, intent
from tandem_shared.tools import Bilingual

_EXTRA = "android.intent.extra.alarm."


def _within_a_day(scope: Scope) -> datetime:
    """When it rings. The intent has no day: the clock app rings at the next such time."""
    rings = datetime.fromisoformat(scope["new"]["next"])
    now = datetime.fromisoformat(scope["fact"]["now"])
    if scope["new"]["repeat"] == "once" and rings - now > timedelta(days=1):
        raise CannotSay("the clock app takes an alarm for the next 24 hours only")
    return rings


def _rhythm(scope: Scope) -> bool:
    return bool(scope["new"]["repeat"] != "once")


_WORDS = (
    *("--ei", f"{_EXTRA}HOUR", "{made.rings|hour}"),
    *("--ei", f"{_EXTRA}MINUTES", "{made.rings|minute}"),
    *("--es", f"{_EXTRA}MESSAGE", "{new.label}"),
    *("--ez", f"{_EXTRA}SKIP_UI", "true"),
)
_BY_HAND = impossible(
    "screen",
    "the clock app keeps its list of alarms to itself: its screen has to be operated",
    "时钟应用不对外提供闹钟列表，需要在它的界面里操作",
)

RECIPES = {
    "manage_alarm": Recipe(
        {
            "create": Procedure(
                reads=(ALARM_CLOCKS,),
                ways=(
                    (
                        intent("android.intent.action.SET_ALARM", *_WORDS, only_if="made.once"),
                        intent(
                            "android.intent.action.SET_ALARM",
                            *_WORDS,
                            *("--eia", f"{_EXTRA}DAYS", "{new.repeat|days}"),
                            only_if="made.rhythm",
                        ),
                    ),
                ),
                proves=(),
                expects={"alarm_clocks": "{made.rings|minutes}"},
                made={
                    "rings": _within_a_day,
                    "rhythm": _rhythm,
                    "once": lambda scope: not _rhythm(scope),
                },
                sent_only=Bilingual(
                    en="the clock app was asked for it; it shows the system only the alarm that "
                    "rings next",
                    zh="已请时钟应用设置；系统只能看到下一个要响的闹钟",
                ),
                once=True,
                assumes=("alarms",),
                withholds=("alarm_id",),
            ),
            "*": _BY_HAND,
        },
        ("some makers' clock apps ignore SKIP_UI and wait for a tap",),
    ),
}
