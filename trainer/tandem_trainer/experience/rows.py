"""Between records and rows of tables."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar

from sqlalchemy import not_, or_, select

from tandem_shared.errors import TrustError, UsageError
from tandem_shared.experience import Identified
from tandem_trainer.experience.packing import DamagedError, pack, unpack
from tandem_trainer.experience.records import Damage
from tandem_trainer.experience.shelves import SHELVES, Cell, Shelf
from tandem_trainer.experience.tables import ROLLOUTS, TASKS, WITHDRAWN

T = TypeVar("T", bound=Identified)
Told = Callable[[Damage], None]
Rows = list[dict[str, Any]]


def by_table(records: Sequence[Identified]) -> dict[Any, Rows]:
    """The rows of records, by table. Raises ``TypeError`` for what no table is for."""
    found: dict[Any, Rows] = defaultdict(list)
    for record in records:
        shelf = SHELVES.get(type(record))
        if shelf is None:
            raise TypeError(f"the experience store keeps no {type(record).__name__}")
        found[shelf.table].append(_row(shelf, record))
    return found


def _row(shelf: Shelf, record: Identified) -> dict[str, Any]:
    name, payload = pack(record)
    return {"id": name, **shelf.columns(record), "payload": payload}


def read(kind: type[T], shelf: Shelf, rows: Iterable[Any], damaged: Told) -> Iterator[T]:
    """The records of ``rows``: a row is whole only if its columns are its record's, too."""
    for row in rows:
        try:
            record = unpack(kind, row["id"], row["payload"])
            wrong = [key for key, value in shelf.columns(record).items() if row[key] != value]
            if wrong:
                raise DamagedError(f"its columns {', '.join(wrong)} are not its record's")
        except DamagedError as error:
            damaged(Damage(shelf.table.name, row["id"], str(error)))
        else:
            yield record


def refuse(damage: Damage) -> None:
    """Raise ``TrustError`` for a damaged record."""
    raise TrustError(
        f"{damage.table} {damage.id[:12]} in the experience store is damaged: {damage.why}",
        hint="restore the database from a backup, or make the record anew",
    )


def conditions(shelf: Shelf, where: dict[str, Cell], *, withdrawn: bool) -> list[Any]:
    """What the rows of ``each`` fulfil. Raises ``UsageError`` for an unknown column."""
    columns = shelf.table.c
    unknown = [name for name in where if name not in columns or name == "payload"]
    if unknown:
        raise UsageError(f"{shelf.table.name} are not told apart by {', '.join(unknown)}")
    asked = [columns[name] == value for name, value in where.items()]
    if shelf.table in (TASKS, ROLLOUTS) and not withdrawn:
        asked.append(not_(withdrawn_rows(shelf.table)))
    return asked


def withdrawn_rows(table: Any) -> Any:
    """Whether a row of tasks or rollouts comes from a source that was taken back."""
    sources = select(WITHDRAWN.c.source)
    if table is TASKS:
        return TASKS.c.source.in_(sources)
    made = select(TASKS.c.task).where(TASKS.c.source.in_(sources))
    return or_(ROLLOUTS.c.source.in_(sources), ROLLOUTS.c.task.in_(made))
