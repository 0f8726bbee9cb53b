"""The one door through which foreign text reaches a screen."""

from __future__ import annotations

from textual.content import Content

from tandem_shared.text import visible


def safe_text(untrusted: str) -> Content:
    """``untrusted`` as it reads: brackets stay brackets, what a terminal would obey is gone.

    Only ``Content`` is safe to hand to a widget. A string would be parsed as markup, where
    ``[/bad]`` crashes the screen, and escaping it is not enough (``[b + 1`` still does).
    """
    return Content(visible(untrusted).expandtabs(4))
