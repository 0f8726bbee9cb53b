"""``tandem memory show`` and ``list``: a look at what is remembered."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from tandem_edge.cli.common import print_json, print_text
from tandem_edge.cli.hints import hinted
from tandem_edge.cli.memory_opening import (
    WHOLE,
    turn_json,
    turn_row,
    unit_named,
    unit_row,
    with_memory,
)
from tandem_edge.cli.spoken import SpokenCommand
from tandem_edge.cli.widths import print_lines
from tandem_edge.languages.catalogue import _
from tandem_edge.memory.wording import told_turns, told_units

if TYPE_CHECKING:
    from tandem_edge.memory.room import MemoryRoom
    from tandem_shared.memory import Unit

KINDS = ("profile", "episodic", "long_term", "prospective", "review")
NOTHING = "nothing is remembered"
STATUSES = ("current", "superseded", "expired", "withdrawn", "rejected")


@click.command(cls=SpokenCommand)
@click.argument("identity", metavar="ID")
@with_memory
def show(room: MemoryRoom, identity: str, as_json: bool) -> None:
    """Show one memory: what it rests on, what it replaced, what became of it.

    \b
    Example:
      tandem memory show unit_01kb2m3n4p5q6r7s8t
    """
    from tandem_edge.memory.reversing import superseded_by

    if identity in (turns := room.book.turns_by_id([identity])):
        kept = turns[identity]
        resting = room.book.resting_on([identity])
        if as_json:
            units = [unit.model_dump(mode="json") for unit in resting]
            print_json({"turn": turn_json(kept), "units": units})
            return
        print_text(f"{turn_row(kept)}\n{kept.turn.text}")
        for unit in resting:
            print_text(f"  {unit_row(unit)}")
        return
    unit = unit_named(room, identity)
    evidence = [*room.book.turns_by_id(unit.evidence).values()]
    before = superseded_by(room, unit)
    if as_json:
        print_json(
            {
                "unit": unit.model_dump(mode="json"),
                "evidence": [turn_json(kept) for kept in evidence],
                "before": [each.model_dump(mode="json") for each in before],
            }
        )
        return
    _print_unit(
        unit, [str(turn_row(kept)) for kept in evidence], [str(unit_row(each)) for each in before]
    )


def _print_unit(unit: Unit, evidence: list[str], before: list[str]) -> None:
    print_text(str(unit_row(unit)))
    if unit.attribute:
        said = f"{unit.subject} {unit.attribute}"
        says = _("  says: {said} not {value}") if unit.negated else _("  says: {said} {value}")
        print_text(says.format(said=said, value=unit.value))
    if unit.activation:
        due = unit.activation.model_dump(mode="json", exclude_none=True)
        told = ", ".join(f"{name} {value}" for name, value in due.items())
        print_text(_("  due: {when}", when=told))
    print_text(_("  rests on:"))
    for line in evidence or [_("nothing that is still kept")]:
        print_text(f"    {line}")
    for line in before:
        print_text(_("  in place of: ") + line)
    if unit.superseded_by:
        print_text(_("  replaced by: {id}", id=unit.superseded_by))


@click.command("list", cls=SpokenCommand)
@click.option("--kind", type=click.Choice(KINDS), help="Of this kind only.")
@click.option(
    "--status",
    type=click.Choice((*STATUSES, "all")),
    default="current",
    help="What is believed (usual), or what became of the rest.",
)
@click.option("--turns", is_flag=True, help="What was said, word for word, instead.")
@click.option("--limit", type=click.IntRange(1), default=50, help="So many, newest first.")
@with_memory
def list_memories(
    room: MemoryRoom, kind: str | None, status: str, turns: bool, limit: int, as_json: bool
) -> None:
    """List what is remembered, newest first.

    \b
    Examples:
      tandem memory list --kind profile
      tandem memory list --status superseded
      tandem memory list --turns
    """
    from tandem_shared.memory import Kind, Status

    if turns:
        said = room.book.all_turns()
        rows = [(turn_json(kept), turn_row(kept)) for kept in said[::-1][:limit]]
        total = len(said)
    else:
        wanted = None if status == "all" else Status(status)
        units = room.book.units(kind=Kind(kind) if kind else None, status=wanted)
        newest = units[::-1][:limit]
        rows = [(unit.model_dump(mode="json"), unit_row(unit)) for unit in newest]
        total = len(units)
    if as_json:
        print_json({"turns" if turns else "units": [whole for whole, _ in rows], "total": total})
        return
    print_lines([line for _, line in rows], hinted(_(WHOLE)))
    if not rows:
        print_text(hinted(_nothing(room, kind, status, turns)))
    elif total > len(rows):
        print_text(_("{number} of {total}; --limit shows more", number=len(rows), total=total))


def _nothing(room: MemoryRoom, kind: str | None, status: str, turns: bool) -> str:
    """That there is nothing of what was asked for, and what there is instead."""
    every = room.book.units(status=None)
    said = 0 if turns else room.book.count_turns()
    alike = [unit for unit in every if kind in (None, unit.kind.value)]
    others = [unit for unit in every if unit not in alike]
    there = []
    if alike and not turns:
        told = told_units(len(alike))
        there.append(_("{units} of another status (--status all)", units=told))
    if others and not turns:
        there.append(_("{units} of other kinds", units=told_units(len(others))))
    if every and turns:
        there.append(told_units(len(every)))
    if said:
        there.append(_("{turns} (tandem memory list --turns)", turns=told_turns(said)))
    asked = " ".join(filter(None, (kind or "", "" if status in ("all", "current") else status)))
    nothing = _("nothing of {kind} is remembered", kind=asked) if asked else _(NOTHING)
    if turns:
        nothing = _("nothing that was said is kept")
    if not there:
        return nothing
    return _("{nothing}; what there is: {there}", nothing=nothing, there=_(", ").join(there))
