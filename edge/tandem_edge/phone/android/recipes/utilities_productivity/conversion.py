"""Units need no phone."""

from __future__ import annotations

from tandem_edge.phone.android.recipe import Computed, whole

RECIPES = {"convert_unit": whole(Computed())}
