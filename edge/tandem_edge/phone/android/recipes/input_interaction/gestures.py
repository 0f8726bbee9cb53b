"""One-handed mode."""

from __future__ import annotations

from tandem_edge.phone.android.parsing import ON_OFF, kept
from tandem_edge.phone.android.reasons import on_page
from tandem_edge.phone.android.recipe import Procedure, Recipe, put_setting, reading, whole
from tandem_edge.phone.catalogue.input_interaction.gestures import ONE_HANDED
from tandem_shared.tools import Bilingual

_ON = reading(
    "settings get secure one_handed_mode_enabled",
    kept(ONE_HANDED, "enabled", ON_OFF, unset=False),
    "one_handed.enabled",
    since=31,
)
_PUT = put_setting("secure", "one_handed_mode_enabled", "{one_handed.enabled|bit}", since=31)
_SIDE = Bilingual(
    en="Android pulls the screen down and not to a side", zh="系统的单手模式是下拉，不分左右"
)

RECIPES = {
    "manage_gesture": whole(on_page("Gestures", "手势")),
    "set_one_handed_mode": Recipe(
        {
            "query": Procedure(reads=(_ON,), withholds=("side",)),
            "*": Procedure(
                reads=(_ON,), ways=((_PUT,),), withholds=("side",), refuses={"side": _SIDE}
            ),
        },
        ("makers with a one-handed mode of their own keep another setting",),
    ),
}
