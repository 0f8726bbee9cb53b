"""The battery and its saver."""

from __future__ import annotations

from tandem_edge.phone.android.readings.device import BATTERY_LEVEL, SAVER, SAVER_AT
from tandem_edge.phone.android.recipe import (
    Procedure,
    Recipe,
    impossible,
    put_setting,
    shell,
    whole,
)

RECIPES = {
    "query_battery": whole(
        Procedure(
            reads=(BATTERY_LEVEL, SAVER, SAVER_AT),
            withholds=("limit", "hours_left", "minutes_to_full", "health", "cycles"),
        )
    ),
    "manage_battery_saver": Recipe(
        {
            "query": Procedure(reads=(SAVER, SAVER_AT)),
            "schedule": Procedure(
                reads=(BATTERY_LEVEL, SAVER, SAVER_AT),
                ways=((put_setting("global", "low_power_trigger_level", "{battery.saver_at}"),),),
                proves=("battery.saver_at",),
                withholds=("enabled",),
            ),
            "*": Procedure(
                reads=(SAVER, SAVER_AT),
                ways=((shell("cmd", "power", "set-mode", "{battery.saver|bit}", since=28),),),
            ),
        },
        ("a phone that is charging ignores the saver",),
    ),
    "set_charging_limit": whole(
        impossible(
            "unseen",
            "every maker keeps the charging limit in a setting of its own",
            "各家手机的充电上限设置各不相同",
        )
    ),
    "query_battery_usage": whole(
        impossible(
            "unseen",
            "what dumpsys batterystats prints differs too much from phone to phone",
            "耗电统计的输出因版本和厂商而异，无法可靠读取",
        )
    ),
}
