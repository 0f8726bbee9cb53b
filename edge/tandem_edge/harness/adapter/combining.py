"""Several adapters as one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tandem_edge.harness.ports import Adapter
from tandem_shared.canonical import digest
from tandem_shared.harness import Limit
from tandem_shared.tools import ToolSpec


@dataclass(frozen=True)
class Together:
    """What each of ``parts`` says, in their order."""

    parts: tuple[Adapter, ...]

    @property
    def digest(self) -> str:
        """Identity of all configurations; of the only one, its own."""
        found = [part.digest for part in self.parts if part.digest]
        return digest([*found]) if len(found) > 1 else "".join(found)

    @property
    def offer(self) -> Limit | None:
        """The first that there is."""
        return next((part.offer for part in self.parts if part.offer), None)

    def rules(self, language: str) -> str:
        """See ``Adapter.rules``."""
        return "\n".join(filter(None, (part.rules(language) for part in self.parts)))

    def notes(self, specs: Sequence[ToolSpec], language: str) -> str:
        """See ``Adapter.notes``."""
        return "\n\n".join(filter(None, (part.notes(specs, language) for part in self.parts)))
