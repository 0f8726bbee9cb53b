"""Files of rows: JSON lines, and the same as a Parquet table with typed columns."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import pyarrow as pa
import pyarrow.parquet as pq

from tandem_shared.experience import Part
from tandem_shared.tools import Frozen
from tandem_trainer.freeze.records import Example, line

ROWS = 1000
"""Rows that are held in memory and written together, as one row group."""
EXAMPLES = pa.schema(
    [
        *((name, pa.string()) for name in ("id", "task", "family", "capability", "language")),
        ("difficulty", pa.int8()),
        ("policy", pa.string()),
        ("dialect", pa.string()),
        ("tools", pa.list_(pa.string())),
        ("calls", pa.int32()),
        ("weight", pa.float64()),
        (
            "messages",
            pa.list_(
                pa.struct([("role", pa.string()), ("content", pa.string()), ("train", pa.bool_())])
            ),
        ),
        (
            "tokens",
            pa.list_(pa.struct([("ids", pa.list_(pa.int32())), ("train", pa.list_(pa.bool_()))])),
        ),
    ]
)
"""Columns of an example."""


class Lines:
    """A file of JSON lines that is being written; a context manager."""

    def __init__(self, path: Path) -> None:
        self._path, self._file = path, path.open("wb")
        self._digest, self._bytes, self._rows = hashlib.sha256(), 0, 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()

    def add(self, record: Frozen) -> None:
        """Write one more row."""
        data = line(record)
        self._file.write(data)
        self._digest.update(data)
        self._bytes, self._rows = self._bytes + len(data), self._rows + 1

    @property
    def part(self) -> Part:
        """What the file is, once every row is in it."""
        return Part(
            name=self._path.name,
            sha256=self._digest.hexdigest(),
            bytes=self._bytes,
            rows=self._rows,
        )


class Table:
    """A Parquet file of examples that is being written."""

    def __init__(self, writer: pq.ParquetWriter) -> None:
        self._writer = writer
        self._rows: list[dict[str, Any]] = []
        self.rows = 0

    def add(self, row: Example) -> None:
        """Write one more row."""
        self._rows.append(row.model_dump(mode="json"))
        self.rows += 1
        if len(self._rows) == ROWS:
            self.flush()

    def flush(self) -> None:
        """Write what is held in memory."""
        if self._rows:
            self._writer.write_table(pa.Table.from_pylist(self._rows, schema=EXAMPLES))
            self._rows = []


@contextmanager
def table(path: Path) -> Iterator[Table]:
    """A Parquet table of examples at ``path``; equal rows give equal bytes for one pyarrow."""
    with pq.ParquetWriter(path, EXAMPLES, compression="zstd") as writer:
        made = Table(writer)
        yield made
        made.flush()


def part_of(path: Path, rows: int) -> Part:
    """What a finished file is."""
    with path.open("rb") as file:
        found = hashlib.file_digest(file, "sha256").hexdigest()
    return Part(name=path.name, sha256=found, bytes=path.stat().st_size, rows=rows)
