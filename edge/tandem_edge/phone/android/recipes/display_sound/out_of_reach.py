"""Sounds and quiet times that every maker keeps in its own way."""

from __future__ import annotations

from tandem_edge.phone.android.reasons import (
    each,
    on_page,
)

RECIPES = each(
    {
        "manage_dnd_exception": on_page("Do Not Disturb", "勿扰"),
        "manage_dnd_schedule": on_page("Do Not Disturb", "勿扰"),
        "set_ringtone": on_page("Sound", "声音"),
    }
)
