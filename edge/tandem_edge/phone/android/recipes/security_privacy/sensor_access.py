"""Location for every app; camera and microphone cannot be read back."""

from __future__ import annotations

from tandem_edge.phone.android.parsing import kept
from tandem_edge.phone.android.recipe import (
    Procedure,
    Recipe,
    impossible,
    put_setting,
    reading,
    shell,
)
from tandem_edge.phone.catalogue.security_privacy.sensor_access import SENSOR_ACCESS
from tandem_shared.tools import Bilingual

_LOCATION = reading(
    "settings get secure location_mode",
    kept(SENSOR_ACCESS, "location", lambda text: int(text) > 0),
    "sensor_access.location",
)
_ONLY_LOCATION = Bilingual(
    en="whether camera and microphone are cut off cannot be read back by the shell",
    zh="命令行读不到摄像头和麦克风是否已禁用",
)

RECIPES = {
    "manage_sensor_access": Recipe(
        {
            "query": impossible(
                "unseen",
                "the shell does not tell which app used a sensor last",
                "命令行读不到最近是哪个应用用过传感器",
            ),
            "*": Procedure(
                reads=(_LOCATION,),
                ways=(
                    (
                        shell(
                            "cmd",
                            "location",
                            "set-location-enabled",
                            "{sensor_access.location|true}",
                            since=30,
                        ),
                    ),
                    (put_setting("secure", "location_mode", "{made.mode}"),),
                ),
                made={"mode": lambda scope: 3 if scope["arg"]["action"] == "allow" else 0},
                refuses={"sensor=camera": _ONLY_LOCATION, "sensor=microphone": _ONLY_LOCATION},
            ),
        }
    )
}
