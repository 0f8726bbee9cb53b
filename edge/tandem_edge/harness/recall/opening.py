"""Recall as an agent uses it: by words and meaning, in the light of the conversation so far."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from tandem_edge.embedder.protocol import Embedder
from tandem_edge.harness.conversation import Conversation, Turn
from tandem_edge.harness.recall.hybrid import Earlier, Hybrid
from tandem_edge.planner.protocol import Role
from tandem_shared.tools import ToolSpec

_NAME = re.compile(r"[a-z0-9]+(?:_[a-z0-9]+)+")


@dataclass
class InConversation:
    """Choices for the turns of one conversation; see ``Candidates``.

    Asked once as each turn begins, it keeps what was said itself; the tools are read off the
    planner's answers. A conversation that begins anew is noticed by its having no turns.
    """

    recall: Hybrid
    conversation: Callable[[], Conversation]
    _said: list[str] = field(default_factory=list)

    def top(self, request: str, count: int) -> tuple[ToolSpec, ...]:
        """See ``Candidates.top``."""
        turns = self.conversation().turns
        said = self._said[: len(turns)]
        earlier = [Earlier(text, called(turn)) for text, turn in zip(said, turns, strict=False)]
        self._said = [*said, *[""] * (len(turns) - len(said)), request]
        return self.recall.following(request, earlier, count)


def called(turn: Turn) -> tuple[str, ...]:
    """The tools on offer that the planner's answers name, each once, in order."""
    there = {spec.name for spec in turn.candidates}
    answers = " ".join(each.text for each in turn.messages if each.role is Role.PLANNER)
    return tuple(dict.fromkeys(name for name in _NAME.findall(answers) if name in there))


def open_recall(
    specs: tuple[ToolSpec, ...],
    embedder: Embedder | None,
    conversation: Callable[[], Conversation],
) -> InConversation:
    """Recall over ``specs`` for one conversation; by words alone without an embedder."""
    return InConversation(Hybrid(specs, embedder), conversation)
