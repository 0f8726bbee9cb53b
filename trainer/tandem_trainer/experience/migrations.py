"""How the schema came to be: functions in order, each run once and never changed afterwards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlalchemy import func, insert, inspect, select, text

from tandem_shared.errors import UsageError
from tandem_trainer.experience.tables import VERSION

Connection = Any
"""SQLAlchemy's, inside a transaction."""


def first_tables(connection: Connection) -> None:
    """Everything that the flywheel keeps, and what it is looked up by."""
    blob = "BYTEA" if connection.dialect.name == "postgresql" else "BLOB"
    for line in _FIRST.strip().splitlines():
        name, _, columns = line.partition(": ")
        listed = ", ".join(_column(each) for each in columns.split())
        connection.execute(
            text(
                f"CREATE TABLE {name} (id VARCHAR NOT NULL PRIMARY KEY, {listed}, "
                f"payload {blob} NOT NULL)"
            )
        )
    connection.execute(
        text(
            "CREATE TABLE dataset_members (dataset VARCHAR NOT NULL, rollout VARCHAR NOT NULL, "
            "PRIMARY KEY (dataset, rollout))"
        )
    )
    connection.execute(text("CREATE TABLE withdrawn_sources (source VARCHAR NOT NULL PRIMARY KEY)"))
    for line in _FIRST_INDEXES.split():
        table, _, column = line.partition(".")
        connection.execute(text(f"CREATE INDEX {table}_by_{column} ON {table} ({column})"))


def looked_at(connection: Connection) -> None:
    """Which curated record each curation gave a rollout, and why a person should look at it."""
    connection.execute(
        text(
            "CREATE TABLE looked_at (step VARCHAR NOT NULL, rollout VARCHAR NOT NULL, "
            "curated VARCHAR NOT NULL, acts VARCHAR NOT NULL, concerns VARCHAR NOT NULL, "
            "PRIMARY KEY (step, rollout))"
        )
    )
    connection.execute(text("CREATE INDEX looked_at_by_curated ON looked_at (curated)"))


def leases(connection: Connection) -> None:
    """Who works on what until when."""
    kind = "DOUBLE PRECISION" if connection.dialect.name == "postgresql" else "FLOAT"
    connection.execute(
        text(
            "CREATE TABLE leases (name VARCHAR NOT NULL PRIMARY KEY, holder VARCHAR NOT NULL, "
            f"until {kind} NOT NULL)"
        )
    )


_FIRST = """
tasks: task family split language dimension capability difficulty:INTEGER source provenance
rollouts: task family split language capability policy policy_digest round:INTEGER group_name \
trial:INTEGER passed:BOOLEAN? valid:BOOLEAN source steps:INTEGER
curated: rollout rules completed:BOOLEAN suitable:BOOLEAN failing confidence:FLOAT doubts:INTEGER
reviews: curated reviewer decision
diagnoses: policy policy_digest round:INTEGER
proposals: parent diagnosis
approvals: proposal person decision
datasets: proposal approval parent
steps: kind state outputs
"""
"""Tables and their columns: text unless said, never empty unless marked ``?``."""
_FIRST_INDEXES = """
tasks.task tasks.source rollouts.task rollouts.group_name rollouts.source curated.rollout
reviews.curated approvals.proposal datasets.proposal dataset_members.rollout
"""

MIGRATIONS: tuple[Callable[[Connection], None], ...] = (first_tables, looked_at, leases)


def migrate(engine: Any) -> None:
    """Bring a database to this version, all in one transaction.

    Raises ``UsageError`` when a newer Tandem has written it.
    """
    with engine.begin() as connection:
        _one_at_a_time(connection)
        done = _version(connection)
        if done > len(MIGRATIONS):
            raise UsageError(
                f"the experience store has schema {done}, this Tandem knows {len(MIGRATIONS)}",
                hint="update Tandem: a schema never goes back",
            )
        for number, migration in enumerate(MIGRATIONS[done:], done + 1):
            migration(connection)
            connection.execute(insert(VERSION).values(version=number))


def _version(connection: Connection) -> int:
    if not inspect(connection).has_table(VERSION.name):
        VERSION.create(connection)
    latest = connection.execute(select(func.max(VERSION.c.version))).scalar()
    return int(latest or 0)


def _one_at_a_time(connection: Connection) -> None:
    """Hold others off until the end of the transaction: two may open a new store at once."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    else:
        connection.execute(text("SELECT pg_advisory_xact_lock(7430261)"))


def _column(said: str) -> str:
    name, _, kind = said.partition(":")
    rest = "" if kind.endswith("?") else " NOT NULL"
    return f"{name} {kind.rstrip('?') or 'VARCHAR'}{rest}"
