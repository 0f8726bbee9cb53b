"""Whether a configuration was built for the tools that are there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tandem_shared.canonical import digest
from tandem_shared.harness import HarnessConfig
from tandem_shared.tools import Frozen, ToolSpec, catalogue_digest


def tool_digests(specs: Iterable[ToolSpec]) -> dict[str, str]:
    """Name to SHA-256 of each specification."""
    return {spec.name: digest(spec.model_dump(mode="json")) for spec in specs}


class Mismatch(Frozen):
    """How the tools at hand differ from those that a configuration was built for."""

    changed: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    added: tuple[str, ...] = ()

    @property
    def fits(self) -> bool:
        """Whether nothing but additions tells them apart."""
        return not (self.changed or self.gone)


def mismatch(config: HarnessConfig, specs: Sequence[ToolSpec]) -> Mismatch:
    """Compare the tools of ``config`` with ``specs``, by name."""
    if catalogue_digest(list(specs)) == config.tools_digest:
        return Mismatch()
    now = tool_digests(specs)
    return Mismatch(
        changed=tuple(
            sorted(
                name for name in now.keys() & config.tools.keys() if now[name] != config.tools[name]
            )
        ),
        gone=tuple(sorted(config.tools.keys() - now.keys())),
        added=tuple(sorted(now.keys() - config.tools.keys())),
    )
