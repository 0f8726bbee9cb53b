"""The guard of the door, with what it found of each text kept in a file.

To embed texts costs most of freezing. What was found is kept by the texts' digests, for one set of
bounds, so that a step that was killed, and freezing after diagnosing, need not do it again.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from tandem_edge.embedder.opening import open_embedder
from tandem_edge.embedder.protocol import Embedder
from tandem_edge.files import append_line, private_folder
from tandem_shared.canonical import canonical_bytes, digest
from tandem_shared.errors import TandemError
from tandem_trainer.flywheel.stepping import tandem_version
from tandem_trainer.freeze.contamination import Guard, unseen_tasks


class Memo:
    """``contamination.Known`` in a file: a line of JSON for each ``update``, digests to reasons.

    A line that is none, as a crash or two writers at once may leave, counts for nothing: its texts
    are looked at anew. The file is its owner's alone.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._found: dict[str, str] = {}
        for line in path.read_bytes().split(b"\n")[:-1] if path.exists() else ():
            self._found.update(_found(line))

    def __contains__(self, text: str) -> bool:
        return _name(text) in self._found

    def __getitem__(self, text: str) -> str:
        return self._found[_name(text)]

    def update(self, found: dict[str, str]) -> None:
        """Keep what was found, durably."""
        new = {_name(text): why for text, why in found.items()}
        if new:
            self._found.update(new)
            private_folder(self._path.parent)
            append_line(self._path, canonical_bytes({**new}))


def _found(line: bytes) -> dict[str, str]:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    whole = isinstance(found, dict) and all(isinstance(why, str) for why in found.values())
    return found if whole else {}


def open_guard(folder: Path, models_dir: Path, *, words: bool, threads: int = 1) -> Guard:
    """The guard against the benchmark's wordings, which remembers in ``folder``.

    With ``words``, or where there is no embedder, nearness of meaning is not looked at.
    """
    guard = Guard(unseen_tasks(), None if words else _embedder(models_dir, threads))
    bounds = digest([{**guard.bounds}, tandem_version()])
    guard.known = Memo(folder / f"{bounds[:16]}.jsonl")
    return guard


def _embedder(models_dir: Path, threads: int) -> Embedder | None:
    try:
        return open_embedder(models_dir, threads=threads)
    except TandemError:
        return None


def _name(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:32]
