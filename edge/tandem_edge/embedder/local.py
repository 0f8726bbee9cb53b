"""multilingual-e5-small on this machine, by onnxruntime (Wang et al. 2024, arXiv 2402.05672)."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from tandem_edge.embedder.protocol import Vectors
from tandem_shared.errors import TandemError, TrustError

DIMENSION = 384
QUERY, PASSAGE = "query: ", "passage: "
"""What the model was trained to see before a text."""
TOKENS_AT_ONCE = 1024
"""Of a batch, padding counted: small, since memory grows with it and speed does not."""
LONGEST = 4000
"""Characters of a text that are looked at; the model itself sees at most 512 tokens of them."""
_WARNINGS_OFF = 3


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
        return self.load().vectors([QUERY + _plain(text) for text in texts])

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
    from tokenizers import Tokenizer

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads, options.inter_op_num_threads = threads, 1
    options.enable_mem_pattern = False  # shapes differ from batch to batch
    options.log_severity_level = _WARNINGS_OFF
    try:
        session = onnxruntime.InferenceSession(
            str(path), options, providers=["CPUExecutionProvider"]
        )
        metadata = session.get_modelmeta().custom_metadata_map
        about = json.loads(metadata["tandem"])
        tokenizer = Tokenizer.from_str(metadata["tokenizer"])
        tokenizer.enable_truncation(int(about["longest"]))
        return _Engine(session, tokenizer, int(about["pad"]))
    except Exception as error:
        raise TrustError(
            f"the model {name} does not load: {type(error).__name__}",
            hint=f"tandem model pull {name}",
        ) from error


@dataclass(frozen=True)
class _Engine:
    session: Any
    tokenizer: Any
    pad: int

    def vectors(self, texts: list[str]) -> Vectors:
        """Short texts go with short ones, so that little is padded."""
        rows = [encoding.ids for encoding in self.tokenizer.encode_batch(texts)]
        found = np.empty((len(texts), DIMENSION), np.float32)
        for batch in _batches(rows):
            found[batch] = self._run([rows[place] for place in batch])
        return found

    def _run(self, rows: list[list[int]]) -> Vectors:
        longest = max(map(len, rows))
        ids = np.full((len(rows), longest), self.pad, np.int64)
        mask = np.zeros_like(ids)
        for place, row in enumerate(rows):
            ids[place, : len(row)], mask[place, : len(row)] = row, 1
        try:
            (found,) = self.session.run(None, {"input_ids": ids, "attention_mask": mask})
        except Exception as error:
            raise TandemError(f"the embedder failed: {type(error).__name__}") from error
        return np.asarray(found, np.float32)


def _batches(rows: list[list[int]]) -> Iterator[list[int]]:
    """Places of rows that go together, by length."""
    batch: list[int] = []
    for place in sorted(range(len(rows)), key=lambda place: len(rows[place])):
        if batch and (len(batch) + 1) * len(rows[place]) > TOKENS_AT_ONCE:
            yield batch
            batch = []
        batch.append(place)
    if batch:
        yield batch
