"""Take any GGUF file a user has into the cache, by content."""

from __future__ import annotations

import errno
import fcntl
import hashlib
import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tandem_edge.files import sync_folder
from tandem_edge.models.cache import Cache
from tandem_edge.models.describe import checked_header, describe
from tandem_edge.models.digest import CHUNK, remember
from tandem_edge.models.disk import HINT, full_disk, is_full, require_space
from tandem_edge.models.gguf import GgufHeader
from tandem_edge.models.partial import discard
from tandem_edge.models.registry import NAME_PATTERN, Registry, load_registry
from tandem_edge.models.resolve import ModelFile, check_file, resolve
from tandem_shared.errors import MissingError, TandemError, UsageError

FICLONE = 0x40049409
"""Linux's request to share a file's blocks copy-on-write; where it fails, bytes are copied.

A hard link is not used: a later write to the user's own file would reach the cache.
"""


@dataclass(frozen=True, slots=True)
class Addition:
    """What ``add`` did."""

    model: ModelFile
    known: bool
    """The file is a model of the registry."""
    note: str
    """A sentence about its turn format, or nothing."""


def add(
    file: Path,
    models_dir: Path,
    *,
    name: str | None = None,
    registry: Registry | None = None,
    on_bytes: Callable[[int], None] = lambda done: None,
) -> Addition:
    """Copy ``file`` into the cache under its digest and record it under a name.

    A file whose digest is in the registry becomes that model. Raises ``UsageError`` for a name
    that is taken by other bytes, ``TrustError`` for a header that is refused, ``TandemError``
    when there is no room.
    """
    registry = registry or load_registry()
    if not file.is_file():
        raise MissingError(f"there is no file {file}", hint="check the path")
    if name is not None and not re.fullmatch(NAME_PATTERN, name):
        raise UsageError(
            f"{name!r} cannot be a model's name",
            hint="use lower-case letters, digits, dots and dashes, such as my-model-1b",
        )
    header = checked_header(file)
    cache = Cache(models_dir)
    try:
        with cache.lock("add"):
            sha256 = _take_in(file, cache, on_bytes)
            known = registry.by_sha256(sha256)
            if known is None:
                return _record(file, sha256, header, name, cache, registry)
            return Addition(resolve(known.name, models_dir, registry=registry), True, "")
    except OSError as error:
        if is_full(error):
            raise full_disk(cache.folder, f"adding {file.name}") from error
        raise TandemError(f"{file} cannot be added: {error}", hint=HINT) from error


def _record(
    file: Path,
    sha256: str,
    header: GgufHeader,
    name: str | None,
    cache: Cache,
    registry: Registry,
) -> Addition:
    chosen = name or _default_name(header, file)
    owner = cache.added().get(chosen)
    taken = registry.find(chosen) is not None or (owner is not None and owner.sha256 != sha256)
    if taken:
        if not _in_use(sha256, cache):
            cache.file(sha256).unlink(missing_ok=True)
        raise UsageError(
            f"the name {chosen} belongs to another model",
            hint=f"tandem model add {file} --name ANOTHER-NAME",
        )
    described = describe(cache.file(sha256), sha256, header)
    cache.record_added(chosen, described)
    return Addition(resolve(chosen, cache.folder, registry=registry), False, described.note)


def _in_use(sha256: str, cache: Cache) -> bool:
    return any(model.sha256 == sha256 for model in cache.added().values())


def _default_name(header: GgufHeader, file: Path) -> str:
    for text in (header.title, file.stem):
        slug = re.sub(r"[^a-z0-9._]+", "-", text.lower()).strip("-._")[:64]
        if re.fullmatch(NAME_PATTERN, slug):
            return slug
    return "model"


def _take_in(file: Path, cache: Cache, on_bytes: Callable[[int], None]) -> str:
    """Copy into the cache, hashing the copy's own bytes. The caller holds the add lock."""
    for stale in cache.folder.glob("incoming-*.part"):
        stale.unlink(missing_ok=True)
    size = file.stat().st_size
    require_space(cache.folder, size, f"adding {file.name}")
    incoming = cache.folder / f"incoming-{os.getpid()}.part"
    try:
        sha256 = _copy(file, incoming, on_bytes)
        checked_header(incoming)
        _install(incoming, sha256, size, cache)
    finally:
        incoming.unlink(missing_ok=True)
    return sha256


def _copy(source: Path, target: Path, on_bytes: Callable[[int], None]) -> str:
    digest = hashlib.sha256()
    done = 0
    with source.open("rb", buffering=0) as reader, target.open("w+b", buffering=0) as writer:
        if _share_blocks(reader.fileno(), writer.fileno()):
            while chunk := writer.read(CHUNK):
                digest.update(chunk)
                done += len(chunk)
                on_bytes(done)
        else:
            while chunk := reader.read(CHUNK):
                _write_all(writer.fileno(), chunk)
                digest.update(chunk)
                done += len(chunk)
                on_bytes(done)
        os.fsync(writer.fileno())
    return digest.hexdigest()


def _write_all(descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]


def _share_blocks(reader: int, writer: int) -> bool:
    try:
        fcntl.ioctl(writer, FICLONE, reader)
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise
        return False
    return True


def _install(incoming: Path, sha256: str, size: int, cache: Cache) -> None:
    final = cache.file(sha256)
    with cache.lock(sha256):
        if final.exists() and not check_file(final, size, sha256, cache):
            return
        incoming.chmod(0o444)
        incoming.replace(final)
        sync_folder(cache.folder)
        discard(cache.partial(sha256))
    remember(final, sha256, cache)
