"""What the phone has told its owner: any family may post, the notification tools read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tandem_edge.phone.sandbox.device import DEVICE, Wall
from tandem_edge.phone.sandbox.store import Store, Table

Category = Literal["alarm", "reminder", "message", "call", "media", "system", "promotion"]


@dataclass(frozen=True, slots=True)
class Notification:
    """One entry in the shade; ``app`` is a package name, ``posted`` local wall time."""

    app: str
    title: str
    text: str
    posted: Wall
    category: Category = "system"
    pinned: bool = False


NOTIFICATIONS = Table("notifications", Notification, prefix="notification")


def notify(store: Store, app: str, title: str, text: str, category: Category = "system") -> str:
    """Post a notification now; returns its id."""
    posted = store.only(DEVICE).clock
    return store.add(NOTIFICATIONS, Notification(app, title, text, posted, category))
