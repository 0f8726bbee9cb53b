"""A pytest plugin: a memory in which the part named by ``BROKEN`` is broken."""

from __future__ import annotations

import os
from pathlib import Path

from tandem_edge.memory import room
from tandem_shared.memory import Scope

if os.environ.get("BROKEN") == "scopes":

    def one_file(home: Path, scope: Scope) -> Path:
        """Everybody's memory in one file."""
        return home / "memory@local@default@assistant.db"

    room.database_of = one_file
