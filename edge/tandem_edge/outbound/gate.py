"""The one door outwards: what is sent has passed ``Outbound.require``."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from tandem_edge.outbound.consents import Consent, Consents
from tandem_edge.outbound.destinations import Destination, Purpose
from tandem_edge.outbound.prices import Price, price_of
from tandem_edge.outbound.privacy import EVERY
from tandem_edge.outbound.spend import CapReached, Charge, Spend
from tandem_shared.errors import PrivacyError
from tandem_shared.events import Usage
from tandem_shared.tools import Privacy

FOLDER = "outbound"
BYTES_A_TOKEN = 2
"""No known tokeniser makes more tokens of a prompt than one for every second byte of UTF-8."""


@dataclass(frozen=True)
class Outbound:
    """What may leave this home. ``prices`` are the user's own, before the shipped table."""

    home: Path
    prices: Mapping[str, Price] = field(default_factory=dict)

    @cached_property
    def consents(self) -> Consents:
        """What the owner allowed."""
        return Consents(self.home / FOLDER / "consents.json")

    @cached_property
    def spend(self) -> Spend:
        """What it has cost."""
        return Spend(self.home / FOLDER)

    def consented(self, destination: str, purpose: Purpose | str) -> bool:
        """Whether ``purpose`` is allowed at ``destination``, a ``Destination.name``."""
        return self.consents.find(destination, Purpose(purpose)) is not None

    def require(
        self, destination: str, purpose: Purpose | str, private: Collection[Privacy] | None = ()
    ) -> Consent:
        """The consent by which something may be sent.

        ``private`` are the classes of private fields in it; ``None`` is unknown, which may be any.
        Raises ``PrivacyError``: nothing may be sent.
        """
        purpose = Purpose(purpose)
        consent = self.consents.find(destination, purpose)
        allow = f"tandem outbound allow {destination} --for {purpose}"
        if consent is None:
            raise PrivacyError(f"{destination} is not allowed as {purpose}", hint=allow)
        wanted = EVERY if private is None else frozenset(private) - {Privacy.NONE}
        if missing := sorted(wanted - consent.fields):
            named = " ".join(f"--field {each}" for each in sorted(consent.fields | wanted))
            raise PrivacyError(
                f"this holds private fields that may not go to {destination}: "
                + ", ".join(missing),
                hint=f"use the local planner, or {allow} {named}",
            )
        return consent


@dataclass(frozen=True)
class Gate:
    """The door to one model at one destination."""

    outbound: Outbound
    destination: Destination
    purpose: Purpose
    model: str

    def reserve(
        self, private: Collection[Privacy] | None, prompt_bytes: int, max_tokens: int
    ) -> Charge | None:
        """Ask to send a prompt; ``None`` is a yes that costs nothing.

        Raises ``PrivacyError`` and ``CapReached``; then nothing may be sent.
        """
        if self.destination.local:
            return None
        name = self.destination.name
        consent = self.outbound.require(name, self.purpose, private)
        price = self._price
        if price is None and consent.cap_usd is not None:
            raise CapReached(
                f"nobody knows what {self.model} costs, so its cap cannot be kept",
                hint=f'add its price as [prices."{self.model}"] to config.toml, or lift the cap: '
                f"tandem outbound allow {name} --for {self.purpose} --no-cap",
            )
        most = Usage(
            prompt_tokens=math.ceil(prompt_bytes / BYTES_A_TOKEN), output_tokens=max_tokens
        )
        cost = price.micro_usd(most) if price else 0
        return self.outbound.spend.reserve(name, self.purpose, cost, consent.cap_usd)

    def settle(self, charge: Charge | None, usage: Usage | None) -> None:
        """Say what a request came to; ``None`` is one that was not served, so costs nothing.

        What was cut off is not settled: it may have cost all that was reserved.
        """
        if charge is None:
            return
        cost = self._price.micro_usd(usage) if self._price and usage else 0
        self.outbound.spend.settle(charge, min(cost, charge.micro_usd))

    @property
    def _price(self) -> Price | None:
        return price_of(self.model, self.outbound.prices)
