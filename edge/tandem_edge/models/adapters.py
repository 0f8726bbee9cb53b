"""LoRA adapters: small GGUF files that change a planner whose own file stays as it is.

A file is read by ``gguf`` before llama.cpp sees it, and must say which planner it was trained over,
by the SHA-256 of that file: over another one it would load, where shapes fit, and answer wrongly.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tandem_edge.models.cache import Cache
from tandem_edge.models.digest import digest_of
from tandem_edge.models.gguf import GgufHeader, Shape, read_header
from tandem_edge.models.resolve import ModelFile
from tandem_shared.errors import MissingError, TrustError, UsageError
from tandem_shared.text import one_line

MOST_RANK = 1024
MOST_BYTES = 2_000_000_000
KINDS = (0, 1, 30)
"""Types of ggml that an adapter's numbers may have: float32, float16, bfloat16."""
DOWN, UP = ".lora_a", ".lora_b"
OTHER = "name another planner_adapter, or none"


@dataclass(frozen=True, slots=True)
class AdapterFile:
    """A LoRA that is there and belongs to the planner it was asked for. ``data`` is the digest of
    the data set that it learned from, if the file tells."""

    name: str
    path: Path
    sha256: str
    base_sha256: str
    rank: int
    alpha: float
    data: str


def resolve_adapter(path: Path, model: ModelFile, models_dir: Path) -> AdapterFile:
    """The adapter at ``path`` for ``model``.

    Raises ``MissingError`` when there is no such file, ``TrustError`` for a header that is not to
    be trusted, and ``UsageError`` for what is no LoRA or one of another planner.
    """
    path = path.expanduser()
    if not path.is_file():
        raise MissingError(f"there is no adapter {path}", hint=OTHER)
    if path.stat().st_size > MOST_BYTES:
        raise TrustError(f"the adapter {path} is too large to be one", hint=OTHER)
    header = read_header(path)
    _demand_of(header, model, path)
    rank = _rank(header, path)
    return AdapterFile(
        name=one_line(header.title, limit=100) or path.stem,
        path=path.resolve(),
        sha256=digest_of(path, Cache(models_dir)),
        base_sha256=header.base_sha256,
        rank=rank,
        alpha=header.alpha,
        data=one_line(header.data, limit=64),
    )


def _demand_of(header: GgufHeader, model: ModelFile, path: Path) -> None:
    """Raise ``UsageError`` unless it is a LoRA over the very file of ``model``."""
    if (header.kind, header.adapter) != ("adapter", "lora"):
        raise UsageError(f"{path} is a GGUF file but no LoRA adapter", hint=OTHER)
    if header.architecture != model.architecture:
        theirs = one_line(header.architecture, limit=40)
        raise UsageError(
            f"the adapter {path} is for {theirs} models; {model.name} is {model.architecture}",
            hint=OTHER,
        )
    if not header.base_sha256:
        raise UsageError(
            f"the adapter {path} does not say which planner it was trained over",
            hint="take one that tandem-trainer export made",
        )
    if header.base_sha256 != model.sha256:
        theirs = one_line(header.base_sha256, limit=12)
        raise UsageError(
            f"the adapter {path} was trained over another planner (SHA-256 {theirs}...) than "
            f"{model.name} ({model.sha256[:12]}...)",
            hint=OTHER,
        )


def _rank(header: GgufHeader, path: Path) -> int:
    """The rank that all of its tensors have. Raises ``TrustError`` when it is no whole LoRA."""
    ranks = _ranks(header.shapes)
    if ranks is None or len(ranks) != 1 or not math.isfinite(header.alpha) or header.alpha <= 0:
        raise TrustError(f"the adapter {path} is refused: it is no whole LoRA", hint=OTHER)
    (rank,) = ranks
    if rank > MOST_RANK:
        raise TrustError(f"the adapter {path} is refused: its rank is {rank:,}", hint=OTHER)
    return rank


def _ranks(shapes: Sequence[Shape]) -> set[int] | None:
    """The ranks of the pairs ``X.lora_a`` (inputs by rank) and ``X.lora_b`` (rank by outputs);
    ``None`` where a tensor is without its other half, or has another form."""
    if any(len(each.sizes) != 2 or each.code not in KINDS for each in shapes):
        return None
    sizes = {each.name: each.sizes for each in shapes}
    names = {name.removesuffix(DOWN).removesuffix(UP) for name in sizes}
    if set(sizes) != {f"{name}{half}" for name in names for half in (DOWN, UP)}:
        return None
    pairs = [(sizes[name + DOWN][1], sizes[name + UP][0]) for name in names]
    return {down for down, _ in pairs} if all(down == up for down, up in pairs) else None
