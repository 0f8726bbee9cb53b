"""SQLCipher and sqlite-utils, imported the one way in which they fit together.

sqlite-utils takes its exception classes from ``pysqlite3`` if there is one. Without the alias it
misses SQLCipher's errors, and ``alter=True`` and others fail. Importing it also imports pandas
where that happens to be installed (seconds, for column types that we name ourselves): kept away.
"""

from __future__ import annotations

import sys
from typing import Any

import sqlcipher3
from sqlcipher3 import dbapi2

sys.modules["pysqlite3"] = sqlcipher3
sys.modules["pysqlite3.dbapi2"] = dbapi2
_hidden = "pandas" not in sys.modules
if _hidden:
    sys.modules["pandas"] = None  # type: ignore[assignment]
try:
    import sqlite_utils
    import sqlite_utils.db
finally:
    if _hidden:
        del sys.modules["pandas"]

if vars(sqlite_utils.db)["OperationalError"] is not dbapi2.OperationalError:
    raise ImportError("sqlite_utils was imported before tandem_edge.vault.driver")

Connection = Any
"""A ``sqlcipher3.dbapi2.Connection``, which has no type hints."""
SqlError: type[Exception] = dbapi2.Error
"""Every error of the database, for ``except``; those of the standard library never occur."""
NotOurs: type[Exception] = dbapi2.DatabaseError
"""What a wrong key or a damaged page raises (``OperationalError`` is one too)."""
Busy: type[Exception] = dbapi2.OperationalError

__all__ = ["Busy", "Connection", "NotOurs", "SqlError", "dbapi2", "sqlite_utils"]
