"""Describe a GGUF file that is not in the registry: bounded header, derived turn format."""

from __future__ import annotations

from pathlib import Path

from tandem_edge.models.cache import Described
from tandem_edge.models.gguf import GgufHeader, read_header
from tandem_edge.models.registry import Role
from tandem_edge.models.template import turns_for
from tandem_shared.errors import TrustError, UsageError
from tandem_shared.text import one_line

EMBEDDERS = ("bert", "t5encoder")
DEFAULT_CONTEXT = 2048


def checked_header(path: Path) -> GgufHeader:
    """The header of a whole model in one file.

    Raises ``TrustError`` for an odd header or a file without weights, ``UsageError`` for a GGUF
    that is no whole model.
    """
    header = read_header(path)
    if header.kind != "model":
        kind = one_line(header.kind, limit=40)
        raise UsageError(
            f"{path} is a GGUF file but not a model (its type is {kind})",
            hint="give the model's own .gguf file",
        )
    if header.parts > 1:
        raise UsageError(
            f"{path} is one of {header.parts} parts of a split model",
            hint="merge the parts first with llama.cpp's gguf-split --merge",
        )
    if not header.tensors:
        raise TrustError(
            f"{path} is refused: it holds no weights", hint="give the whole model's .gguf file"
        )
    return header


def describe(path: Path, sha256: str, header: GgufHeader) -> Described:
    """Everything Tandem keeps about the file. Foreign text is cleaned and cut."""
    turns, note = turns_for(header)
    return Described(
        sha256=sha256,
        bytes=path.stat().st_size,
        role=_role(header),
        title=one_line(header.title, limit=100),
        licence=one_line(header.licence, limit=100),
        context=header.context or DEFAULT_CONTEXT,
        architecture=one_line(header.architecture, limit=40),
        turns=turns,
        note=note,
    )


def _role(header: GgufHeader) -> Role:
    embeds = any(word in header.architecture for word in EMBEDDERS)
    return "embedder" if embeds else "planner"
