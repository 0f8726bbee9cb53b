"""Opening the experience store: a SQLite file of its owner's alone, or a PostgreSQL by its URL."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import URL, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from tandem_edge.files import open_private, private_folder
from tandem_shared.errors import MissingError, UsageError
from tandem_shared.text import one_line
from tandem_trainer.experience.database import Backend, told
from tandem_trainer.experience.migrations import migrate
from tandem_trainer.experience.store import Store

SQLITE, POSTGRES = "sqlite", "postgresql"
WAIT_S = 60.0
"""How long a write waits for another process's."""


def default_url(home: Path) -> str:
    """Where the store is unless another place is named."""
    return str(URL.create(SQLITE, database=str(home / "trainer" / "experience.db")))


@contextmanager
def open_store(url: str) -> Iterator[Store]:
    """The store at ``url``, made if it is not there and brought to this version's schema.

    Raises ``UsageError`` when it is no store or cannot be reached, and ``MissingError`` without
    the driver for it.
    """
    engine = _engine(_parsed(url))
    try:
        with told(engine):
            migrate(engine)
        yield Store(Backend(engine))
    finally:
        engine.dispose()


def _parsed(url: str) -> URL:
    try:
        parsed = make_url(url)
    except ArgumentError:  # its text holds the URL, which may hold a password
        raise UsageError("the store's URL cannot be read", hint=_HINT) from None
    if parsed.get_backend_name() not in (SQLITE, POSTGRES):
        raise UsageError(f"no store can be in {parsed.get_backend_name()}", hint=_HINT)
    return parsed.set(drivername="postgresql+psycopg") if parsed.drivername == POSTGRES else parsed


_HINT = "name a file as sqlite:///PATH, or postgresql://USER@HOST/NAME"


_SQLITE = {"timeout": WAIT_S}
_POSTGRES = {"client_encoding": "utf8"}  # also of a server that knows no encoding


def _engine(url: URL) -> Any:
    sqlite = url.get_backend_name() == SQLITE
    try:
        if sqlite:
            _private_file(Path(url.database or ""))
        engine = create_engine(url, connect_args=_SQLITE if sqlite else _POSTGRES)
    except OSError as error:
        raise UsageError(f"{url.database} cannot hold a store: {error.strerror}") from error
    except ImportError as error:
        raise MissingError(
            "the driver for PostgreSQL is not installed",
            hint="pip install 'tandem-phone[postgres]'",
        ) from error
    except SQLAlchemyError as error:
        raise UsageError(one_line(str(error), limit=200), hint=_HINT) from None
    if sqlite:
        event.listen(engine, "connect", _durable)
    return engine


def _private_file(path: Path) -> None:
    """Make the database its owner's alone: it holds what people's phones were asked to do."""
    if path.name in ("", ":memory:"):
        raise UsageError("a store has to outlive its process", hint=_HINT)
    private_folder(path.parent)
    with suppress(FileExistsError):
        os.close(open_private(path, os.O_CREAT | os.O_EXCL | os.O_RDWR))


def _durable(connection: Any, record: object) -> None:
    """A commit is on the disk when it returns; readers go on while somebody writes."""
    for pragma in ("journal_mode=WAL", "synchronous=FULL"):
        connection.execute(f"PRAGMA {pragma}").close()
