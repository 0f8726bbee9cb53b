"""The only place that imports Textual's text widgets: here they are made safe to fill."""

from __future__ import annotations

from textual.containers import VerticalScroll
from textual.widgets import Input, Static

from tandem_shared.text import visible
from tandem_tui.safe_text import safe_text


class Line(Static):
    """Text of any origin, wrapped to the width there is."""

    def __init__(
        self, text: str = "", *, id: str | None = None, classes: str | None = None
    ) -> None:
        super().__init__(safe_text(text), id=id, classes=classes, markup=False)
        self._text = visible(text)

    @property
    def text(self) -> str:
        """What is shown now."""
        return self._text

    def show(self, text: str) -> None:
        """Replace the text; nothing is repainted when it is the same."""
        if visible(text) != self._text:
            self._text = visible(text)
            self.update(safe_text(text))


class Prompt(Input):
    """One line that a person types."""


class Pane(VerticalScroll):
    """A column of widgets that scrolls up and down, never sideways."""

    can_focus = True
