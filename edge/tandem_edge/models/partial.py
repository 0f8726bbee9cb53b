"""The file a pull collects: it survives a kill at any moment and knows how far it is durable.

Bytes are appended in order whatever their source, so a pull can go on from where another source,
or a process that died, left off. The journal beside the file says how many bytes were on disk
when it was last written; what lies beyond is dropped.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from types import TracebackType
from typing import Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from tandem_edge.files import sync_folder, write_atomically
from tandem_edge.models.cache import sweep
from tandem_edge.models.digest import digest_file
from tandem_edge.models.progress import Meter


class _Journal(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    bytes: int = Field(ge=0)


def durable_bytes(path: Path) -> int:
    """How much of the partial file can be kept."""
    try:
        journal = _Journal.model_validate_json(_journal_path(path).read_bytes())
        return journal.bytes if path.stat().st_size >= journal.bytes else 0
    except (OSError, ValidationError):
        return 0


def discard(path: Path) -> None:
    """Remove a partial file and its journal."""
    path.unlink(missing_ok=True)
    _journal_path(path).unlink(missing_ok=True)


class Partial:
    """An open partial file of ``total`` bytes to be. The caller holds the model's lock."""

    def __init__(self, path: Path, total: int, meter: Meter) -> None:
        self.path = path
        self.total = total
        self.size = 0
        self._meter = meter
        self._descriptor = -1

    def __enter__(self) -> Self:
        """Open it and drop what is not durable."""
        sweep(self.path.parent, _journal_path(self.path).name)
        self.size = durable_bytes(self.path)
        self._descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        self._cut()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close it, keeping what was fetched unless it was installed or discarded."""
        with contextlib.suppress(OSError):
            if self.size and self.path.exists():
                self.checkpoint()
        os.close(self._descriptor)
        if not self.size:
            discard(self.path)

    def append(self, data: bytes) -> None:
        """Add bytes; more than ``total`` in all is a ``ValueError``."""
        if self.size + len(data) > self.total:
            raise ValueError(f"more than the {self.total:,} bytes expected")
        view = memoryview(data)
        while view:
            written = os.write(self._descriptor, view)
            self.size += written
            view = view[written:]
        self._meter.at(self.size)

    def underway(self, extra: int) -> None:
        """Tell the listener of bytes that are on their way but not appended yet."""
        self._meter.at(self.size + extra)

    def checkpoint(self) -> None:
        """Make what is there durable, and say so in the journal."""
        os.fsync(self._descriptor)
        journal = _Journal(bytes=self.size)
        write_atomically(_journal_path(self.path), journal.model_dump_json().encode())

    def rewind(self, size: int) -> None:
        """Keep only the first ``size`` bytes."""
        if size != self.size:
            self.size = size
            self._meter.restart()
            self._cut()
            self.checkpoint()

    def back_to_checkpoint(self) -> None:
        """Drop what is not in the journal; on a full disk this makes a little room."""
        self.size = min(self.size, durable_bytes(self.path))
        self._cut()

    def digest(self) -> str:
        """SHA-256 of what is there."""
        os.fsync(self._descriptor)
        return digest_file(self.path, lambda done: self._meter.at(done, "checking")).sha256

    def install(self, final: Path) -> None:
        """Put the complete file in its place, read-only, in one step."""
        os.fsync(self._descriptor)
        os.fchmod(self._descriptor, 0o444)
        self.path.replace(final)
        sync_folder(final.parent)
        _journal_path(self.path).unlink(missing_ok=True)

    def _cut(self) -> None:
        os.ftruncate(self._descriptor, self.size)
        os.lseek(self._descriptor, self.size, os.SEEK_SET)


def _journal_path(path: Path) -> Path:
    return path.with_name(path.name + ".json")
