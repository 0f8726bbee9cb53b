"""Pull a model: whichever source answers, nothing is used before its digest matches."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from filelock import Timeout

from tandem_edge.models.cache import Cache
from tandem_edge.models.digest import remember
from tandem_edge.models.disk import HINT, full_disk, is_full, require_space, size
from tandem_edge.models.partial import Partial, durable_bytes
from tandem_edge.models.progress import Listener, Meter
from tandem_edge.models.registry import ConvertedSpec, HubSpec, Model
from tandem_edge.models.resolve import check_file
from tandem_edge.models.sources import Source, SourceError
from tandem_edge.models.sources.converted import ConvertedSource
from tandem_edge.models.sources.hub import HubSource
from tandem_edge.models.sources.index import IndexSource
from tandem_edge.models.sources.local import LocalSource
from tandem_shared.errors import MissingError, TandemError, TrustError

Say = Callable[[str], None]


def pull(
    model: Model,
    models_dir: Path,
    *,
    local: Path | None = None,
    on_progress: Listener = lambda progress: None,
    say: Say = lambda sentence: None,
) -> Path:
    """Have the model's checked file in the cache and return its path.

    ``local`` is a file or folder to look at first. ``say`` hears sentences about what goes on:
    waiting for another pull, a source that failed. Safe against being killed at any moment and
    against other pulls; goes on where an earlier one stopped.

    Raises ``MissingError`` when no source can give the file, ``TrustError`` when one gave other
    bytes, ``TandemError`` when there is no room.
    """
    cache = Cache(models_dir)
    try:
        if _wrong(model, cache):
            with _alone(model, cache, say):
                _pull_alone(model, cache, local, on_progress, say)
    except OSError as error:
        raise _disk_trouble(model, cache, error) from error
    return cache.file(model.sha256, model.form)


def sources_of(model: Model, cache: Cache, local: Path | None = None) -> list[Source]:
    """The model's sources, in order."""
    sources: list[Source] = [] if local is None else [LocalSource(local, model.form)]
    for spec in model.sources:
        if isinstance(spec, HubSpec):
            sources.append(HubSource(spec))
        elif isinstance(spec, ConvertedSpec):
            sources.append(ConvertedSource(spec, _work(model, cache)))
        else:
            sources.append(IndexSource(spec, _work(model, cache)))
    return sources


def _work(model: Model, cache: Cache) -> Path:
    return cache.folder / f"{model.sha256}.work"


def _wrong(model: Model, cache: Cache) -> str:
    try:
        return check_file(cache.file(model.sha256, model.form), model.bytes, model.sha256, cache)
    except FileNotFoundError:
        return "missing"


@contextlib.contextmanager
def _alone(model: Model, cache: Cache, say: Say) -> Iterator[None]:
    """Hold the model's lock, which the system releases if this process dies."""
    lock = cache.lock(model.sha256)
    try:
        lock.acquire(blocking=False)
    except Timeout:
        say(f"another process is pulling {model.name}: waiting for it")
        lock.acquire(poll_interval=0.1)
    try:
        yield
    finally:
        lock.release()


def _pull_alone(
    model: Model, cache: Cache, local: Path | None, on_progress: Listener, say: Say
) -> None:
    final, path = cache.file(model.sha256, model.form), cache.partial(model.sha256)
    wrong = _wrong(model, cache)
    if not wrong:
        return
    if final.exists():
        say(f"the installed file is {wrong}: it is fetched again")
        final.unlink()
    shutil.rmtree(_work(model, cache), ignore_errors=True)
    sources = sources_of(model, cache, local)
    needed = model.bytes - durable_bytes(path) + max(source.scratch for source in sources)
    require_space(cache.folder, needed, f"pulling {model.name}")
    with Partial(path, model.bytes, Meter(model.bytes, on_progress)) as partial:
        try:
            _fetch(model, sources, partial, say)
            partial.install(final)
        except OSError:
            partial.back_to_checkpoint()
            raise
    remember(final, model.sha256, cache)


def _disk_trouble(model: Model, cache: Cache, error: OSError) -> TandemError:
    doing = f"pulling {model.name}"
    if is_full(error):
        durable = durable_bytes(cache.partial(model.sha256))
        return full_disk(cache.folder, doing, f" ({size(durable)} of {size(model.bytes)} are kept)")
    return TandemError(f"{doing} failed: {error}", hint=HINT)


def _fetch(model: Model, sources: Sequence[Source], partial: Partial, say: Say) -> None:
    """Fill ``partial`` with the right bytes from the first source that has them."""
    failures: list[tuple[Source, SourceError]] = []
    for source in sources:
        try:
            _fetch_from(source, model, partial)
        except SourceError as error:
            failures.append((source, error))
            more = source is not sources[-1]
            say(f"{source.label}: {error}" + "; trying the next source" * more)
        else:
            return
    raise _no_source(model, failures)


def _fetch_from(source: Source, model: Model, partial: Partial) -> None:
    """Fetch and check. What was begun earlier may be what is wrong, so then try from the start."""
    for resumed in [True, False] if partial.size else [False]:
        source.fetch(partial)
        if partial.size == partial.total and partial.digest() == model.sha256:
            return
        partial.rewind(0)
        if not resumed:
            raise SourceError("its file does not have the pinned SHA-256", untrusted=True)


def _no_source(model: Model, failures: list[tuple[Source, SourceError]]) -> TandemError:
    reasons = "; ".join(f"{source.label}: {error}" for source, error in failures)
    message = f"{model.name} could not be fetched ({reasons})"
    again = f"tandem model pull {model.name}"
    if any(error.untrusted for _, error in failures):
        return TrustError(message, hint=f"nothing was kept of it; try later: {again}")
    add = "tandem model add FILE" if model.form == "gguf" else f"{again} --from FILE"
    return MissingError(
        message,
        hint=f"check the network, then: {again} (it goes on where it stopped)\n"
        f"or copy the file from another machine: {add}",
    )
