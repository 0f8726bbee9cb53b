"""Which package and activity each screen of the sandbox phone belongs to."""

from __future__ import annotations

from typing import NamedTuple

LAUNCHER = "com.android.launcher3"
SYSTEM_UI = "com.android.systemui"


class Component(NamedTuple):
    """An activity: ``package/activity``, its class written in full."""

    package: str
    activity: str

    @property
    def short(self) -> str:
        """As ``dumpsys`` writes it, the package left out of the class where it is the same."""
        activity = self.activity
        if activity.startswith(f"{self.package}."):
            activity = activity[len(self.package) :]
        return f"{self.package}/{activity}"


def parse_component(text: str) -> Component | None:
    """A component as ``package/.Class`` or ``package/full.Class``, or ``None``."""
    package, slash, activity = text.partition("/")
    if not (package and slash and activity):
        return None
    return Component(package, f"{package}{activity}" if activity.startswith(".") else activity)


SCREENS: dict[str, Component] = {
    "home": Component(LAUNCHER, f"{LAUNCHER}.Launcher"),
    "apps": Component(LAUNCHER, f"{LAUNCHER}.allapps.AllAppsActivity"),
    "calendar": Component("com.android.calendar", "com.android.calendar.AllInOneActivity"),
    "clock": Component("com.android.deskclock", "com.android.deskclock.DeskClock"),
    "contacts": Component("com.android.contacts", "com.android.contacts.activities.PeopleActivity"),
    "messages": Component(
        "com.android.messaging", "com.android.messaging.ui.ConversationListActivity"
    ),
    "notes": Component("com.android.notes", "com.android.notes.ui.NotesListActivity"),
    "settings": Component("com.android.settings", "com.android.settings.Settings"),
    "tasks": Component("org.tasks", "com.todoroo.astrid.activity.MainActivity"),
}
"""By the key of the sandbox phone's app."""
SCREEN_OF = {component.package: key for key, component in SCREENS.items() if key != "apps"}
HIDDEN = ("org.tasks", LAUNCHER, SYSTEM_UI)
"""Packages with screens or windows of which the sandbox phone keeps no record."""


def main_activity(package: str) -> Component:
    """The activity that the launcher starts."""
    if package in SCREEN_OF:
        return SCREENS[SCREEN_OF[package]]
    return Component(package, f"{package}.MainActivity")
