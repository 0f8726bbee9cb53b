"""From the name or path a user gave to a checked model file, quickly."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from pathlib import Path

from tandem_edge.models.cache import Cache, Described
from tandem_edge.models.describe import checked_header, describe
from tandem_edge.models.digest import digest_of
from tandem_edge.models.registry import Model, Registry, Role, load_registry, unknown_name
from tandem_edge.models.turns import FORMATS, TurnFormat
from tandem_shared.errors import MissingError, TandemError, TrustError


@dataclass(frozen=True, slots=True)
class ModelFile:
    """A model file that is there and is what it should be."""

    name: str
    path: Path
    sha256: str
    role: Role
    context: int
    architecture: str
    turns: TurnFormat
    licence: str


def resolve(name_or_path: str, models_dir: Path, *, registry: Registry | None = None) -> ModelFile:
    """Find a model by registry name, alias, added name or path, and check its digest.

    The whole file is read only if it is not the very file that was checked last time (see
    ``digest_of``); otherwise this takes milliseconds.

    Raises ``MissingError`` (not pulled, no such file), ``TrustError`` (damaged, not a GGUF file)
    or ``UsageError`` (no such name).
    """
    registry = registry or load_registry()
    cache = Cache(models_dir)
    model = registry.find(name_or_path)
    if model is not None:
        return _from_registry(model, cache)
    added = cache.added()
    if name_or_path in added:
        return _from_added(name_or_path, added[name_or_path], cache)
    if looks_like_path(name_or_path):
        return _from_path(Path(name_or_path).expanduser(), cache, registry)
    raise unknown_name(name_or_path, [*registry.names(), *added])


def looks_like_path(text: str) -> bool:
    """Whether a user who typed this means a file."""
    return "/" in text or text.lower().endswith(".gguf") or Path(text).is_file()


def check_file(path: Path, size: int, sha256: str, cache: Cache, *, afresh: bool = False) -> str:
    """What is wrong with a file of the cache, in words; empty if nothing is.

    Raises ``FileNotFoundError`` if it is not there, ``TandemError`` if it cannot be read.
    """
    try:
        found = path.stat().st_size
    except NotADirectoryError as error:
        raise FileNotFoundError(path) from error
    except PermissionError as error:
        raise TandemError(f"{path} cannot be read: {error.strerror}") from error
    if found < size:
        return f"truncated ({found:,} of {size:,} bytes)"
    if found > size:
        return f"too long ({found:,} bytes instead of {size:,})"
    if digest_of(path, cache, afresh=afresh) != sha256:
        return "not the bytes it should be (its SHA-256 differs)"
    return ""


def _from_registry(model: Model, cache: Cache) -> ModelFile:
    path = cache.file(model.sha256, model.form)
    pull = f"tandem model pull {model.name}"
    try:
        wrong = check_file(path, model.bytes, model.sha256, cache)
    except FileNotFoundError:
        raise MissingError(f"the model {model.name} is not installed", hint=pull) from None
    if wrong:
        raise TrustError(f"the file of the model {model.name} is {wrong}", hint=pull)
    return _registered(model, path)


def _registered(model: Model, path: Path) -> ModelFile:
    return ModelFile(
        name=model.name,
        path=path,
        sha256=model.sha256,
        role=model.role,
        context=model.context,
        architecture=model.architecture,
        turns=FORMATS[model.turns],
        licence=model.licence,
    )


def _from_added(name: str, model: Described, cache: Cache) -> ModelFile:
    path = cache.file(model.sha256)
    again = f"tandem model add FILE --name {name}"
    try:
        wrong = check_file(path, model.bytes, model.sha256, cache)
    except FileNotFoundError:
        raise MissingError(f"the file of the added model {name} is gone", hint=again) from None
    if wrong:
        raise TrustError(f"the file of the added model {name} is {wrong}", hint=again)
    return _described(name, model, path)


def _described(name: str, model: Described, path: Path) -> ModelFile:
    return ModelFile(
        name=name,
        path=path,
        sha256=model.sha256,
        role=model.role,
        context=model.context,
        architecture=model.architecture,
        turns=model.turns,
        licence=model.licence,
    )


def _from_path(path: Path, cache: Cache, registry: Registry) -> ModelFile:
    if not path.is_file():
        raise MissingError(f"there is no file {path}", hint="check the path, or: tandem model list")
    header = checked_header(path)
    sha256 = digest_of(path, cache)
    model = registry.by_sha256(sha256)
    if model is not None:
        return _registered(model, path)
    described = cache.seen().get(sha256)
    if described is None:
        described = describe(path, sha256, header)
        with contextlib.suppress(OSError):  # a cache that cannot be written only costs time
            cache.record_seen(described)
    return _described(path.stem, described, path)
