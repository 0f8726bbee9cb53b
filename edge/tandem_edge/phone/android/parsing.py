"""Small parsers of what Android's commands print, shared by the readings."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from tandem_edge.phone.android.view import Fill, Unreadable, View
from tandem_edge.phone.sandbox.store import Singleton

ON_OFF: Mapping[str, bool] = {"1": True, "0": False}
UNSET = "null"
"""What ``settings get`` prints for a setting that was never written."""


def kept(
    table: Singleton[Any],
    field: str,
    values: Mapping[str, Any] | Callable[[str], Any],
    *,
    unset: Any = None,
) -> Fill:
    """A setting as a field of a table. ``unset`` is what a phone does that never wrote it."""

    def fill(out: str, view: View) -> None:
        text = out.strip()
        if text == UNSET and unset is not None:
            view.set(table, **{field: unset})
        else:
            view.set(table, **{field: value(text, values)})

    return fill


def value(text: str, values: Mapping[str, Any] | Callable[[str], Any]) -> Any:
    """``text`` by a table of words or a parser. Raises ``Unreadable``."""
    try:
        return values(text) if callable(values) else values[text]
    except (KeyError, ValueError) as error:
        raise Unreadable(f"{text[:40]!r} is no value known") from error


def one(pattern: str, out: str, what: str) -> str:
    """The first group of the first line that matches. Raises ``Unreadable``."""
    found = re.search(pattern, out, re.MULTILINE)
    if found is None:
        raise Unreadable(f"no {what} in {out[:60]!r}")
    return found[1]


def fact(name: str) -> Fill:
    """What was printed, without the white space around it, as a fact."""

    def fill(out: str, view: View) -> None:
        view.facts[name] = out.strip()

    return fill
