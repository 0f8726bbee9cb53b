"""Skills as tools of a turn: what they say is guidance, and their tools are on offer after."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass

from pydantic import JsonValue

from tandem_edge.phone.protocol import Execution
from tandem_edge.skills.offering import LOAD, NOT_FOUND, SEARCH, on_offer
from tandem_edge.skills.shelf import Shelf
from tandem_edge.skills.skill import Skill
from tandem_shared.errors import CancelledError
from tandem_shared.tools import ToolCall, ToolFault, ToolResult, ToolSpec

FOUND = 5
"""Skills that one search gives, the arbiter not counted."""


@dataclass(frozen=True)
class SkillProvider:
    """See ``harness.ports.Provider``.

    ``language`` tells the turn's language. ``offered`` overrides which of the tools are on offer
    whatever is recalled; ``None`` leaves it to the number of skills. ``reworded`` gives a
    configuration's text in place of a built-in skill's own, or ``""``, by name and language.
    """

    shelf: Shelf
    language: Callable[[], str]
    offered: tuple[str, ...] | None = None
    reworded: Callable[[str, str], str] = lambda name, language: ""
    name: str = "skills"
    trusted: bool = True

    def specs(self) -> tuple[ToolSpec, ...]:
        """A tool a skill, and the two that find and load any."""
        return self.shelf.specs

    def always(self) -> tuple[str, ...]:
        """See ``Provider.always``."""
        return on_offer(self.shelf.skills) if self.offered is None else self.offered

    def preview(self, call: ToolCall) -> Execution:
        """The same as the call: a skill only tells."""
        return self._answer(call)

    def call(self, call: ToolCall, *, deadline_s: float, cancel: threading.Event) -> Execution:
        """Search, or load one skill whole. Raises ``CancelledError``."""
        if cancel.is_set():
            raise CancelledError("stopped before a skill was opened")
        return self._answer(call)

    def _answer(self, call: ToolCall) -> Execution:
        if call.name == SEARCH:
            return self._search(call)
        name = call.name if call.name != LOAD else call.arguments.get("name")
        if not isinstance(name, str) or not name.strip():
            return _fault("missing_argument", "name is missing")
        skill = self.shelf.get(name)
        if skill is None:
            return _fault(NOT_FOUND, "there is no skill of that name")
        return self._loaded(call, skill)

    def _search(self, call: ToolCall) -> Execution:
        query = call.arguments.get("query")
        if not isinstance(query, str) or not query.strip():
            return _fault("missing_argument", "query is missing")
        found = list(self.shelf.search(query, FOUND))
        if len(found) > 1 and self.shelf.arbiter:
            found.append(self.shelf.arbiter)
        language = self.language()
        listed: list[JsonValue] = [
            {"name": skill.name, "purpose": skill.purpose(language)} for skill in found
        ]
        return Execution(ToolResult(ok=True, data={"skills": listed}), dict(call.arguments), ())

    def _loaded(self, call: ToolCall, skill: Skill) -> Execution:
        language = self.language()
        other = self.reworded(skill.name, language) if skill.builtin else ""
        return Execution(
            ToolResult(ok=True, data={"name": skill.name}),
            dict(call.arguments),
            (),
            guidance=f"# {skill.name}\n{other or skill.instructions(language)}",
            exposes=skill.tools,
        )


def _fault(code: str, message: str) -> Execution:
    return Execution(ToolResult(ok=False, fault=ToolFault(code=code, message=message)), {}, ())
