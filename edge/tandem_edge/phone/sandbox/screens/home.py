"""The home screen: the apps that have screens, then everything installed."""

from __future__ import annotations

from tandem_edge.phone.sandbox.screens.discovery import load_apps
from tandem_edge.phone.sandbox.screens.elements import Address, Look, Page, link

HOME = Address("home")


def home_page(look: Look) -> Page:
    """The first screen."""
    apps = load_apps().apps.values()
    links = [link(app.key, look.say(app.label.en, app.label.zh), Address(app.key)) for app in apps]
    return Page(look.say("Home", "主屏幕"), tuple(links))
