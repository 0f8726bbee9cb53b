"""Who holds the loudspeaker: one thing plays at a time, and how far it has come.

Music, radio, podcasts, audiobooks, recordings and videos share it as on a real phone: whoever
begins makes the other stop. Each family says in a ``Source`` how its kind behaves.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Annotated, Literal

from pydantic import Field, NaiveDatetime

from tandem_edge.phone.authoring import ToolFailure
from tandem_edge.phone.catalogue.apps_storage.applications import INSTALLED, App, when_uninstalled
from tandem_edge.phone.language.apps import label_of
from tandem_edge.phone.sandbox.conditions import CHECKS, condition
from tandem_edge.phone.sandbox.device import DEVICE
from tandem_edge.phone.sandbox.store import Singleton, Store

Kind = Literal["music", "radio", "podcast", "audiobook", "recording", "video"]
LONGEST = 200 * 3600
"""Nothing plays longer than this, seconds."""
Seconds = Annotated[int, Field(ge=0)]
Since = Annotated[NaiveDatetime, Field(ge=datetime(1950, 1, 1), lt=datetime(2101, 1, 1))]


@dataclass(frozen=True, slots=True)
class Session:
    """``item`` says what plays, in the words of its ``kind`` (nothing for music: see the player).

    Running, it would have begun at ``since``; paused, it stands ``at`` so many seconds. What it
    knows of the item's progress is not kept in the item's own record as long as it is here.
    """

    kind: Kind = "music"
    item: str = ""
    since: Since | None = None
    at: Seconds = 0


SESSION = Singleton("media_session", Session)


@dataclass(frozen=True)
class Source:
    """How one kind of media behaves.

    ``describe`` gives title and author, ``length`` seconds (0: it has no end), ``step`` the item
    and place that the next (1) or previous (-1) button leads to from one, or ``None``. ``take``
    gives the remembered place and forgets it, ``keep`` remembers one.
    """

    app: str
    describe: Callable[[Store, str], tuple[str, str]]
    length: Callable[[Store, str], int]
    step: Callable[[Store, str, int, int], tuple[str, int | None] | None]
    take: Callable[[Store, str], int] = lambda store, item: 0
    keep: Callable[[Store, str, int], None] = lambda store, item, at: None
    switch: Callable[[Store, bool], None] = lambda store, on: None


SOURCES: dict[str, Source] = {}
"""By kind; filled by the families."""


@condition("player_app")
def _player_app(store: Store, value: str) -> str:
    """The app of what plays is installed."""
    app = current(store).app
    return "" if store.get(INSTALLED, app) is not None else f"{label_of(app)} is not installed"


@when_uninstalled
def _silence(store: Store, package: str) -> None:
    """What an app was playing ends with it."""
    if current(store).app == package:
        leave(store)


def install(store: Store, app: str) -> None:
    """Put one of the phone's own players on a fresh phone; its owner may remove it."""
    store.put(INSTALLED, app, App(label_of(app), built_in=False, megabytes=40))


def current(store: Store) -> Source:
    """The source of what plays or is paused."""
    return SOURCES[store.only(SESSION).kind]


def is_playing(store: Store) -> bool:
    """Whether something is heard just now."""
    return store.only(SESSION).since is not None


def raw_elapsed(store: Store) -> int:
    """Seconds since the beginning, even beyond the end."""
    session = store.only(SESSION)
    if session.since is None:
        return session.at
    passed = (store.only(DEVICE).clock - session.since).total_seconds()
    return min(LONGEST, max(0, int(passed)))


def elapsed(store: Store) -> int:
    """Seconds into what plays; at its end it stands still."""
    length = current(store).length(store, store.only(SESSION).item)
    return min(raw_elapsed(store), length) if length else raw_elapsed(store)


def progress(store: Store, kind: Kind, item: str, kept: int) -> int:
    """How far ``item`` was played: as the session knows if it has it, else ``kept``."""
    session = store.only(SESSION)
    return elapsed(store) if (session.kind, session.item) == (kind, item) else kept


def begin(store: Store, kind: Kind, item: str, at: int | None = None) -> None:
    """Play ``item`` from ``at``, or from where it was left; what played before stops.

    What was finished begins anew.
    """
    leave(store)
    source = SOURCES[kind]
    place = source.take(store, item)
    length = source.length(store, item)
    if at is None:
        at = 0 if length and place >= length else place
    store.put(SESSION, "-", Session(kind, item, _begun(store, at)))
    source.switch(store, True)


def leave(store: Store) -> None:
    """Stop what plays and remember how far it came; the loudspeaker is free."""
    session = store.only(SESSION)
    source = current(store)
    source.keep(store, session.item, elapsed(store))
    source.switch(store, False)
    store.put(SESSION, "-", Session())


def run(store: Store, on: bool) -> None:
    """Pause or resume."""
    if on != is_playing(store):
        at = raw_elapsed(store)
        since = _begun(store, at) if on else None
        store.update(SESSION, since=since, at=0 if on else at)
    current(store).switch(store, on)


def move(store: Store, at: int) -> None:
    """Go to ``at`` seconds, playing or paused as before."""
    if is_playing(store):
        store.update(SESSION, since=_begun(store, at), at=0)
    else:
        store.update(SESSION, at=at)


def _begun(store: Store, at: int) -> datetime:
    return store.only(DEVICE).clock - timedelta(seconds=at)


def require_network(store: Store, what: str) -> None:
    """Raises the fault ``offline`` when ``what`` cannot be streamed."""
    if CHECKS["network"](store, ""):
        raise ToolFailure("offline", f"{what} is not on the phone, and the phone is offline")
