"""Time zone and clock format; the language is no shell's to set."""

from __future__ import annotations

from tandem_edge.phone.android.parsing import ON_OFF, kept
from tandem_edge.phone.android.recipe import (
    Procedure,
    Recipe,
    impossible,
    put_setting,
    reading,
    shell,
    whole,
)
from tandem_edge.phone.catalogue.system_settings.phone_language import ZONE_SETTING
from tandem_edge.phone.sandbox.device import DEVICE

_HOURS = reading(
    "settings get system time_12_24",
    kept(DEVICE, "hour24", {"24": True, "12": False}),
    "device.hour24",
)
_AUTOMATIC = reading(
    "settings get global auto_time_zone",
    kept(ZONE_SETTING, "automatic", ON_OFF),
    "zone_setting.automatic",
)
_BESIDE = ("countdowns", "stopwatch")
"""What the rules move along; a phone's own timers do not care for the zone."""

RECIPES = {
    "set_clock_format": whole(
        Procedure(
            reads=(_HOURS,),
            ways=((put_setting("system", "time_12_24", "{device.hour24|hours}"),),),
        ),
        "where it follows the language it was never written, and cannot be read",
    ),
    "manage_time_zone": Recipe(
        {
            "query": Procedure(reads=(_AUTOMATIC,)),
            "set": Procedure(
                reads=(_AUTOMATIC,),
                ways=(
                    (
                        shell("cmd", "alarm", "set-timezone", "{device.timezone}", since=31),
                        put_setting("global", "auto_time_zone", "{zone_setting.automatic|bit}"),
                    ),
                ),
                proves=("device.timezone", "zone_setting.automatic"),
                assumes=_BESIDE,
            ),
            "automatic": Procedure(
                reads=(_AUTOMATIC,),
                ways=((put_setting("global", "auto_time_zone", "{zone_setting.automatic|bit}"),),),
                proves=("zone_setting.automatic",),
                told={"zone": "device.timezone"},
                assumes=_BESIDE,
                withholds=("local_time",),
            ),
        }
    ),
    "set_system_language": whole(
        impossible(
            "system",
            "changing the language needs a right that the shell does not have",
            "更改系统语言需要命令行没有的权限",
        )
    ),
}
