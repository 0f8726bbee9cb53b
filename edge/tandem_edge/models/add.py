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
from tandem_edge.models.turns import PLAIN
from tandem_edge.planner.local import LocalPlanner
from tandem_shared.errors import MissingError, TandemError, TrustError, UsageError

FICLONE = 0x40049409
"""Linux's request to share a file's blocks copy-on-write; where it fails, bytes are copied.

A hard link is not used: a later write to the user's own file would reach the cache.
"""
TRIAL_S = 120.0
"""How long a file may take to load before it is refused."""
TRIAL_CONTEXT = 128


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
    that is taken by other bytes, ``TrustError`` for a header that is refused or a file that
    llama.cpp does not load, ``TandemError`` when there is no room.
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
            return _take_in(file, name or _default_name(header, file), cache, registry, on_bytes)
    except OSError as error:
        if is_full(error):
            raise full_disk(cache.folder, f"adding {file.name}") from error
        raise TandemError(f"{file} cannot be added: {error}", hint=HINT) from error


def _take_in(
    file: Path, name: str, cache: Cache, registry: Registry, on_bytes: Callable[[int], None]
) -> Addition:
    """Copy, check the copy's own bytes, and only then install. The caller holds the add lock."""
    for stale in cache.folder.glob("incoming-*.part"):
        stale.unlink(missing_ok=True)
    require_space(cache.folder, file.stat().st_size, f"adding {file.name}")
    incoming = cache.folder / f"incoming-{os.getpid()}.part"
    try:
        sha256 = _copy(file, incoming, on_bytes)
        header = checked_header(incoming)
        known = registry.by_sha256(sha256)
        if known is None:
            _require_free(name, sha256, file, cache, registry)
            _require_loads(incoming, file)
        _install(incoming, sha256, cache)
    finally:
        incoming.unlink(missing_ok=True)
    if known is not None:
        return Addition(resolve(known.name, cache.folder, registry=registry), True, "")
    described = describe(cache.file(sha256), sha256, header)
    cache.record_added(name, described)
    return Addition(resolve(name, cache.folder, registry=registry), False, described.note)


def _require_free(name: str, sha256: str, file: Path, cache: Cache, registry: Registry) -> None:
    owner = cache.added().get(name)
    if registry.find(name) is not None or (owner is not None and owner.sha256 != sha256):
        raise UsageError(
            f"the name {name} belongs to another model",
            hint=f"tandem model add {file} --name ANOTHER-NAME",
        )


def _require_loads(incoming: Path, file: Path) -> None:
    """Load the copy once in a planner's child: what crashes llama.cpp there is refused here."""
    planner = LocalPlanner(
        name=file.name,
        path=incoming,
        turns=PLAIN,
        threads=1,
        context=TRIAL_CONTEXT,
        load_s=TRIAL_S,
        prefixes=Path(os.devnull),
        identity="",
    )
    try:
        why = planner.why_unloadable()
    finally:
        planner.close()
    if why:
        raise TrustError(
            f"{file} is refused: llama.cpp cannot load it: {why}",
            hint="get the file again from where it was published, or choose another model",
        )


def _default_name(header: GgufHeader, file: Path) -> str:
    for text in (header.title, file.stem):
        slug = re.sub(r"[^a-z0-9._]+", "-", text.lower()).strip("-._")[:64]
        if re.fullmatch(NAME_PATTERN, slug):
            return slug
    return "model"


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


def _install(incoming: Path, sha256: str, cache: Cache) -> None:
    final = cache.file(sha256)
    size = incoming.stat().st_size
    with cache.lock(sha256):
        if final.exists() and not check_file(final, size, sha256, cache):
            return
        incoming.chmod(0o444)
        incoming.replace(final)
        sync_folder(cache.folder)
        discard(cache.partial(sha256))
    remember(final, sha256, cache)
