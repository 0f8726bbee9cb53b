"""What the sabotage tests share: a ``tandem`` that is broken, one that says anything, the marks."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from shows.framework import ROOT, Bench, Line

HERE = Path(__file__).parent


def pretending(script: str, folder: Path, broken: str = "", planner: str = "does-nothing") -> Bench:
    """A ``tandem`` that is ``script``, told which part is ``broken``."""
    return _bench(
        folder,
        f'export PYTHONPATH={ROOT} BROKEN={broken}\nexec {sys.executable} {HERE / script} "$@"',
        planner,
    )


def saying(folder: Path, answer: dict[str, Any]) -> Bench:
    """A ``tandem`` that answers anything with this object."""
    return _bench(folder, f"cat <<'END'\n{json.dumps(answer)}\nEND", "does-nothing")


def marks(lines: Iterable[Line]) -> dict[str, bool | None]:
    """How each line ended."""
    return {line.item: line.ok for line in lines}


def _bench(folder: Path, body: str, planner: str) -> Bench:
    script = folder / "tandem"
    script.write_text(f"#!/bin/sh\n{body}\n")
    script.chmod(0o755)
    return Bench(tandem=script, planner=planner)
