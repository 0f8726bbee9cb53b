"""Taking documents out of the book so that none of their bytes is left in its file.

SQLite overwrites what a table lets go (``secure_delete``), but two places keep words longer. A word
index without contents only marks a deleted document: its words stay in the segments until those are
merged, and FTS5's ``secure-delete`` does not change that (sqlite.org/fts5, contentless-delete
tables). And the write-ahead log holds former pages until it is cut off.
"""

from __future__ import annotations

from collections.abc import Collection

from tandem_edge.memory.store.book import Book


def take_out(book: Book, ids: Collection[str]) -> None:
    """Remove turns and units with all that hangs on them, in the transaction that is open.

    What else rests on a turn that goes stays, and does not name it any more.
    """
    going = set(ids)
    turns = [identity for identity in going if identity.startswith("turn_")]
    for unit in book.resting_on(turns):
        left = tuple(turn for turn in unit.evidence if turn not in going)
        book.change_unit(unit.model_copy(update={"evidence": left}))
    book.remove(going)
    book.database.conn.executemany(
        "DELETE FROM failures WHERE turn = ?", [(turn,) for turn in turns]
    )
    if going:
        book.database.execute("INSERT INTO words (words) VALUES ('optimize')")


def cut_log(book: Book) -> bool:
    """Empty the write-ahead log, outside of any transaction.

    Says whether that was done; while another process reads, it is not, and is when the last closes.
    """
    if book.database.conn.in_transaction:
        return False
    row = book.database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    return bool(row) and row[0] == 0
