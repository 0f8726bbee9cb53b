"""Days and dates need no phone but its clock."""

from __future__ import annotations

from tandem_edge.phone.android.recipe import Computed, whole

RECIPES = {"calculate_date": whole(Computed())}
