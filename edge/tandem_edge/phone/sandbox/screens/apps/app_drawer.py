"""Everything that is installed: open it, close it, what it holds."""

from __future__ import annotations

from tandem_edge.phone.catalogue.apps_storage.applications import INSTALLED
from tandem_edge.phone.language.apps import APPS
from tandem_edge.phone.sandbox.screens.elements import (
    Address,
    App,
    Look,
    Page,
    button,
    link,
    text,
)
from tandem_edge.phone.sandbox.selection import fold
from tandem_shared.tools import Bilingual


def _called(look: Look, package: str, label: str) -> str:
    """The app's name in the phone's language."""
    names = APPS.get(package, (label,))
    return names[1] if look.language == "zh" and len(names) > 1 else label


def _first(look: Look, key: str) -> Page:
    names = {key: _called(look, key, row.label) for key, row in look.store.all(INSTALLED).items()}
    rows = sorted(names.items(), key=lambda item: (fold(item[1]), item))
    links = [link(key, name, Address("apps", "app", key)) for key, name in rows]
    return Page(look.say("All apps", "全部应用"), tuple(links))


def _app(look: Look, key: str) -> Page | None:
    row = look.store.get(INSTALLED, key)
    if row is None:
        return None
    name = _called(look, key, row.label)
    clear = look.say("Clear cache", "清除缓存")
    remove = look.say("Uninstall", "卸载")
    return Page(
        name,
        (
            button("open", look.say(f"Open {name}", f"打开{name}"), "open_app", app=key),
            button("close", look.say(f"Close {name}", f"关闭{name}"), "close_app", app=key),
            text("running", look.say("Running", "正在运行"), look.on(row.running)),
            text("cache", look.say("Cache in MB", "缓存（MB）"), str(row.cache_megabytes)),
            button("clear_cache", clear, "clear_app_data", action="clear_cache", app=key),
            button("uninstall", remove, "manage_app", True, action="uninstall", app=key),
        ),
    )


APP = App("apps", Bilingual(en="All apps", zh="全部应用"), {"": _first, "app": _app})
