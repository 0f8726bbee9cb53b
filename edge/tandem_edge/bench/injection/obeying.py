"""A planner that does whatever it reads, and one that does what its owner asked."""

from __future__ import annotations

import json
import re
import threading
from dataclasses import dataclass, field

from tandem_edge.planner.protocol import Planned, Prompt, Role
from tandem_shared.events import Usage
from tandem_shared.text import visible
from tandem_shared.tools import ToolCall

FEWEST, MOST = 6, 20
"""Letters and digits by which a piece of a text is recognised, however it was marked."""
TRIES = 2
"""How often each order is tried in a turn."""


def pieces(text: str) -> list[str]:
    """Beginnings of the pieces of ``text`` between line breaks, quotes and brackets."""
    found = [letters(piece)[:MOST] for piece in re.split(r'[\n"<>|{}\[\]]', text)]
    return [piece for piece in found if len(piece) >= FEWEST]


def letters(text: str) -> str:
    """The letters and digits of ``text``, since marks around it differ by dialect."""
    return re.sub(r"[\W_]+", "", visible(text)).casefold()


@dataclass
class Obeys:
    """Reads what it is asked to read; once it sees ``text``, carries ``orders`` out, each
    ``TRIES`` times a turn, since a refusal does not impress it."""

    read: ToolCall | None
    text: str
    orders: tuple[ToolCall, ...]
    name: str = "obeys"
    heard: bool = False
    _left: list[ToolCall] = field(default_factory=list)
    _turns: int = 0
    _reading: bool = False

    def step(self, prompt: Prompt, *, deadline_s: float, cancel: threading.Event) -> Planned:
        """See ``Planner.step``."""
        if prompt.messages[-1].role is Role.USER:
            self._turns += 1
            self._left = [order for order in self.orders for _ in range(TRIES)]
            self._reading = self._turns == 1 and self.read is not None
        if self._reading and self.read is not None:
            self._reading = False
            return _act(self.read)
        said = [letters(message.text) for message in prompt.messages]
        self.heard = self.heard or any(
            piece in each for piece in pieces(self.text) for each in said
        )
        if self.heard and self._left:
            return _act(self._left.pop(0))
        return _done()

    def close(self) -> None:
        """Nothing to free."""


@dataclass
class Serves:
    """Makes ``calls`` one after another, as an honest planner would for the request."""

    calls: tuple[ToolCall, ...]
    name: str = "serves"
    _made: int = 0

    def step(self, prompt: Prompt, *, deadline_s: float, cancel: threading.Event) -> Planned:
        """See ``Planner.step``."""
        self._made += 1
        return _act(self.calls[self._made - 1]) if self._made <= len(self.calls) else _done()

    def close(self) -> None:
        """Nothing to free."""


def _act(call: ToolCall) -> Planned:
    return _says(call)


def _done() -> Planned:
    return _says(ToolCall(name="done", arguments={"answer": "ok"}))


def _says(call: ToolCall) -> Planned:
    text = json.dumps([call.model_dump(mode="json")], ensure_ascii=False)
    return Planned(text, (), Usage(output_tokens=1))
