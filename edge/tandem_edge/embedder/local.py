"""multilingual-e5-small on this machine, by onnxruntime (Wang et al. 2024, arXiv 2402.05672)."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tandem_edge.embedder.mapped import Table, read_mapped
from tandem_edge.embedder.pieces import Pieces, read_pieces
from tandem_edge.embedder.protocol import Vectors
from tandem_shared.errors import TandemError, TrustError

DIMENSION = 384
QUERY, PASSAGE = "query: ", "passage: "
"""What the model was trained to see before a text."""
TOKENS_AT_ONCE = 512
"""Of a batch, padding counted: small, since memory grows with it and speed does not."""
RUN = 12
"""Tokens that take as long as what each run takes besides: to fill questions up with more than that
costs more than another run."""
LONGEST = 4000
"""Characters of a text that are looked at; the model itself sees at most 512 tokens of them."""
Ids = NDArray[np.int64]
WORDS, SCALES = "word", "word.scale"
"""The model's table of pieces, and the scale of each row (``conversion.graph``)."""
_WARNINGS_OFF = 3
_TENSORS_FOLDER = "session.model_external_initializers_file_folder_path"


@dataclass
class LocalEmbedder:
    """The model in ``path``, loaded on first use; see ``Embedder``."""

    name: str
    path: Path
    identity: str
    threads: int = 1
    dimension: int = DIMENSION
    _loaded: _Engine | None = None
    _loading: threading.Lock = field(default_factory=threading.Lock)

    def queries(self, texts: Sequence[str]) -> Vectors:
        """See ``Embedder.queries``."""
        return self.load().vectors([QUERY + _plain(text) for text in texts], filling=RUN)

    def passages(self, texts: Sequence[str]) -> Vectors:
        """See ``Embedder.passages``."""
        return self.load().vectors([PASSAGE + _plain(text) for text in texts])

    def load(self) -> _Engine:
        """Have the model in memory (about a second the first time). Raises ``TrustError``."""
        with self._loading:
            if self._loaded is None:
                self._loaded = _load(self.path, self.name, self.threads)
            return self._loaded


def _plain(text: str) -> str:
    """``text`` cut to size, without what UTF-8 cannot write."""
    return text[:LONGEST].encode("utf-8", "replace").decode()


def _load(path: Path, name: str, threads: int) -> _Engine:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads, options.inter_op_num_threads = threads, 1
    options.enable_mem_pattern = False  # shapes differ from batch to batch
    options.log_severity_level = _WARNINGS_OFF
    options.add_session_config_entry(_TENSORS_FOLDER, str(path.parent))
    try:
        read = read_mapped(path, (WORDS, SCALES))
        words = Rows(path, read.tables[WORDS], np.dtype(np.int8))
        scales = Rows(path, read.tables[SCALES], np.dtype(np.float32))
        session = onnxruntime.InferenceSession(
            read.model, options, providers=["CPUExecutionProvider"]
        )
        about = json.loads(read.metadata["tandem"])
        pieces = read_pieces(read.metadata["tokenizer"])
        return _Engine(session, words, scales, pieces, int(about["longest"]), int(about["pad"]))
    except Exception as error:
        raise TrustError(
            f"the model {name} does not load: {type(error).__name__}",
            hint=f"tandem model pull {name}",
        ) from error


@dataclass(frozen=True)
class _Engine:
    session: Any
    words: Rows
    scales: Rows
    pieces: Pieces
    longest: int
    pad: int

    def vectors(self, texts: list[str], *, filling: int = TOKENS_AT_ONCE) -> Vectors:
        """Short texts go with short ones, so that little is padded; none joins others that it would
        have padded by more than ``filling`` tokens together. What memory the longest took is not
        kept: a question is seldom as long as the one before, and to take it anew is quick."""
        rows = [self.pieces.encode(text, self.longest) for text in texts]
        found = np.empty((len(texts), DIMENSION), np.float32)
        batches = list(_batches(rows, filling))
        for batch in batches:
            found[batch] = self._run([rows[place] for place in batch], batch is batches[-1])
        return found

    def _run(self, rows: list[list[int]], tidy: bool) -> Vectors:
        """Vectors of rows that go together; ``tidy`` gives back what memory that took."""
        longest = max(map(len, rows))
        ids = np.full((len(rows), longest), self.pad, np.int64)
        mask = np.zeros_like(ids)
        for place, row in enumerate(rows):
            ids[place, : len(row)], mask[place, : len(row)] = row, 1
        try:
            given = self.given(ids, mask)
            (found,) = self.session.run(None, given, _tidying() if tidy else None)
        except Exception as error:
            raise TandemError(f"the embedder failed: {type(error).__name__}") from error
        return np.asarray(found, np.float32)

    def given(self, ids: Ids, mask: Ids) -> dict[str, NDArray[Any]]:
        """The inputs of a run for pieces' numbers ``[batch, length]``: of the tables only the rows
        that are used, and the numbers as places in them."""
        used, places = np.unique(ids, return_inverse=True)
        return {
            "input_ids": places.reshape(ids.shape).astype(np.int64),
            "attention_mask": mask,
            WORDS: self.words.take(used),
            SCALES: self.scales.take(used),
        }


@dataclass(frozen=True)
class Rows:
    """Rows of a table that stays in its file: of a hundred thousand a text needs a few dozen."""

    path: Path
    table: Table
    kind: np.dtype[Any]

    def take(self, numbers: NDArray[np.int64]) -> NDArray[Any]:
        """Rows ``[numbers, columns]`` by their numbers. Raises ``OSError`` as reading does."""
        size, start = self.table.columns * self.kind.itemsize, self.table.offset
        with self.path.open("rb", buffering=0) as file:
            descriptor = file.fileno()
            parts = [os.pread(descriptor, size, start + size * n) for n in numbers.tolist()]
        return np.frombuffer(b"".join(parts), self.kind).reshape(len(parts), self.table.columns)


def _tidying() -> Any:
    """Options of a run after which the runtime keeps no memory that it does not need."""
    import onnxruntime

    options = onnxruntime.RunOptions()
    options.add_run_config_entry("memory.enable_memory_arena_shrinkage", "cpu:0")
    return options


def _batches(rows: list[list[int]], filling: int) -> Iterator[list[int]]:
    """Places of rows that go together, by length; see ``_Engine.vectors`` for ``filling``."""
    batch: list[int] = []
    for place in sorted(range(len(rows)), key=lambda place: len(rows[place])):
        length = len(rows[place])
        filled = len(batch) * (length - len(rows[batch[-1]])) if batch else 0
        if batch and (filled > filling or (len(batch) + 1) * length > TOKENS_AT_ONCE):
            yield batch
            batch = []
        batch.append(place)
    if batch:
        yield batch
