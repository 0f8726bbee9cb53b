"""``tandem memory forget``, and how what would go is told before anything goes."""

from __future__ import annotations

import sys
from datetime import datetime
from typing import TYPE_CHECKING, Any

import click

from tandem_edge.cli.common import print_json, print_text
from tandem_edge.cli.interrupts import at_a_prompt
from tandem_edge.cli.memory_opening import now, turn_line, unit_line, with_memory
from tandem_shared.errors import UsageError
from tandem_shared.text import one_line

if TYPE_CHECKING:
    from tandem_edge.memory.lifecycle.forgetting import Consequences, Receipt, Wish
    from tandem_edge.memory.room import MemoryRoom

ORIGINS = ("owner", "system", "agent", "external")
LISTED = 20
"""Lines of what a wish to forget would take."""


@click.command()
@click.argument("ids", nargs=-1, metavar="[ID]...")
@click.option("--words", default="", help="What has these words in it.")
@click.option("--pattern", default="", help="What this regular expression fits.")
@click.option("--person", default="", help="What somebody said, and what is about them.")
@click.option("--session", default="", help="What was said in this session.")
@click.option("--origin", type=click.Choice(ORIGINS), help="What rests on words of this origin.")
@click.option("--since", type=click.DateTime(), help="From this local time on.")
@click.option("--until", type=click.DateTime(), help="Until this local time.")
@click.option("--keep-words", is_flag=True, help="Keep what was said; forget what was made of it.")
@click.option("--echoes", is_flag=True, help="Take what else repeats a memory named by its ID.")
@click.option("--yes", is_flag=True, help="Do not ask first.")
@with_memory
def forget(
    room: MemoryRoom,
    ids: tuple[str, ...],
    origin: str | None,
    since: datetime | None,
    until: datetime | None,
    keep_words: bool,
    yes: bool,
    as_json: bool,
    **named: Any,
) -> int:
    """Forget for good what fits all that is named.

    It says first what would go: memories, the words they rest on, what else rests on those alone,
    and what repeats them. Then it asks, and leaves a receipt that repeats nothing of it. Exports
    and backups still hold it. Ends with 1 when it was not confirmed.

    \b
    Examples:
      tandem memory forget unit_01kb2m3n4p5q6r7s8t
      tandem memory forget --person 米拉 --since 2026-03-01
      tandem memory forget --pattern "[0-9]{16}" --yes --json
    """
    from tandem_edge.memory.lifecycle.forgetting import Wish
    from tandem_shared.memory import Origin

    _demand_there(room, ids)
    wish = Wish(
        ids=ids,
        origin=Origin(origin) if origin else None,
        start=since.astimezone() if since else None,
        end=until.astimezone() if until else None,
        evidence=not keep_words,
        **named,
    )
    return forget_wish(room, wish, yes=yes, as_json=as_json)


def forget_wish(room: MemoryRoom, wish: Wish, *, yes: bool, as_json: bool) -> int:
    """Say what a wish would take, ask, and carry it out. Gives the exit code."""
    from tandem_edge.memory.lifecycle.forgetting import consequences

    found = consequences(room.book, wish, room.elsewhere)
    if not found.ids:
        return _nothing(as_json)
    if not as_json:
        tell_consequences(found)
        _tell_copies(room)
    if not (yes or confirmed("Forget all of this for good?", as_json)):
        return _left(found, as_json)
    return _forgotten(room, wish, as_json)


def _demand_there(room: MemoryRoom, ids: tuple[str, ...]) -> None:
    there = room.book.numbers(ids)
    for each in ids:
        if each not in there:
            raise UsageError(
                f"there is no memory {one_line(each, limit=40)}", hint="tandem memory list"
            )


def _nothing(as_json: bool) -> int:
    if as_json:
        print_json({"forgotten": False, "units": 0, "turns": 0})
    else:
        print_text("nothing fits that; what somebody said is named by --person")
    return 0


def tell_consequences(found: Consequences) -> None:
    """What would go, line by line, what is reached elsewhere, and what would stay and repeat it."""
    lines = [unit_line(unit) for unit in found.units]
    lines += [f"{unit_line(unit)} (nothing else would be left of it)" for unit in found.bereft]
    lines += [turn_line(kept) for kept in found.turns]
    _tell_some("  goes  ", lines)
    for place, count in found.elsewhere.items():
        print_text(f"  goes  {count} {place}")
    _tell_some("  stays, and repeats it  ", [turn_line(kept) for kept in found.echoes])
    if found.echoes:
        print_text("  --echoes takes these too")


def _tell_some(mark: str, lines: list[str]) -> None:
    for line in lines[:LISTED]:
        print_text(f"{mark}{line}")
    if len(lines) > LISTED:
        print_text(f"{mark}and {len(lines) - LISTED} more")


def _tell_copies(room: MemoryRoom) -> None:
    """Tandem's own copies from before a change of the tables hold what was there then."""
    from tandem_edge.vault.backups import backups_of

    copies = backups_of(room.book.database.path)
    if copies:
        names = ", ".join(f"backups/{copy.name}" for copy in copies)
        print_text(f"  older copies may hold it, encrypted: {names}; remove them yourself")


def confirmed(question: str, as_json: bool) -> bool:
    """Whether somebody at a terminal says yes to ``question``."""
    if as_json or not sys.stdin.isatty():
        print_text("not confirmed: --yes does it", err=True)
        return False
    with at_a_prompt():
        return click.confirm(question, default=False)


def _left(found: Consequences, as_json: bool) -> int:
    if as_json:
        units = len(found.units) + len(found.bereft)
        print_json(
            {
                "forgotten": False,
                "units": units,
                "turns": len(found.turns),
                "echoes": [kept.id for kept in found.echoes],
                "elsewhere": found.elsewhere,
            }
        )
    else:
        print_text("nothing was forgotten")
    return 1


def _forgotten(room: MemoryRoom, wish: Wish, as_json: bool) -> int:
    receipt, _ = room.forget(wish, now())
    if as_json:
        print_json({"forgotten": True, **receipt.model_dump(mode="json")})
    else:
        print_text(receipt_line(receipt))
    return 0


def receipt_line(receipt: Receipt) -> str:
    """A receipt in a sentence."""
    return (
        f"forgotten: {receipt.units} memories and {receipt.turns} things that were said; "
        f"receipt {receipt.id}"
    )
