"""One door to a database: no code of ours opens SQLite but ``tandem_edge.vault``.

Plain SQLite takes a key without a word and writes plain text; so does SQLCipher that was given
none. What cannot be opened in another way cannot be forgotten to be encrypted. The trainer's store
of scrubbed experience, which may be on a PostgreSQL server, has a door of its own.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.contracts.repo import PACKAGES, ROOT, tracked

VAULT = Path("edge/tandem_edge/vault")
DRIVER = VAULT / "driver.py"
"""The only file that imports the libraries."""
OPENERS = {VAULT / "connecting.py", VAULT / "database.py"}
"""The only files that make a connection, and a database of one."""
EXPERIENCE = Path("trainer/tandem_trainer/experience/opening.py")
"""The only file that makes an engine of SQLAlchemy's."""
LIBRARIES = frozenset(
    "sqlite3 _sqlite3 pysqlite3 sqlcipher3 sqlite_utils apsw aiosqlite pysqlcipher3".split()
)
INNER = frozenset({"connect", "dbapi2", "sqlite_utils"})
"""What the vault's own modules have and nobody else imports."""


def faults_in(source: str, path: Path) -> list[str]:
    """Where ``source`` opens a database, or reaches for what could, other than by the door."""
    return [
        f"{path}:{node.lineno}: {what}"
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.stmt | ast.expr)
        for what in _faults(node, path)
    ]


def _faults(node: ast.stmt | ast.expr, path: Path) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (each.name for each in node.names if _library(each.name) and path != DRIVER)
    elif isinstance(node, ast.ImportFrom):
        yield from _imported(node, path)
    elif isinstance(node, ast.Call):
        yield from _called(node, path)
    elif isinstance(node, ast.Constant) and str(node.value).startswith(("sqlite:", "sqlite+")):
        yield str(node.value)


def _imported(node: ast.ImportFrom, path: Path) -> Iterator[str]:
    module = node.module or ""
    if _library(module) and path != DRIVER:
        yield module
    if module.startswith("tandem_edge.vault") and not path.is_relative_to(VAULT):
        yield from (each.name for each in node.names if each.name in INNER)


def _called(node: ast.Call, path: Path) -> Iterator[str]:
    called = ast.unparse(node.func)
    name = called.rpartition(".")[2]
    if name in {"import_module", "__import__"} and node.args:
        first = node.args[0]
        if isinstance(first, ast.Constant) and _library(str(first.value)):
            yield called
    if name == "create_engine" and path != EXPERIENCE:
        yield called
    if path in OPENERS:
        return
    of_library = any(part in LIBRARIES | {"dbapi2"} for part in called.split("."))
    if (name == "connect" and of_library) or name == "Database":
        yield called


def _library(module: str) -> bool:
    return module.partition(".")[0] in LIBRARIES


def test_no_code_of_ours_opens_a_database_but_the_vault() -> None:
    found = [
        fault
        for name in tracked(*PACKAGES)
        if name.suffix == ".py"
        for fault in faults_in((ROOT / name).read_text("utf-8"), name)
    ]
    assert found == []


@pytest.mark.parametrize(
    "line",
    [
        "import sqlite3",
        "import sqlcipher3.dbapi2 as sql",
        "from sqlite3 import connect",
        "from sqlcipher3 import dbapi2",
        "import sqlite_utils",
        "sqlite_utils.Database('memory.db')",
        "Database(connection)",
        "vault.sqlite_utils.Database(path)",
        "dbapi2.connect('memory.db')",
        "driver.dbapi2.connect('memory.db')",
        "importlib.import_module('sqlite3')",
        "from tandem_edge.vault.connecting import connect",
        "from tandem_edge.vault.driver import dbapi2",
        "create_engine('sqlite:///jobs.db')",
        "create_engine('sqlite+pysqlite:///jobs.db')",
        "sqlalchemy.create_engine(url)",
    ],
)
def test_any_other_way_to_open_one_is_found(line: str) -> None:
    assert faults_in(f"def f():\n    {line}\n", Path("edge/tandem_edge/memory/store.py"))


@pytest.mark.parametrize(
    "line",
    [
        "from tandem_edge.vault.database import Database, open_database",
        "from tandem_edge.vault.driver import SqlError",
        "with open_database(path, key, MIGRATIONS) as database: pass",
        "server.connect(timeout)",
    ],
)
def test_the_door_itself_is_open(line: str) -> None:
    assert faults_in(line, Path("edge/tandem_edge/memory/store.py")) == []


def test_the_vault_is_where_the_test_looks_for_it() -> None:
    assert {DRIVER, *OPENERS} <= set(tracked(str(VAULT)))
