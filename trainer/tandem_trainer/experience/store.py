"""Keeping and reading experience. What is kept is never changed: other records say otherwise."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, TypeVar

from sqlalchemy import func, not_, or_, select

from tandem_shared.errors import UsageError
from tandem_shared.experience import Curated, Dataset, Identified
from tandem_trainer.experience.database import Backend
from tandem_trainer.experience.leases import Leases
from tandem_trainer.experience.looks import LookLog
from tandem_trainer.experience.records import Damage, Tried, Withdrawal
from tandem_trainer.experience.rows import (
    Told,
    by_table,
    conditions,
    read,
    refuse,
    withdrawn_rows,
)
from tandem_trainer.experience.shelves import SHELVES, Cell
from tandem_trainer.experience.steps import StepLog
from tandem_trainer.experience.tables import MEMBERS, ROLLOUTS, TASKS, WITHDRAWN

T = TypeVar("T", bound=Identified)
PAGE = 200
"""Records that are in memory at once."""
CALLED: dict[type[Identified], str] = {Curated: "case", Dataset: "data set"}
"""What people call kinds of records that are not called by their class."""
_HEX = re.compile("[0-9a-f]{4,64}")
_NAMES = "a name is 64 digits and letters from a to f, of which the first will do (4 at least)"


@dataclass(frozen=True)
class Store:
    """The experience store, open. Every method that writes is one transaction, durable when it
    returns. Raises ``UsageError`` when the database fails."""

    database: Backend

    @property
    def steps(self) -> StepLog:
        """The steps that were run."""
        return StepLog(self.database)

    @property
    def looks(self) -> LookLog:
        """What curations made of rollouts."""
        return LookLog(self.database)

    @property
    def leases(self) -> Leases:
        """Who works on what, with this process as the holder of what is taken."""
        return Leases(self.database)

    @property
    def url(self) -> str:
        """Where it is, with the password if there is one: for processes of our own."""
        return str(self.database.engine.url.render_as_string(hide_password=False))

    # ---- records

    def add(self, records: Iterable[Identified]) -> int:
        """Keep records of any kinds, all or none; return how many were not there yet.

        Raises ``TypeError`` for what is not kept here, and for a data set: it is added with its
        rollouts, by ``add_dataset``.
        """
        new, left = 0, iter(records)
        with self.database.writing() as connection:
            while page := list(islice(left, PAGE)):
                if any(isinstance(record, Dataset) for record in page):
                    raise TypeError("a data set is added by add_dataset")
                new += self._insert(connection, page)
        return new

    def add_dataset(self, dataset: Dataset, rollouts: Iterable[str]) -> bool:
        """Keep a data set with the ids of the rollouts in it; whether it was not there yet."""
        left = iter(rollouts)
        with self.database.writing() as connection:
            new = self._insert(connection, [dataset])
            while page := list(islice(left, PAGE)):
                rows = [{"dataset": dataset.id, "rollout": rollout} for rollout in page]
                self.database.insert(connection, MEMBERS, rows)
        return bool(new)

    def get(self, kind: type[T], name: str) -> T:
        """The record called ``name``. Raises ``UsageError`` when it is not there, ``TrustError``
        when it is damaged."""
        shelf = SHELVES[kind]
        with self.database.reading() as connection:
            query = select(shelf.table).where(shelf.table.c.id == name)
            row = connection.execute(query).mappings().first()
        if row is None:
            raise UsageError(f"the experience store has no {kind.__name__.lower()} {name!r}")
        return next(read(kind, shelf, [row], refuse))

    def each(
        self, kind: type[T], *, damaged: Told | None = None, withdrawn: bool = False, **where: Cell
    ) -> Iterator[T]:
        """The records of a kind whose columns are as said, in order of their ids.

        Withdrawn tasks and rollouts are left out unless asked for. A damaged record is given to
        ``damaged`` and left out, or raises ``TrustError``. Raises ``UsageError`` for a column that
        there is none of. What is added meanwhile may or may not come.
        """
        shelf, last = SHELVES[kind], ""
        asked = conditions(shelf, where, withdrawn=withdrawn)
        while True:
            table = shelf.table
            query = select(table).where(table.c.id > last, *asked)
            with self.database.reading() as connection:
                page = connection.execute(query.order_by(table.c.id).limit(PAGE)).mappings().all()
            if not page:
                return
            yield from read(kind, shelf, page, damaged or refuse)
            last = page[-1]["id"]

    def count(self, kind: type[Identified], *, withdrawn: bool = False, **where: Cell) -> int:
        """How many records ``each`` would look at."""
        shelf = SHELVES[kind]
        asked = conditions(shelf, where, withdrawn=withdrawn)
        with self.database.reading() as connection:
            query = select(func.count()).select_from(shelf.table).where(*asked)
            return int(connection.execute(query).scalar())

    def ids(self, kind: type[Identified], *, withdrawn: bool = False, **where: Cell) -> list[str]:
        """The ids of the records that ``each`` would look at, in order, without reading them."""
        shelf = SHELVES[kind]
        query = select(shelf.table.c.id).where(*conditions(shelf, where, withdrawn=withdrawn))
        with self.database.reading() as connection:
            return list(connection.execute(query.order_by(shelf.table.c.id)).scalars())

    def find(self, kind: type[Identified], beginning: str) -> str:
        """The id of the one record whose id begins so. Raises ``UsageError`` unless there is
        one."""
        table, what = SHELVES[kind].table, CALLED.get(kind, kind.__name__.lower())
        if not _HEX.fullmatch(beginning):
            raise UsageError(f"{beginning!r} is no name of a {what}", hint=_NAMES)
        query = select(table.c.id).where(table.c.id.startswith(beginning)).limit(2)
        with self.database.reading() as connection:
            found = list(connection.execute(query).scalars())
        if len(found) != 1:
            many = "several begin" if found else "none begins"
            raise UsageError(f"of the {what}s {many} with {beginning}", hint=_NAMES)
        return str(found[0])

    def tried(self, group: str) -> frozenset[int]:
        """The trials of a group that are there, valid or not."""
        query = select(ROLLOUTS.c.trial).where(ROLLOUTS.c.group_name == group)
        with self.database.reading() as connection:
            return frozenset(connection.execute(query).scalars())

    def policies(self, *, synced: bool = True) -> list[Tried]:
        """Whose rollouts there are, by policy and round, withdrawn ones left out; without
        ``synced`` only those that were made here."""
        columns = ROLLOUTS.c.policy, ROLLOUTS.c.policy_digest, ROLLOUTS.c.round
        query = select(*columns, func.count()).where(not_(withdrawn_rows(ROLLOUTS)))
        if not synced:
            query = query.where(ROLLOUTS.c.source == "")
        with self.database.reading() as connection:
            rows = connection.execute(query.group_by(*columns).order_by(*columns)).all()
        return [Tried(*row) for row in rows]

    def check(self) -> Iterator[Damage]:
        """Everything that is damaged, after reading everything."""
        found: list[Damage] = []
        for kind in SHELVES:
            for _ in self.each(kind, damaged=found.append, withdrawn=True):
                yield from found
                found.clear()
            yield from found
            found.clear()

    # ---- data sets

    def members(self, dataset: str, *, withdrawn: bool = False) -> frozenset[str]:
        """The ids of the rollouts in a data set, or of those that were withdrawn since."""
        query = select(MEMBERS.c.rollout).where(MEMBERS.c.dataset == dataset)
        if withdrawn:
            gone = select(ROLLOUTS.c.id).where(withdrawn_rows(ROLLOUTS))
            query = query.where(MEMBERS.c.rollout.in_(gone))
        with self.database.reading() as connection:
            return frozenset(connection.execute(query).scalars())

    def datasets_with(self, rollout: str) -> tuple[str, ...]:
        """The ids of the data sets that a rollout is in, in order."""
        query = select(MEMBERS.c.dataset).where(MEMBERS.c.rollout == rollout)
        with self.database.reading() as connection:
            return tuple(connection.execute(query.order_by(MEMBERS.c.dataset)).scalars())

    def _insert(self, connection: Any, records: Sequence[Identified]) -> int:
        tables = by_table(records).items()
        return sum(self.database.insert(connection, table, rows) for table, rows in tables)

    # ---- taking back

    def withdraw_source(self, source: str) -> Withdrawal:
        """Leave a source's experience out from now on, also what is synced of it later.

        Its rollouts, the tasks that were made from it and the rollouts of those tasks count.
        Raises ``UsageError`` without a source.
        """
        if not source:
            raise UsageError("only what came from a device can be withdrawn", hint="name a source")
        with self.database.writing() as connection:
            self.database.insert(connection, WITHDRAWN, [{"source": source}])
        return self.touched(source)

    def touched(self, source: str) -> Withdrawal:
        """What a source's experience is, and in which data sets it is."""
        made = select(TASKS.c.task).where(TASKS.c.source == source)
        of_it = or_(ROLLOUTS.c.source == source, ROLLOUTS.c.task.in_(made))
        rollouts = select(ROLLOUTS.c.id).where(of_it)
        sets = select(MEMBERS.c.dataset).where(MEMBERS.c.rollout.in_(rollouts))
        with self.database.reading() as connection:
            tasks = connection.execute(select(func.count()).select_from(made.subquery())).scalar()
            count = select(func.count()).select_from(rollouts.subquery())
            found = connection.execute(sets.distinct().order_by(MEMBERS.c.dataset)).scalars()
            return Withdrawal(source, tasks, connection.execute(count).scalar(), tuple(found))

    def withdrawn_datasets(self) -> tuple[str, ...]:
        """The ids of the data sets that hold withdrawn experience, in order."""
        rollouts = select(ROLLOUTS.c.id).where(withdrawn_rows(ROLLOUTS))
        query = select(MEMBERS.c.dataset).where(MEMBERS.c.rollout.in_(rollouts)).distinct()
        with self.database.reading() as connection:
            return tuple(connection.execute(query.order_by(MEMBERS.c.dataset)).scalars())
