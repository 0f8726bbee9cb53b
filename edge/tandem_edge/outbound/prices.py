"""What models cost: US dollars for a million tokens, from a table that is data."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources

from pydantic import BaseModel, ConfigDict, Field

from tandem_edge.outbound.endpoints import Endpoint, endpoint_of
from tandem_shared.errors import UsageError
from tandem_shared.events import Usage

TABLE = "prices.toml"


class Price(BaseModel):
    """US dollars for a million tokens. Without ``cached``, reused prompt tokens cost as new."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    input: float = Field(ge=0, description="of the prompt")
    cached: float | None = Field(default=None, ge=0, description="of the prompt, seen before")
    output: float = Field(ge=0, description="of the answer, thinking included")
    source: str = ""
    """Where it is published."""
    date: str = ""
    """When it was looked up."""

    def micro_usd(self, usage: Usage) -> int:
        """Millionths of a dollar for ``usage``, rounded up."""
        cached = self.input if self.cached is None else self.cached
        return math.ceil(
            self.input * usage.new_tokens
            + cached * usage.reused_tokens
            + self.output * usage.output_tokens
        )


@cache
def shipped_prices() -> dict[str, Price]:
    """The table that comes with Tandem, by model."""
    text = resources.files(__package__).joinpath(TABLE).read_text("utf-8")
    return {name: Price.model_validate(entry) for name, entry in tomllib.loads(text).items()}


def planner_price(
    planner: str, endpoints: Mapping[str, Endpoint], own: Mapping[str, Price]
) -> Price | None:
    """The price of a planner named as in the settings; ``None`` for one of this machine."""
    try:
        endpoint = endpoint_of(planner, endpoints)
    except UsageError:  # the section that a run was made with is gone
        return None
    return price_of(endpoint.model, own) if endpoint else None


def price_of(model: str, own: Mapping[str, Price]) -> Price | None:
    """The price of ``model``: the user's own word first; ``None`` when nobody knows."""
    return own.get(model) or shipped_prices().get(model)
