"""Radios: switched by the shell, read back from Android's settings."""

from __future__ import annotations

from tandem_edge.phone.android.readings.radios import (
    AIRPLANE,
    BLUETOOTH,
    MOBILE_DATA,
    WIFI,
)
from tandem_edge.phone.android.recipe import Procedure, Reading, Recipe, Way, impossible, shell


def _switch(
    read: Reading, *ways: Way, cuts: tuple[str, ...] = (), caveats: tuple[str, ...] = ()
) -> Recipe:
    change = Procedure(reads=(read,), ways=ways, proves=read.fills, cuts=cuts)
    return Recipe({"query": Procedure(reads=(read,)), "*": change}, caveats)


RECIPES = {
    "manage_wifi": _switch(
        WIFI,
        (shell("cmd", "wifi", "set-wifi-enabled", "{radios.wifi|enabled}", since=30),),
        (shell("svc", "wifi", "{radios.wifi|enable}"),),
        cuts=("radios.wifi=false",),
    ),
    "manage_bluetooth": _switch(
        BLUETOOTH,
        (shell("cmd", "bluetooth_manager", "{radios.bluetooth|enable}", since=33),),
        (shell("svc", "bluetooth", "{radios.bluetooth|enable}"),),
    ),
    "manage_mobile_data": _switch(
        MOBILE_DATA,
        (shell("svc", "data", "{radios.mobile_data|enable}"),),
        caveats=("with two SIM cards it is the one for data that is switched and read",),
    ),
    "manage_airplane_mode": _switch(
        AIRPLANE,
        (shell("cmd", "connectivity", "airplane-mode", "{radios.airplane_mode|enable}", since=30),),
        cuts=("radios.airplane_mode=true",),
        caveats=(
            "before Android 11 the shell may write the setting but not send the broadcast that "
            "makes it so",
        ),
    ),
    "manage_hotspot": Recipe(
        {
            "*": impossible(
                "screen",
                "the shell has no command for the hotspot: it is switched on the Settings screen",
                "命令行没有热点开关，需要在设置界面里操作",
            )
        }
    ),
}
