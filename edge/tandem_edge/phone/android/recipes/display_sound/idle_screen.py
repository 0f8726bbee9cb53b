"""Always-on display and screen saver: their switches."""

from __future__ import annotations

from tandem_edge.phone.android.readings.screen import ALWAYS, SAVER
from tandem_edge.phone.android.recipe import Procedure, Recipe, impossible, put_setting, whole
from tandem_shared.tools import Bilingual

_OWN_PAGE = Bilingual(
    en="what it shows, and when, is chosen on its own page",
    zh="显示什么、何时显示要在它自己的页面里选",
)

RECIPES = {
    "manage_always_on_display": Recipe(
        {
            "query": Procedure(reads=(ALWAYS,), withholds=("when",)),
            "*": Procedure(
                reads=(ALWAYS,),
                ways=((put_setting("secure", "doze_always_on", "{always_on.enabled|bit}"),),),
                withholds=("when",),
                refuses={"when": _OWN_PAGE},
            ),
        },
        ("phones without an always-on display keep the setting and do nothing",),
    ),
    "manage_screen_saver": Recipe(
        {
            "query": Procedure(reads=(SAVER,), withholds=("shows", "showing")),
            "start": impossible("screen", _OWN_PAGE.en, _OWN_PAGE.zh),
            "stop": impossible("screen", _OWN_PAGE.en, _OWN_PAGE.zh),
            "*": Procedure(
                reads=(SAVER,),
                ways=(
                    (put_setting("secure", "screensaver_enabled", "{screen_saver.enabled|bit}"),),
                ),
                withholds=("shows", "showing"),
                refuses={"shows": _OWN_PAGE},
            ),
        }
    ),
    "set_wallpaper": whole(
        impossible(
            "screen",
            "the shell cannot set a picture as wallpaper: an app of the phone has to",
            "命令行不能设置壁纸，要由手机上的应用来设置",
        )
    ),
}
