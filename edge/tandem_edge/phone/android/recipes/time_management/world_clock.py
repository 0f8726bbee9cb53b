"""Times elsewhere need no phone but its zone; the list of cities is the clock app's."""

from __future__ import annotations

from tandem_edge.phone.android.recipe import Computed, impossible, whole

RECIPES = {
    "convert_time": whole(Computed()),
    "manage_world_clock": whole(
        impossible(
            "screen",
            "the clock app keeps its cities to itself: its screen has to be operated",
            "世界时钟的城市由时钟应用自己保存，需要在它的界面里操作",
        )
    ),
}
