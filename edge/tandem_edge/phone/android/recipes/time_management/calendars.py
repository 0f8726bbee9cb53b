"""Calendars: listed by the provider; made and changed by the account they belong to."""

from __future__ import annotations

from tandem_edge.phone.android.readings.agenda import CALENDAR_LIST
from tandem_edge.phone.android.reasons import in_app
from tandem_edge.phone.android.recipe import Procedure, Recipe

RECIPES = {
    "manage_calendar": Recipe(
        {
            "query": Procedure(reads=(CALENDAR_LIST,), withholds=("calendars.ahead",)),
            "*": in_app("the calendar app", "日历应用"),
        }
    )
}
