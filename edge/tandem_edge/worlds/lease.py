"""One world, lent for a while: a ``Phone`` whose every word goes to a worker."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol, Self
from zoneinfo import ZoneInfo

from tandem_edge.phone.catalogue import Catalogue, load_catalogue
from tandem_edge.phone.protocol import Execution
from tandem_edge.worlds.spec import Message
from tandem_shared.tools import Change, ToolCall, ToolResult

DEADLINE_S = 30.0
"""How long one call may take, unless the caller says otherwise."""


class Desk(Protocol):
    """What a lease needs of whoever gave it."""

    def use(self, lease: str, request: Message, deadline_s: float) -> Any:
        """The value that the world's worker answers with. Raises ``WorldLost``."""

    def renew(self, lease: str) -> None:
        """Say that the lease is still wanted. Raises ``WorldLost``."""

    def give_back(self, lease: str) -> None:
        """End the lease. Idempotent."""


@dataclass(eq=False)
class Lease:
    """A sandbox phone somewhere else; a context manager, and a ``Phone`` for the harness.

    Using it renews it; ``beat`` does so in a pause. Every method raises ``LeaseExpired`` when it
    lay idle too long and ``WorldLost`` when its worker is gone, or was ended since a call took
    longer than its deadline.
    """

    id: str
    desk: Desk
    deadline_s: float = DEADLINE_S
    name: str = "sandbox"

    @property
    def catalogue(self) -> Catalogue:
        """The sandbox's tools."""
        return load_catalogue()

    def call(self, call: ToolCall, *, deadline_s: float | None = None) -> Execution:
        """See ``Phone.call``."""
        return _execution(self._use("call", deadline_s, call=call.model_dump(mode="json")))

    def preview(self, call: ToolCall, *, deadline_s: float | None = None) -> Execution:
        """See ``Phone.preview``."""
        return _execution(self._use("preview", deadline_s, call=call.model_dump(mode="json")))

    def now(self) -> datetime:
        """See ``Phone.now``."""
        moment, zone = self._use("now")
        return datetime.fromisoformat(moment).replace(tzinfo=ZoneInfo(zone))

    def mark(self) -> int:
        """See ``Phone.mark``."""
        return int(self._use("mark"))

    def changes_since(self, mark: int) -> tuple[Change, ...]:
        """See ``Phone.changes_since``."""
        return tuple(map(Change.model_validate, self._use("changes", mark=mark)))

    def changes(self) -> tuple[Change, ...]:
        """Net effect of everything since the world was new or reset."""
        return self.changes_since(0)

    @contextmanager
    def held(self) -> Iterator[None]:
        """See ``Phone.held``: a leased world is nobody else's."""
        self.beat()
        yield

    def snapshot(self) -> str:
        """Keep the world as it is; the name to ``restore`` it by, any number of times."""
        return str(self._use("snapshot"))

    def restore(self, snapshot: str) -> None:
        """Make the world as it was then, what had changed until then included."""
        self._use("restore", snapshot=snapshot)

    def reset(self) -> None:
        """Make the world new; its snapshots are forgotten."""
        self._use("reset")

    def digest(self) -> str:
        """SHA-256 of the whole world's canonical state."""
        return str(self._use("digest"))

    def beat(self) -> None:
        """Say that the lease is still wanted."""
        self.desk.renew(self.id)

    def release(self) -> None:
        """Give the world back. Idempotent, whatever became of it."""
        self.desk.give_back(self.id)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *what: object) -> None:
        self.release()

    def _use(self, op: str, deadline_s: float | None = None, **more: object) -> Any:
        deadline = self.deadline_s if deadline_s is None else deadline_s
        return self.desk.use(self.id, {"op": op, **more}, deadline)


def _execution(value: Any) -> Execution:
    return Execution(
        ToolResult.model_validate(value["result"]),
        value["arguments"],
        tuple(map(Change.model_validate, value["changes"])),
    )
