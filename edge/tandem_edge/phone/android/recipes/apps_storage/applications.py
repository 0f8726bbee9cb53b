"""Apps: started as their icon does, stopped, removed."""

from __future__ import annotations

from tandem_edge.phone.android.readings.apps import COMPONENT, FRONT, PACKAGES, RUNNING
from tandem_edge.phone.android.recipe import (
    STARTED,
    Procedure,
    Recipe,
    Step,
    shell,
    whole,
)
from tandem_shared.tools import Mechanism

_LABELS = (
    "no command tells an app's label: an app is known by the names in the language tables, or by "
    "its package"
)

RECIPES = {
    "open_app": whole(
        Procedure(
            reads=(*PACKAGES, RUNNING, COMPONENT, FRONT),
            ways=(
                (
                    Step(
                        ("am", "start", "-W", "-n", "{fact.component}"),
                        Mechanism.INTENT,
                        says=STARTED,
                    ),
                ),
            ),
            proves=(),
            expects={"front": "{arg.app}"},
            always=True,
            assumes=("display",),
        ),
        _LABELS,
    ),
    "close_app": whole(
        Procedure(
            reads=(*PACKAGES, RUNNING),
            ways=((shell("am", "force-stop", "{arg.app}"),),),
            always=True,
        ),
        _LABELS,
    ),
    "manage_app": Recipe(
        {
            "query": Procedure(
                reads=(*PACKAGES, RUNNING),
                withholds=(
                    "apps.megabytes",
                    "apps.data_megabytes",
                    "apps.cache_megabytes",
                    "apps.minutes_today",
                ),
            ),
            "uninstall": Procedure(
                reads=PACKAGES,
                ways=((shell("pm", "uninstall", "{arg.app}", says="Success"),),),
                proves=("apps",),
                once=True,
                assumes=("*",),
                withholds=("freed_megabytes",),
            ),
        },
        (_LABELS, "sizes and minutes of use are not told"),
    ),
}
