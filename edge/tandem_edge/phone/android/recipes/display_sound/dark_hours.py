"""The night light's switch; its warmth and hours differ by maker."""

from __future__ import annotations

from tandem_edge.phone.android.readings.screen import NIGHT
from tandem_edge.phone.android.recipe import Procedure, Recipe, impossible, put_setting, whole
from tandem_shared.tools import Bilingual

_NO_HOURS = Bilingual(
    en="the night light's warmth and hours are set on its own page",
    zh="护眼模式的色温和时间要在它自己的页面里设置",
)
_UNTOLD = ("warmth", "schedule", "start", "end")

RECIPES = {
    "manage_night_light": Recipe(
        {
            "query": Procedure(reads=(NIGHT,), withholds=_UNTOLD),
            "schedule": impossible("screen", _NO_HOURS.en, _NO_HOURS.zh),
            "unschedule": impossible("screen", _NO_HOURS.en, _NO_HOURS.zh),
            "*": Procedure(
                reads=(NIGHT,),
                ways=(
                    (
                        put_setting(
                            "secure", "night_display_activated", "{night_light.enabled|bit}"
                        ),
                    ),
                ),
                withholds=_UNTOLD,
                refuses={"warmth": _NO_HOURS, "start": _NO_HOURS, "end": _NO_HOURS},
            ),
        },
        ("makers with an eye-comfort mode of their own (Xiaomi, Samsung) ignore this setting",),
    ),
    "schedule_dark_mode": whole(
        impossible(
            "screen",
            "the hours of the dark theme are set on its own page",
            "深色模式的时间要在它自己的页面里设置",
        )
    ),
}
