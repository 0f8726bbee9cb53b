"""A database and how it is spoken to: transactions, inserts that may be repeated, its trouble."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import SQLAlchemyError

from tandem_shared.errors import UsageError
from tandem_shared.text import one_line


@contextmanager
def told(engine: Any) -> Iterator[None]:
    """Tell a database's trouble in a sentence, without the URL's password."""
    try:
        yield
    except SQLAlchemyError as error:
        where = engine.url.render_as_string(hide_password=True)
        why = one_line(str(getattr(error, "orig", None) or error), limit=200)
        raise UsageError(
            f"the experience store {where} cannot be used: {why}",
            hint="is there room, may you write there, is the server up? what was kept stays kept",
        ) from error


@dataclass(frozen=True)
class Backend:
    """An engine of SQLAlchemy's for SQLite or PostgreSQL."""

    engine: Any

    @contextmanager
    def writing(self) -> Iterator[Any]:
        """A connection inside one transaction, durable when the block ends."""
        with told(self.engine), self.engine.begin() as connection:
            yield connection

    @contextmanager
    def reading(self) -> Iterator[Any]:
        """A connection to read by."""
        with told(self.engine), self.engine.connect() as connection:
            yield connection

    def insert(self, connection: Any, table: Any, rows: Sequence[dict[str, Any]]) -> int:
        """Insert the rows whose key is not there; how many that were."""
        dialect = postgresql if self.engine.dialect.name == "postgresql" else sqlite
        query = dialect.insert(table).on_conflict_do_nothing().returning(*table.primary_key)
        return len(connection.execute(query, list(rows)).all())
