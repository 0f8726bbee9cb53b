"""Opening what ``settings`` name: endpoints for planner and language model, files, recordings."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from tandem_edge.llm.chat import Chat
from tandem_edge.llm.endpoint import EndpointModel
from tandem_edge.llm.local import LocalModel
from tandem_edge.llm.record import Recording, Replayer
from tandem_edge.llm.role import LanguageModel
from tandem_edge.outbound.destinations import Purpose
from tandem_edge.outbound.endpoints import Endpoint, endpoint_of, names_endpoint
from tandem_edge.outbound.gate import Gate, Outbound
from tandem_edge.outbound.keys import key_of
from tandem_edge.planner.local import LocalPlanner
from tandem_edge.settings import Settings

if TYPE_CHECKING:
    from tandem_edge.models.adapters import AdapterFile

REPLAY = "replay:"
"""``replay:MODEL=FILE``: what MODEL answered when FILE was recorded."""


def open_outbound(settings: Settings) -> Outbound:
    """What may leave the home of ``settings``."""
    return Outbound(settings.home, settings.prices)


def open_chat(settings: Settings, endpoint: Endpoint, purpose: Purpose) -> Chat:
    """A client of ``endpoint``. Raises ``PrivacyError`` when it is not allowed for ``purpose``."""
    outbound, where = open_outbound(settings), endpoint.destination
    if not where.local:
        outbound.require(where.name, purpose)
    gate = Gate(outbound, where, purpose, endpoint.model)
    return Chat(endpoint.url, gate, key=partial(key_of, where.name))


def open_local(settings: Settings, name: str, adapter: Path | None = None) -> LocalPlanner:
    """A file of this machine, with a LoRA over it; its process starts with the first step.

    Raises ``MissingError``, ``TrustError`` and ``UsageError``.
    """
    from tandem_edge.models.adapters import resolve_adapter
    from tandem_edge.models.resolve import resolve

    model = resolve(name, settings.models_dir)
    return LocalPlanner(
        name=model.name,
        path=model.path,
        turns=model.turns,
        threads=settings.planner_threads,
        context=settings.planner_context,
        load_s=settings.planner_load_s,
        apart=settings.planner_blocks,
        prefixes=settings.models_dir / "prefixes",
        identity=model.sha256,
        adapter=resolve_adapter(adapter, model, settings.models_dir) if adapter else None,
    )


def planner_adapter(settings: Settings) -> AdapterFile | None:
    """The LoRA over the planner, if there is one and the planner is a file of this machine.

    Raises what ``open_local`` raises.
    """
    from tandem_edge.models.adapters import resolve_adapter
    from tandem_edge.models.resolve import resolve

    if settings.planner_adapter is None or planner_elsewhere(settings.planner):
        return None
    model = resolve(settings.planner, settings.models_dir)
    return resolve_adapter(settings.planner_adapter, model, settings.models_dir)


def planner_elsewhere(name: str) -> bool:
    """Whether a planner of this name is no file of this machine: an endpoint, or a script."""
    return names_endpoint(name) or name.startswith("scripted:")


def open_language_model(settings: Settings) -> LanguageModel:
    """The language model that ``settings.llm`` names; nothing is loaded or sent yet.

    ``""`` is the planner, where that is a model of this machine, else the default planner's file.
    Raises what ``open_local`` raises, and ``PrivacyError`` for an endpoint without consent.
    """
    name = settings.llm or _planner_file(settings)
    if name.startswith(REPLAY):
        model, _, file = name.removeprefix(REPLAY).partition("=")
        return Replayer(Recording.open(Path(file)), model)
    endpoint = endpoint_of(name, settings.endpoints)
    if endpoint is not None:
        return EndpointModel(open_chat(settings, endpoint, Purpose.LANGUAGE_MODEL))
    return LocalModel(open_local(settings, name))


def _planner_file(settings: Settings) -> str:
    default = str(Settings.model_fields["planner"].default)
    return default if planner_elsewhere(settings.planner) else settings.planner
