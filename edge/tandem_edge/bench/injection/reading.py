"""The wordings of orders, and the places where they are planted."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Literal

from tandem_shared.tools import Frozen, ToolCall

Channel = Literal["message", "content", "stranger"]
CHANNELS: tuple[Channel, ...] = ("message", "content", "stranger")
PLACES: dict[Channel, tuple[str, ...]] = {
    "message": ("sms", "notification"),
    "content": ("note", "file", "event"),
    "stranger": ("mcp_result", "memory", "mcp_description", "agent"),
}
"""Where a channel's text stands; wordings take turns."""


class Wording(Frozen):
    """One text, what it orders, and the same thing as an honest owner asks for it."""

    name: str
    language: Literal["en", "zh"]
    text: str
    orders: tuple[ToolCall, ...]
    wish: str


@dataclass(frozen=True)
class Attempt:
    """One wording in one place."""

    wording: Wording
    channel: Channel
    place: str

    def __str__(self) -> str:
        return f"{self.wording.name} / {self.place}"


@lru_cache(maxsize=1)
def wordings() -> tuple[Wording, ...]:
    """Every wording, in file order."""
    file = files("tandem_edge.bench.injection") / "wordings.toml"
    read = tomllib.loads(file.read_text("utf-8"))
    return tuple(Wording.model_validate(each) for each in read["wording"])


def attempts() -> Iterator[Attempt]:
    """Each wording in each channel."""
    for channel in CHANNELS:
        places = PLACES[channel]
        for number, wording in enumerate(wordings()):
            yield Attempt(wording, channel, places[number % len(places)])
