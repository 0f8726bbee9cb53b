"""Two users, two workspaces and two agents in one home, under one key."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import product

from tandem_edge.vault.secret import Key, Secret
from tandem_shared.memory import RawTurn, Scope

KEY = Key(Secret(bytes(range(32))))
START = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)
USERS, WORKSPACES, AGENTS = ("ann", "ann.b"), ("home", "home-2"), ("tandem", "t")
"""One name begins as the other does."""
SCOPES = tuple(
    Scope(user=user, workspace=workspace, agent=agent)
    for user, workspace, agent in product(USERS, WORKSPACES, AGENTS)
)


def turn(text: str, number: int) -> RawTurn:
    """The owner says it; every scope has sessions and places of the same names."""
    at = START + timedelta(minutes=number)
    return RawTurn(session=f"s{number}", order=0, speaker="owner", text=text, at=at)


def after(number: int) -> datetime:
    """A time when all up to ``number`` has been said."""
    return START + timedelta(minutes=number + 1)
