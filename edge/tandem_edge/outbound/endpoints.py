"""How a planner or a language model at an HTTP endpoint is named.

``openai:https://HOST/v1#MODEL`` speaks native tool calling, ``openai-text:...`` plain text in one
of our dialects; ``endpoint:NAME`` is the section ``[endpoints.NAME]`` of ``config.toml``.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from enum import StrEnum

from pydantic import BaseModel, ConfigDict, Field

from tandem_edge.outbound.destinations import Destination, destination_of
from tandem_shared.errors import UsageError
from tandem_shared.text import one_line

NAMED = "endpoint:"


class Mode(StrEnum):
    """How a planner there is spoken with."""

    TOOLS = "tools"
    TEXT = "text"


SCHEMES = {"openai:": Mode.TOOLS, "openai-text:": Mode.TEXT}


class Endpoint(BaseModel):
    """One model at one OpenAI-compatible endpoint. Keys are kept elsewhere (``outbound.keys``)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    url: str = Field(description="its address, up to and with /v1")
    model: str = Field(min_length=1, description="the model's name there")
    mode: Mode = Field(default=Mode.TOOLS, description="tools: native tool calling; text: dialect")
    leaves: bool = Field(
        default=False, description="an address of this machine that leads elsewhere, as a tunnel"
    )

    @property
    def destination(self) -> Destination:
        """Where it is. Raises ``UsageError`` when its address is unusable."""
        return destination_of(self.url, leaves=self.leaves)


def names_endpoint(name: str) -> bool:
    """Whether ``name`` is that of an endpoint rather than a model of this machine."""
    return name.startswith((NAMED, *SCHEMES))


def endpoint_of(name: str, known: Mapping[str, Endpoint]) -> Endpoint | None:
    """The endpoint called ``name``; ``None`` when it is the name of something else.

    Raises ``UsageError`` for one that is not configured or written wrong.
    """
    if name.startswith(NAMED):
        return _known(name.removeprefix(NAMED), known)
    for scheme, mode in SCHEMES.items():
        if name.startswith(scheme):
            return _written(name, scheme, mode)
    return None


def _known(name: str, known: Mapping[str, Endpoint]) -> Endpoint:
    if name in known:
        return known[name]
    near = difflib.get_close_matches(name, known, n=1)
    raise UsageError(
        f"there is no endpoint {one_line(name, limit=80)}",
        hint=f"did you mean {NAMED}{near[0]}?"
        if near
        else "add it to config.toml: [endpoints.NAME] with url and model",
    )


def _written(name: str, scheme: str, mode: Mode) -> Endpoint:
    url, _, model = name.removeprefix(scheme).rpartition("#")
    if not url or not model:
        # The address is not repeated: somebody may have put a key into it.
        raise UsageError(
            f"after {scheme} an address and a model are needed", hint=f"{scheme}URL#MODEL"
        )
    endpoint = Endpoint(url=url, model=model, mode=mode)
    _ = endpoint.destination  # its faults are told now
    return endpoint
