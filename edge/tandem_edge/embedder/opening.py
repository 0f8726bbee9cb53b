"""The embedder of this machine, if it has one."""

from __future__ import annotations

import importlib.util
from pathlib import Path

from tandem_edge.embedder.local import LocalEmbedder
from tandem_edge.models.registry import Registry
from tandem_edge.models.resolve import resolve
from tandem_shared.errors import MissingError, TandemError, UsageError

DEFAULT = "multilingual-e5-small"
_LIBRARIES = ("onnxruntime", "tokenizers")


def open_embedder(
    models_dir: Path, name: str = DEFAULT, *, threads: int = 1, registry: Registry | None = None
) -> LocalEmbedder:
    """The embedder ``name``; nothing is loaded before its first use.

    Raises ``MissingError`` (not pulled, a library is gone), ``TrustError`` (damaged) or
    ``UsageError`` (no embedder's name).
    """
    model = resolve(name, models_dir, registry=registry)
    if model.role != "embedder" or model.path.suffix != ".onnx":
        raise UsageError(f"{name} is not an embedder Tandem can use", hint=f"use {DEFAULT}")
    gone = [library for library in _LIBRARIES if importlib.util.find_spec(library) is None]
    if gone:
        raise MissingError(f"there is no {gone[0]} here", hint="install Tandem again")
    return LocalEmbedder(model.name, model.path, model.sha256, threads)


def find_embedder(models_dir: Path) -> tuple[LocalEmbedder | None, str]:
    """The default embedder, or ``None`` and a sentence that says why and what to do."""
    try:
        return open_embedder(models_dir), ""
    except TandemError as error:
        return None, f"{error}; search goes by words alone ({error.hint})"
