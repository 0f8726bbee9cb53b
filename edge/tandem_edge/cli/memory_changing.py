"""``tandem memory correct``, ``pin``, ``unpin``: what the owner makes of one memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from tandem_edge.cli.common import print_json, print_text
from tandem_edge.cli.memory_opening import changing_memory, now, unit_named, unit_row
from tandem_edge.cli.spoken import SpokenCommand
from tandem_edge.cli.widths import Row
from tandem_edge.languages.catalogue import _
from tandem_shared.errors import UsageError

if TYPE_CHECKING:
    from tandem_edge.memory.room import MemoryRoom


@click.command(cls=SpokenCommand)
@click.argument("identity", metavar="ID")
@click.argument("text", nargs=-1)
@changing_memory
def correct(room: MemoryRoom, identity: str, text: tuple[str, ...], as_json: bool) -> None:
    """Put TEXT in the place of the memory ID; the old one stays as history.

    \b
    Examples:
      tandem memory correct unit_01kb2m3n4p5q6r7s8t "I live in Lisbon"
      tandem memory correct unit_01kb2m3n4p5q6r7s8t "我住在杭州"
    """
    from tandem_edge.memory import revising
    from tandem_edge.memory.ids import new_id
    from tandem_edge.memory.speakers import OWNER
    from tandem_shared.memory import LONGEST_SUMMARY, RawTurn
    from tandem_shared.text import visible

    old, at, said = unit_named(room, identity), now(), visible(" ".join(text)).strip()
    if not said:
        raise UsageError(
            "what to put in its place is missing",
            hint=_('tandem memory correct {id} "I live in Lisbon"', id=old.id),
        )
    if len(said) > LONGEST_SUMMARY:
        raise UsageError(
            _("a correction has 1 to {limit} characters", limit=LONGEST_SUMMARY),
            hint="say it in one sentence",
        )
    if said.endswith(("?", "？")):
        raise UsageError(
            "a question tells nothing that could stand there", hint="say what holds instead"
        )
    turn = RawTurn(session=new_id("typed", at), order=0, speaker=OWNER, text=said, at=at)
    new = revising.correct(room, old, turn, at)
    room.settle()
    if as_json:
        before = [unit.id for unit in new.before]
        print_json({"unit": new.unit.model_dump(mode="json"), "before": before})
        return
    print_text(str(unit_row(new.unit)))
    for unit in new.before:
        print_text(str(Row((unit.id,), unit.summary, _("  in place of: "))))


@click.command(cls=SpokenCommand)
@click.argument("identity", metavar="ID")
@changing_memory
def pin(room: MemoryRoom, identity: str, as_json: bool) -> None:
    """Pin a memory: it does not expire, and only your own words replace it.

    \b
    Example:
      tandem memory pin unit_01kb2m3n4p5q6r7s8t
    """
    _pinned(room, identity, True, as_json)


@click.command(cls=SpokenCommand)
@click.argument("identity", metavar="ID")
@changing_memory
def unpin(room: MemoryRoom, identity: str, as_json: bool) -> None:
    """Let a pinned memory go again.

    \b
    Example:
      tandem memory unpin unit_01kb2m3n4p5q6r7s8t
    """
    _pinned(room, identity, False, as_json)


def _pinned(room: MemoryRoom, identity: str, pinned: bool, as_json: bool) -> None:
    from tandem_edge.memory import reversing

    unit = reversing.pin(room, unit_named(room, identity), pinned)
    if as_json:
        print_json({"unit": unit.model_dump(mode="json")})
    else:
        print_text(str(unit_row(unit)))
