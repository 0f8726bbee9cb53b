"""Brightness, dark theme, rotation; no shell command reaches the flashlight."""

from __future__ import annotations

from tandem_edge.phone.android.readings.screen import (
    AUTO_ROTATE,
    BRIGHTNESS,
    BRIGHTNESS_MODE,
    DARK,
)
from tandem_edge.phone.android.recipe import (
    Procedure,
    Recipe,
    impossible,
    put_setting,
    shell,
    whole,
)

RECIPES = {
    "set_brightness": whole(
        Procedure(
            reads=(BRIGHTNESS, BRIGHTNESS_MODE),
            ways=(
                (
                    put_setting("system", "screen_brightness_mode", "0"),
                    put_setting("system", "screen_brightness", "{display.brightness|of_255}"),
                ),
            ),
            expects={"brightness_mode": "0"},
            always=True,
        ),
        "a few makers count brightness to 4095 instead of 255",
        "it ends automatic brightness, which would undo it",
    ),
    "manage_dark_mode": Recipe(
        {
            "query": Procedure(reads=(DARK,)),
            "*": Procedure(
                reads=(DARK,),
                ways=((shell("cmd", "uimode", "night", "{display.dark_mode|yes}", since=29),),),
            ),
        }
    ),
    "manage_auto_rotate": Recipe(
        {
            "query": Procedure(reads=(AUTO_ROTATE,)),
            "*": Procedure(
                reads=(AUTO_ROTATE,),
                ways=(
                    (put_setting("system", "accelerometer_rotation", "{display.auto_rotate|bit}"),),
                ),
            ),
        }
    ),
    "control_flashlight": whole(
        impossible(
            "screen",
            "no shell command switches the flashlight: its tile in the quick settings has to be "
            "pressed",
            "没有命令能开关手电筒，需要点快捷设置里的按钮",
        )
    ),
}
