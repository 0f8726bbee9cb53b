"""Room on the disk: asked for before a download, and explained when it runs out."""

from __future__ import annotations

import errno
import shutil
from pathlib import Path

from tandem_shared.errors import TandemError

MARGIN = 1 << 20
HINT = "free some space, or put the model cache elsewhere: TANDEM_MODELS_DIR=FOLDER"


def require_space(folder: Path, needed: int, doing: str) -> None:
    """Raise ``TandemError`` unless ``needed`` bytes and a little more can be written."""
    folder.mkdir(parents=True, exist_ok=True)
    free = shutil.disk_usage(folder).free
    if free < needed + MARGIN:
        raise TandemError(
            f"{doing} needs {size(needed + MARGIN)} in {folder}, and {size(free)} is free",
            hint=HINT,
        )


def is_full(error: OSError) -> bool:
    """Whether the disk, or the user's share of it, ran out."""
    return error.errno in (errno.ENOSPC, errno.EDQUOT)


def full_disk(folder: Path, doing: str, kept: str = "") -> TandemError:
    """The error for a disk that filled up meanwhile."""
    return TandemError(f"the disk of {folder} filled up while {doing}{kept}", hint=HINT)


def size(count: float) -> str:
    """A number of bytes as people write it."""
    for unit in ("B", "kB", "MB"):
        if count < 1000:
            return f"{count:.0f} {unit}" if unit == "B" else f"{count:.1f} {unit}"
        count /= 1000
    return f"{count:.2f} GB"
