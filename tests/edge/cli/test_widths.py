"""Lines are cut by columns: a Chinese character takes two."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tandem_edge.cli.widths import MOST_LINES, Row, columns, fitted, wrapped


@pytest.mark.parametrize(
    ("text", "width", "shown"),
    [
        ("jazz", 4, "jazz"),
        ("jazz band", 5, "jazz…"),
        ("我喜欢茶", 8, "我喜欢茶"),
        ("我喜欢茶", 7, "我喜欢…"),
        ("我喜欢茶", 6, "我喜…"),
    ],
)
def test_a_line_is_cut_to_its_columns(text: str, width: int, shown: str) -> None:
    assert fitted(text, width) == shown


@given(st.text(max_size=60), st.integers(1, 40))
def test_no_line_is_wider_and_none_that_fits_is_changed(text: str, width: int) -> None:
    shown = fitted(text, width)
    assert columns(shown) <= width
    assert shown == text or columns(text) > width


@given(st.text("ab 我们，。—…é😀", max_size=120), st.integers(4, 60))
def test_wrapping_loses_nothing_but_blanks_and_keeps_to_the_width(text: str, width: int) -> None:
    lines = wrapped(text, width)
    assert all(columns(line) <= width for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())


@pytest.mark.parametrize(
    ("text", "width", "lines"),
    [
        ("I like jazz bands", 8, ["I like", "jazz", "bands"]),
        ("我喜欢喝茶", 6, ["我喜欢", "喝茶"]),
        ("我喜欢，也常喝茶", 7, ["我喜", "欢，也", "常喝茶"]),
        ("unbreakable", 6, ["unbrea", "kable"]),
        ("  marked row", 9, ["  marked", "row"]),
    ],
)
def test_lines_break_between_words_and_not_before_a_closing_sign(
    text: str, width: int, lines: list[str]
) -> None:
    assert wrapped(text, width) == lines


ROW = Row(("unit_01kb2m3n4p5q6r7s8t", "2026-03-01", "profile owner"), "I live in Porto")


@pytest.mark.parametrize(
    ("width", "head"),
    [
        (30, "unit_01kb2m3n4p5q6r7s8t:"),
        (40, "unit_01kb2m3n4p5q6r7s8t  2026-03-01:"),
        (60, "unit_01kb2m3n4p5q6r7s8t  2026-03-01  profile owner:"),
    ],
)
def test_a_narrow_row_keeps_its_id_and_its_text_and_leaves_the_lesser_out(
    width: int, head: str
) -> None:
    assert ROW.laid_out(width) == [head, "    I live in Porto"]


def test_a_row_that_fits_is_one_line() -> None:
    assert ROW.laid_out(80) == [str(ROW)]


@given(st.text("ab 我们，", max_size=600), st.integers(24, 90), st.sampled_from(["", "  goes  "]))
def test_no_row_is_wider_or_longer_than_it_may_be(text: str, width: int, mark: str) -> None:
    shown = replace(ROW, text=text, mark=mark).laid_out(width)
    assert all(columns(line) <= width for line in shown)
    assert len(shown) <= MOST_LINES + 3
    assert ROW.columns[0] in "".join(shown)
