"""A file, or a folder that holds it: another machine's cache on a stick, say."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tandem_edge.models.digest import CHUNK
from tandem_edge.models.partial import Partial
from tandem_edge.models.registry import Form
from tandem_edge.models.sources import SourceError


class LocalSource:
    """``path`` is the file itself, or a folder with a file of its form and size."""

    scratch = 0

    def __init__(self, path: Path, form: Form = "gguf") -> None:
        self._path = path
        self._form = form
        self.label = str(path)

    def fetch(self, into: Partial) -> None:
        """Copy what is missing."""
        try:
            file = self._find(into.total)
            with file.open("rb", buffering=0) as reader:
                reader.seek(into.size)
                self._copy(reader.read, into)
        except PermissionError as error:
            raise SourceError(f"it cannot be read ({error.strerror})") from error

    def _copy(self, read: Callable[[int], bytes], into: Partial) -> None:
        while chunk := read(min(CHUNK, into.total - into.size)):
            into.append(chunk)

    def _find(self, size: int) -> Path:
        files = sorted(self._path.glob(f"*.{self._form}")) if self._path.is_dir() else [self._path]
        for file in files:
            if file.is_file() and file.stat().st_size == size:
                return file
        raise SourceError(f"there is no file of {size:,} bytes")
