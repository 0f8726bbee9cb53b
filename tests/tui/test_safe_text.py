"""The one door for foreign text."""

from __future__ import annotations

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from tandem_tui.safe_text import safe_text


@given(st.text() | st.sampled_from(["[/bad]", "[b + 1", "\x1b[31mred", "a\tb", "王[/]小明"]))
def test_nothing_that_a_terminal_obeys_gets_through(text: str) -> None:
    shown = safe_text(text).plain
    assert not [s for s in shown if unicodedata.category(s) in {"Cc", "Cs"} and s != "\n"]


def test_brackets_stay_as_they_are_written() -> None:
    assert safe_text("[/bad] [b + 1 [red]").plain == "[/bad] [b + 1 [red]"
    assert safe_text("[bold]x[/bold]").spans == []
