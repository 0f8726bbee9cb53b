"""Finding the recipes: a folder a domain, a file a family, each with a mapping ``RECIPES``."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping
from functools import lru_cache

from tandem_edge.phone.android import recipes
from tandem_edge.phone.android.recipe import Recipe


@lru_cache(maxsize=1)
def load_recipes() -> Mapping[str, Recipe]:
    """Every recipe by the name of its tool; of two, the first in the files' order counts."""
    return dict(reversed([(name, recipe) for _, name, recipe in found()]))


@lru_cache(maxsize=1)
def found() -> tuple[tuple[str, str, Recipe], ...]:
    """File, tool and recipe, in the order of the files. A file that fails to import is left out:
    ``faults`` tells of it."""
    rows: list[tuple[str, str, Recipe]] = []
    for module in _modules():
        try:
            family = importlib.import_module(module)
        except Exception:
            continue
        rows += [(module, *item) for item in sorted(getattr(family, "RECIPES", {}).items())]
    return tuple(rows)


def faults() -> tuple[str, ...]:
    """One line for each file of recipes that does not load; ``doctor`` shows them."""
    lines: list[str] = []
    for module in _modules():
        try:
            importlib.import_module(module)
        except Exception as error:
            lines.append(f"recipes {module.rpartition('.')[2]} did not load: {error}")
    return tuple(lines)


def _modules() -> list[str]:
    walked = pkgutil.walk_packages(
        recipes.__path__, f"{recipes.__name__}.", onerror=lambda name: None
    )
    return sorted(info.name for info in walked if not info.ispkg)
