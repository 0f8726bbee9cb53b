"""Free time, from the events of the calendar provider."""

from __future__ import annotations

from tandem_edge.phone.android.readings.agenda import EVENT_LIST
from tandem_edge.phone.android.recipe import Procedure, whole

RECIPES = {
    "find_free_time": whole(
        Procedure(reads=(EVENT_LIST,)), "events of a series (with a rule) are not counted"
    )
}
