"""Where the repository is and what git tracks in it, for the guard tests."""

from __future__ import annotations

import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
PACKAGES = (
    "shared/tandem_shared",
    "edge/tandem_edge",
    "trainer/tandem_trainer",
    "tui/tandem_tui",
)


def tracked(*under: str) -> list[Path]:
    """Files that git tracks and that are there, relative to the root, in order."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--", *under], cwd=ROOT, check=True, capture_output=True
    ).stdout.decode()
    return sorted(Path(name) for name in listed.split("\0") if name and (ROOT / name).is_file())


def copy_tracked(to: Path, *under: str) -> Path:
    """A copy of the tracked files, without anything that merely lies about."""
    for name in tracked(*under):
        (to / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, to / name)
    return to


def pyproject() -> dict[str, Any]:
    """``pyproject.toml`` as data."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
