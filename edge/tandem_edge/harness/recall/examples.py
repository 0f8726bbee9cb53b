"""What people say when they need a tool, condensed: counts of words, centres of meaning.

The file comes from training wordings only (``python -m tandem_edge.bench.recall_fitting``) and
belongs to the harness: a bench task's words never enter it.
"""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources

import numpy as np
from numpy.typing import NDArray

FILE = "examples.npz"
LANGUAGES = ("en", "zh")
Floats = NDArray[np.float32]


@dataclass(frozen=True)
class Meanings:
    """Where the examples lie in the space of one embedder.

    ``means`` is the middle of all examples of a language ``[dimension]``, ``centres`` that of each
    tool's, less its language's mean ``[tools, dimension]``; ``precision`` is the inverse of the
    spread inside tools ``[dimension, dimension]``, so that a dot product through it weighs what
    tells tools apart (linear discriminant analysis, Fisher 1936).
    """

    embedder: str
    means: Mapping[str, Floats]
    centres: Floats
    precision: Floats


@dataclass(frozen=True)
class Examples:
    """Examples of each tool in ``tools``. ``words`` says in how many of them a term stands."""

    tools: tuple[str, ...]
    words: Mapping[str, Mapping[str, int]]
    meanings: Meanings
    about: Mapping[str, str]
    """Where they come from: digests of what they were made of."""
    digest: str
    """SHA-256 of the file."""


def dump(
    words: Mapping[str, Mapping[str, int]], meanings: Meanings, about: Mapping[str, str]
) -> bytes:
    """The file's bytes; numbers are kept in half precision."""
    head = {"about": dict(about), "embedder": meanings.embedder, "words": words}
    text = json.dumps(head, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    arrays = {f"mean_{name}": value for name, value in meanings.means.items()}
    arrays |= {"centres": meanings.centres, "precision": meanings.precision}
    halves = {name: value.astype(np.float16) for name, value in arrays.items()}
    out = io.BytesIO()
    np.savez_compressed(out, head=np.frombuffer(text.encode(), np.uint8), **halves)  # type: ignore[arg-type]
    return out.getvalue()


def parse(data: bytes) -> Examples:
    """The examples in a file that ``dump`` wrote. Raises ``ValueError`` or ``KeyError``."""
    with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
        head = json.loads(arrays["head"].tobytes())
        found = {name: arrays[name].astype(np.float32) for name in arrays if name != "head"}
    meanings = Meanings(
        head["embedder"],
        {language: found[f"mean_{language}"] for language in LANGUAGES},
        found["centres"],
        found["precision"],
    )
    digest = hashlib.sha256(data).hexdigest()
    return Examples(tuple(head["words"]), head["words"], meanings, head["about"], digest)


@lru_cache(maxsize=1)
def load_examples() -> Examples:
    """The examples shipped in this package."""
    return parse(resources.files(__package__).joinpath(FILE).read_bytes())
