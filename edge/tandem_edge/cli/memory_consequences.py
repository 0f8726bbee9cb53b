"""What would go with a wish to forget, told before anything goes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tandem_edge.cli.common import print_text
from tandem_edge.cli.hints import hinted
from tandem_edge.cli.memory_opening import WHOLE, turn_row, unit_row
from tandem_edge.cli.widths import Row, print_lines
from tandem_edge.languages.catalogue import _
from tandem_shared.text import one_line

if TYPE_CHECKING:
    from tandem_edge.memory.lifecycle.forgetting import Consequences
    from tandem_shared.memory import Unit

LISTED = 20
"""Lines of what a wish to forget would take."""


def tell_consequences(found: Consequences, *, whole: bool = False) -> None:
    """What would go, line by line, what is reached elsewhere, and what would stay and repeat it:
    the first lines of each, or with ``whole`` every one."""
    lines = [unit_row(unit) for unit in found.units]
    bereft = [unit_row(unit) for unit in found.bereft]
    lines += [
        replace(row, text=_("{text} (nothing else would be left of it)", text=row.text))
        for row in bereft
    ]
    lines += [turn_row(kept) for kept in found.turns]
    _tell_some(_("  goes  "), lines, whole)
    for place, count in found.elsewhere.items():
        print_text(_("  goes  {place}: {number}", place=_(place), number=count))
    _tell_some(_("  stays, and repeats it  "), [turn_row(kept) for kept in found.echoes], whole)
    if found.echoes:
        print_text(_("  --echoes takes these too"))


def tell_left_behind(
    left: Sequence[tuple[Unit, Unit]], *, restoring: bool | None, whole: bool = False
) -> None:
    """Of each pair of ``reversing.left_behind``: nothing would be believed in the place of what
    goes, and what held before; with ``restoring`` that it is believed again, and with
    ``None`` without how to have that."""
    if restoring:
        _tell_some(_("  is believed again  "), [unit_row(old) for old, _by in left], whole)
        return
    listed = left if whole else left[:LISTED]
    for old, by in listed:
        print_text(
            _(
                "  then nothing is believed in the place of {id}; what held before: {before}",
                id=by.id,
                before=one_line(old.summary, limit=200),
            )
        )
    if hidden := len(left) - len(listed):
        print_text("  " + _("and {number} more; --all lists them", number=hidden))
    if left and restoring is not None:
        print_text(hinted(_("  --restore-previous believes it again")))


def _tell_some(mark: str, lines: list[Row], whole: bool) -> None:
    listed = lines if whole else lines[:LISTED]
    print_lines([replace(line, mark=mark) for line in listed], hinted(_(WHOLE)))
    if left := len(lines) - len(listed):
        print_text(mark + _("and {number} more; --all lists them", number=left))


def counts(found: Consequences) -> dict[str, Any]:
    """What would go, as JSON: how much, the ids of all of it, what stays and repeats it."""
    return {
        "units": len(found.units) + len(found.bereft),
        "turns": len(found.turns),
        "ids": list(found.ids),
        "echoes": [kept.id for kept in found.echoes],
        "elsewhere": found.elsewhere,
    }
