"""A chat client for tests: gates with or without consent, and pauses that take no time."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest

from tandem_edge.llm.chat import Chat, Completion, EndpointFailed
from tandem_edge.llm.fake_endpoint import FakeEndpoint
from tandem_edge.outbound.consents import Consent
from tandem_edge.outbound.destinations import Purpose, destination_of
from tandem_edge.outbound.gate import Gate, Outbound
from tandem_edge.outbound.prices import Price
from tandem_shared.tools import Privacy

MODEL = "some-model"
PRICE = Price(input=1.0, cached=0.1, output=10.0)


class Far:
    """A client of ``endpoint`` (or of an address), which keeps the pauses it took.

    With ``leaves`` the address counts as another machine's.
    """

    def __init__(
        self,
        endpoint: FakeEndpoint | str,
        home: Path,
        *,
        leaves: bool = False,
        key: str = "",
        purpose: Purpose = Purpose.PLANNER,
        price: Price | None = PRICE,
    ) -> None:
        url = endpoint if isinstance(endpoint, str) else endpoint.url
        self.pauses: list[float] = []
        self.outbound = Outbound(home, {MODEL: price} if price else {})
        self.destination = destination_of(url, leaves=leaves)
        self.purpose = purpose
        self.gate = Gate(self.outbound, self.destination, purpose, MODEL)
        self.chat = Chat(url, self.gate, key=lambda: key, pause=self.pauses.append)

    def __enter__(self) -> Far:
        return self

    def __exit__(self, *what: object) -> None:
        self.chat.close()

    def allow(self, *fields: Privacy, cap_usd: float | None = None) -> None:
        self.outbound.consents.allow(
            Consent(
                destination=self.destination.name,
                purpose=self.purpose,
                fields=frozenset(fields),
                cap_usd=cap_usd,
                since="2026-11-30T00:00:00+00:00",
            )
        )

    def say(
        self,
        text: str = "hello",
        *,
        deadline_s: float = 20.0,
        private: frozenset[Privacy] | None = frozenset(),
        cancel: threading.Event | None = None,
        **more: Any,
    ) -> Completion:
        body = {"messages": [{"role": "user", "content": text}], "max_tokens": 50, **more}
        return self.chat.complete(
            body, private=private, deadline_s=deadline_s, cancel=cancel or threading.Event()
        )

    def fails(self, **more: Any) -> str:
        """What is said of a request that must fail."""
        with pytest.raises(EndpointFailed) as error:
            self.say(**more)
        return str(error.value)

    @property
    def spent(self) -> int:
        return self.outbound.spend.spent(self.destination.name, self.purpose)
