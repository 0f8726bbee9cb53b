"""Every tool of a turn under one roof: the phone's and those of the other providers."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tandem_edge.harness.ports import Provider
from tandem_edge.phone.protocol import Execution, Phone
from tandem_shared.tools import ToolCall, ToolSpec


@dataclass(frozen=True)
class Toolbox:
    """The phone and the other providers as they stand when a turn begins.

    A name belongs to the phone first, then to the earliest provider that brings it: no provider
    can take a tool's place.
    """

    phone: Phone
    providers: Sequence[Provider] = ()
    specs: Mapping[str, ToolSpec] = field(init=False)
    owners: Mapping[str, Provider] = field(init=False)

    def __post_init__(self) -> None:
        specs = {spec.name: spec for spec in self.phone.catalogue.specs}
        owners: dict[str, Provider] = {}
        for provider in self.providers:
            for spec in provider.specs():
                if spec.name not in specs:
                    specs[spec.name], owners[spec.name] = spec, provider
        object.__setattr__(self, "specs", specs)
        object.__setattr__(self, "owners", owners)

    @property
    def always(self) -> tuple[ToolSpec, ...]:
        """Tools that are on offer whatever is recalled."""
        names = (name for provider in self.providers for name in provider.always())
        return tuple(self.specs[name] for name in names if name in self.owners)

    def trusted(self, name: str) -> bool:
        """Whether what ``name`` returns is in the owner's or Tandem's own words."""
        owner = self.owners.get(name)
        return owner is not None and owner.trusted

    def preview(self, call: ToolCall) -> Execution:
        """See ``Phone.preview``."""
        owner = self.owners.get(call.name)
        return owner.preview(call) if owner else self.phone.preview(call)

    def call(self, call: ToolCall, *, deadline_s: float, cancel: threading.Event) -> Execution:
        """See ``Phone.call`` and ``Provider.call``."""
        owner = self.owners.get(call.name)
        if owner is None:
            return self.phone.call(call)
        return owner.call(call, deadline_s=deadline_s, cancel=cancel)
