"""What the processes do that ``torture`` kills: write marked rows, or change keys, without end."""

from __future__ import annotations

import itertools
import os
import random
import tempfile
from multiprocessing.connection import Connection
from pathlib import Path

from tandem_edge.logs import log, set_up_logs
from tandem_edge.settings import Settings
from tandem_edge.vault.database import Database, open_database
from tandem_edge.vault.leaks import MARK
from tandem_edge.vault.opening import Use, unlock
from tandem_edge.vault.rotating import rotate_data
from tandem_edge.vault.ways import Given

DATABASE = "tortured.db"
BATCHES = (1, 3, 20)
SORTED_EVERY = 3


def _tables(database: Database) -> None:
    database.execute("CREATE TABLE said (id INTEGER PRIMARY KEY, text TEXT NOT NULL)")
    database.execute("CREATE VIRTUAL TABLE words USING fts5(text, tokenize = 'trigram')")


MIGRATIONS = (_tables,)


def write_rows(home: str, acknowledge: Connection) -> None:
    """Insert batches of marked rows, telling the highest id after each commit."""
    folder = settle_in(home)
    chance = random.Random(os.getpid())
    path = folder / DATABASE
    with open_database(path, unlock(folder).key(Use.DATABASE), MIGRATIONS) as database:
        database.execute("PRAGMA cache_size = -200")  # pages leave memory before the commit
        last = database.execute("SELECT coalesce(max(id), 0) FROM said").fetchone()[0]
        for number in itertools.count():
            with database.writing():
                for _ in range(chance.choice(BATCHES)):
                    last += 1
                    text = f"{last} {MARK} {chance.randbytes(40).hex()}"
                    database.execute("INSERT INTO said VALUES (?, ?)", [last, text])
                    database.execute("INSERT INTO words (rowid, text) VALUES (?, ?)", [last, text])
            acknowledge.send_bytes(str(last).encode())
            if number % SORTED_EVERY == 0:
                _use_temporary_tables(database)
                log("rows written", steps=last, text=MARK)


def change_keys(home: str, acknowledge: Connection) -> None:
    """Make one new data key after another, telling the number before each."""
    folder = settle_in(home)
    for number in itertools.count():
        acknowledge.send_bytes(str(number).encode())
        rotate_data(unlock(folder), Given())


def settle_in(home: str) -> Path:
    """Logs in the home; temporary files beside it, where they are looked through."""
    folder = Path(home)
    temporary = folder.parent / "tmp"
    temporary.mkdir(exist_ok=True)
    os.environ["TMPDIR"] = os.environ["SQLITE_TMPDIR"] = str(temporary)
    tempfile.tempdir = str(temporary)
    set_up_logs(Settings(home=folder))
    return folder


def _use_temporary_tables(database: Database) -> None:
    """Sorting and a temporary table: what would spill into files if it were let."""
    database.execute("CREATE TEMP TABLE sorted AS SELECT text FROM said ORDER BY text DESC")
    database.execute("SELECT count(DISTINCT text) FROM sorted").fetchone()
    database.execute("DROP TABLE sorted")
