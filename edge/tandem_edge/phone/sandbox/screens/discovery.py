"""Finding the apps that have screens."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from tandem_edge.phone.sandbox.screens import apps as package
from tandem_edge.phone.sandbox.screens.elements import App


@dataclass(frozen=True)
class Apps:
    """Apps by key, and one line for each file that gave none; ``doctor`` shows them."""

    apps: Mapping[str, App]
    faults: tuple[str, ...] = ()

    def named(self, wanted: str) -> App | None:
        """The app of that key or label, in either language, case ignored."""
        word = wanted.strip().casefold()
        for app in self.apps.values():
            if word in (app.key, app.label.en.casefold(), app.label.zh.casefold()):
                return app
        return None


@lru_cache(maxsize=1)
def load_apps() -> Apps:
    """Every app that has screens, in the order of their files' names."""
    found: dict[str, App] = {}
    faults: list[str] = []
    for info in sorted(pkgutil.iter_modules(package.__path__), key=lambda info: info.name):
        try:
            app: App = importlib.import_module(f"{package.__name__}.{info.name}").APP
            found[app.key] = app
        except Exception as error:
            faults.append(f"the screens of {info.name} did not load: {error}")
    return Apps(found, tuple(faults))
