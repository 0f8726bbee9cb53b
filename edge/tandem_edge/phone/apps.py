"""Apps by any of their names: one package, several words in two languages."""

from __future__ import annotations
