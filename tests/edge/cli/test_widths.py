"""Lines are cut by columns: a Chinese character takes two."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tandem_edge.cli.widths import columns, fitted


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
