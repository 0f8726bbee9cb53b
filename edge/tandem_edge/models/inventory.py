"""What is in the cache: every model of the registry and every one a user added."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from tandem_edge.models.cache import Cache, Described
from tandem_edge.models.partial import durable_bytes
from tandem_edge.models.registry import Form, Model, Registry, Role, load_registry, unknown_name
from tandem_edge.models.resolve import check_file
from tandem_shared.errors import MissingError


@dataclass(frozen=True, slots=True)
class Item:
    """One model. ``state`` is ``installed``, ``missing``, ``begun`` or ``damaged``."""

    name: str
    aliases: tuple[str, ...]
    role: Role
    title: str
    licence: str
    bytes: int
    sha256: str
    path: Path
    added: bool
    default: bool
    state: str
    begun: int


def inventory(models_dir: Path, *, registry: Registry | None = None) -> list[Item]:
    """Every model, in the registry's order, then the added ones. Looks at sizes only."""
    registry = registry or load_registry()
    cache = Cache(models_dir)
    known = [_known(model, model is registry.default, cache) for model in registry.models]
    return known + [_added(name, model, cache) for name, model in cache.added().items()]


def _known(model: Model, default: bool, cache: Cache) -> Item:
    return Item(
        name=model.name,
        aliases=model.aliases,
        role=model.role,
        title=model.title,
        licence=model.licence,
        bytes=model.bytes,
        sha256=model.sha256,
        path=cache.file(model.sha256, model.form),
        added=False,
        default=default,
        state=_state(cache, model.sha256, model.bytes, model.form),
        begun=durable_bytes(cache.partial(model.sha256)),
    )


def _added(name: str, model: Described, cache: Cache) -> Item:
    return Item(
        name=name,
        aliases=(),
        role=model.role,
        title=model.title,
        licence=model.licence,
        bytes=model.bytes,
        sha256=model.sha256,
        path=cache.file(model.sha256),
        added=True,
        default=False,
        state=_state(cache, model.sha256, model.bytes),
        begun=0,
    )


def _state(cache: Cache, sha256: str, size: int, form: Form = "gguf") -> str:
    path = cache.file(sha256, form)
    if path.is_file():
        return "installed" if path.stat().st_size == size else "damaged"
    return "begun" if durable_bytes(cache.partial(sha256)) else "missing"


def verify(
    models_dir: Path, name: str | None = None, *, registry: Registry | None = None
) -> list[tuple[Item, str]]:
    """Read every installed file, or the named one, from end to end: what is wrong with each.

    An empty string is a file that is right. Raises ``UsageError`` for an unknown name and
    ``MissingError`` for a named model that is not installed.
    """
    registry = registry or load_registry()
    items = inventory(models_dir, registry=registry)
    if name is not None:
        items = [item for item in items if name.casefold() in (item.name, *item.aliases)]
        if not items:
            known = [*registry.names(), *Cache(models_dir).added()]
            raise unknown_name(name, known)
        if not items[0].path.exists():
            raise MissingError(
                f"the model {items[0].name} is not installed",
                hint=f"tandem model pull {items[0].name}",
            )
    cache = Cache(models_dir)
    return [
        (item, check_file(item.path, item.bytes, item.sha256, cache, afresh=True))
        for item in items
        if item.path.exists()
    ]
