"""The tables as queries see them. ``migrations`` makes them; a test holds the two together."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Float, Integer, LargeBinary, MetaData, String, Table

METADATA = MetaData()


def _table(name: str, *columns: Column) -> Table:
    """A table of records: its name, what is filtered on, and the packed record."""
    payload = Column("payload", LargeBinary, nullable=False)
    return Table(name, METADATA, Column("id", String, primary_key=True), *columns, payload)


def _text(name: str) -> Column:
    return Column(name, String, nullable=False)


def _number(name: str) -> Column:
    return Column(name, Integer, nullable=False)


def _flag(name: str) -> Column:
    return Column(name, Boolean, nullable=False)


TASKS = _table(
    "tasks",
    _text("task"),
    _text("family"),
    _text("split"),
    _text("language"),
    _text("dimension"),
    _text("capability"),
    _number("difficulty"),
    _text("source"),
    _text("provenance"),
)
ROLLOUTS = _table(
    "rollouts",
    _text("task"),
    _text("family"),
    _text("split"),
    _text("language"),
    _text("capability"),
    _text("policy"),
    _text("policy_digest"),
    _number("round"),
    _text("group_name"),
    _number("trial"),
    Column("passed", Boolean),
    _flag("valid"),
    _text("source"),
    _number("steps"),
)
CURATED = _table(
    "curated",
    _text("rollout"),
    _text("rules"),
    _flag("completed"),
    _flag("suitable"),
    _text("failing"),
    Column("confidence", Float, nullable=False),
    _number("doubts"),
)
REVIEWS = _table("reviews", _text("curated"), _text("reviewer"), _text("decision"))
DIAGNOSES = _table("diagnoses", _text("policy"), _text("policy_digest"), _number("round"))
PROPOSALS = _table("proposals", _text("parent"), _text("diagnosis"))
APPROVALS = _table("approvals", _text("proposal"), _text("person"), _text("decision"))
DATASETS = _table("datasets", _text("proposal"), _text("approval"), _text("parent"))
STEPS = _table("steps", _text("kind"), _text("state"), _text("outputs"))
MEMBERS = Table(
    "dataset_members",
    METADATA,
    Column("dataset", String, primary_key=True),
    Column("rollout", String, primary_key=True),
)
"""Which rollouts a data set was made of."""
LOOKED_AT = Table(
    "looked_at",
    METADATA,
    Column("step", String, primary_key=True),
    Column("rollout", String, primary_key=True),
    _text("curated"),
    _text("acts"),
    _text("concerns"),
)
"""What a curation made of each rollout: its record, and why a person should look at that."""
WITHDRAWN = Table("withdrawn_sources", METADATA, Column("source", String, primary_key=True))
LEASES = Table(
    "leases",
    METADATA,
    Column("name", String, primary_key=True),
    _text("holder"),
    Column("until", Float, nullable=False),
)
"""Who works on what until when, in seconds since 1970."""
VERSION = Table("schema_version", METADATA, Column("version", Integer, primary_key=True))
