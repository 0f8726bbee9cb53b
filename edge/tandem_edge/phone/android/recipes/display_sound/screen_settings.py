"""The screen's settings, in Android's settings."""

from __future__ import annotations

from tandem_edge.phone.android.readings.screen import BOLD, COLORS, TEXT_SIZE, TIMEOUT
from tandem_edge.phone.android.recipe import Procedure, impossible, put_setting, whole
from tandem_shared.tools import Bilingual

RECIPES = {
    "set_screen_timeout": whole(
        Procedure(
            reads=(TIMEOUT,),
            ways=((put_setting("system", "screen_off_timeout", "{screen.timeout|thousandths}"),),),
        )
    ),
    "set_font_size": whole(
        Procedure(
            reads=(TEXT_SIZE, BOLD),
            ways=(
                (
                    put_setting("system", "font_scale", "{screen.text_size|font_scale}"),
                    put_setting(
                        "secure", "font_weight_adjustment", "{screen.bold|weight}", since=31
                    ),
                ),
            ),
        ),
        "the scales of the five sizes are those of plain Android; makers may have others",
    ),
    "set_color_mode": whole(
        Procedure(
            reads=(COLORS,),
            ways=(
                (put_setting("system", "display_color_mode", "{screen.color_mode|color_mode}"),),
            ),
            assumes=("night_light",),
            withholds=("temperature",),
            refuses={
                "temperature": Bilingual(
                    en="the shell has no setting for the tint of white",
                    zh="命令行没有调节色温的设置",
                )
            },
        ),
        "colour modes are those of plain Android: natural, boosted, saturated",
    ),
    "set_refresh_rate": whole(
        impossible(
            "unseen",
            "every maker keeps the refresh rate in a setting of its own",
            "各家手机的刷新率设置各不相同",
        )
    ),
}
