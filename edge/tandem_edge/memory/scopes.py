"""Whose memories a home has."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from tandem_shared.memory import Scope


def scopes_in(home: Path) -> list[Scope]:
    """The scopes that have a memory in ``home``, by name; files that are named otherwise are not
    among them. Nothing is opened."""
    found: list[Scope] = []
    for path in sorted(home.glob("memory@*.db")):
        names = path.stem.split("@")[1:]
        with suppress(ValueError):  # a name of our own has three parts that a scope may have
            found.append(Scope.model_validate(dict(zip(Scope.model_fields, names, strict=True))))
    return found
