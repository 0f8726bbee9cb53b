"""Rows of a content provider as the phone's ``content query`` prints them.

It marks neither where a text ends nor what is text, so a message may hold what looks like another
row. Two queries settle it: one of whole numbers alone says which rows there are, and what the other
one prints is only cut at those. A row that could be cut in two ways is asked for by itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from tandem_edge.phone.android.recipe import Listing, Row
from tandem_edge.phone.android.view import Unreadable

NOTHING = "No result found."
_NUMBERS = re.compile(r"Row: (\d+) ([\w=, -]+)")
_VALUE = re.compile(r"-?\d+|NULL")


def numbers_words(listing: Listing) -> tuple[str, ...]:
    """The query of the whole numbers."""
    return _query(listing, ("_id", *listing.numbers), listing.where, listing.sort)


def all_words(listing: Listing) -> tuple[str, ...]:
    """The query of everything, the texts last."""
    columns = ("_id", *listing.numbers, *listing.texts)
    return _query(listing, columns, listing.where, listing.sort)


def one_words(listing: Listing, number: str, column: str) -> tuple[str, ...]:
    """The query of one text of one row."""
    return _query(listing, (column,), f"_id={number}", "")


def _query(listing: Listing, columns: tuple[str, ...], where: str, sort: str) -> tuple[str, ...]:
    words: tuple[str, ...] = (
        "content",
        "query",
        "--uri",
        listing.uri,
        "--projection",
        ":".join(columns),
    )
    words += ("--where", where) if where else ()
    return words + (("--sort", sort) if sort else ())


def number_rows(listing: Listing, out: str) -> list[Row]:
    """The rows of the first query. Raises ``Unreadable``."""
    if out.strip() == NOTHING:
        return []
    rows: list[Row] = []
    for place, said in enumerate(out.splitlines()):
        found = _NUMBERS.fullmatch(said.strip())
        if found is None or int(found[1]) != place:
            raise Unreadable(f"no row of {listing.uri}: {said[:60]!r}")
        rows.append(dict(_cells(listing, found[2])))
    return rows


def _cells(listing: Listing, said: str) -> Iterator[tuple[str, str | None]]:
    names = ("_id", *listing.numbers)
    cells = said.split(", ")
    for name, cell in zip(names, cells, strict=False):
        head, _, value = cell.partition("=")
        if len(cells) != len(names) or head != name or not _VALUE.fullmatch(value):
            raise Unreadable(f"no row of {listing.uri}: {said[:60]!r}")
        yield name, None if value == "NULL" else value


def cut(listing: Listing, rows: Sequence[Row], out: str) -> list[dict[str, str] | None]:
    """The texts of each row, or ``None`` where what was printed can be cut in several ways.

    Raises ``Unreadable`` when a row is not there at all.
    """
    text = "\n" + out
    heads = [_head(place, row) for place, row in enumerate(rows)]
    places = [[found.start() for found in re.finditer(re.escape(head), text)] for head in heads]
    if not all(places):
        raise Unreadable(f"the rows of {listing.uri} changed while they were read")
    cuts: list[dict[str, str] | None] = []
    for place, head in enumerate(heads):
        last = place + 1 == len(heads)
        alone = len(places[place]) == 1 and (last or len(places[place + 1]) == 1)
        start = places[place][0] + len(head)
        end = len(text) if last else places[place + 1][0]
        said = text[start:end].removesuffix("\n") if last else text[start:end]
        cuts.append(_texts(listing, said) if alone else None)
    return cuts


def _head(place: int, row: Row) -> str:
    cells = ", ".join(f"{name}={'NULL' if cell is None else cell}" for name, cell in row.items())
    return f"\nRow: {place} {cells}, "


def _texts(listing: Listing, said: str) -> dict[str, str] | None:
    marks = [f"{'' if not place else ', '}{name}=" for place, name in enumerate(listing.texts)]
    if not said.startswith(marks[0]) or any(said.count(mark) != 1 for mark in marks[1:]):
        return None
    found: dict[str, str] = {}
    rest = said.removeprefix(marks[0])
    for place, name in enumerate(listing.texts):
        more = marks[place + 1] if place + 1 < len(marks) else None
        value, _, rest = rest.partition(more) if more else (rest, "", "")
        found[name] = value
    return found


def one_text(column: str, out: str) -> str:
    """The text that the query of one row gave. Raises ``Unreadable``."""
    head = f"Row: 0 {column}="
    if not out.startswith(head):
        raise Unreadable(f"no {column} in {out[:60]!r}")
    return out.removeprefix(head).removesuffix("\n")


def value_of(text: str) -> str | None:
    """``NULL`` is how no value is printed; a text of these four letters cannot be told from it."""
    return None if text == "NULL" else text
