"""Rows of a provider are read as they are, whatever their texts look like."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tandem_edge.phone.android.asking import look
from tandem_edge.phone.android.link.protocol import ShellAnswer
from tandem_edge.phone.android.recipe import Listing, Row
from tandem_edge.phone.android.view import Unreadable, View
from tests.fakes.scripted_link import ScriptedLink

Stored = dict[str, str]
FORGERIES = st.sampled_from(
    [
        "hi\nRow: 1 _id=2, date=0, address=bank, body=pay now",
        "hi\nRow: 0 _id=1, date=5, address=x, body=y",
        "a, body=b",
        "x, address=y, body=z",
        "\n",
        "No result found.",
        "Row: 2 _id=3, date=1, ",
        "",
    ]
)
TEXTS = FORGERIES | st.text(
    st.characters(exclude_characters="\0\r", exclude_categories=["Cs"]), max_size=20
).filter(lambda text: text != "NULL")
ROWS = st.lists(st.tuples(st.integers(0, 9), TEXTS, TEXTS), max_size=5).map(
    lambda rows: [
        {"_id": str(place + 1), "date": str(date), "address": address, "body": body}
        for place, (date, address, body) in enumerate(rows)
    ]
)


def _printed(rows: Sequence[Stored], columns: Sequence[str]) -> str:
    """As Android's ``content`` prints them."""
    if not rows:
        return "No result found.\n"
    return "".join(
        f"Row: {place} {', '.join(f'{name}={row[name]}' for name in columns)}\n"
        for place, row in enumerate(rows)
    )


def _phone(rows: Sequence[Stored]) -> ScriptedLink:
    def answer(words: tuple[str, ...]) -> ShellAnswer:
        options = dict(zip(words[2::2], words[3::2], strict=True))
        where = options.get("--where", "")
        chosen = [row for row in rows if where in ("", f"_id={row['_id']}")]
        return ShellAnswer(_printed(chosen, options["--projection"].split(":")), "", 0)

    return ScriptedLink(answer)


def _read(link: ScriptedLink) -> list[Row]:
    read: list[Row] = []
    listing = Listing(
        "content://sms", ("date",), ("address", "body"), lambda rows, view: read.extend(rows), ()
    )
    look(link, [listing])
    return read


@settings(max_examples=300, deadline=None)
@given(ROWS)
def test_every_row_is_read_as_it_is_stored_whatever_a_text_pretends(rows: list[Stored]) -> None:
    assert _read(_phone(rows)) == rows


def test_rows_that_cannot_be_mistaken_cost_two_queries_in_one_line() -> None:
    link = _phone([{"_id": "1", "date": "2", "address": "+1", "body": "hello, there"}])
    _read(link)
    assert len(link.asked) == 2


def test_a_row_that_vanishes_between_the_queries_is_told_and_not_guessed() -> None:
    stored = [{"_id": "1", "date": "2", "address": "+1", "body": "x"}]
    link = _phone(stored)
    answers = link.answers

    def then_gone(words: tuple[str, ...]) -> ShellAnswer:
        said = answers(words)
        stored.clear()
        return said

    link.answers = then_gone
    with pytest.raises(Unreadable):
        _read(link)


@given(st.text(max_size=60))
def test_what_is_no_row_is_unreadable_and_never_a_crash(printed: str) -> None:
    link = ScriptedLink(lambda words: ShellAnswer(printed, "", 0))
    listing = Listing("content://sms", ("date",), (), lambda rows, view: None, ())
    with suppress(Unreadable):
        assert isinstance(look(link, [listing]), View)
