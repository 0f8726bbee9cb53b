"""What the phone has told its owner: any family may post, the notification tools read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

from tandem_edge.phone.sandbox.device import DEVICE, Wall
from tandem_edge.phone.sandbox.permissions import PERMISSIONS, permission_key
from tandem_edge.phone.sandbox.store import Store, Table

Category = Literal["alarm", "reminder", "message", "call", "media", "system", "promotion"]


@dataclass(frozen=True, slots=True)
class Notification:
    """One entry in the shade; ``app`` is a package name, ``posted`` local wall time.

    A ``pinned`` one stays while what it tells of goes on. A ``silent`` one came without a sound,
    held back by do-not-disturb. ``sender`` is the number of who wrote, where there is one.
    """

    app: str
    title: str
    text: str
    posted: Wall
    category: Category = "system"
    pinned: bool = False
    silent: bool = False
    sender: str = ""


NOTIFICATIONS = Table("notifications", Notification, prefix="notification")

Hush = Callable[[Store, Notification], bool]
"""Whether a notification is to come without a sound now."""
HUSHES: list[Hush] = []


def hush(decides: Hush) -> Hush:
    """Register what may silence a notification; one that says so is enough."""
    HUSHES.append(decides)
    return decides


def notify(
    store: Store,
    app: str,
    title: str,
    text: str,
    category: Category = "system",
    *,
    pinned: bool = False,
    sender: str = "",
) -> str:
    """Post a notification now; returns its id, or ``""`` where ``app`` may not post any."""
    posted = store.only(DEVICE).clock
    note = Notification(app, title, text, posted, category, pinned, sender=sender)
    return post(store, note)


def post(store: Store, note: Notification) -> str:
    """Post ``note``, silent if it has to be; returns its id, or ``""`` if it may not come.

    An alarm comes whatever its app may do.
    """
    permission = store.get(PERMISSIONS, permission_key(note.app, "notifications"))
    refused = permission is not None and permission.grant == "denied"
    if refused and note.category != "alarm":
        return ""
    silent = any(decides(store, note) for decides in HUSHES)
    return store.add(NOTIFICATIONS, replace(note, silent=silent))
