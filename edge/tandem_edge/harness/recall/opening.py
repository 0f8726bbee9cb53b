"""Recall as an agent uses it: by words and meaning, in the light of the conversation so far."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tandem_edge.embedder.protocol import Embedder
from tandem_edge.harness.conversation import Conversation, Turn
from tandem_edge.harness.recall.hybrid import Earlier, Hybrid
from tandem_edge.harness.toolbox import Toolbox
from tandem_edge.planner.protocol import Role
from tandem_shared.tools import ToolSpec

if TYPE_CHECKING:
    from tandem_edge.harness.loop import Harness

INDEXES = 2
"""Kept at a time; one takes some tenths of a second to make."""
_NAME = re.compile(r"[a-z0-9]+(?:_[a-z0-9]+)+")


@dataclass
class InConversation:
    """Choices for the turns of one conversation; see ``Candidates``."""

    specs: Callable[[], tuple[ToolSpec, ...]]
    """The tools to choose from, asked as each turn begins."""
    embedder: Embedder | None
    conversation: Callable[[], Conversation]
    _made: list[Hybrid] = field(default_factory=list)

    def top(self, request: str, count: int) -> tuple[ToolSpec, ...]:
        """See ``Candidates.top``."""
        turns = self.conversation().turns
        earlier = [Earlier(turn.request, called(turn)) for turn in turns]
        return self._over(self.specs()).following(request, earlier, count)

    def _over(self, specs: tuple[ToolSpec, ...]) -> Hybrid:
        """An index over ``specs``, made again only when they are others: some providers offer
        their tools by themselves in one turn and leave them to recall in the next."""
        found = next((each for each in self._made if each.specs == specs), None)
        if found is None:
            found = Hybrid(specs, self.embedder)
            self._made = [found, *self._made][:INDEXES]
        return found


def called(turn: Turn) -> tuple[str, ...]:
    """The tools on offer that the planner's answers name, each once, in order."""
    there = {spec.name for spec in turn.candidates}
    answers = " ".join(each.text for each in turn.messages if each.role is Role.PLANNER)
    return tuple(dict.fromkeys(name for name in _NAME.findall(answers) if name in there))


def recalled(harness: Harness) -> tuple[ToolSpec, ...]:
    """The phone's tools, and those of providers that put none of theirs on offer by themselves."""
    tools = Toolbox(harness.phone, harness.providers)
    kept = {spec.name for each in harness.providers if each.always() for spec in each.specs()}
    return tuple(
        spec for name, spec in tools.specs.items() if name not in tools.owners or name not in kept
    )


def open_recall(harness: Harness, embedder: Embedder | None) -> InConversation:
    """Recall for the turns of ``harness``; by words alone without an embedder."""
    return InConversation(lambda: recalled(harness), embedder, lambda: harness.conversation)
