"""What each curation made of each rollout, to be asked without reading the records themselves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select

from tandem_shared.experience import Curated
from tandem_trainer.experience.database import Backend
from tandem_trainer.experience.records import Labelled, Look
from tandem_trainer.experience.rows import by_table, read, refuse
from tandem_trainer.experience.shelves import SHELVES
from tandem_trainer.experience.tables import CURATED, LOOKED_AT, ROLLOUTS

PAGE = 500


@dataclass(frozen=True)
class LookLog:
    """Looks in a database; ``step`` is everywhere the id of the step that curated."""

    database: Backend

    def add(self, step: str, curated: Sequence[Curated], looks: Sequence[Look]) -> None:
        """Keep curated records with what points to them, all or none, durably."""
        rows = [_row(step, look) for look in looks]
        with self.database.writing() as connection:
            for table, records in by_table(curated).items():
                self.database.insert(connection, table, records)
            if rows:
                self.database.insert(connection, LOOKED_AT, rows)

    def change(self, step: str, looks: Iterable[Look]) -> None:
        """Put other concerns in place of those of these rollouts, all or none."""
        with self.database.writing() as connection:
            for look in looks:
                connection.execute(
                    LOOKED_AT.update()
                    .where(LOOKED_AT.c.step == step, LOOKED_AT.c.rollout == look.rollout)
                    .values(concerns=_said(look))
                )

    def done(self, step: str) -> frozenset[str]:
        """The rollouts that were looked at."""
        query = select(LOOKED_AT.c.rollout).where(LOOKED_AT.c.step == step)
        with self.database.reading() as connection:
            return frozenset(connection.execute(query).scalars())

    def each(self, step: str, *, concerning: bool = False) -> Iterator[Labelled]:
        """Every look in order of the rollouts, or only those that a person should make good."""
        columns = CURATED.c.completed, CURATED.c.failing, CURATED.c.confidence
        query = _joined(select(LOOKED_AT, ROLLOUTS.c.policy, *columns), step)
        if concerning:
            query = query.where(LOOKED_AT.c.concerns != "")
        for row in self._rows(query):
            label = f"{row['completed']}/{row['failing']}"
            yield Labelled(_look(row), row["policy"], label, row["confidence"])

    def of(self, step: str, rollout: str) -> Look | None:
        """The look at one rollout."""
        query = select(LOOKED_AT).where(LOOKED_AT.c.step == step, LOOKED_AT.c.rollout == rollout)
        with self.database.reading() as connection:
            row = connection.execute(query).mappings().first()
        return _look(row) if row else None

    def curated(self, step: str) -> Iterator[tuple[str, Curated]]:
        """Every curated record with the name of its policy, in order of the rollouts.

        Raises ``TrustError`` for a damaged one.
        """
        query = _joined(select(CURATED, ROLLOUTS.c.policy), step)
        shelf = SHELVES[Curated]
        for row in self._rows(query):
            yield row["policy"], next(read(Curated, shelf, [row], refuse))

    def _rows(self, query: Any) -> Iterator[Any]:
        last = ""
        while True:
            page = query.where(LOOKED_AT.c.rollout > last).order_by(LOOKED_AT.c.rollout)
            with self.database.reading() as connection:
                rows = connection.execute(page.limit(PAGE)).mappings().all()
            yield from rows
            if len(rows) < PAGE:
                return
            last = rows[-1]["rollout"]


def _joined(query: Any, step: str) -> Any:
    both = LOOKED_AT.join(CURATED, CURATED.c.id == LOOKED_AT.c.curated)
    every = both.join(ROLLOUTS, ROLLOUTS.c.id == LOOKED_AT.c.rollout)
    return query.select_from(every).where(LOOKED_AT.c.step == step)


def _row(step: str, look: Look) -> dict[str, Any]:
    return {
        "step": step,
        "rollout": look.rollout,
        "curated": look.curated,
        "acts": look.acts,
        "concerns": _said(look),
    }


def _said(look: Look) -> str:
    return ",".join(look.concerns)


def _look(row: Any) -> Look:
    concerns = tuple(filter(None, row["concerns"].split(",")))
    return Look(row["rollout"], row["curated"], row["acts"], concerns)
