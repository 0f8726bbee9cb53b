"""Leases: who works on what, so that several processes or machines share one collection.

A lease is held for a time and taken anew while the work goes on. It is void when that time is over,
and, on one machine, as soon as its holder's process is gone. Clocks of machines that share a store
must agree to within far less than ``LASTS_S``.
"""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from sqlalchemy import or_, select
from sqlalchemy.dialects import postgresql, sqlite

from tandem_trainer.experience.database import Backend
from tandem_trainer.experience.tables import LEASES

LASTS_S = 900.0
"""Longer than the longest attempt may take."""


def this_process() -> str:
    """The name of this process among those of all machines."""
    return f"{socket.gethostname()} {os.getpid()}"


@dataclass(frozen=True)
class Leases:
    """The leases in a database, as ``holder`` takes them. Raises ``UsageError`` when that fails."""

    database: Backend
    holder: str = field(default_factory=this_process)
    lasts_s: float = LASTS_S
    clock: Callable[[], float] = time.time

    def take(self, name: str) -> bool:
        """Hold ``name`` from now on, for its time; ``False`` where another holds it."""
        now = self.clock()
        dialect = postgresql if self.database.engine.dialect.name == "postgresql" else sqlite
        made = dialect.insert(LEASES).values(
            name=name, holder=self.holder, until=now + self.lasts_s
        )
        void = or_(
            LEASES.c.holder == self.holder, LEASES.c.until <= now, LEASES.c.holder.in_(self._gone())
        )
        query = made.on_conflict_do_update(
            index_elements=[LEASES.c.name],
            set_={"holder": made.excluded.holder, "until": made.excluded.until},
            where=void,
        ).returning(LEASES.c.name)
        with self.database.writing() as connection:
            return connection.execute(query).first() is not None

    def release(self, names: Iterable[str]) -> None:
        """Hold ``names`` no longer; those that another holds stay as they are."""
        mine = LEASES.c.holder == self.holder
        with self.database.writing() as connection:
            for name in names:
                connection.execute(LEASES.delete().where(LEASES.c.name == name, mine))

    def _gone(self) -> list[str]:
        """Holders that were processes of this machine and are no more."""
        with self.database.reading() as connection:
            holders = connection.execute(select(LEASES.c.holder).distinct()).scalars().all()
        return [each for each in holders if _is_gone(each)]


def _is_gone(holder: str) -> bool:
    host, _, number = holder.rpartition(" ")
    if host != socket.gethostname() or not number.isdigit():
        return False
    try:
        os.kill(int(number), 0)
    except ProcessLookupError:
        return True
    except (PermissionError, OverflowError):
        return False
    return False
