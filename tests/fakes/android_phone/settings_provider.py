"""Android's settings, over the sandbox phone's records where it has them."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field

from tandem_edge.phone.catalogue.time_management.alarms import ALARMS
from tandem_edge.phone.sandbox.store import Store
from tests.fakes.android_phone.input_methods import InputMethods
from tests.fakes.android_phone.kept import KEPT, LOOSE

NAMESPACES = ("system", "secure", "global")


@dataclass
class SettingsProvider:
    """Settings by namespace and name."""

    store: Store
    methods: InputMethods
    loose: dict[tuple[str, str], str] = field(default_factory=lambda: dict(LOOSE))
    _put: dict[tuple[str, str], tuple[str, str]] = field(default_factory=dict)
    """A kept setting's text as it was put, and what the record then stood for."""

    def get(self, space: str, name: str) -> str:
        """The setting's text, ``null`` where it is not set."""
        if (space, name) == ("secure", "default_input_method"):
            return self.methods.current
        if (space, name) == ("secure", "enabled_input_methods"):
            return ":".join(self.methods.ids(enabled_only=True))
        if (space, name) == ("system", "next_alarm_formatted"):
            return self._next_alarm()
        kept = KEPT.get((space, name))
        if kept is None:
            return self.loose.get((space, name), "null")
        now = kept.read(self.store)
        put, then = self._put.get((space, name), ("", ""))
        return put if put and then == now else now

    def put(self, space: str, name: str, text: str) -> None:
        """Set it; the provider keeps any text, a record follows the texts that it understands."""
        if (space, name) == ("secure", "default_input_method"):
            with suppress(StopIteration):
                self.methods.choose(text)
            return
        kept = KEPT.get((space, name))
        if kept is None:
            self.loose[space, name] = text
            return
        if not kept.only_tells:
            with suppress(ValueError):
                kept.write(self.store, text)
        self._put[space, name] = (text, kept.read(self.store))

    def delete(self, space: str, name: str) -> bool:
        """Forget a loose setting; whether there was one."""
        return self.loose.pop((space, name), None) is not None

    def listed(self, space: str) -> dict[str, str]:
        """Every setting of a namespace, by name."""
        special = {"secure": ["default_input_method", "enabled_input_methods"]}.get(space, [])
        names = [name for where, name in (*KEPT, *self.loose) if where == space]
        return {name: self.get(space, name) for name in sorted({*names, *special})}

    def _next_alarm(self) -> str:
        times = [row.next for row in self.store.all(ALARMS).values() if row.enabled]
        return min(times).strftime("%a %H:%M") if times else ""
